/// Removes entries from a failing run's script as long as it still breaks the same promise.
struct RunShrinking {
    /// The largest number of attempts.
    private static let maximumAttempts = 600

    private var best: RunFailure
    private let contestants: Contestants
    /// When to stop; `nil` for never.
    private let deadline: ContinuousClock.Instant?
    private var attempts = 0
    private var mayGoOn: Bool {
        attempts < Self.maximumAttempts && !Task.isCancelled
            && deadline.map { ContinuousClock.now < $0 } ?? true
    }

    init(
        _ failure: RunFailure, _ contestants: Contestants,
        until deadline: ContinuousClock.Instant? = nil
    ) {
        best = failure
        self.contestants = contestants
        self.deadline = deadline
    }

    /// Returns the failure with the shortest script that was found, until the task is cancelled.
    mutating func shrink() async -> RunFailure {
        var size = max(best.plan.script.count / 2, 1)
        while size >= 1 && mayGoOn {
            var start = 0
            var hasRemoved = false
            while start < best.plan.script.count && mayGoOn {
                let end = min(start + size, best.plan.script.count)
                if await take(without: start..<end) {
                    hasRemoved = true
                } else {
                    start = end
                }
            }
            if size > 1 { size /= 2 } else if !hasRemoved { break }
        }
        return best
    }

    private mutating func take(without range: Range<Int>) async -> Bool {
        attempts += 1
        var candidate = best.plan
        candidate.script.removeSubrange(range)
        candidate.script.insert(
            contentsOf: best.plan.script[range].filter { !$0.isRemovable }, at: range.lowerBound)
        guard candidate.script.count < best.plan.script.count else { return false }
        let result = await candidate.run(contestants)
        guard let broken = result.broken, broken.promise == best.broken.promise else {
            return false
        }
        // Who waits for the result wants to see a short ride, not one without anything before the quiet phase.
        if deadline != nil && broken.microseconds > best.broken.microseconds { return false }
        best.plan = candidate
        best.broken = broken
        return true
    }
}

extension ScriptEntry {
    /// Whether a run without this entry can still be judged. The device's start and everything in
    /// the quiet phase must stay.
    fileprivate var isRemovable: Bool {
        switch action {
        case .startDevice, .calmDown: false
        case .fault: true
        case .publish: microseconds < RunPlan.safetyPhase
        }
    }
}
