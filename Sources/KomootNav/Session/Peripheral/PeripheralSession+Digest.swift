// For explorations of all states. A new variable of the session or of its parts must be described here.
#if !hasFeature(Embedded)
    extension PeripheralSession {
        /// Adds everything that decides what the session will do from `now` on. It must have no
        /// effects left. (Mutating only because lending bytes is.)
        ///
        /// - Parameter number: a number for each central, which does not depend on how many there
        ///   were before.
        package mutating func describe(
            to digest: inout StateDigest, at now: SessionTime, number: (Central) -> Int
        ) {
            precondition(effects.isEmpty, "effects of the last event were not taken")
            switch state {
            case .stopped(let isRadioOn):
                digest.add(UInt64(0))
                digest.add(isRadioOn)
            case .radioOff(let missing, var watchdog):
                digest.add(UInt64(1))
                digest.add(Int(missing.count))
                watchdog.catchUp(now)
                watchdog.describe(to: &digest, at: now)
            case .navigating(let navigation):
                digest.add(UInt64(2))
                navigation.describe(to: &digest, at: now)
            }
            let newest = objects.newest
            for position in 0..<CentralTable.capacity {
                guard let central = centrals[position] else {
                    digest.add(UInt64.max)
                    continue
                }
                digest.add(number(central.handle))
                digest.add(rank(of: central, at: now))
                var age = newest.flatMap { newest in central.snapshot.map { newest &- $0 } }
                if let kept = age, kept >= ObjectCache.capacity { age = nil }
                central.describe(to: &digest, at: now, snapshotAge: age)
            }
            objects.describe(to: &digest)
            digest.add(until: nextDeadline, from: now)
        }

        /// How many centrals were heard after this one, and one more if it was heard before now: only
        /// the order matters, even that of those who will be heard now.
        private mutating func rank(of central: ConnectedCentral, at now: SessionTime) -> Int {
            var rank = central.lastHeard < now ? 1 : 0
            for position in 0..<CentralTable.capacity {
                if let other = centrals[position], other.lastHeard > central.lastHeard { rank += 1 }
            }
            return rank
        }
    }

    extension PeripheralSession.Navigation {
        fileprivate func describe(to digest: inout StateDigest, at now: SessionTime) {
            switch advertising {
            case .off: digest.add(UInt64(0))
            case .limited(let end):
                digest.add(UInt64(1))
                digest.add(until: end, from: now)
            case .unlimited: digest.add(UInt64(2))
            }
            digest.add(Int(missing.count))
            watchdog.describe(to: &digest, at: now)
            digest.add(until: repeatDue, from: now)
        }
    }

    extension PeripheralSession.Watchdog {
        fileprivate func describe(to digest: inout StateDigest, at now: SessionTime) {
            switch self {
            case .idle: digest.add(UInt64(0))
            case .armed(let deadline):
                digest.add(UInt64(1))
                digest.add(until: deadline, from: now)
            case .fired: digest.add(UInt64(2))
            }
        }
    }

    extension ConnectedCentral {
        fileprivate func describe(
            to digest: inout StateDigest, at now: SessionTime, snapshotAge: UInt32?
        ) {
            digest.add(mtu)
            digest.add(isSubscribed)
            digest.add(refusedAt != nil)
            if let refusedAt {
                digest.add(since: refusedAt, to: now, limit: Milliseconds.repeatInterval)
            }
            digest.add(hasArrived)
            watchdog.describe(to: &digest, at: now)
            digest.add(snapshotAge)
        }
    }

    extension ObjectCache {
        fileprivate mutating func describe(to digest: inout StateDigest) {
            if let newest {
                var number = newest
                while holds(number) {
                    withBytes(of: number) { digest.add($0) }
                    number &-= 1
                }
            }
            digest.add(UInt64.max)
        }
    }
#endif
