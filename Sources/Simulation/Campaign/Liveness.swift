import KomootNav

/// What must happen once nothing goes wrong any more. Times are in microseconds.
struct Liveness {
    /// How long the device may then show nothing new, in addition to the time between two
    /// publications.
    private static let longestGap: UInt64 = 12_000_000

    private let deadline: UInt64
    private let gap: UInt64
    /// Whether whole objects must be shown too, as far as the radio can read them. They must if a
    /// verified read takes less than half of the time between two publications.
    private let mustCompleteReads: Bool
    private var isRecovered = false

    /// - Parameter waitsForSystem: whether only the device's system ends a link on which a read stays unanswered.
    init(_ plan: RunPlan, waitsForSystem: Bool) {
        let patience = waitsForSystem ? LinkLayer.transactionTimeout : 0
        deadline = RunPlan.safetyPhase + RunPlan.recoveryBound + patience
        gap = plan.quietInterval + Self.longestGap
        let bytes = plan.phone.layout.streetOffset + plan.quietStreet
        let requests = UInt64(bytes / ATT.smallestPayload + 3)
        let reads: UInt64 = plan.radio == .offsetReads ? 1 : 2
        let readTime = requests * 2 * plan.conditions.connectionInterval.wholeMicroseconds * reads
        mustCompleteReads = readTime * 2 < plan.quietInterval
    }

    mutating func check(_ referee: Referee, at now: UInt64) {
        guard !isRecovered && now > deadline else { return }
        isRecovered = true
        guard let device = referee.state.devices.first else { return }
        if device.lastShown < RunPlan.safetyPhase, let unseen = device.unseen,
            unseen + Self.longestGap < now
        {
            referee.report(
                .recovers, now, "nothing was shown" + referee.since(device.lastShown))
        }
    }

    func checkEnd(_ referee: Referee, at end: UInt64) {
        guard let device = referee.state.devices.first else { return }
        if let unseen = device.unseen, max(unseen, deadline) + gap < end {
            referee.report(
                .recovers, end, "nothing was shown" + referee.since(device.lastShown))
        }
        if mustCompleteReads, let unseen = device.unseenWhole, max(unseen, deadline) + gap < end {
            referee.report(
                .recovers, end,
                "nothing whole was shown" + referee.since(device.lastShownWhole))
        }
    }
}
