// Left out of Embedded Swift: only an exploration of all states compares them.
#if !hasFeature(Embedded)
    /// A digest of 128 bits of everything that decides what a state machine will do.
    ///
    /// A state machine describes itself to a digest: equal descriptions, equal behaviour from now on.
    /// Times go in as distances to now, tickets by what the machine expects of them, and bytes that
    /// will never be looked at again not at all, so that states that differ only in those are one.
    package struct StateDigest: Hashable, Sendable {
        // Two independent hashes: one multiplies to 128 bits and folds, the other mixes bijectively.
        @usableFromInline var folded: UInt64 = 0x9E37_79B9_7F4A_7C15
        @usableFromInline var mixed: UInt64 = 0xD1B5_4A32_D192_ED03

        /// Creates the digest of an empty description.
        @inlinable package init() {}

        /// Adds a number to the description.
        @inlinable package mutating func add(_ number: UInt64) {
            let (high, low) = (folded ^ number).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
            folded = (high ^ low) &+ 0xE703_7ED1_A0B4_28DB
            mixed = (mixed ^ number) &* 0xFF51_AFD7_ED55_8CCD
            mixed ^= mixed >> 32
        }

        /// Adds a number to the description.
        @inlinable package mutating func add(_ number: some BinaryInteger) {
            add(UInt64(truncatingIfNeeded: number))
        }

        /// Adds a number that may be missing.
        @inlinable package mutating func add(_ number: (some BinaryInteger)?) {
            guard let number else { return add(UInt64.max) }
            add(UInt64(1))
            add(number)
        }

        /// Adds whether something is true.
        @inlinable package mutating func add(_ isTrue: Bool) { add(UInt64(isTrue ? 1 : 0)) }

        /// Adds bytes, and how many they are.
        package mutating func add(_ bytes: Span<UInt8>) {
            add(bytes.count)
            var position = 0
            while position < bytes.count {
                var word: UInt64 = 0
                for index in position..<min(position + 8, bytes.count) {
                    word = word << 8 | UInt64(bytes[index])
                }
                add(word)
                position += 8
            }
        }

        /// The 128 bits.
        package var words: (UInt64, UInt64) { (folded, mixed ^ mixed >> 29) }
    }

    extension StateDigest {
        /// Adds how long there is until a deadline; a missed one counts as due now.
        package mutating func add(until deadline: SessionTime?, from now: SessionTime) {
            add(deadline.map { $0.milliseconds(since: now) })
        }

        /// Adds how long ago something was. Ages from `limit` on, in milliseconds, are equal.
        package mutating func add(since past: SessionTime, to now: SessionTime, limit: UInt64) {
            add(min(now.milliseconds(since: past), limit))
        }
    }
#endif
