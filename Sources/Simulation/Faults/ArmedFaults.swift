/// Faults that wait for the next PDU of their kind, in the order in which they were armed.
struct ArmedFaults: Sendable {
    private(set) var answers: ContiguousArray<AnswerFault> = []
    private(set) var notifications: ContiguousArray<NotificationFault> = []
    /// How many chances to hear advertising will be missed.
    var missedAdvertisements = 0

    mutating func arm(_ fault: AnswerFault) { answers.append(fault) }
    mutating func arm(_ fault: NotificationFault) { notifications.append(fault) }

    mutating func disarm() { self = ArmedFaults() }

    mutating func nextAnswer() -> AnswerFault? { Self.take(&answers) }
    mutating func nextNotification() -> NotificationFault? { Self.take(&notifications) }

    private static func take<Element>(_ faults: inout ContiguousArray<Element>) -> Element? {
        faults.isEmpty ? nil : faults.removeFirst()
    }
}
