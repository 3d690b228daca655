import KomootNav
import Testing

@Suite("A peripheral's driver")
struct PeripheralDriverTests {
    typealias Radio = ScriptedPeripheralRadio

    static let object = deployedObject(1, count: 30)
    private static let identifier = ContiguousArray(object.prefix(4))

    @Test(
        "A peripheral's driver notifies each device whose notification was refused again, once, when there is room"
    )
    func refusedAtOnce() {
        let radio = Radio.navigating(1...4)
        radio.refusing = [2, 3]
        #expect(radio.publish(Self.object).notified == [1, 2, 3, 4])
        radio.refusing = [3]
        #expect(radio.tell(.notificationsReady, after: 10).notified == [2, 3])
        radio.refusing = []
        #expect(radio.tell(.notificationsReady, after: 10) == [.notify(3, Self.identifier)])
        #expect(radio.tell(.notificationsReady, after: 10).isEmpty)
        let all = Radio.navigating(1...4)
        all.refusing = [1, 2, 3, 4]
        #expect(all.publish(Self.object).notified == [1, 2, 3, 4])
        all.refusing = []
        #expect(all.tell(.notificationsReady, after: 10).notified == [1, 2, 3, 4])
        #expect(all.tell(.notificationsReady, after: 10).isEmpty)
    }

    @Test(
        "A peripheral's driver notifies a device again whose notification was refused after it had been taken"
    )
    func refusedLater() {
        let radio = Radio.navigating(1...4)
        radio.publish(Self.object)
        #expect(radio.tell(.notificationRefused(3)).isEmpty)
        #expect(radio.tell(.notificationsReady, after: 10).notified == [3])
        #expect(radio.tell(.notificationsReady, after: 10).isEmpty)
        #expect(radio.tell(.notificationRefused(9)).isEmpty)
        #expect(radio.tell(.notificationsReady, after: 10).isEmpty)
    }

    @Test("A peripheral's driver counts a refusal from the time of the notification")
    func refusalTime() {
        let radio = Radio.navigating(1...1)
        radio.refusing = [1]
        #expect(radio.publish(Self.object, after: 60_000).notified == [1])
        // While the notification is owed, publications leave the device out; a repeat does not.
        #expect(radio.publish(deployedObject(2), after: 1999).notified.isEmpty)
        #expect(radio.publish(deployedObject(3), after: 1).notified == [1])
    }

