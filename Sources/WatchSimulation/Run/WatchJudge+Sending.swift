import ConnectIQBridge
import LinkVocabulary
import Simulation

// Checks of what a session sends, and when.
extension WatchJudge {
    func send(_ content: MonkeyValue, _ app: WatchApp, isTransient: Bool) {
        guard let registration = registrations[app] else {
            return breaks(.onlyRegistered, "a message is sent to an app that is not registered")
        }
        let numbers = NumberedContent.numbers(in: content)
        for number in numbers {
            guard let message = messages[number], message.app == app, message.endCount == 0 else {
                return breaks(.endsOnce, "message \(number) is sent, and is not open")
            }
        }
        guard let first = numbers.first, let delivery = messages[first]?.delivery else {
            return breaks(.joinsBatches, "an empty batch is sent")
        }
        if !ready.contains(app.device) { breaks(.onlyReady, "message \(first) is sent too early") }
        if let other = registration.underWay.first {
            breaks(.oneAtATime, "message \(first) is sent while \(other) is")
        }
        checkTime(first, delivery, registration)
        if delivery == .batched {
            checkBatch(numbers, content, registration.batches, isTransient: isTransient)
            registrations[app]?.batches.begin(numbers, at: now)
        } else if case .array = content {
            breaks(.joinsBatches, "message \(first) is not batched, and is sent in an array")
        }
        if delivery == .inOrder {
            if first < registration.lastInOrder {
                breaks(.keepsOrder, "message \(first) is sent after \(registration.lastInOrder)")
            }
            registrations[app]?.lastInOrder = first
        }
        for number in numbers { begin(number) }
        registrations[app]?.underWay = numbers
    }

    private func begin(_ number: UInt64) {
        guard let message = messages[number] else { return }
        if message.sendCount == BridgeTiming.maximumAttempts {
            breaks(.endsTrying, "message \(number) is sent four times")
        }
        if message.delivery != .newestOnly, message.mayBeThere {
            breaks(.arrivesOnce, "message \(number) is sent again")
        }
        messages[number]?.sendCount += 1
        messages[number]?.mayBeThere = true
    }

    /// Looks at a batch that begins, by what waited for it (clause 8.16).
    private func checkBatch(
        _ numbers: [UInt64], _ content: MonkeyValue, _ record: BatchRecord, isTransient: Bool
    ) {
        guard case .array(let contents) = content else {
            return breaks(.joinsBatches, "message \(numbers[0]) is batched, and not in an array")
        }
        if isTransient { breaks(.joinsBatches, "the batch \(numbers) is transient") }
        if (try? content.encoded(limits: limits)) == nil {
            breaks(.joinsBatches, "the batch \(numbers) is too large")
        }
        if !record.open.starts(with: numbers) {
            breaks(.keepsOrder, "the batch \(numbers) is sent of \(record.open)")
        }
        if !record.again.isEmpty {
            if numbers != record.again {
                breaks(.joinsBatches, "\(numbers) are sent, and \(record.again) were not delivered")
            }
            return
        }
        if numbers.count > 1 { mark("messages joined") }
        guard numbers.count < record.open.count,
            let next = messages[record.open[numbers.count]]?.content
        else { return }
        mark("batch cut")
        if (try? MonkeyValue.array(contents + [next]).encoded(limits: limits)) != nil {
            breaks(.joinsBatches, "another message fits into the batch \(numbers)")
        }
    }

    private func checkTime(
        _ number: UInt64, _ delivery: OutgoingMessage.Delivery, _ registration: Registration
    ) {
        if now < registration.pauseEnd {
            breaks(.keepsIntervals, "message \(number) is sent right after a failure")
        }
        switch delivery {
        case .inOrder: break
        case .newestOnly:
            let last = registration.lastNewest
            if let last, now < last.advanced(by: BridgeTiming.newestInterval) {
                breaks(.keepsIntervals, "message \(number) is sent too soon after the one before")
            }
            if let app = messages[number]?.app { registrations[app]?.lastNewest = now }
        case .batched:
            let last = registration.batches.lastTime
            if let last, now < last.advanced(by: BridgeTiming.batchInterval) {
                breaks(.keepsIntervals, "the batch of \(number) is sent too soon")
            }
        }
    }
}

/// What the judge knows of the batched messages for an app, from when it was registered.
struct BatchRecord {
    /// What waits, in the order in which it was handed in; first what is sent again.
    private(set) var open: [UInt64] = []
    /// The batch that is sent again.
    private(set) var again: [UInt64] = []
    /// When the last batch began.
    private(set) var lastTime: SessionTime?

    /// How many wait, without those that are sent again.
    var waitingCount: Int { open.count - again.count }

    mutating func wait(for number: UInt64) { open.append(number) }

    /// A message of a batch was not delivered.
    mutating func sendAgain(_ number: UInt64) {
        open.insert(number, at: min(again.count, open.count))
        again.append(number)
    }

    mutating func begin(_ numbers: [UInt64], at now: SessionTime) {
        lastTime = now
        for number in numbers { end(number) }
    }

    mutating func end(_ number: UInt64) {
        open.removeAll { $0 == number }
        again.removeAll { $0 == number }
    }
}
