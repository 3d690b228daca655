import ConnectIQBridge
import KomootNav

/// Watches the messages to one app from outside, and knows what is promised of them.
struct BatchJudge {
    private struct Sent {
        let message: OutgoingMessage
        var endCount = 0
        var sendCount = 0
        var mayBeThere = false
    }

    /// What the transport was asked to send, until it is known what became of it.
    private struct Transfer {
        let ids: [UInt64]
        let ticket: Ticket
    }

    private let limits: MonkeyLimits
    private var messages: [UInt64: Sent] = [:]
    /// What waits, and what waits to be sent again, of each kind; only the newest of the newest.
    private var waiting: [OutgoingMessage.Delivery: [UInt64]] = [:]
    private var again: [OutgoingMessage.Delivery: [UInt64]] = [:]
    private var transfer: Transfer?
    private var lastBatchTime: SessionTime?
    /// How often in a row another kind was sent while a batch could have been.
    private var missedTurns = 0
    private var result: SendResult?
    private var latest = SessionTime.zero
    private(set) var complaints: [String] = []
    private(set) var marks = Set<String>()

    init(limits: MonkeyLimits) { self.limits = limits }

    private mutating func complain(_ complaint: String) { complaints.append(complaint) }

    var ticket: Ticket? { transfer?.ticket }

    /// Sees an event before the session does.
    mutating func see(_ event: CompanionSession.Event) {
        result = nil
        switch event {
        case .send(let message, _):
            messages[message.id.rawValue] = Sent(message: message)
            waiting[message.delivery, default: []].append(message.id.rawValue)
        case .finished(let ticket, let result) where ticket == transfer?.ticket:
            self.result = result
        default: break
        }
    }

    mutating func see(_ effects: [CompanionSession.Effect], at time: SessionTime) {
        // A time before the latest counts as the latest.
        let now = max(latest, time)
        latest = now
        if effects.count > CompanionSession.maximumEffects { complain("\(effects.count) effects") }
        var hasLostConnection = false
        for effect in effects {
            switch effect {
            case .tell(.ended(let id, _, let outcome)): ended(id.rawValue, outcome)
            case .tell(.retrying(let id, _, let result)): retried(id.rawValue, result)
            case .transport(.send(let content, _, _, let ticket)): sent(content, ticket, now)
            // An app that is registered again begins anew.
            case .transport(.unregisterApp): (lastBatchTime, missedTurns) = (nil, 0)
            // A newest message waits for the next connection, and is not told so.
            case .tell(.status(.notConnected, _, _)): hasLostConnection = true
            default: break
            }
        }
        if hasLostConnection { transfer = nil }
        let open = messages.values.count { $0.endCount == 0 }
        if open > 139 { complain("\(open) messages are kept") }
        let count = waiting[.batched, default: []].count
        if count > CompanionSession.maximumBatchedCount { complain("\(count) wait for a batch") }
    }

    private mutating func ended(_ id: UInt64, _ outcome: OutgoingMessage.Outcome) {
        guard let message = messages[id] else { return complain("\(id) was never handed in") }
        messages[id]?.endCount += 1
        if message.endCount > 0 { complain("\(id) ended again") }
        let delivery = message.message.delivery
        waiting[delivery]?.removeAll { $0 == id }
        again[delivery]?.removeAll { $0 == id }
        if let transfer, transfer.ids.contains(id) {
            if outcome == .sent, result != .success { complain("\(id) was not sent") }
            if id == transfer.ids.last { self.transfer = nil }
        }
        guard delivery == .batched else { return }
        switch outcome {
        case .failed(let result): marks.insert("\(result)")
        case .refused(.queueFull):
            marks.insert("full")
            if waiting[.batched, default: []].count < 64 { complain("\(id) had room") }
        case .refused(.unencodable(let error)):
            marks.insert("unencodable")
            let found = failure { () throws(MonkeyError) in
                try MonkeyValue.array([message.message.content]).encoded(limits: limits)
            }
            if found != error { complain("\(id) has the error \(found as Any), not \(error)") }
        default: marks.insert("\(outcome)")
        }
    }

