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

    /// The lines of a ride file, a second apart.
    private static func file(_ lines: [String]) -> [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func line(_ second: Int, _ distance: String, _ street: String) -> String {
        "NEXT,,,,,,,,\"\(street)\",\(distance),ic_nav_turn_left,5,\(second * 1000),knav"
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

    @Test(
        "A ride file is shown in the time that the ride took, or faster, and its bad lines are counted"
    )
    func rideFile() async throws {
        let bytes = Self.file([
            Self.line(0, "In 210 m", "Hegelallee"), "nonsense",
            Self.line(10, "In 90 m", "Hegelallee"),
            "NEXT,,", Self.line(15, "In 90 miles", "Hegelallee"),
            Self.line(20, "Now", "Kiezstraße"),
        ])
        // What has another number of columns is no instruction's line.
        let damage = " (1 part of the recording can't be read)"
        let slow = try await ModelStage.screens(at: [0.5, 5, 15, 25, 35], .recording { bytes })
        #expect(
            slow == [
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 90 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | Now | Kiezstraße | Navigating\(damage)",
                "arrow.turn.up.left | Now | Kiezstraße | old, Playback has ended\(damage)",
            ])
        let fast = try await ModelStage.screens(
            at: [0.5, 1.5, 2.5, 3.5], .recording({ bytes }, speed: 10))
        #expect(fast == Array(slow.dropFirst()))
    }

    @Test(
        "A log is shown with its lost links, and where it is cut its last instruction stays, marked as old"
    )
    func log() async throws {
        var writer = CaptureWriter()
        func time(_ seconds: Int64) -> CaptureTime {
            CaptureTime(microsecondsSince1970: 1_700_000_000_000_000 + seconds * 1_000_000)
        }
        func read(_ distance: UInt32, at seconds: Int64) throws {
            var next = Self.instruction
            next.distanceInMeters = distance
            let object = try next.encoded(as: .deployed)
            writer.write(.requested(offset: 0), at: time(seconds))
            writer.write(.chunk(offset: 0), object.span, at: time(seconds))
            writer.write(.requested(offset: object.count), at: time(seconds))
            writer.write(.chunk(offset: object.count), at: time(seconds))
        }
        writer.write(.connected, at: time(0))
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time(0))
        try read(210, at: 1)
        // The links of a strap, and of another phone that shows nothing.
        for other in 2...3 { writer.write(.connected, connection: other, at: time(2)) }
        writer.write(
            .discovered(handle: CaptureWriter.valueHandle), connection: 3, at: time(2))
        try read(90, at: 5)
        for other in 2...3 {
            writer.write(.disconnected(reason: 8), connection: other, at: time(6))
        }
        // The phone replaces the object during this read.
        let replaced = try [50 as UInt32, 30].map { distance in
            var next = Self.instruction
            next.distanceInMeters = distance
            next.street = "Brandenburger Straße"
            return try next.encoded(as: .deployed)
        }
        for (object, bytes) in [(0, 0..<22), (1, 22..<30), (1, 0..<22)] {
            let chunk = ContiguousArray(replaced[object][bytes])
            writer.write(.requested(offset: bytes.lowerBound), at: time(7))
            writer.write(.chunk(offset: bytes.lowerBound), chunk.span, at: time(7))
        }
        writer.write(.disconnected(reason: 8), at: time(9))
        writer.write(.connected, at: time(12))
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time(12))
        try read(40, at: 13)
        // The phone has none for a while, and then the same one.
        writer.write(.requested(offset: 0), at: time(14))
        writer.write(.failed(offset: 0, .attributeNotFound), at: time(14))
        try read(40, at: 16)
        writer.write(.requested(offset: 0), at: time(17))
        let bytes = Array(writer.takeBytes().dropLast(3))
        let screens = try await ModelStage.screens(
            at: [0.2, 2.5, 6.5, 10, 13.5, 15, 18], .recording { bytes })
        let damage = " (1 part of the recording can't be read)"
        #expect(
            screens == [
                "- |  |  | Connected, waiting for an instruction\(damage)",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 90 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 90 m | Hegelallee | old, Looking for a phone\(damage)",
                "arrow.turn.up.left | 40 m | Hegelallee | Navigating\(damage)",
                "- |  |  | Connected, waiting for an instruction\(damage)",
                "arrow.turn.up.left | 40 m | Hegelallee | old, Playback has ended\(damage)",
            ])
    }

    @Test(
        "A log's silence and the end of its navigation are shown, and what may be cut is not shown as whole"
    )
    func loggedHabits() async throws {
        let start = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        var writer = CaptureWriter()
        func write(_ kind: CapturedEvent.Kind, _ value: Span<UInt8> = Span(), at seconds: Int64) {
            writer.write(kind, value, at: start.advanced(by: .seconds(seconds)))
        }
        func read(_ value: Span<UInt8>, at seconds: Int64) {
            write(.requested(offset: 0), at: seconds)
            write(.chunk(offset: 0), value, at: seconds)
        }
        let whole = try Self.instruction.encoded(as: .deployed)
        var longer = Self.instruction
        longer.street = "Brandenburger Straße"
        // Longer than an answer of the MTU that the log has.
        let long = try longer.encoded(as: .deployed)
        let cut = ContiguousArray(long.prefix(22))
        // It begins during a link.
        write(.discovered(handle: CaptureWriter.valueHandle), at: 0)
        read(whole.span, at: 1)
        read(whole.span, at: 9)
        read(long.span, at: 12)
        read(cut.span, at: 16)
        write(.requested(offset: 0), at: 17)
        write(.failed(offset: 0, .invalidHandle), at: 17)
        write(.disconnected(reason: 0x16), at: 18)
        write(.connected, at: 25)
        write(.discovered(handle: CaptureWriter.valueHandle), at: 27)
        write(.requested(offset: 0), at: 35)
        let log = Array(writer.takeBytes())
        let screens = try await ModelStage.screens(
            at: [5, 7, 10, 12.5, 16.9, 17.5, 18.5, 26, 33], .recording { log })
        let left = "arrow.turn.up.left | 210 m | "
        #expect(
            screens == [
                left + "Hegelallee | Navigating",
                left + "Hegelallee | old, The phone is not responding",
                left + "Hegelallee | Navigating", left + "Brandenburger Straße | Navigating",
                left + "Brandenburger Straße… | Navigating",
                left + "Brandenburger Straße… | Navigating",
                "- |  |  | Navigation has ended", "- |  |  | Navigation has ended",
                "- |  |  | The phone is not responding",
            ])
    }

    @Test(
        "A recording that can't be read is told as such",
        arguments: [[], Array("no ride".utf8), Array("btsnoop".utf8)] as [[UInt8]])
    func unreadable(bytes: [UInt8]) async throws {
        let screens = try await ModelStage.screens(at: [1], .recording { bytes })
        #expect(screens == ["- |  |  | The recording can't be read"])
    }

    private static func problem(
        of source: NavigationSource, _ clock: VirtualClock
    ) async throws -> [String] {
        let model = ModelStage.model(source, clock)
        return try await ModelStage.show(model, clock, at: [1])
            + [model.failure?.localizedDescription ?? "-"]
    }

    @Test(
        "A log without a link to a phone has no directions, and the model says so",
        arguments: [0, 1])
    func noDirections(linkCount: Int) async throws {
        var writer = CaptureWriter()
        let time = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        for link in 0..<linkCount { writer.write(.connected, connection: link + 1, at: time) }
        let log = Array(writer.takeBytes())
        let screen = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await Self.problem(of: .recording { log }, clock)
        }
        #expect(
            screen == [
                "- |  |  | The recording has no directions", "The Bluetooth log has no directions.",
            ])
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