    @Test("A peripheral's driver answers each read once, with its own handle")
    func reads() {
        let radio = Radio.navigating(1...2)
        #expect(
            radio.tell(.read("early", by: 1, offset: 0)) == [.reject("early", .attributeNotFound)])
        radio.publish(Self.object)
        #expect(
            radio.tell(.read("a", by: 1, offset: 0))
                == [.answer("a", ContiguousArray(Self.object.prefix(22)))])
        #expect(
            radio.tell(.read("b", by: 2, offset: 22))
                == [.answer("b", ContiguousArray(Self.object[22...]))])
        #expect(radio.tell(.read("c", by: 2, offset: 30)) == [.answer("c", [])])
        #expect(radio.tell(.read("d", by: 2, offset: 31)) == [.reject("d", .invalidOffset)])
        #expect(radio.tell(.read("e", by: 7, offset: 0)).count == 1)
        #expect(
            radio.tell(.stopNavigation) == [.request(.removeService)])
        #expect(
            radio.tell(.read("late", by: 1, offset: 0)) == [.reject("late", .invalidHandle)])
    }

    @Test("A peripheral's driver tells each change of the phase once, in order")
    func phases() {
        let radio = Radio()
        radio.tell(.radioOff)
        radio.tell(.startNavigation)
        radio.tell(.radioOn)
        #expect(radio.phases == [.radioOff, .advertising])
        radio.tell(.timePassed, after: 1)
        radio.tell(.connected(1, mtu: 23))
        radio.tell(.subscribed(1))
        #expect(radio.phases == [.radioOff, .advertising, .serving])
        radio.tell(.disconnected(1), after: 1)
        radio.tell(.stopNavigation)
        #expect(radio.phases.suffix(2) == [.advertisingAgain, .stopped])
    }

    @Test(
        "A peripheral's driver publishes an instruction in its layout, and none that does not fit")
    func instruction() throws {
        let radio = Radio.navigating(1...1)
        let time = SessionTime(milliseconds: 10)
        let next = NavigationInstruction(
            identifier: 7, arrow: .left, distanceInMeters: 210, street: "Am Tor")
        try radio.driver.publish(next, at: time, on: radio)
        #expect(radio.log.notified == [1])
        let object = try next.encoded(as: .deployed)
        #expect(
            radio.tell(.read("a", by: 1, offset: 0)) == [.answer("a", ContiguousArray(object))])
        let misfit = NavigationInstruction(
            identifier: .uuid(UUID128(high: 1, low: 2)), arrow: .left, distanceInMeters: 1,
            street: "")
        radio.forgetLog()
        #expect(throws: KomootNavError(.identifierMismatch, at: 0)) {
            try radio.driver.publish(misfit, at: time, on: radio)
        }
        #expect(radio.log.isEmpty)
    }

    @Test(
        "A peripheral's driver answers the reads that come while it notifies, each after what it was doing"
    )
    func readsWhileNotifying() {
        let radio = Radio.navigating(1...2)
        radio.react = { radio, entry in
            guard case .notify(let central, _) = entry else { return }
            radio.tell(.read("read of \(central)", by: central, offset: 22))
        }
        let entries = radio.publish(Self.object)
        let end = ContiguousArray(Self.object[22...])
        #expect(
            entries == [
                .notify(1, Self.identifier), .notify(2, Self.identifier),
                .answer("read of 1", end), .answer("read of 2", end),
            ])
    }

    @Test(
        "A peripheral's driver takes a publication that comes while the radio is asked, and keeps its bytes"
    )
    func publishWhileAsked() {
        let radio = Radio()
        radio.react = { radio, entry in
            guard entry == .request(.addService) else { return }
            var object = Self.object
            radio.publish(object)
            for position in object.indices { object[position] = 0xFF }
            radio.tell(.connected(1, mtu: 23))
            radio.tell(.subscribed(1))
            radio.tell(.read("r", by: 1, offset: 22))
        }
        let entries = radio.tell(.startNavigation)
        #expect(
            entries == [
                .request(.addService), .request(.startAdvertising), .request(.stopAdvertising),
                .answer("r", ContiguousArray(Self.object[22...])),
            ])
        // In the middle of the bytes of an answer, too.
        radio.react = { radio, entry in
            guard case .answer = entry else { return }
            radio.react = { _, _ in }
            #expect(radio.driver.phase == .serving)
            radio.publish(deployedObject(2))
        }
        #expect(radio.tell(.read("s", by: 1, offset: 0)).notified == [1])
    }

    @Test(
        "A peripheral's driver notes bytes that are not an object, and a subscription of an unknown device"
    )
    func faults() {
        let radio = Radio.navigating()
        let faults = radio.publish([1, 2, 3])
        #expect(faults.count == 1)
        guard case .note(.unpublishable) = faults[0] else { return #expect(Bool(false)) }
        #expect(radio.tell(.subscribed(5)) == [.note(.unknownCentral)])
    }

    @Test(
        "A peripheral's driver says the wake time once, and again after a call that came too early")
    func wakeTimes() {
        let radio = Radio.navigating()
        #expect(radio.log.last == .wake(Milliseconds.advertisingLimit))
        radio.forgetLog()
        radio.tell(.connected(1, mtu: 23), after: 5)
        #expect(radio.log.isEmpty)
        radio.tell(.timePassed, after: 5)
        #expect(radio.log == [.wake(Milliseconds.advertisingLimit)])
        radio.tell(.stopNavigation)
        #expect(radio.log.last == .wake(nil))
        radio.forgetLog()
        radio.tell(.stopNavigation)
        #expect(radio.log.isEmpty)
    }
}
