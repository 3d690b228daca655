#if !hasFeature(Embedded)
    extension StateDigest {
        /// Adds how long there is until a deadline; a missed one counts as due now.
        mutating func add(until deadline: SessionTime?, from now: SessionTime) {
            add(deadline.map { $0.milliseconds(since: now) })
        }

        /// Adds how long ago something was. Ages from `limit` on, in milliseconds, are equal.
        mutating func add(since past: SessionTime, to now: SessionTime, limit: UInt64) {
            add(min(now.milliseconds(since: past), limit))
        }

        /// Adds an identifier.
        mutating func add(_ identifier: InstructionIdentifier?) {
            switch identifier {
            case nil: add(UInt64(0))
            case .uint32(let number):
                add(UInt64(1))
                add(number)
            case .uuid(let uuid):
                add(UInt64(2))
                add(uuid.high)
                add(uuid.low)
            }
        }
    }
#endif
