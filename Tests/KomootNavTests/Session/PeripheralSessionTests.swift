import KomootNav
import Testing

/// Tests what the vectors can't show: the lent bytes, the most effects, and what a fault leaves
/// alone.
@Suite("A peripheral session")
struct PeripheralSessionTests {
    private typealias Central = PeripheralSession.Central
    private typealias Effect = PeripheralSession.Effect

    /// An object of the deployed layout. Its identifier and the length of its street tell it from
    /// others.
    private func object(_ number: UInt8, streetLength: Int = 3) -> ContiguousArray<UInt8> {
        [number, 0, 0, 0, 5, 40, 0, 0, 0] + ContiguousArray(repeating: 0x61, count: streetLength)
    }

    private func effects(
        _ session: inout PeripheralSession, _ event: PeripheralSession.Event,
        at milliseconds: UInt64 = 0
    ) -> [PeripheralSession.Effect] {
        session.handle(event, at: SessionTime(milliseconds: milliseconds))
        var effects: [Effect] = []
        while let effect = session.nextEffect() { effects.append(effect) }
        return effects
    }

    /// The bytes that an answer or a notification announces.
    private func bytes(
        of effect: PeripheralSession.Effect?, in session: inout PeripheralSession
    ) -> [UInt8]? {
        switch effect {
        case .answer(_, let value), .notify(_, let value):
            session.withBytes(of: value) { [UInt8](copying: $0) }
        case .addService, .removeService, .startAdvertising, .stopAdvertising, .reject, .fault,
            nil:
            nil
        }
    }

    /// The centrals that the effects notify.
    private func notified(_ effects: [PeripheralSession.Effect]) -> [UInt32] {
        effects.compactMap { effect in
            if case .notify(let central, _) = effect { central.rawValue } else { nil }
        }
    }

    /// A session that navigates, with centrals that have connected and subscribed.
    private func session(
        subscribed centrals: some Sequence<UInt32>,
        _ configuration: PeripheralSession.Configuration = .init(layout: .deployed)
    ) -> PeripheralSession {
        var session = PeripheralSession(configuration)
        _ = effects(&session, .startNavigation)
        for number in centrals {
            _ = effects(&session, .connected(Central(rawValue: number), mtu: 23))
            _ = effects(&session, .subscribed(Central(rawValue: number)))
        }
        return session
    }

    @Test(
        "A peripheral session lends the bytes of each effect, and those of the newest object after a publication"
    )
    func lending() {
        var configuration = PeripheralSession.Configuration(layout: .deployed)
        configuration.notification = .object
        var session = session(subscribed: 1...1, configuration)
        for number: UInt8 in 1...12 {
            let object = object(number, streetLength: 10 + Int(number))
            let notification = effects(&session, .publish(object.span)).first
            #expect(bytes(of: notification, in: &session) == Array(object.prefix(20)))
            let read = PeripheralSession.Event.read(
                Central(rawValue: 1), offset: 5, identifier: nil)
            let answer = effects(&session, read).first
            #expect(bytes(of: answer, in: &session) == Array(object[5..<min(27, object.count)]))
        }
    }

    @Test("A peripheral session answers a read by name from the last ten objects only")
    func names() {
        var session = session(subscribed: 1...1)
        for number: UInt8 in 1...11 {
            _ = effects(&session, .publish(object(number).span))
        }
        for number: UInt32 in 1...12 {
            let read = PeripheralSession.Event.read(
                Central(rawValue: 1), offset: 0, identifier: .uint32(number))
            let answer = effects(&session, read)
            if 2...11 ~= number {
                #expect(bytes(of: answer.first, in: &session)?.first == UInt8(number))
            } else {
                #expect(answer == [.reject(Central(rawValue: 1), .attributeNotFound)])
            }
        }
    }

