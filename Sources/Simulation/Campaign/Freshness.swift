/// How fresh the screen of a device was, while it had a link to a phone that navigated.
///
/// Time counts while the phone navigates and has published an instruction, Bluetooth is on at both ends, and the link
/// is up for both. Whatever else goes wrong in that time counts against the screen. Times are in milliseconds.
package struct Freshness: Codable, Hashable, Sendable {
    /// How much time counts.
    package internal(set) var milliseconds = 0
    /// How long the newest instruction was on the screen, whole or its beginning: the right arrow and distance.
    package internal(set) var newestMilliseconds = 0
    /// How long all of it was on the screen, and known to be all.
    package internal(set) var wholeMilliseconds = 0
    /// How long the phone advertised.
    package internal(set) var advertisedMilliseconds = 0
    /// How many reads went out, each chunk of a long one too.
    package internal(set) var reads = 0
    /// How many instructions were published in that time, and not cut short by its end.
    package internal(set) var publications = 0
    /// How many of these the device's radio can read to their ends, in the phone's chunks and with its ending.
    package internal(set) var possible = 0
    /// How many were on the screen before the next one was published.
    package internal(set) var shown = 0
    /// How many of these were known to be whole.
    package internal(set) var becameWhole = 0
    /// From the publications of those shown until they were.
    package internal(set) var delays = Delays()

    /// No time.
    package init() {}

    /// Adds what was measured in other runs.
    package mutating func add(_ other: Self) {
        milliseconds += other.milliseconds
        newestMilliseconds += other.newestMilliseconds
        wholeMilliseconds += other.wholeMilliseconds
        advertisedMilliseconds += other.advertisedMilliseconds
        reads += other.reads
        publications += other.publications
        possible += other.possible
        shown += other.shown
        becameWhole += other.becameWhole
        delays.add(other.delays)
    }

    /// Whether so many runs can have found it, with less than 2²⁰ happenings each.
    package func isPlausible(ofRuns runs: Int) -> Bool {
        func times(_ number: Int) -> Int {
            let (product, overflow) = runs.multipliedReportingOverflow(by: number)
            return overflow ? .max : product
        }
        let runTime = Int((RunPlan.safetyPhase + RunPlan.quietPhase) / 1000)
        return 0...times(runTime) ~= milliseconds && 0...milliseconds ~= newestMilliseconds
            && 0...newestMilliseconds ~= wholeMilliseconds
            && 0...milliseconds ~= advertisedMilliseconds
            && 0...times(1 << 20) ~= reads && 0...times(1 << 20) ~= publications
            && 0...publications ~= possible && 0...publications ~= shown
            && 0...min(shown, possible) ~= becameWhole && delays.isPlausible(of: shown)
    }
}

extension Freshness {
    /// How many delays there were of each length. Lengths of 32 ms and more are rounded down, by less than a sixteenth.
    package struct Delays: Hashable, Sendable {
        /// The number in each class, up to the longest delay. Below 32 ms each millisecond is a class, and above each
        /// power of two has 16.
        private var counts: ContiguousArray<Int> = []

        init() {}

        mutating func add(milliseconds: UInt64) {
            let number = Self.number(of: milliseconds)
            grow(to: number + 1)
            counts[number] += 1
        }

        mutating func add(_ other: Self) {
            grow(to: other.counts.count)
            for (number, count) in other.counts.enumerated() { counts[number] += count }
        }

        private mutating func grow(to count: Int) {
            if count > counts.count {
                counts.append(contentsOf: repeatElement(0, count: count - counts.count))
            }
        }

        /// The delay, in milliseconds, that this share of all delays does not exceed; `nil` if there are none.
        ///
        /// - Parameter percent: the share, 1 to 100.
        package func quantile(percent: Int) -> UInt64? {
            let all = counts.reduce(0, +)
            var rest = all / 100 * percent + (all % 100 * percent + 99) / 100
            for (number, count) in counts.enumerated() {
                rest -= count
                if rest <= 0 { return Self.milliseconds(of: number) }
            }
            return nil
        }

        private static func number(of milliseconds: UInt64) -> Int {
            guard milliseconds >= 32 else { return Int(milliseconds) }
            let shift = UInt64.bitWidth - 5 - milliseconds.leadingZeroBitCount
            return 16 * shift + Int(milliseconds >> UInt64(shift))
        }

        /// The shortest delay of a class.
        private static func milliseconds(of number: Int) -> UInt64 {
            guard number >= 32 else { return UInt64(number) }
            return UInt64(16 + number % 16) << UInt64(number / 16 - 1)
        }

        /// Whether so many delays can be counted like this. No class is beyond the longest that 64 bits hold.
        fileprivate func isPlausible(of number: Int) -> Bool {
            guard counts.count <= Self.number(of: .max) + 1, counts.last != 0 else { return false }
            var rest = number
            for count in counts {
                guard 0...rest ~= count else { return false }
                rest -= count
            }
            return rest == 0
        }
    }

    /// Whose freshness it is.
    package struct Pair: Hashable, Sendable {
        /// The device's radio.
        package let radio: DeviceRadio
        /// The phone.
        package let profile: PhoneProfile
        /// The MTU in bytes; `nil` if it is drawn from many.
        package let mtu: Int?
    }
}

/// The numbers in each class.
extension Freshness.Delays: Codable {
    package init(from decoder: any Decoder) throws {
        counts = try ContiguousArray([Int](from: decoder))
    }

    package func encode(to encoder: any Encoder) throws { try Array(counts).encode(to: encoder) }
}
