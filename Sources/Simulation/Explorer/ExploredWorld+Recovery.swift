import KomootNav

// What happens if nothing goes wrong any more.
extension ExploredWorld {
    /// How long the device may take to show something, in milliseconds: as in a campaign.
    private var patience: UInt64 { RunPlan.recoveryBound / 1000 }

    /// The time between two publications, in milliseconds.
    private static var interval: UInt64 { 5000 }
    /// So many steps without time are a sign that they never end.
    private static var maximumSteps: Int { 1000 }

    /// Lets the world go on without faults, while the phone publishes, until the device shows
    /// something. Whatever is under way arrives before time passes.
    ///
    /// If the phone has not met the device since the user had it advertise, the user does so once
    /// more: advertising may have reached its limit.
    ///
    /// - Returns: the promise that was broken; `nil` if it held.
    mutating func recover() -> BrokenPromise? {
        let end = rest.now + patience
        var nextPublication = rest.now
        if !rest.hasMet { advertiseFreely() }
        while broken == nil {
            if let step = nextWithoutFaults {
                perform(step)
            } else if rest.now >= nextPublication {
                publishFreely(.longerThanChunk)
                nextPublication = rest.now + Self.interval
            } else {
                guard let step = nextDeadlineStep else { return notRecovered("nothing is due") }
                perform(step)
            }
            if hasDelivered { return nil }
            if rest.now > end { return notRecovered("nothing was shown for \(patience / 1000) s") }
            if rest.steps > Self.maximumSteps { return notRecovered("steps without time") }
        }
        return broken
    }

    private func notRecovered(_ evidence: String) -> BrokenPromise {
        BrokenPromise(promise: .recovers, time: microseconds, evidence: evidence)
    }
}
