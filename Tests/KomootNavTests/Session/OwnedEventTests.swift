import KomootNav
import Testing

@Suite("An owned event")
struct OwnedEventTests {
    private static let object: ContiguousArray<UInt8> = [4, 3, 2, 1, 5, 210, 0, 0, 0, 0x41, 0x62]
    private static let longObject = object + ContiguousArray(repeating: 0x63, count: 40)
    private static let identifier: ContiguousArray<UInt8> = [9, 9, 9, 9]

    @Test("An owned event acts on a central session like the borrowed event that it copies")
    func central() {
        var direct = CentralSession(CentralSession.Configuration(radio: .offsetReads))
        var owned = direct
        var effects: [CentralSession.OwnedEffect] = []
        func tell(_ event: borrowing CentralSession.Event, _ expected: CentralSession.OwnedEvent) {
            let copy = CentralSession.OwnedEvent(event)
            #expect(copy == expected)
            direct.handle(copy event, at: SessionTime(milliseconds: 5))
            owned.handle(owned: copy, at: SessionTime(milliseconds: 5))
            effects = owned.takeEffects()
            #expect(direct.takeEffects() == effects)
            #expect(direct.phase == owned.phase)
        }
        let peer = CentralSession.Peer(rawValue: 3)
        let link = Ticket(rawValue: 1)
        tell(.start, .start)
        tell(.found(peer), .found(peer))
        tell(.connected(link: link, mtu: 50), .connected(link: link, mtu: 50))
        let discovery = Ticket(rawValue: 2)
        tell(.discovered(discovery, hasCCCD: true), .discovered(discovery, hasCCCD: true))
        tell(.subscribed(Ticket(rawValue: 3)), .subscribed(Ticket(rawValue: 3)))
        let read = Ticket(rawValue: 4)
        tell(.answered(read, Self.object.span), .answered(read, Self.object))
        #expect(effects.contains(.deliver(Self.object, .whole)))
        tell(.mtuChanged(link: link, mtu: 185), .mtuChanged(link: link, mtu: 185))
        tell(.notified(link: link, Self.identifier.span), .notified(link: link, Self.identifier))
        tell(.arrived(link: link, Self.object.span), .arrived(link: link, Self.object))
        tell(
            .failed(Ticket(rawValue: 5), .unlikelyError),
            .failed(Ticket(rawValue: 5), .unlikelyError))
        tell(.serviceChanged(link: link), .serviceChanged(link: link))
        tell(.notDiscovered(Ticket(rawValue: 6)), .notDiscovered(Ticket(rawValue: 6)))
        #expect(effects.contains(.disconnect(link: link)))
        tell(.timePassed, .timePassed)
        tell(.disconnected(link: link), .disconnected(link: link))
        tell(.radioOff, .radioOff)
        tell(.radioOn, .radioOn)
        tell(.stop, .stop)
    }

    @Test("An owned event acts on a phone's session like the borrowed event that it copies")
    func peripheral() {
        var direct = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        var owned = direct
        var effects: [PeripheralSession.OwnedEffect] = []
        func tell(
            _ event: borrowing PeripheralSession.Event, _ expected: PeripheralSession.OwnedEvent
        ) {
            let copy = PeripheralSession.OwnedEvent(event)
            #expect(copy == expected)
            direct.handle(copy event, at: SessionTime(milliseconds: 5))
            owned.handle(owned: copy, at: SessionTime(milliseconds: 5))
            effects = owned.takeEffects()
            #expect(direct.takeEffects() == effects)
            #expect(direct.phase == owned.phase)
        }
        let central = PeripheralSession.Central(rawValue: 7)
        tell(.startNavigation, .startNavigation)
        tell(.connected(central, mtu: 23), .connected(central, mtu: 23))
        tell(.subscribed(central), .subscribed(central))
        tell(.startAdvertising, .startAdvertising)
        #expect(effects == [.startAdvertising])
        tell(.publish(Self.object.span), .publish(Self.object))
        #expect(effects.contains(.notify(central, ContiguousArray(Self.object.prefix(4)))))
        tell(.notificationRefused(central), .notificationRefused(central))
        tell(.notificationsReady, .notificationsReady)
        tell(
            .read(central, offset: 2, identifier: nil), .read(central, offset: 2, identifier: nil))
        #expect(effects.contains(.answer(central, ContiguousArray(Self.object.dropFirst(2)))))
        tell(.publish(Self.longObject.span), .publish(Self.longObject))
        tell(.mtuChanged(central, mtu: 185), .mtuChanged(central, mtu: 185))
        tell(
            .read(central, offset: 0, identifier: nil), .read(central, offset: 0, identifier: nil))
        #expect(effects.contains(.answer(central, Self.longObject)))
        tell(.unsubscribed(central), .unsubscribed(central))
        tell(.timePassed, .timePassed)
        tell(.disconnected(central), .disconnected(central))
        tell(.subscribed(central), .subscribed(central))
        #expect(effects == [.fault(.unknownCentral)])
        tell(.radioOff, .radioOff)
        tell(.radioOn, .radioOn)
        tell(.stopNavigation, .stopNavigation)
    }
}
