extension CompanionSession {
    /// The messages that wait for an app, and when they may be sent (clauses 8.5, 8.7, 8.8 and 8.16).
    struct Outbox: Hashable, Sendable {
        typealias Delivery = OutgoingMessage.Delivery

        /// The messages in order. Only the first of them can have been sent before.
        private var queue: [Parcel] = []
        /// The batch that is sent again.
        private var batch: Parcel?
        /// The messages that wait for a batch.
        private var batched: [OutgoingMessage] = []
        /// The newest message of which only the newest is sent.
        private var newest: Parcel?
        /// Nothing is sent before.
        var pauseEnd = SessionTime.zero
        /// No batch is sent before.
        private var batchTime = SessionTime.zero
        /// The newest message is not sent before.
        private var newestTime = SessionTime.zero
        /// The kind that was sent last; at first as if messages in order were next.
        private var lastKind = Delivery.newestOnly

        var isEmpty: Bool { turns.allSatisfy { time(of: $0) == nil } }

        /// All messages that wait, in the order in which they are dropped.
        var messages: [OutgoingMessage] {
            queue.flatMap { $0.messages } + (batch?.messages ?? []) + batched
                + (newest?.messages ?? [])
        }

        /// When the next of them may be sent; `nil` if nothing waits.
        var nextTime: SessionTime? {
            var earliest: SessionTime?
            for kind in turns {
                guard let time = time(of: kind) else { continue }
                earliest = min(earliest ?? time, time)
            }
            return earliest
        }

        /// The same, with times as distances to one.
        func rebased(to now: SessionTime) -> Self {
            func rebase(_ time: SessionTime) -> SessionTime {
                SessionTime(milliseconds: time.milliseconds(since: now))
            }
            var outbox = self
            outbox.pauseEnd = rebase(pauseEnd)
            outbox.batchTime = rebase(batchTime)
            outbox.newestTime = rebase(newestTime)
            return outbox
        }

        /// The kinds, from the one whose turn it is.
        private var turns: [Delivery] {
            switch lastKind {
            case .inOrder: [.batched, .newestOnly, .inOrder]
            case .batched: [.newestOnly, .inOrder, .batched]
            case .newestOnly: [.inOrder, .batched, .newestOnly]
            }
        }

        /// When a kind may be sent; `nil` if nothing of it waits.
        private func time(of kind: Delivery) -> SessionTime? {
            switch kind {
            case .inOrder: queue.isEmpty ? nil : pauseEnd
            case .batched:
                batch == nil && batched.isEmpty ? nil : max(pauseEnd, batchTime)
            case .newestOnly: newest == nil ? nil : max(pauseEnd, newestTime)
            }
        }

        /// Whether another message of a kind may wait.
        func hasRoom(for kind: Delivery) -> Bool {
            switch kind {
            case .inOrder:
                let isSentAgain = queue.first.map { $0.attempts > 0 } ?? false
                return queue.count - (isSentAgain ? 1 : 0) < CompanionSession.maximumQueueCount
            case .batched: return batched.count < CompanionSession.maximumBatchedCount
            case .newestOnly: return true
            }
        }

        /// Puts a message in, and returns the one that it replaces.
        mutating func put(_ message: OutgoingMessage) -> OutgoingMessage? {
            let parcel = Parcel(load: .single(message))
            switch message.delivery {
            case .inOrder: queue.append(parcel)
            case .batched: batched.append(message)
            case .newestOnly:
                let old = newest
                newest = parcel
                return old?.messages.first
            }
            return nil
        }

        /// Puts back what is sent again. Returns `false` if a newer message waits.
        mutating func putBack(_ parcel: Parcel) -> Bool {
            switch parcel.delivery {
            case .inOrder: queue.insert(parcel, at: 0)
            case .batched: batch = parcel
            case .newestOnly:
                guard newest == nil else { return false }
                newest = parcel
            }
            return true
        }