    @Test("A peripheral session keeps every byte of the last ten objects, however long each is")
    func lengths() {
        var session = session(subscribed: [UInt32]())
        _ = effects(&session, .connected(Central(rawValue: 1), mtu: 517))
        var objects: [ContiguousArray<UInt8>] = []
        let lengths = [503, 3, 55, 56, 1, 200, 120, 503, 0, 119, 247, 60]
        for (number, length) in zip(UInt8(1)..., lengths) {
            let street = ContiguousArray(repeating: 0x60 + number, count: length)
            let published = object(number, streetLength: 0) + street
            objects.append(published)
            _ = effects(&session, .publish(published.span))
            for (name, kept) in zip(UInt32(1)..., objects).suffix(10) {
                let read = PeripheralSession.Event.read(
                    Central(rawValue: 1), offset: 0, identifier: .uint32(name))
                let answer = effects(&session, read).first
                #expect(bytes(of: answer, in: &session) == Array(kept))
            }
        }
    }

    @Test(
        "A peripheral session keeps its object, its deadlines and its phase when a publication is refused"
    )
    func refusedPublication() {
        var session = session(subscribed: 1...1)
        _ = effects(&session, .publish(object(1).span), at: 100)
        let deadline = session.nextDeadline
        let short: ContiguousArray<UInt8> = [1, 2, 3]
        let refused = effects(&session, .publish(short.span), at: 200)
        #expect(refused == [.fault(.unpublishable(KomootNavError(.truncated, at: 3)))])
        #expect(session.nextDeadline == deadline)
        #expect(session.phase == .serving)
        let read = PeripheralSession.Event.read(Central(rawValue: 1), offset: 0, identifier: nil)
        let answer = effects(&session, read, at: 300)
        #expect(bytes(of: answer.first, in: &session) == Array(object(1)))
    }

