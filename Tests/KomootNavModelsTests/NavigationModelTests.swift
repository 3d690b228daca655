import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("The model of a display's screen")
@MainActor
struct NavigationModelTests {
    nonisolated private static let instruction = NavigationInstruction(
        identifier: 7, arrow: .left, distanceInMeters: 210, street: "Hegelallee")

    nonisolated private static func update(
        _ extent: ObjectExtent = .whole, street: Street = "Hegelallee"
    ) -> NavigationSource.Update {
        var instruction = instruction
        instruction.street = street
        return .instruction(DecodedInstruction(instruction, layout: .deployed, extent: extent))
    }

    @Test("A simulated ride is shown as it goes on, and stays on the screen when it has ended")
    func simulated() async throws {
        let screens = try await ModelStage.screens(at: [0.1, 3, 14, 22, 100], .simulated())
        #expect(
            screens == [
                "- |  |  | Looking for a phone",
                "flag | Now | Am Neuen Palais | Navigating",
                "arrow.turn.up.left | 40 m | Lennéstraße | Navigating",
                "arrow.up.right | 320 m | Hans-Sachs-Straße | Navigating",
                "flag.checkered | 10 m |  | old, Playback has ended",
            ])
    }

    @Test(
        "A simulated ride plays as many times faster as it is told, and at its own speed if that is not possible"
    )
    func speed() async throws {
        let usual = try await ModelStage.screens(at: [20], .simulated())
        let fast = try await ModelStage.screens(at: [2], .simulated(speed: 10))
        #expect(fast == usual)
        for speed in [Double.nan, 0, -1] {
            #expect(try await ModelStage.screens(at: [20], .simulated(speed: speed)) == usual)
        }
        for speed in [Double.infinity, 1e300] {
            let end = try await ModelStage.screens(at: [3], .simulated(speed: speed))
            #expect(end[0].hasSuffix("old, Playback has ended"))
        }
        let slow = try await ModelStage.screens(at: [20], .simulated(speed: .leastNonzeroMagnitude))
        #expect(slow == ["- |  |  | Looking for a phone"])
    }

    @Test("On a bad day the screen keeps what it showed, and says that it is old")
    func faults() async throws {
        let moments = (3...80).map(Double.init)
        let screens = try await ModelStage.screens(
            at: moments, .simulated(faults: .rough, seed: 3))
        #expect(screens.allSatisfy { !$0.hasPrefix("-") })
        let old = screens.filter { $0.contains("| old, Looking for a phone") }
        #expect(!old.isEmpty && old.count < screens.count / 2)
    }

    @Test("What is spoken of the state has the advice and the damage in it")
    func spokenStatus() async throws {
        let source = NavigationSource { clock, show in
            try await show(.status(.waiting))
            try await show(.problem(.damaged(2)))
            try await clock.sleep(for: .seconds(9))
        }
        let spoken = try await World(seed: 1).run { world in
            let clock = world.clock
            let model = await ModelStage.model(source, clock)
            _ = try await ModelStage.show(model, clock, at: [1])
            return await model.spokenStatus
        }
        let parts = [
            "Connected, waiting for an instruction", "Start navigation on the phone",
            "2 parts of the recording can't be read",
        ]
        #expect(spoken == parts.joined(separator: ". "))
    }

    @Test(
        "What was shown stays, marked as old, when a run is cancelled, and in the next one until there is more"
    )
    func cancelled() async throws {
        try await World(seed: 1).run { world in
            let clock = world.clock
            try await cancelled(clock)
        }
    }

    private func cancelled(_ clock: VirtualClock) async throws {
        let source = NavigationSource { clock, show in
            try await clock.sleep(for: .seconds(2))
            try await show(Self.update())
            try await show(.status(.navigating))
            try await clock.sleep(for: .seconds(1000))
        }
        let model = ModelStage.model(source, clock)
        let shown = "arrow.turn.up.left | 210 m | Hegelallee | "
        for before in ["- |  |  | Not started", shown + "old, Not started"] {
            let run = Task { await model.run() }
            try await clock.sleep(for: .seconds(1))
            #expect(ModelStage.screen(model) == before)
            try await clock.sleep(for: .seconds(2))
            #expect(ModelStage.screen(model) == shown + "Navigating")
            run.cancel()
            await run.value
            #expect(ModelStage.screen(model) == shown + "old, Not started")
        }
    }

    @Test("Two views share a model's run, and it ends with the second")
    func shared() async throws {
        try await World(seed: 1).run { world in
            let clock = world.clock
            try await shared(clock)
        }
    }

    private func shared(_ clock: VirtualClock) async throws {
        let model = ModelStage.model(.simulated(), clock)
        let first = Task { await model.run() }
        try await clock.sleep(for: .seconds(3))
        let second = Task { await model.run() }
        try await clock.sleep(for: .seconds(3))
        first.cancel()
        try await clock.sleep(for: .seconds(8))
        #expect(
            ModelStage.screen(model) == "arrow.turn.up.left | 40 m | Lennéstraße | Navigating")
        second.cancel()
        await second.value
        await first.value
        #expect(model.isOld)
    }

    @Test("What was shown stays, marked as old, if a source fails, ends or loses its phone")
    func old() async throws {
        struct Failure: Error {}
        let failing = NavigationSource { _, show in
            try await show(.status(.navigating))
            try await show(Self.update())
            throw Failure()
        }
        let ending = NavigationSource { _, show in
            try await show(.status(.navigating))
            try await show(Self.update())
        }
        let losing = NavigationSource { clock, show in
            try await show(.status(.navigating))
            try await show(Self.update())
            try await clock.sleep(for: .seconds(2))
            try await show(.status(.searching))
            try await clock.sleep(for: .seconds(2))
            try await show(.noInstruction)
            try await show(.status(.ended))
        }
        // A new link, on which the phone gives the same one.
        let returning = NavigationSource { clock, show in
            try await show(.status(.navigating))
            try await show(Self.update())
            try await show(.status(.waiting))
            try await clock.sleep(for: .milliseconds(100))
            try await show(.status(.navigating))
            try await clock.sleep(for: .seconds(2))
        }
        let shown = "arrow.turn.up.left | 210 m | Hegelallee | "
        #expect(
            try await ModelStage.screens(at: [0.15, 1], returning) == [
                shown + "old, Connected, waiting for an instruction", shown + "Navigating",
            ])
        #expect(
            try await ModelStage.screens(at: [0.05, 1], failing) == [
                shown + "Navigating", shown + "old, The recording can't be read",
            ])
        #expect(
            try await ModelStage.screens(at: [0.05, 1], ending) == [
                shown + "Navigating", shown + "old, Not started",
            ])
        #expect(
            try await ModelStage.screens(at: [1, 3, 6], losing) == [
                shown + "Navigating", shown + "old, Looking for a phone",
                "- |  |  | Navigation has ended",
            ])
    }

    @Test("A street is arriving for 4 s, and then cut, with dots and without half a character")
    func cut() async throws {
        try await World(seed: 1).run { world in
            let clock = world.clock
            try await cut(clock)
        }
    }

    private func cut(_ clock: VirtualClock) async throws {
        let half = Street(ContiguousArray([0x48, 0x65, 0xC3]).span)
        let source = NavigationSource { clock, show in
            try await show(.status(.navigating))
            try await show(Self.update(.possiblyCut, street: half))
            try await clock.sleep(for: .seconds(7))
            try await show(Self.update())
        }
        let model = ModelStage.model(source, clock)
        let run = Task { await model.run() }
        defer { run.cancel() }
        try await clock.sleep(for: .milliseconds(3500))
        #expect(model.streetState == .arriving && model.street == "He" && !model.isOld)
        #expect(model.age == .seconds(3))
        try await clock.sleep(for: .seconds(3))
        #expect(model.streetState == .cut && model.street == "He…")
        try await clock.sleep(for: .seconds(2))
        #expect(model.streetState == .whole && model.street == "Hegelallee")
        #expect(model.spoken == "In 210 metres, turn left into Hegelallee")
        #expect(model.label == "Turn left" && model.age == .zero)
    }

    @Test(
        "A model takes at most ten instructions and ten statuses a second, whatever its source does"
    )
    func bounded() async throws {
        let count = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await changes(clock)
        }
        #expect(count > 150 && count <= 201)
    }

    /// How often a view would be drawn again in ten seconds.
    private func changes(_ clock: VirtualClock) async throws -> Int {
        let source = NavigationSource { _, show in
            var next = Self.instruction
            while true {
                next.distanceInMeters &+= 10
                let status = NavigationDevice.Status.allCases[Int(next.distanceInMeters / 10) % 9]
                try await show(.status(status))
                try await show(.instruction(DecodedInstruction(next, layout: .deployed)))
            }
        }
        let model = ModelStage.model(source, clock)
        let changes = ChangeCount {
            _ = ModelStage.screen(model)
            _ = model.age
        }
        let run = Task { await model.run() }
        defer { run.cancel() }
        try await clock.sleep(for: .seconds(10))
        return changes.count
    }

    @Test("A live device is started with the model, shown, and stopped with it")
    func live() async throws {
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        try await world.run { world in
            let phone = NavigationPhone(on: world.addPeripheral(), layout: .deployed)
            phone.start()
            try phone.publish(arrow: .left, distanceInMeters: 210, street: "Hegelallee")
            let device = NavigationDevice(on: world.addCentral())
            let clock = world.clock
            let last = Task {
                await device.updates.reduce(nil as NavigationDevice.Update?) { $1 }
            }
            let screens = try await ModelStage.show(
                ModelStage.model(.live(device), clock), clock, at: [0.05, 4])
            #expect(
                screens == [
                    "- |  |  | Looking for a phone",
                    "arrow.turn.up.left | 210 m | Hegelallee | Navigating",
                ])
            #expect(await last.value == .status(.stopped))
        }
    }
}
