#if canImport(Dispatch)
    import Dispatch
#endif

/// Lets the main actor run only when a world waits for it, where ``MainActorJobs`` can't bring its jobs.
///
/// A closure's run holds the gate, one run of the process at a time. A block at the head of the main queue waits while
/// the world's own jobs run. In between it gives way to what has gathered in the queue meanwhile. So code of the
/// main actor runs alone, in the world's time, and in the same order each time.
///
/// It may be marked as sendable because of its locks.
final class MainGate: @unchecked Sendable {
    static let shared = MainGate()

    #if canImport(Dispatch)
        /// So many times what a job of the main actor adds to the queue still comes before the world goes on.
        private static let rounds = 8
        /// A main thread that does nothing for so long is blocked.
        private static let patience = DispatchTimeInterval.seconds(10)

        private struct State {
            /// The world that waits for the main actor, innermost last.
            var holders: ContiguousArray<WorldExecutor> = []
            /// How many blocks were given up, because they did not arrive.
            var abandoned = 0
            /// How many of these have not arrived yet: while there are any, the main thread is blocked.
            var missing = 0
        }

        private let turn = DispatchSemaphore(value: 1)
        private let hasArrived = DispatchSemaphore(value: 0)
        private let mayGoOn = DispatchSemaphore(value: 0)
        private let isMainQueue = DispatchSpecificKey<Bool>()
        private let state = Lock(State())
        /// Whether it stops the main actor. Only the run that holds it may ask.
        private(set) var isClosed = false

        private init() { DispatchQueue.main.setSpecific(key: isMainQueue, value: true) }

        private var isOnMainQueue: Bool { DispatchQueue.getSpecific(key: isMainQueue) == true }

        /// The executor of the world that waits for the main actor, if that runs here.
        var executorOfMainActor: WorldExecutor? {
            guard let holder = state.with({ $0.holders.last }) else { return nil }
            return isOnMainQueue ? holder : nil
        }

        /// Waits for the runs of other worlds, and stops the main actor. A run inside of a closure shares the gate.
        func enter(_ executor: WorldExecutor) {
            let isInner = WorldExecutor.ofThisThread != nil
            if !isInner { turn.wait() }
            state.with { $0.holders.append(executor) }
            if !isInner && !isOnMainQueue && state.with({ $0.missing == 0 }) { close(after: 0) }
        }

        /// Ends what ``enter(_:)`` began.
        func leave() {
            let isLast = state.with { state in
                state.holders.removeLast()
                return state.holders.isEmpty
            }
            guard isLast else { return }
            if isClosed { mayGoOn.signal() }
            isClosed = false
            turn.signal()
        }

        /// Lets the main actor do what it has to do.
        func letMainActorRun() { if isClosed { close(after: Self.rounds) } }

        /// Closes the gate behind what is in the main queue, and lets that run.
        private func close(after rounds: Int) {
            let number = state.with { $0.abandoned }
            wait(after: rounds, number)
            if isClosed { mayGoOn.signal() }
            isClosed = hasArrived.wait(timeout: .now() + Self.patience) == .success
            if isClosed { return }
            state.with { state in
                state.abandoned += 1
                // It may have arrived just now.
                if hasArrived.wait(timeout: .now()) == .success {
                    mayGoOn.signal()
                } else {
                    state.missing += 1
                }
            }
        }

        private func wait(after rounds: Int, _ number: Int) {
            DispatchQueue.main.async { [self] in
                guard rounds == 0 else { return wait(after: rounds - 1, number) }
                let isWanted = state.with { state in
                    let isWanted = state.abandoned == number
                    if isWanted { hasArrived.signal() } else { state.missing -= 1 }
                    return isWanted
                }
                if isWanted { mayGoOn.wait() }
            }
        }
    #else
        var executorOfMainActor: WorldExecutor? { nil }
        func enter(_ executor: WorldExecutor) {}
        func leave() {}
        func letMainActorRun() {}
        var isClosed: Bool { false }
    #endif
}
