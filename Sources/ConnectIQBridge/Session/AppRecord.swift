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
    /// | `unregisterAllApps` | · | unregistered | unregistered | unregistered |
    /// | `send` | refused | waiting / sending | · / refused / sending | · / refused |
    /// | `sendNewest` | refused | waiting / sending | · / waiting / sending | · / sending |
    /// | `sendBatched` | refused | waiting / sending | · / refused / sending | · / refused |
    /// | `progressed` | late | late | late | · / late / fault / sending |
    /// | `succeeded` | late | late | late | late / idle / waiting / sending |
    /// | `failedForNow` | late | late | late | late / idle / waiting |
    /// | `failed` | late | late | late | late / idle / waiting / sending |
    /// | `requestAppStatus` | refused | · / idle | · / waiting | · / sending |
    /// | `appStatusAnswered` | late | · / late / idle | · / late / waiting / sending | · / late / sending |
    /// | `openApp` | refused | refused / idle | refused / waiting | refused / sending |
    /// | `openAnswered` | late | late / idle | late / waiting | late / sending |
    /// | `messageReceived` | fault | idle | waiting / sending | sending |
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
        var deadline: SessionTime
        /// Whether nobody but the session waits for the answer (clause 8.17).
        var isOwn = false
    }

    struct AppRecord: Hashable, Sendable {
        /// What the transport sends.
        struct Transfer: Hashable, Sendable {
            /// This attempt is counted in it.
            let parcel: Parcel
            let ticket: Ticket
            var sentByteCount: UInt32 = 0
            var deadline: SessionTime
            /// When it has failed, whatever its progress.
            let lastDeadline: SessionTime
        }

        let app: WatchApp
        var transfer: Transfer?
        var outbox = Outbox()
        var status: PendingRequest?
        var opening: PendingRequest?
        /// The last question that was given up, and may still be answered.
        var givenUp: Ticket?
        /// How many questions in a row a ready device has not answered.
        var unansweredCount = 0

        init(_ app: WatchApp) { self.app = app }

        var phase: AppPhase {
            if transfer != nil { return .sending }
            return outbox.isEmpty ? .idle : .waiting
        }

        /// All messages, in the order in which they are dropped (clause 8.4).
        var messages: [OutgoingMessage] { (transfer?.parcel.messages ?? []) + outbox.messages }

        /// The earliest time at which something is due.
        func deadline(isReady: Bool) -> SessionTime? {
            var earliest = transfer?.deadline
            let nextTransferTime = isReady && transfer == nil ? outbox.nextTime : nil
            for other in [status?.deadline, opening?.deadline, nextTransferTime] {
                if let other { earliest = min(earliest ?? other, other) }
            }
            return earliest
        }
    }
}