        /// Takes out what is next, if it may be sent now.
        mutating func takeNext(at now: SessionTime, _ limits: MonkeyLimits) -> Parcel? {
            for kind in turns {
                guard let time = time(of: kind), time <= now else { continue }
                lastKind = kind
                switch kind {
                case .inOrder: return queue.removeFirst()
                case .batched:
                    batchTime = now.advanced(byMilliseconds: BridgeMilliseconds.batchInterval)
                    return takeBatch(limits)
                case .newestOnly:
                    newestTime = now.advanced(byMilliseconds: BridgeMilliseconds.newestInterval)
                    let parcel = newest
                    newest = nil
                    return parcel
                }
            }
            return nil
        }

        /// The batch that is sent again; otherwise a new one, of as many messages as fit.
        private mutating func takeBatch(_ limits: MonkeyLimits) -> Parcel {
            if let batch {
                self.batch = nil
                return batch
            }
            var size = MonkeyArraySize(limits: limits)
            // The first was looked at alone when it was handed in.
            let count = max(1, batched.prefix { size.add($0.content) }.count)
            let messages = Array(batched.prefix(count))
            batched.removeFirst(messages.count)
            return Parcel(load: .batch(messages))
        }
    }
}

extension CompanionSession {
    /// What the transport is given at a time: a message, or a batch of them.
    struct Parcel: Hashable, Sendable {
        enum Load: Hashable, Sendable {
            /// A message in order, or one of which only the newest counts.
            case single(OutgoingMessage)
            case batch([OutgoingMessage])
        }

        let load: Load
        /// How often it has been sent, without the attempts that ended with their connection.
        var attempts = 0

        var messages: [OutgoingMessage] {
            switch load {
            case .single(let message): [message]
            case .batch(let messages): messages
            }
        }

        var delivery: OutgoingMessage.Delivery {
            switch load {
            case .single(let message): message.delivery
            case .batch: .batched
            }
        }

        /// What is sent: a batch is an array, whatever the number of its messages.
        var content: MonkeyValue {
            switch load {
            case .single(let message): message.content
            case .batch(let messages): .array(messages.map { $0.content })
            }
        }
    }
}

/// A message for an app on a device.
///
/// Source: `Docs/Watch.md`, clauses 8.5 and 8.16.
public struct OutgoingMessage: Hashable, Sendable {
    /// Names a message to the phone's app, which chooses it. Each message should have its own: the session does
    /// not notice one that is used twice.
    public struct ID: RawRepresentable, Hashable, Sendable {
        /// The number.
        public let rawValue: UInt64

        /// Creates an identifier.
        public init(rawValue: UInt64) { self.rawValue = rawValue }
    }

    /// What happens to messages that wait.
    public enum Delivery: Hashable, Sendable {
        /// All are sent, in order. None that the device may have is sent twice.
        case inOrder
        /// All are sent, in order and joined: one array has those that waited, even if it is only one. Batches are at
        /// least ``BridgeTiming/batchInterval`` apart. None that the device may have is sent twice (clause 8.16).
        case batched
        /// Only the newest is sent. It is sent again if that may help.
        case newestOnly
    }

    /// The message's identifier.
    public let id: ID
    /// What is sent.
    public let content: MonkeyValue
    /// What happens to it while it waits.
    public let delivery: Delivery

    /// Creates a message.
    public init(id: ID, content: MonkeyValue, delivery: Delivery = .inOrder) {
        self.id = id
        self.content = content
        self.delivery = delivery
    }

    /// Creates a message that says where to go. A later one replaces it while it waits.
    public init(id: ID, navigation: NavigationMessage) {
        self.init(id: id, content: navigation.value, delivery: .newestOnly)
    }

    /// How a message ended.
    public enum Outcome: Hashable, Sendable {
        /// The transport says that the device has it.
        case sent
        /// The transport says that it failed, or did not answer in time.
        case failed(SendResult)
        /// The connection ended before the transport answered: the device may have it.
        case connectionEnded
        /// A newer one replaced it while it waited. If it had been sent before, the device may have it.
        case replaced
        /// The session was stopped, its app or device unregistered, or its device is not shared any more. If it was
        /// being sent, the device may have it.
        case dropped
        /// It was not taken.
        case refused(CompanionSession.Refusal)
    }
}
