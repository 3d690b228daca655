import KomootNav

extension CompanionSession {
    /// What a session does for an app on a device.
    ///
    /// The phase after each event, while the session runs and the device is registered. `·` has no effect;
    /// `late`, `refused` and `fault` are only told.
    ///
    /// | event | unregistered | idle | waiting | sending |
    /// |---|---|---|---|---|
    /// | `registerApp` | idle | · | · | · |
    /// | `unregisterApp` | refused | unregistered | unregistered | unregistered |
    /// | `send` | refused | waiting / sending | · / refused / sending | · |
    /// | `sendNewest` | refused | waiting / sending | · / waiting | · / sending |
    /// | `progressed` | late | late | late | · / late / fault / sending |
    /// | `succeeded` | late | late | late | late / idle / waiting / sending |
    /// | `failedForNow` | late | late | late | late / idle / waiting |
    /// | `failed` | late | late | late | late / idle / waiting / sending |
    /// | `requestAppStatus` | refused | · / idle | · / waiting | · / sending |
    /// | `appStatusAnswered` | late | late / idle | late / waiting | late / sending |
    /// | `openApp` | refused | refused / idle | refused / waiting | refused / sending |
    /// | `openAnswered` | late | late / idle | late / waiting | late / sending |
    /// | `messageReceived` | fault | idle | waiting | sending |
    /// | `notChosen` | unregistered | unregistered | unregistered | unregistered |
    /// | `unregisterDevice` | unregistered | unregistered | unregistered | unregistered |
    /// | `statusConnected` | · | · | · | · |
    /// | `statusOther` | · | · / idle | · / waiting | idle / waiting |
    /// | `deviceReady` | · | · / idle | · / waiting / sending | · |
    /// | `timePassed` | · | · / idle | · / waiting / sending | · / idle / waiting / sending |
    /// | `stop` | unregistered | unregistered | unregistered | unregistered |
    public enum AppPhase: Hashable, Sendable, CaseIterable {
        /// It is not registered.
        case unregistered
        /// There is nothing to send.
        case idle
        /// A message waits: for the device, for the next attempt, or for the interval between two.
        case waiting
        /// The transport sends a message.
        case sending
    }

    /// A request of which only the answer is awaited.
    struct PendingRequest: Hashable, Sendable {
        /// `nil` while it waits for the device to be ready.
        var ticket: Ticket?
        let deadline: SessionTime
    }

    struct AppRecord: Hashable, Sendable {
        /// A message that the transport sends.
        struct Transfer: Hashable, Sendable {
            let message: OutgoingMessage
            let ticket: Ticket
            /// How often this message has been sent, with this time.
            let attempt: Int
            var sentByteCount: UInt32 = 0
            var deadline: SessionTime
        }

        /// A message that waits: for its first attempt, or for another one.
        struct Waiting: Hashable, Sendable {
            let message: OutgoingMessage
            /// How often it has been sent, without the attempts that ended with their connection.
            var attempts = 0
        }

        let app: WatchApp
        var transfer: Transfer?
        /// The messages in order. Only the first of them can have been sent before.
        var queue: [Waiting] = []
        /// The newest message of which only the newest is sent.
        var newest: Waiting?
        /// Nothing is sent before.
        var pauseEnd = SessionTime.zero
        /// The newest message is not sent before.
        var newestTime = SessionTime.zero
        /// Whether the last transfer was from the queue, so that the other kind is next.
        var lastWasQueued = false
        var status: PendingRequest?
        var opening: PendingRequest?

        init(_ app: WatchApp) { self.app = app }

        var phase: AppPhase {
            if transfer != nil { return .sending }
            return queue.isEmpty && newest == nil ? .idle : .waiting
        }

        /// Whether another message in order may wait.
        var hasRoom: Bool {
            let isSentAgain = queue.first.map { $0.attempts > 0 } ?? false
            return queue.count - (isSentAgain ? 1 : 0) < CompanionSession.maximumQueueCount
        }

        /// When the next transfer may begin, if the device is ready; `nil` if nothing waits.
        var nextTransferTime: SessionTime? {
            if transfer != nil { return nil }
            if !queue.isEmpty { return pauseEnd }
            return newest == nil ? nil : max(pauseEnd, newestTime)
        }

        /// Takes out the message that is next, if one may be sent now.
        mutating func takeNext(at now: SessionTime) -> (OutgoingMessage, attempt: Int)? {
            guard transfer == nil, pauseEnd <= now else { return nil }
            let mayTakeNewest = newest != nil && newestTime <= now
            if let newest, mayTakeNewest, queue.isEmpty || lastWasQueued {
                self.newest = nil
                lastWasQueued = false
                return (newest.message, newest.attempts + 1)
            }
            guard !queue.isEmpty else { return nil }
            lastWasQueued = true
            let first = queue.removeFirst()
            return (first.message, first.attempts + 1)
        }

        /// The earliest time at which something is due.
        func deadline(isReady: Bool) -> SessionTime? {
            var earliest = transfer?.deadline
            let others = (
                status?.deadline, opening?.deadline, isReady ? nextTransferTime : nil
            )
            for other in [others.0, others.1, others.2] {
                if let other { earliest = min(earliest ?? other, other) }
            }
            return earliest
        }
    }
}
