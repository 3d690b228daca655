import KomootNav
import KomootNavFoundation
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A device near several phones")
struct ChosenPhoneTests {
    /// A stage with a second phone, which shows number 99.
    private static func stage(strength: Int, other: Int) async throws -> (DeviceStage, GATTServer) {
        let stage = await DeviceStage(conditions: LinkConditions(mtu: 185))
        await stage.server.setSignalStrength(strength)
        let second = await stage.world.addServer()
        await second.add(.navigation(hasCCCD: true))
        let value = try NavigationInstruction.number(99).encoded(as: .deployed)
        await second.setValue(value, of: NavigationService.instructionCharacteristic)
        await second.setSignalStrength(other)
        await second.startAdvertising(NavigationService.uuid, name: "Second")
        return (stage, second)
    }

    @Test(
        "A device near several phones reads from the nearest", arguments: [(-60, -70), (-70, -60)])
    func nearest(strength: Int, other: Int) async throws {
        let (stage, _) = try await Self.stage(strength: strength, other: other)
        await stage.navigate()
        #expect(stage.shown == [strength > other ? 1 : 99])
        #expect(stage.linkCount == 1)
        await stage.stopListening()
    }

    @Test("A device near several phones goes back to its own, however near another one is")
    func own() async throws {
        let (stage, second) = try await Self.stage(strength: -60, other: -70)
        await stage.navigate()
        await second.setSignalStrength(-30)
        try await stage.world.inject(.link(.dropped))
        await stage.publish()
        await stage.pass(.seconds(5))
        #expect(stage.shown == [1, 2])
        await stage.stopListening()
    }

    @Test("A device near several phones waits for the chosen one, and shows no other's directions")
    func chosen() async throws {
        let (stage, second) = try await Self.stage(strength: -60, other: -70)
        await stage.navigate()
        let own = await stage.act { $0.device?.phone }
        await stage.server.stopAdvertising()
        try await stage.world.inject(.link(.dropped))
        await stage.act { $0.device?.choose(own) }
        await stage.pass(.seconds(30))
        #expect(stage.shown == [1] && stage.linkCount == 1)
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.publish()
        await stage.pass(.seconds(5))
        #expect(stage.shown == [1, 2])
        await stage.server.stopAdvertising()
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(5))
        // Without a choice, any will do.
        await stage.act { $0.device?.choose(nil) }
        await stage.pass(.seconds(5))
        #expect(stage.instructions.last == .number(99))
        let other = await stage.act { $0.device?.phone }
        await stage.act { $0.device?.choose(own) }
        await second.stopAdvertising()
        await stage.pass(.seconds(5))
        // What the other one has told is over.
        #expect(stage.statuses.suffix(2) == [.stopped, .searching])
        #expect(stage.liveLinkCount == 0)
        await stage.server.startAdvertising(NavigationService.uuid)
        await stage.pass(.seconds(5))
        #expect(stage.instructions.last == .number(2))
        // Also while it looks for the one that told it.
        await stage.server.stopAdvertising()
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(5))
        stage.updates.clear()
        await stage.act { $0.device?.choose(other) }
        await stage.pass(.seconds(1))
        #expect(stage.updates.entries.contains(.noInstruction))
        #expect(stage.bluetooth.misuses == [])
        await stage.stopListening()
    }

    @Test("A device near several phones takes one that gave nothing only if there is no other")
    func failing() {
        let near = advertisement(1, -40)
        let far = advertisement(2, -80)
        var choice = PhoneChoice()
        #expect(choice.find(near, at: .zero) == nil && choice.find(far, at: .zero) == nil)
        #expect(choice.take(at: .zero) == nil)
        let due = SessionTime(PhoneChoice.window)
        #expect(choice.take(at: due) == near.peer)
        choice.lose(near.peer)
        choice.begin()
        #expect(choice.find(near, at: due) == nil)
        #expect(choice.take(at: due.advanced(by: PhoneChoice.window)) == near.peer)
        #expect(choice.find(far, at: due) == nil && choice.find(near, at: due) == nil)
        #expect(choice.take(at: due.advanced(by: PhoneChoice.window)) == far.peer)
        choice.succeed(far.peer)
        // One's own is taken, although it has failed once.
        choice.lose(far.peer)
        #expect(choice.find(near, at: due) == nil && choice.find(far, at: due) == far.peer)
        // The system is connected to it already: that counts before the first directions.
        let held = advertisement(3, nil)
        #expect(choice.find(held, at: due) == nil)
        #expect(choice.take(at: due.advanced(by: PhoneChoice.window)) == nil)
        #expect(choice.take(at: due.advanced(by: PhoneChoice.patience)) == held.peer)
        var first = PhoneChoice()
        #expect(first.find(held, at: due) == held.peer)
        choice.chosen = near.peer
        #expect(choice.find(held, at: due) == nil && choice.find(near, at: due) == near.peer)
    }

    @Test(
        "A device near a phone that gives nothing tries it more and more seldom, and another one at once"
    )
    func backOff() {
        let phone = advertisement(1, -40)
        var choice = PhoneChoice(phone.peer)
        var now = SessionTime.zero
        var pauses: [Duration] = []
        for _ in 0..<7 {
            choice.giveUp(phone.peer, at: now)
            choice.begin()
            guard choice.find(phone, at: now) == nil, let due = choice.deadline else {
                pauses.append(.zero)
                continue
            }
            #expect(choice.take(at: now) == nil && choice.take(at: due) == phone.peer)
            pauses.append(now.duration(to: due))
            now = due
        }
        #expect(pauses == [0, 500, 1000, 2000, 4000, 4000, 4000].map { .milliseconds($0) })
        // Without a choice, another one is taken meanwhile; alone, it is taken when its pause is over.
        choice.chosen = nil
        choice.giveUp(phone.peer, at: now)
        choice.begin()
        #expect(choice.find(phone, at: now) == nil)
        var alone = choice
        let window = now.advanced(by: PhoneChoice.window)
        #expect(alone.take(at: window) == nil)
        #expect(alone.deadline == now.advanced(by: .seconds(4)))
        #expect(alone.take(at: now.advanced(by: .seconds(4))) == phone.peer)
        let other = advertisement(2, -80)
        #expect(choice.find(other, at: now) == nil && choice.take(at: window) == other.peer)
        choice.succeed(phone.peer)
        choice.giveUp(phone.peer, at: now)
        choice.begin()
        #expect(choice.find(phone, at: now) == phone.peer)
    }

    private func advertisement(_ number: UInt64, _ strength: Int?) -> GATTAdvertisement {
        GATTAdvertisement(
            peer: GATTPeer(identifier: UUID128(high: 0, low: number)), name: nil,
            signalStrength: strength, services: [NavigationService.uuid])
    }
}

extension DeviceStage {
    /// The numbers of the instructions that were shown, of which the first parts are shown first.
    fileprivate var shown: [UInt32] {
        instructions.map { $0.distanceInMeters / 3 }.reduce(into: []) { numbers, next in
            if numbers.last != next { numbers.append(next) }
        }
    }
}