    private mutating func retried(_ id: UInt64, _ result: SendResult) {
        guard let delivery = messages[id]?.message.delivery else { return }
        again[delivery, default: []].append(id)
        if id == transfer?.ids.last { transfer = nil }
        guard delivery != .newestOnly else { return }
        marks.insert("retrying")
        if result != .deviceIsBusy && result != .deviceNotAvailable {
            complain("\(id) is tried again after \(result)")
        }
        messages[id]?.mayBeThere = false
    }

    private mutating func sent(_ content: MonkeyValue, _ ticket: Ticket, _ now: SessionTime) {
        if transfer != nil { complain("two at a time") }
        let ids: [UInt64]
        if case .array(let contents) = content {
            ids = contents.map(Self.id)
            batch(ids, content, now)
        } else {
            ids = [Self.id(content)]
            single(ids[0], now)
        }
        for id in ids {
            guard let message = messages[id] else { return complain("\(id) is not known") }
            if message.endCount > 0 { complain("\(id) is sent after its end") }
            if message.message.delivery != .newestOnly {
                if message.mayBeThere { complain("\(id) is sent twice") }
                if message.sendCount == 3 { complain("\(id) is sent four times") }
            }
            messages[id]?.sendCount += 1
            messages[id]?.mayBeThere = true
        }
        transfer = Transfer(ids: ids, ticket: ticket)
    }

    private mutating func single(_ id: UInt64, _ now: SessionTime) {
        guard let delivery = messages[id]?.message.delivery else { return }
        if delivery == .batched { complain("\(id) is not in an array") }
        if delivery == .inOrder {
            let next = again[.inOrder]?.first ?? waiting[.inOrder]?.first
            if next != id { complain("\(id) is sent before \(next as Any)") }
        }
        waiting[delivery]?.removeAll { $0 == id }
        again[delivery]?.removeAll { $0 == id }
        let hasBatch = waiting[.batched]?.isEmpty == false || again[.batched]?.isEmpty == false
        let isDue = lastBatchTime.map { now >= $0.advanced(by: BridgeTiming.batchInterval) } ?? true
        missedTurns = hasBatch && isDue ? missedTurns + 1 : 0
        if missedTurns > 2 { complain("batched messages miss \(missedTurns) turns") }
    }

    private mutating func batch(_ ids: [UInt64], _ content: MonkeyValue, _ now: SessionTime) {
        missedTurns = 0
        if let last = lastBatchTime, now < last.advanced(by: BridgeTiming.batchInterval) {
            complain("a batch at \(now) after one at \(last)")
        }
        lastBatchTime = now
        if let batch = again[.batched], !batch.isEmpty {
            if batch != ids { complain("\(ids) are sent, \(batch) was not delivered") }
            again[.batched] = []
            return
        }
        let all = waiting[.batched, default: []]
        if ids.isEmpty || Array(all.prefix(ids.count)) != ids {
            return complain("\(ids) are sent of \(all)")
        }
        waiting[.batched] = Array(all.dropFirst(ids.count))
        if (try? content.encoded(limits: limits)) == nil { complain("\(ids) are too large") }
        if ids.count > 1 { marks.insert("joined") }
        if ids.count == CompanionSession.maximumBatchedCount { marks.insert("64 joined") }
        guard let next = waiting[.batched]?.first, let message = messages[next]?.message else {
            return
        }
        marks.insert("cut")
        guard case .array(let contents) = content else { return }
        let larger = MonkeyValue.array(contents + [message.content])
        if (try? larger.encoded(limits: limits)) != nil { complain("\(next) fits, too") }
    }

    /// What is wrong when everything is over.
    mutating func finish() {
        for (id, message) in messages where message.endCount != 1 {
            complain("\(id) ended \(message.endCount) times")
        }
    }

    /// The number of a message, by its content.
    static func id(_ content: MonkeyValue) -> UInt64 {
        guard case .dictionary(let dictionary) = content,
            case .number(let number)? = dictionary[.string("id")]
        else { return 0 }
        return UInt64(number)
    }
}