    @Test(
        "A peripheral session publishes an instruction as it would its bytes, or throws and changes nothing"
    )
    func instruction() throws {
        var direct = session(subscribed: [1])
        var encoded = direct
        let instruction = NavigationInstruction(
            identifier: 9, arrow: .left, distanceInMeters: 40, street: "aaa")
        direct.handle(.publish(object(9).span), at: SessionTime(milliseconds: 70))
        try encoded.publish(instruction, at: SessionTime(milliseconds: 70))
        let expected = direct.takeEffects()
        #expect(encoded.takeEffects() == expected && !expected.isEmpty)
        let deadline = encoded.nextDeadline
        let tooLong = NavigationInstruction(
            identifier: 10, arrow: .left, distanceInMeters: 40,
            street: Street(String(repeating: "a", count: 504)))
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try encoded.publish(tooLong, at: SessionTime(milliseconds: 80))
        }
        #expect(encoded.takeEffects().isEmpty && encoded.nextDeadline == deadline)
    }

    @Test("A peripheral session publishes only while it navigates")
    func notNavigating() {
        var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        #expect(effects(&session, .publish(object(1).span)) == [.fault(.notNavigating)])
        _ = effects(&session, .startNavigation)
        let read = PeripheralSession.Event.read(Central(rawValue: 1), offset: 0, identifier: nil)
        let none: [Effect] = [.reject(Central(rawValue: 1), .attributeNotFound)]
        #expect(effects(&session, read) == none)
    }

    @Test(
        "A peripheral session retries a refused notification, with the newest object and in the form for retries"
    )
    func refusedNotification() {
        var configuration = PeripheralSession.Configuration(layout: .deployed)
        configuration.retriedNotification = .object
        var session = session(subscribed: 1...2, configuration)
        _ = effects(&session, .publish(object(1).span))
        #expect(effects(&session, .notificationRefused(Central(rawValue: 1))) == [])
        let newer = effects(&session, .publish(object(2).span))
        #expect(notified(newer) == [2])
        #expect(bytes(of: newer.first, in: &session) == [2, 0, 0, 0])
        let retried = effects(&session, .notificationsReady)
        #expect(notified(retried) == [1])
        #expect(bytes(of: retried.first, in: &session) == Array(object(2)))
        #expect(effects(&session, .notificationsReady) == [])
        #expect(notified(effects(&session, .publish(object(3).span))) == [1, 2])
    }

    @Test("A peripheral session does not retry for a central that is no longer subscribed")
    func unsubscribed() {
        var session = session(subscribed: 1...2)
        _ = effects(&session, .publish(object(1).span))
        _ = effects(&session, .notificationRefused(Central(rawValue: 1)))
        _ = effects(&session, .unsubscribed(Central(rawValue: 1)))
        #expect(effects(&session, .notificationsReady) == [])
        _ = effects(&session, .notificationRefused(Central(rawValue: 1)))
        _ = effects(&session, .notificationRefused(Central(rawValue: 9)))
        #expect(effects(&session, .notificationsReady) == [])
    }

    @Test(
        "A peripheral session gives a fifth central the place of the one that it heard longest ago")
    func fifthCentral() {
        var session = session(subscribed: 1...4)
        _ = effects(&session, .publish(object(1).span), at: 10)
        for number: UInt32 in [1, 3, 4] {
            let read = PeripheralSession.Event.read(
                Central(rawValue: number), offset: 0, identifier: nil)
            _ = effects(&session, read, at: 20)
        }
        let fifth = Central(rawValue: 5)
        _ = effects(&session, .connected(fifth, mtu: 23), at: 30)
        _ = effects(&session, .subscribed(fifth), at: 30)
        #expect(notified(effects(&session, .publish(object(2).span), at: 40)) == [1, 5, 3, 4])
        let late = effects(&session, .subscribed(Central(rawValue: 2)), at: 50)
        #expect(late == [.fault(.unknownCentral)])
        // Without a place, it can still read.
        let read = PeripheralSession.Event.read(Central(rawValue: 2), offset: 0, identifier: nil)
        let answer = effects(&session, read, at: 60)
        #expect(bytes(of: answer.first, in: &session) == Array(object(2)))
    }

    @Test(
        "A peripheral session has the most effects when four centrals wait to be retried and all deadlines are late"
    )
    func mostEffects() {
        var session = session(subscribed: 1...4)
        _ = effects(&session, .publish(object(1).span))
        for number: UInt32 in 1...4 {
            _ = effects(&session, .notificationRefused(Central(rawValue: number)))
        }
        let all = effects(&session, .notificationsReady, at: 500_000)
        #expect(all.count == PeripheralSession.maximumEffects)
        #expect(all.count == 9)
        #expect(notified(all) == [1, 2, 3, 4, 1, 2, 3, 4])
        #expect(all[4] == .startAdvertising)
        #expect(session.phase == .advertisingAgain)
    }

    /// Every order of some numbers.
    private func orders(of numbers: [UInt32]) -> [[UInt32]] {
        guard !numbers.isEmpty else { return [[]] }
        return numbers.flatMap { first in
            orders(of: numbers.filter { $0 != first }).map { [first] + $0 }
        }
    }

    @Test(
        "A peripheral session takes refusals while its effects are taken, of four centrals in every order"
    )
    func refusalsAtOnce() {
        for order in orders(of: [1, 2, 3, 4]) {
            var session = session(subscribed: order)
            // The publication, a retry, and a repeat with a retry.
            for (event, time, count): (PeripheralSession.OwnedEvent, UInt64, Int) in [
                (.publish(object(1)), 100, 4), (.notificationsReady, 200, 4),
                (.notificationsReady, 2100, 8),
            ] {
                session.handle(owned: event, at: SessionTime(milliseconds: time))
                let deadline = session.nextDeadline
                var taken: [Effect] = []
                while let effect = session.nextEffect() {
                    taken.append(effect)
                    guard case .notify(let central, _) = effect else { continue }
                    session.handle(
                        .notificationRefused(central), at: SessionTime(milliseconds: time))
                    #expect(session.nextDeadline == deadline)
                    #expect(bytes(of: effect, in: &session) == [1, 0, 0, 0])
                }
                #expect(taken.count == count)
                #expect(notified(taken) == (count == 8 ? order + order : order))
            }
            #expect(effects(&session, .publish(object(2).span), at: 2200) == [])
            #expect(notified(effects(&session, .notificationsReady, at: 2300)) == order)
        }
    }

    @Test(
        "A peripheral session leaves what is due to the next event when a notification is refused")
    func refusalWhenDue() {
        var session = session(subscribed: 1...1)
        _ = effects(&session, .publish(object(1).span))
        #expect(effects(&session, .notificationRefused(Central(rawValue: 1)), at: 9000) == [])
        #expect(session.nextDeadline == SessionTime(milliseconds: 2000))
        let late = effects(&session, .timePassed, at: 9000)
        #expect(notified(late) == [1])
        #expect(late.first == .startAdvertising)
    }

    #if os(Linux) || os(macOS)
        @Test(
            "A peripheral session traps if another event comes while effects are still to be taken")
        func otherEventsTrap() async {
            await #expect(processExitsWith: .failure) {
                var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
                session.handle(.startNavigation, at: .zero)
                session.handle(.timePassed, at: .zero)
            }
        }
    #endif

    @Test(
        "A peripheral session forgets its centrals and keeps its object when Bluetooth is off",
        arguments: PeripheralSession.Phase.allCases)
    func radioOff(_ phase: PeripheralSession.Phase) {
        var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        if phase != .stopped { _ = effects(&session, .startNavigation) }
        let central = Central(rawValue: 1)
        _ = effects(&session, .connected(central, mtu: 23))
        if phase == .serving || phase == .advertisingAgain {
            _ = effects(&session, .subscribed(central))
        }
        _ = effects(&session, .publish(object(1).span))
        if phase == .advertisingAgain { _ = effects(&session, .timePassed, at: 5000) }
        if phase == .radioOff { _ = effects(&session, .radioOff) }
        #expect(session.phase == phase)

        #expect(effects(&session, .radioOff, at: 6000) == [])
        #expect(session.phase == (phase == .stopped ? .stopped : .radioOff))
        #expect(session.nextDeadline == nil)
        #expect(effects(&session, .timePassed, at: 7000) == [])
        let on = effects(&session, .radioOn, at: 8000)
        #expect(on == (phase == .stopped ? [] : [.addService, .startAdvertising]))
        #expect(notified(effects(&session, .timePassed, at: 10_000)) == [])
        let read = PeripheralSession.Event.read(central, offset: 0, identifier: nil)
        let answer = effects(&session, read, at: 10_000)
        #expect(
            bytes(of: answer.first, in: &session) == (phase == .stopped ? nil : Array(object(1))))
    }

    @Test(
        "A peripheral session knows at the start whether Bluetooth is on, even if that changed while it was stopped"
    )
    func radioWhileStopped() {
        var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        #expect(effects(&session, .radioOff) == [])
        #expect(effects(&session, .startNavigation) == [])
        #expect(session.phase == .radioOff)
        #expect(effects(&session, .stopNavigation) == [])
        #expect(effects(&session, .startNavigation) == [])
        #expect(session.phase == .radioOff)
        #expect(effects(&session, .stopNavigation) == [])
        #expect(effects(&session, .radioOn) == [])
        #expect(effects(&session, .startNavigation) == [.addService, .startAdvertising])
    }

    @Test(
        "A peripheral session does what is due once, however late it is told, and never goes back in time"
    )
    func lateTime() {
        var session = session(subscribed: 1...1)
        _ = effects(&session, .publish(object(1).span), at: 1000)
        let late = effects(&session, .timePassed, at: 60_000)
        #expect(notified(late) == [1])
        #expect(late.first == .startAdvertising)
        #expect(session.nextDeadline == SessionTime(milliseconds: 62_000))
        #expect(effects(&session, .timePassed, at: 10) == [])
        _ = effects(&session, .publish(object(2).span), at: 20)
        #expect(session.nextDeadline == SessionTime(milliseconds: 62_000))
    }

    @Test("A peripheral session changes nothing for centrals that it does not know")
    func unknownCentrals() {
        var configuration = PeripheralSession.Configuration(layout: .deployed)
        configuration.lossDetection = .sharedWatchdog
        var session = session(subscribed: 1...1, configuration)
        let stranger = Central(rawValue: 7)
        _ = effects(&session, .publish(object(1).span))
        #expect(effects(&session, .disconnected(stranger)) == [])
        #expect(effects(&session, .mtuChanged(stranger, mtu: 100)) == [])
        #expect(effects(&session, .unsubscribed(stranger)) == [])
        #expect(effects(&session, .subscribed(stranger)) == [.fault(.unknownCentral)])
        #expect(session.phase == .serving)
        #expect(notified(effects(&session, .publish(object(2).span))) == [1])
    }
}
