import KomootNav

// What happens if nothing goes wrong any more.
extension ExploredWorld {
    /// How long the device may take to show something, in milliseconds: as in a campaign. With one callback, after the MTU
    /// grew, it takes longer until a value that fits in a notification counts as whole (C.11).
    private var patience: UInt64 {
        let count = setting.object(1, .longerThanChunk).count
        let mayBeNotified =
            hasOneCallback
            && rest.links.contains {
                $0.mtu > ExplorationSetting.mtu && count <= ATT.notificationPayload(mtu: $0.mtu)
            }
        return RunPlan.recoveryBound / 1000
            + (mayBeNotified ? Milliseconds.oldestReadInterval : 0)
    }

    /// The time between two publications, in milliseconds.
    private static var interval: UInt64 { 5000 }
    /// So many steps without time are a sign that they never end.
    private static var maximumSteps: Int { 200 }

    /// While something is under way it arrives first, and must lead to a state in which nothing is: not one arrival may
    /// lead to the next for ever, without time.
    mutating func recover(_ isNew: (StateDigest) -> Bool) -> BrokenPromise? {
        if device.fallsSilent(at: time) { return notRecovered("the device falls silent") }
        if phone.fallsSilent(at: time) { return notRecovered("the phone falls silent") }
        guard isUnderWay else {
            return isNew(digest(countsBudget: false)) ? recover() : nil
        }
        var before: ContiguousArray<StateDigest> = []
        while isUnderWay && broken == nil {
            let digest = digest(countsBudget: false)
            if before.contains(digest) { return notRecovered("steps without time, for ever") }
            guard isNew(digest) else { return nil }
            before.append(digest)
            letArrive()
        }
        return nil
    }

    /// Lets the world go on without faults, while the phone publishes, until the device shows an
    /// object that is published now: all of it, if the radio can know that (clause 8.9); and until it
    /// has asked for each subscription that it owes. Whatever is under way arrives before time passes.
    ///
    /// If the phone has not met the device since the user had it advertise, the user does so once
    /// more: advertising may have reached its limit.
    ///
    /// - Returns: the promise that was broken; `nil` if it held.
    mutating func recover() -> BrokenPromise? {
        let end = rest.now + patience
        let oldObjects = system.objectCount
        var nextPublication = rest.now
        var isShown = false
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
            if let shown, isEnough(shown, after: oldObjects) { isShown = true }
            if isShown && !owesSubscription { return nil }
            if rest.now > end {
                let missing = isShown ? "no subscription was asked for" : "nothing new was shown"
                return notRecovered("\(missing) for \(patience / 1000) s")
            }
            if rest.steps > Self.maximumSteps { return notRecovered("steps without time") }
        }
        return broken
    }

    private mutating func isEnough(_ shown: Shown, after oldObjects: Int) -> Bool {
        let isNew = (oldObjects..<system.objectCount).contains {
            UInt8(truncatingIfNeeded: $0 + 1) == shown.mark
        }
        // The referee does not know that answers are cut.
        let mayBeCut = setting.largestAnswer != nil
        guard isNew && shown.extent == .possiblyCut && !mayBeCut else { return isNew }
        let count = setting.object(system.objectCount, .longerThanChunk).count
        swap(&referee.state, &rest.knowledge)
        defer { swap(&referee.state, &rest.knowledge) }
        guard let device = referee.state.devices.first else { return true }
        return !referee.reading(of: count, by: device).isKnownWhole
    }

    private var owesSubscription: Bool {
        rest.links.contains { $0.isUpForDevice && $0.owesSubscription }
    }

    private func notRecovered(_ evidence: String) -> BrokenPromise {
        BrokenPromise(promise: .recovers, microseconds: microseconds, evidence: evidence)
    }
}
