/// A clock whose time passes only while its world runs.
public struct VirtualClock: Clock {
    /// A moment: its distance from the world's beginning.
    public struct Instant: InstantProtocol, Sendable {
        /// The distance from the world's beginning.
        public let offset: Duration

        /// Creates a moment from its distance from the world's beginning.
        public init(offset: Duration) { self.offset = offset }

        init(microseconds: UInt64) { offset = .microseconds(microseconds) }

        /// The moment this much later.
        public func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// The time from this moment to another.
        public func duration(to other: Instant) -> Duration { other.offset - offset }

        /// Whether one moment comes before another.
        public static func < (one: Instant, other: Instant) -> Bool { one.offset < other.offset }

        /// The whole microseconds since the world's beginning; zero before it.
        var microseconds: UInt64 { offset.wholeMicroseconds }
    }

    private struct State {
        var microseconds: UInt64 = 0
        weak var world: World?
    }

    private let state = Lock(State())

    init() {}

    func attach(_ world: World) { state.with { $0.world = world } }
    func set(_ microseconds: UInt64) { state.with { $0.microseconds = microseconds } }

    /// The world's time.
    public var now: Instant {
        Instant(microseconds: state.with { $0.microseconds })
    }

    /// The smallest difference between two moments.
    public var minimumResolution: Duration { .microseconds(1) }

    /// Sleeps until a moment of the world's time. Only a running world gets there.
    ///
    /// - Throws: `CancellationError` if the task is cancelled, or the world is gone.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        guard let world = state.with({ $0.world }) else { throw CancellationError() }
        try await world.sleep(until: deadline)
    }
}
