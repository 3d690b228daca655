#if !hasFeature(Embedded)
    /// What sits on a radio: it does one thing after another, and then brings the radio in line with what is wanted.
    ///
    /// It and what it refers to may be marked as sendable because they are used only in the radio's context.
    class RadioCore: @unchecked Sendable {
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

        /// Does something in the radio's context.
        final func enter(_ work: @escaping @Sendable () -> Void) {
            anyRadio.run { self.perform(work) }
        }

        /// Does something in the radio's context, and returns afterwards if the radio can wait.
        final func enterAndWait(_ work: @escaping @Sendable () -> Void) {
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
        final func randomNumber() -> UInt64 { anyRadio.randomNumber() }

        // MARK: State machines

        /// The state machines that take part.
        final var shares: [RadioShare] { weakShares.compactMap(\.share) }

        /// - Returns: whether it did not take part before.
        final func add(_ share: RadioShare) -> Bool {
            guard !weakShares.contains(where: { $0.share === share }) else { return false }
            weakShares.append(Weak(share: share))
            return true
        }

        // MARK: Alarms

        /// A state machine has set its alarm.
        final func wakeAnew() { perform { self.mustWakeAnew = true } }

        /// Has the radio wake it at the earliest of these times and of the alarms.
        final func setAlarm(_ deadlines: [SessionTime?] = []) {
            weakShares.removeAll { $0.share == nil }
            let next = (deadlines + shares.map(\.alarm)).compactMap(\.self).min()
            guard next != wakeTime || mustWakeAnew else { return }
            mustWakeAnew = false
            wakeTime = next
            anyRadio.wake(at: next)
        }

        /// Time has passed.
        final func ring() {
            wakeTime = nil
            let now = anyRadio.now
            for share in shares { share.ring(now) }
        }
    }

    /// What a state machine uses of a radio that others use too.
    ///
    /// All of it is to be called in the radio's context, where the machine is told what happens. What it asks for is
    /// done when it has been told; so nothing calls it while it acts.
    package class RadioShare: @unchecked Sendable {
        private let anyCore: RadioCore
        fileprivate(set) final var alarm: SessionTime?

        init(of core: RadioCore) { anyCore = core }

        /// Tells the machine that the time of its alarm has come. To be overridden.
        func tellTime() {}

        /// Sets the alarm to this time, in place of another one; `nil` for none. It rings after all that has happened by
        /// then.
        package final func wake(at time: SessionTime?) {
            alarm = time
            anyCore.wakeAnew()
        }

        /// Does something when all that was asked for is done.
        package final func afterwards(_ work: @escaping () -> Void) { anyCore.afterwards(work) }

        fileprivate final func ring(_ now: SessionTime) {
            guard let alarm, alarm <= now else { return }
            self.alarm = nil
            tellTime()
        }
    }
#endif
