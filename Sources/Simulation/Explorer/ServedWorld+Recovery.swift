import KomootNav

// What happens if nothing goes wrong any more.
extension ServedWorld {
    /// The time between two publications, in milliseconds.
    private static var interval: UInt64 { 5000 }

    mutating func recover(_ isNew: (StateDigest) -> Bool) -> BrokenPromise? {
        if phone.fallsSilent(at: time) {
            return BrokenPromise(
                promise: .recovers, microseconds: microseconds, evidence: "the phone falls silent")
        }
        return isNew(digest(countsBudget: false)) ? recover() : nil
    }

    /// Lets the devices that are connected go on reading, while the phone publishes. If a device's
    /// link was lost, the phone must advertise for it.
    mutating func recover() -> BrokenPromise? {
        guard rest.missing > 0, system.isRadioOn, system.isNavigating
        else { return nil }
        let patience = RunPlan.recoveryBound / 1000
        let end = rest.now + patience
        var nextPublication = rest.now
        var nextRead = rest.now
        while broken == nil && !system.isAdvertising {
            if rest.now >= nextPublication {
                judged { $0.publish(.shorterThanChunk) }
                nextPublication = rest.now + Self.interval
            }
            if rest.now >= nextRead {
                for device in rest.devices.indices where rest.devices[device].link != nil {
                    judged { $0.act(.read, device) }
                }
                nextRead = rest.now + Milliseconds.keepAliveReadInterval
            }
            let due = min(nextDeadline ?? nextRead, nextRead)
            if due > end {
                return BrokenPromise(
                    promise: .recovers, microseconds: microseconds,
                    evidence: "it did not advertise for a lost device for \(patience / 1000) s")
            }
            if nextDeadline == due { perform(.phoneDeadline) } else { rest.now = due }
        }
        return broken
    }
}
