package import KomootNav
import KomootNavRecording

/// Counts what became of a ride's instructions, and says why some were not shown.
package struct RideTally {
    /// What the rider was last told.
    package private(set) var status = CentralSession.Status.stopped
    /// How many instructions the phone published.
    private(set) var publishedCount = 0
    private var shown: Set<Int> = []
    /// For each publication that has been replaced, what the rider was told then.
    private var ends: [CentralSession.Status] = []
    private var faultCount = 0

    package init() {}

    /// How many instructions were shown whole.
    var shownCount: Int { shown.count }

    /// Counts a publication, which replaces the one before it.
    package mutating func publish() {
        if publishedCount > 0 { ends.append(status) }
        publishedCount += 1
    }

    package mutating func take(_ happening: RideSimulation.Happening) {
        switch happening {
        case .delivered(_, .whole, let publication): shown.insert(publication.number)
        case .delivered, .deliveredInvented: break
        case .reported(let status): self.status = status
        case .fault: faultCount += 1
        }
    }

    /// How many instructions were shown, of a ride that took so long and so many reads.
    package func facts(duration: Duration, readCount: Int) -> [String] {
        let seconds = duration.components.seconds
        let published = counted(publishedCount, "instruction")
        return [
            shownCount == publishedCount ? published : "\(shownCount) of \(published)",
            "\(seconds / 60) min \(seconds % 60) s of riding", counted(readCount, "request"),
        ]
    }

    /// Why some instructions were not shown; `nil` if all of them were.
    ///
    /// - Parameter isInterrupted: whether the user ended the ride, so that nothing replaced the last one.
    package func reasons(isInterrupted: Bool) -> String? {
        let missed = (0..<publishedCount).filter { !shown.contains($0) }
        guard !missed.isEmpty else { return nil }
        var counts: [String: Int] = [:]
        for number in missed {
            let isReplaced = number < ends.count
            let reason =
                !isReplaced && isInterrupted
                ? "interrupted" : Self.reason(isReplaced ? ends[number] : status)
            counts[reason, default: 0] += 1
        }
        let reasons = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\($0.value) \($0.key)" }
        let faults = faultCount == 0 ? "" : "; \(counted(faultCount, "fault"))"
        return "\(missed.count) not shown: \(reasons.joined(separator: ", "))\(faults)"
    }

    /// Why an instruction was never shown, if this is what the rider was told when the next one came.
    private static func reason(_ status: CentralSession.Status) -> String {
        switch status {
        case .waiting, .navigating: "replaced before being read"
        case .searching: "while searching for the phone"
        case .silent: "while nothing came from the phone"
        case .radioOff: "while Bluetooth was off"
        case .ended: "while navigation had ended"
        case .pairingRequired: "while pairing was required"
        case .stopped: "before the device was started"
        }
    }
}
