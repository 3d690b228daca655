import LinkVocabulary

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
