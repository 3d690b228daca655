/// Faults that wait for the PDU that they hit, in the order in which they were armed.
struct ArmedFaults: Sendable {
    private var answers: ContiguousArray<Fault> = []
    private var notifications: ContiguousArray<Fault> = []
    private var reads: ContiguousArray<Fault> = []
    /// Chances to hear advertising that are missed.
    var missedAdvertisements = 0

    /// - Returns: whether the fault waits for a PDU.
    mutating func arm(_ fault: Fault) -> Bool {
        switch fault {
        case .notificationLost, .notificationRepeated, .notificationDelayed, .notificationCut,
            .notificationQueueFull, .notificationCorrupted, .notificationResized:
            notifications.append(fault)
        case .answerDelayed, .answerLost, .answerRepeated, .answerFailed, .answerCorrupted,
            .answerResized:
            answers.append(fault)
        case .objectReplaced: reads.append(fault)
        case .advertisingMissed(let count): missedAdvertisements += count
        case .mtuChanged, .linkDropped, .linkDroppedSilently, .subscriptionLost,
            .navigationStopped, .phoneRadioOff, .deviceRadioOff, .phoneRestarted, .pairingRefused,
            .secondCentral:
            return false
        }
        return true
    }

    mutating func disarm() { self = ArmedFaults() }

    mutating func nextAnswer() -> Fault? { Self.take(&answers) }
    mutating func nextNotification() -> Fault? { Self.take(&notifications) }
    mutating func nextReadBehindStart() -> Fault? { Self.take(&reads) }

    private static func take(_ faults: inout ContiguousArray<Fault>) -> Fault? {
        faults.isEmpty ? nil : faults.removeFirst()
    }
}
