public import KomootNavCoreBluetooth
public import KomootNavFoundation
public import KomootNavRecording
public import LinkVocabulary
public import Simulation

/// Where directions come from: a phone, a recording or a simulation. A screen can't tell.
public struct NavigationSource: Sendable {
    /// Something new to show.
    public enum Update: Hashable, Sendable {
        /// The state of the connection.
        case status(NavigationDevice.Status)
        /// An instruction, or its beginning.
        case instruction(DecodedInstruction)
        /// Navigation has ended, or the phone has none any more. No status says so by itself.
        case noInstruction
        /// Something that is wrong with a recording, or that playback has ended.
        case problem(RecordingText)
    }

    /// Shows an update, if need be later: at most ten of a kind are shown a second. Meanwhile, newer ones may replace
    /// each other.
    public typealias Show = @MainActor @Sendable (Update) async throws(CancellationError) -> Void

    let run: @Sendable (AppClock, Show) async throws -> Void

    /// Creates a source of one's own.
    ///
    /// - Parameter run: tells updates until there are no more, with a clock to wait by. End with `.problem(.ended)`.
    ///   Anything that it throws but a `CancellationError` counts as a recording that can't be read.
    public init(_ run: @escaping @Sendable (AppClock, Show) async throws -> Void) {
        self.run = run
    }

    /// A phone. The device starts when the model runs, and stops with it.
    public static func live(_ device: NavigationDevice) -> NavigationSource {
        NavigationSource { _, show in
            device.start()
            defer { device.stop() }
            for await update in device.updates {
                try await show(Update(update))
            }
        }
    }

    /// A recorded ride, without a link: each instruction is shown whole when it was published.
    ///
    /// - Parameters:
    ///   - ride: the instructions.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    public static func ride(_ ride: RecordedRide, speed: Double = 1) -> NavigationSource {
        Recording(ride).source(speed: speed)
    }

    /// A ride file, or the Bluetooth log of a device or a phone.
    ///
    /// It is read whole when the model runs. How much of it can't be read, ``NavigationModel/damage`` says; the rest is
    /// shown.
    ///
    /// - Parameters:
    ///   - bytes: the file's.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    public static func recording(
        _ bytes: @escaping @Sendable () throws -> [UInt8], speed: Double = 1
    ) -> NavigationSource {
        NavigationSource { clock, show in
            try await Recording(bytes()).source(speed: speed).run(clock, show)
        }
    }

    /// A phone and a device in a simulated world, whose time passes as the model's does.
    ///
    /// - Parameters:
    ///   - ride: what the phone publishes.
    ///   - profile: the phone.
    ///   - faults: how much goes wrong on the way. With `light` and `heavy`, the phone also
    ///     publishes what no ride has, such as streets of random letters.
    ///   - seed: decides what goes wrong, and what the profile leaves open.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    public static func simulated(
        _ ride: RecordedRide = .sample, phone profile: PhoneProfile = .ios,
        faults: RideFaults = .none, seed: UInt64 = 1, speed: Double = 1
    ) -> NavigationSource {
        NavigationSource { clock, show in
            var rider = await SimulatedRide(ride, profile, faults, seed)
            try await rider.run(Pace(clock, speed), show)
        }
    }
}

/// The time of a playback.
struct Pace: Sendable {
    /// How often a playback looks for what is due, at most.
    static let step = Duration.milliseconds(100)

    let clock: AppClock
    private let start: SessionTime
    private let speed: Double

    init(_ clock: AppClock, _ speed: Double) {
        self.clock = clock
        self.speed = speed > 0 ? min(max(speed, 0.001), 1000) : 1
        start = clock.now
    }

    /// How much of the recording's time has passed.
    var elapsed: Duration { start.duration(to: clock.now) * speed }

    /// Waits until a moment of the recording, and at least a step.
    func wait(until moment: Duration) async throws {
        let rest = (moment - elapsed) / speed
        try await clock.sleep(for: max(rest, Self.step))
    }
}

/// The clock of a recording.
extension Pace: Clock {
    var now: SessionTime { SessionTime(elapsed) }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: SessionTime, tolerance: Duration?) async throws {
        let rest = (deadline.duration - elapsed) / speed
        try await clock.sleep(for: rest, tolerance: tolerance)
    }
}

/// Of the updates of one moment, those that are worth showing: the newest of each kind, in order.
struct NewestUpdates {
    private var updates: [NavigationSource.Update] = []

    mutating func add(_ update: NavigationSource.Update) {
        updates.removeAll { $0.kind == update.kind }
        updates.append(update)
    }

    func show(_ show: NavigationSource.Show) async throws(CancellationError) {
        for update in updates { try await show(update) }
    }
}

extension NavigationSource.Update {
    init(_ update: NavigationDevice.Update) {
        switch update {
        case .status(let status): self = .status(status)
        case .instruction(let instruction): self = .instruction(instruction)
        case .noInstruction: self = .noInstruction
        }
    }

    /// What a newer update of the same kind takes the place of.
    enum Kind {
        case status, instruction, other
    }

    var kind: Kind {
        switch self {
        case .status: .status
        case .instruction, .noInstruction: .instruction
        case .problem: .other
        }
    }
}
