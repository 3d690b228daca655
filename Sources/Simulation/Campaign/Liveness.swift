import KomootNav

/// What must happen once nothing goes wrong any more. Times are in microseconds.
struct Liveness {
    /// How long the device may then show nothing new, in addition to the time between two
    /// publications.
    private static let longestGap: UInt64 = 12_000_000

    private let deadline: UInt64
    private let gap: UInt64
    /// Whether whole objects must be shown too. They must if a verified read takes less than half of
    /// the time between two publications, and the radio can read this phone's objects to their end.
    private let mustCompleteReads: Bool
    private var isRecovered = false

    init(_ plan: RunPlan) {
        deadline = RunPlan.safetyPhase + RunPlan.recoveryBound
        gap = plan.quietInterval + Self.longestGap
        let bytes = plan.phone.layout.streetOffset + plan.quietStreet
        let requests = UInt64(bytes / ATT.smallestPayload + 3)
        let reads: UInt64 = plan.radio == .offsetReads ? 1 : 2
        let readTime = requests * 2 * plan.conditions.connectionInterval * reads
        mustCompleteReads = readTime * 2 < plan.quietInterval && plan.radio.readsToTheEnd(plan)
    }

    mutating func check(_ referee: Referee, at now: UInt64) {
        guard !isRecovered && now > deadline else { return }
        isRecovered = true
        guard let device = referee.state.devices.first else { return }
        if device.lastShown < RunPlan.safetyPhase {
            referee.report(.recovers, now, "nothing was shown since \(device.lastShown) µs")
        }
    }

    func checkEnd(_ referee: Referee, at end: UInt64) {
        guard let device = referee.state.devices.first else { return }
        if device.lastShown + gap < end {
            referee.report(.recovers, end, "nothing was shown since \(device.lastShown) µs")
        }
        if mustCompleteReads && device.lastShownWhole + gap < end {
            referee.report(
                .recovers, end, "nothing whole was shown since \(device.lastShownWhole) µs")
        }
    }
}

extension DeviceRadio {
    /// Whether it reads a phone's objects to their end, and knows that it has (clause 8.9).
    fileprivate func readsToTheEnd(_ plan: RunPlan) -> Bool {
        let fillsResponses = plan.phone.chunkSize == .readPayload
        return switch self {
        case .offsetReads: true
        case .wholeValues: fillsResponses && plan.tellsMTU
        case .blueZ, .coreBluetooth:
            fillsResponses && plan.tellsMTU && plan.phone.ending == .empty
        case .blueZOffsets: plan.phone.ending == .empty
        }
    }
}
