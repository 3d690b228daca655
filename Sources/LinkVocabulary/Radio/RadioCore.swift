#if !hasFeature(Embedded)
    /// What sits on a radio: it does one thing after another, and then brings the radio in line with what is wanted. It
    /// lends the radio's clock, its random numbers and its context.
    ///
    /// It and what it refers to may be marked as sendable because they are used only in the radio's context.
    package class RadioCore: @unchecked Sendable {
        private struct Weak {
            weak var share: RadioShare?
        }

        private let anyRadio: any GATTRadio
        /// The state machines that use the radio, as long as somebody keeps them.
        private var weakShares: [Weak] = []
        private var wakeTime: SessionTime?
        /// Whether a state machine has set its alarm, which must ring after what has happened by now.
        private var mustWakeAnew = false
        /// What came while something else was done.
        private var waiting: ContiguousArray<() -> Void> = []
        /// What is done when all of that is done, and the radio was asked for what follows.
        private var last: ContiguousArray<() -> Void> = []
        private var isBusy = false

        init(_ radio: any GATTRadio) { anyRadio = radio }

        /// Asks the radio for what is missing. To be overridden.
        func settle() {}

        // MARK: Work

        /// Does something in the radio's context. May be called from anywhere.
        package final func run(_ work: @escaping @Sendable () -> Void) {
            anyRadio.run { self.perform(work) }
        }

        /// Does something in the radio's context, and returns afterwards if the radio can wait. Not to be called there.
        package final func runAndWait(_ work: @escaping @Sendable () -> Void) {
            anyRadio.runAndWait { self.perform(work) }
        }

        /// Does something after what is being done, and then what follows from it.
        final func perform(_ work: @escaping () -> Void) {
            waiting.append(work)
            guard !isBusy else { return }
            isBusy = true
            while !waiting.isEmpty {
                waiting.removeFirst()()
                if waiting.isEmpty { settle() }
                if waiting.isEmpty { finish() }
            }
            isBusy = false
        }

        /// Does something when the radio was asked for all that follows from what is being done.
        final func afterwards(_ work: @escaping () -> Void) { perform { self.last.append(work) } }

        private func finish() {
            let actions = last
            last = []
            for action in actions { action() }
        }

        /// A random number. May be called from anywhere.
        package final func randomNumber() -> UInt64 { anyRadio.randomNumber() }

        /// Begins a task that waits for others.
        package final func begin(_ task: @escaping @Sendable () async -> Void) {
            anyRadio.begin(task)
        }

        /// The time, on the radio's clock.
        package final var now: SessionTime { anyRadio.now }

        /// The time on a clock that nothing stops.
        package final var unstoppedTime: SessionTime { anyRadio.unstoppedTime }

        // MARK: State machines

        /// The state machines that take part.
        final var shares: some Sequence<RadioShare> { weakShares.lazy.compactMap { $0.share } }

        /// - Returns: whether it did not take part before.
        final func add(_ share: RadioShare) -> Bool {
            guard !shares.contains(where: { $0 === share }) else { return false }
            weakShares.removeAll { $0.share == nil }
            weakShares.append(Weak(share: share))
            return true
        }

        // MARK: Alarms

        /// A state machine has set its alarm.
        final func wakeAnew() { perform { self.mustWakeAnew = true } }

        /// Has the radio wake it at this time, or at that of an alarm that rings earlier.
        final func setAlarm(_ deadline: SessionTime? = nil) {
            var next = deadline
            for share in shares { next = .earlier(next, share.alarm) }
            guard next != wakeTime || mustWakeAnew else { return }
            mustWakeAnew = false
            wakeTime = next
            anyRadio.wake(at: next)
        }

        /// Time has passed.
        final func ring() {
            wakeTime = nil
            for share in shares { share.ring() }
        }
    }

    /// What a state machine uses of a radio that others use too.
    ///
    /// All of it is to be called in the radio's context, where the machine is told what happens. What it asks for is
    /// done when it has been told; so nothing calls it while it acts.
    package class RadioShare: @unchecked Sendable {
        private let anyCore: RadioCore
        private final var alarmTime: SessionTime?
        /// Whether that is a time of the clock that nothing stops.
        private final var isUnstopped = false

        init(of core: RadioCore) { anyCore = core }

        /// Tells the machine that the time of its alarm has come. To be overridden.
        func tellTime() {}

        /// Sets the alarm to this time, in place of another one; `nil` for none. It rings after all that has happened by
        /// then.
        package final func wake(at time: SessionTime?) { wake(at: time, isUnstopped: false) }

        /// Sets the alarm to a time of the clock that nothing stops.
        package final func wake(atUnstopped time: SessionTime?) {
            wake(at: time, isUnstopped: true)
        }

        private func wake(at time: SessionTime?, isUnstopped: Bool) {
            alarmTime = time
            self.isUnstopped = isUnstopped
            anyCore.wakeAnew()
        }

        /// The alarm, on the radio's clock. If that stands still, an alarm of the other clock comes closer.
        fileprivate final var alarm: SessionTime? {
            guard let alarmTime, isUnstopped else { return alarmTime }
            let left = anyCore.unstoppedTime.duration(to: alarmTime)
            return anyCore.now.advanced(by: max(left, .zero))
        }

        /// Does something when all that was asked for is done.
        package final func afterwards(_ work: @escaping () -> Void) { anyCore.afterwards(work) }

        fileprivate final func ring() {
            let now = isUnstopped ? anyCore.unstoppedTime : anyCore.now
            guard let alarmTime, alarmTime <= now else { return }
            self.alarmTime = nil
            tellTime()
        }
    }

    /// An alarm beside those of the state machines.
    package final class RadioAlarm: RadioShare, @unchecked Sendable {
        private let didRing: () -> Void

        /// Creates an alarm, in the radio's context.
        package init(in context: RadioCore, didRing: @escaping () -> Void) {
            self.didRing = didRing
            super.init(of: context)
            _ = context.add(self)
        }

        override func tellTime() { didRing() }
    }

    extension SessionTime? {
        /// The earlier of two times, of which each may be missing.
        static func earlier(_ one: Self, _ other: Self) -> Self {
            guard let one, let other else { return one ?? other }
            return min(one, other)
        }
    }
#endif
