import KomootNav

// A new variable of the referee, of its model of the phone or of its record of a device must be described
// here, unless it can't change a later judgement.
extension RefereeState {
    /// Adds everything that decides what the referee will say from now on.
    ///
    /// - Parameters:
    ///   - now: in milliseconds.
    ///   - link: the number of a link, which does not depend on how many there were before.
    func describe(to digest: inout StateDigest, at now: UInt64, link: (Int32) -> Int) {
        for entry in published.entries { digest.add(entry.count) }
        for device in devices { device.describe(to: &digest, at: now, link: link) }
        phone.describe(to: &digest, at: now, link: link)
        digest.add(isHostile)
    }
}

extension DeviceRecord {
    fileprivate func describe(to digest: inout StateDigest, at now: UInt64, link: (Int32) -> Int) {
        digest.add(isStarted)
        digest.add(isRadioOff)
        digest.add(isSearching)
        digest.add(nextLink.map(link))
        digest.add(self.link.map(link))
        digest.add(mtu)
        digest.add(knowsCharacteristic)
        digest.add(lastWhole)
        digest.add(shownWhole)
        digest.add(CentralSession.Status.allCases.firstIndex(of: status))
        guard self.link != nil else { return }
        digest.add(hasNoObject)
        digest.add(failures << 8 | valuesSinceFailure << 1 | (beginsUnchanged ? 1 : 0))
        // From these ages on, nothing that is checked changes any more.
        if let outstanding {
            digest.add(UInt64(outstanding.kind == .read ? 1 : 2))
            digest.add(outstanding.isAtBeginning)
            digest.add(isDiscounted)
            digest.add(age(of: outstanding.since, at: now, limit: outstanding.limit / 1000 + 2))
        } else {
            digest.add(UInt64(0))
            digest.add(age(of: lastAnswer, at: now, limit: Milliseconds.readTimeout + 2))
        }
        digest.add(age(of: lastArrival, at: now, limit: Milliseconds.silenceInterval + 2))
    }

    /// - Parameter past: in microseconds.
    private func age(of past: UInt64, at now: UInt64, limit: UInt64) -> UInt64 {
        min(now - past / 1000, limit)
    }
}

extension PhoneModel {
    fileprivate func describe(to digest: inout StateDigest, at now: UInt64, link: (Int32) -> Int) {
        digest.add(isNavigating)
        digest.add(isRadioOn)
        digest.add(isAdvertising)
        digest.add(newestObject)
        digest.add(missing)
        if isNavigating && isRadioOn {
            digest.add(limit.map { $0 - now })
            digest.add(isAdvertisingAgain)
            watchdog.describe(to: &digest, at: now)
            digest.add(repeatDue.map { $0 - now })
        } else if isNavigating {
            watchdog.caughtUp(at: now).describe(to: &digest, at: now)
        }
        digest.add(links.count)
        for entry in links {
            digest.add(link(entry.number))
            // A free place.
            if entry.number < 0 { continue }
            digest.add(entry.mtu)
            // Only the order matters, even that of those who will be heard now.
            digest.add(entry.lastHeard < now)
            digest.add(links.count { $0.lastHeard > entry.lastHeard })
            digest.add(entry.isSubscribed)
            digest.add(entry.refusedAt.map { min(now - $0, Milliseconds.repeatInterval) })
            digest.add(entry.hasArrived)
            entry.watchdog.describe(to: &digest, at: now)
            digest.add(entry.snapshot)
        }
    }
}

extension PhoneModel.Watchdog {
    fileprivate func describe(to digest: inout StateDigest, at now: UInt64) {
        switch self {
        case .idle: digest.add(UInt64(0))
        case .armed(let due):
            digest.add(UInt64(1))
            digest.add(due - now)
        case .fired: digest.add(UInt64(2))
        }
    }
}
