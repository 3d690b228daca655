import LinkVocabulary

/// What the radios of both roles have in common in a world: an executor, a clock, an alarm and random numbers.
///
/// It may be marked as sendable because everything but ``run(_:)`` and ``randomNumber()`` is used only on its world's
/// executor.
class SimulatedRole: @unchecked Sendable {
    let linkLayer: LinkLayer
    private let executor: WorldExecutor
    private let random: Lock<SplitMix64>
    /// What it is in the world, as soon as it has been added; before, nobody can use it.
    var participant: Participant?
    /// When its owner is to be woken, in microseconds.
    private var alarm: UInt64?

    /// Creates one that joins a world from outside. Its owner joins it before anything else, in its context.
    init(joining world: World) {
        executor = world.executor
        linkLayer = world.linkLayer
        random = Lock(SplitMix64(seed: 0))
    }

    /// Begins its own random numbers: it takes nothing from the world's.
    func beginRandomNumbers() {
        var copy = linkLayer.state.random
        let ends = linkLayer.state.centrals.count << 16 + linkLayer.state.peripherals.count
        random.with { $0 = SplitMix64(seed: copy.next() ^ UInt64(ends)) }
    }

    func run(_ work: @escaping @Sendable () -> Void) { executor.enqueue(work) }

    func begin(_ task: @escaping @Sendable () async -> Void) { executor.begin(task) }

    func randomNumber() -> UInt64 { random.with { $0.next() } }

    var now: SessionTime { SessionTime(milliseconds: linkLayer.now / 1000) }

    func wake(at time: SessionTime?) {
        alarm = time.map { max($0.milliseconds &* 1000, linkLayer.now) }
        if let alarm, let participant { linkLayer.state.queue.add(.wake(participant), at: alarm) }
    }

    /// Whether the time has come of which its owner wants to be told.
    func takeAlarm() -> Bool {
        guard let due = alarm, due <= linkLayer.now else { return false }
        alarm = nil
        return true
    }
}
