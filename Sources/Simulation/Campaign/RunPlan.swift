public import KomootNav

/// Something that is done in a run, and when.
public struct ScriptEntry: Hashable, Sendable {
    /// What is done.
    public enum Action: Hashable, Sendable {
        /// The phone publishes an object with a street of this many bytes; the key draws the rest.
        case publish(streetByteCount: Int, key: UInt64)
        /// Something goes wrong.
        case fault(Fault)
        /// The device starts to look for a phone.
        case startDevice
        /// Nothing goes wrong any more, and the user has the phone advertise.
        case calmDown
    }

    /// In microseconds since the run began.
    public let time: UInt64
    /// What is done.
    public let action: Action
}

/// All that a run is made of; it follows from a seed, a profile and a level of faults.
public struct RunPlan: Sendable {
    /// How long things go wrong, in microseconds: 240 s.
    public static let safetyPhase: UInt64 = 240_000_000
    /// How long nothing goes wrong behind that, in microseconds: 60 s.
    public static let quietPhase: UInt64 = 60_000_000
    /// Within which time of the quiet phase the device must show something again, in microseconds: 20 s, and
    /// 30 s more where one callback hides whether a request was answered.
    public static let recoveryBound: UInt64 = 20_000_000

    /// The street of the steady workload, in bytes.
    static let steadyStreet = 40
    static let mtus = [23, 23, 50, 100, 185, 247, 517]

    /// What everything follows from.
    public let seed: UInt64
    /// The phone's profile.
    public let profile: PhoneProfile
    /// What kind of things its phone publishes.
    public let workload: Workload
    /// What its links are like.
    public let conditions: LinkConditions
    /// What the phone does where its profile leaves it open.
    public let phone: PeripheralSession.Configuration
    /// What the device's radio can do.
    public let radio: DeviceRadio
    /// How much faster the phone's clock runs, in millionths.
    public let drift: Int64
    /// The time between two publications in the quiet phase, in microseconds.
    public let quietInterval: UInt64
    /// The longest street of the quiet phase, in bytes.
    public let quietStreet: Int
    /// What is done, in order.
    public internal(set) var script: [ScriptEntry]

    /// Draws a plan.
    public init(
        seed: UInt64, profile: PhoneProfile, faults: FaultLevel, workload: Workload = .drawn
    ) {
        var random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 0x5851_F42D_4C95_7F2D)
        self.seed = seed
        self.profile = profile
        self.workload = workload
        conditions = workload == .steady ? LinkConditions() : Self.conditions(&random)
        phone = profile.configuration(mtu: conditions.mtu, using: &random)
        let radios: [DeviceRadio] = [
            .offsetReads, .offsetReads, .offsetReads, .wholeValues, .oneCallback,
        ]
        radio = workload == .steady ? .offsetReads : random.element(of: radios)
        drift = faults == .none ? 0 : Int64(random.number(in: -500...500))
        let streets =
            workload == .steady
            ? StreetLengths(always: Self.steadyStreet, layout: phone.layout, mtu: conditions.mtu)
            : StreetLengths(layout: phone.layout, mtu: conditions.mtu, random: &random)
        let intervals = workload == .steady ? [1000] : [1000, 1000, 2000, 5000]
        quietInterval = UInt64(random.element(of: intervals)) * 1000
        quietStreet = streets.longest
        var entries = [
            ScriptEntry(
                time: Self.deviceStart(faults, &random), action: .startDevice),
            ScriptEntry(time: Self.safetyPhase, action: .calmDown),
        ]
        entries +=
            workload == .steady
            ? Self.steadyPublications()
            : Self.publications(streets, quietInterval, &random)
        entries += faults.draw(until: Self.safetyPhase, hostile: random.happens(1, in: 6), &random)
        script = entries.enumerated().sorted {
            ($0.element.time, $0.offset) < ($1.element.time, $1.offset)
        }.map(\.element)
    }

    private static func conditions(_ random: inout SplitMix64) -> LinkConditions {
        let interval = random.element(of: [7500, 15_000, 30_000, 30_000, 60_000])
        return LinkConditions(
            connectionInterval: UInt64(interval), mtu: random.element(of: mtus),
            advertisingInterval: UInt64(random.element(of: [100_000, 500_000, 1_000_000])))
    }

    private static func steadyPublications() -> [ScriptEntry] {
        stride(from: 0, to: safetyPhase + quietPhase, by: 1_000_000).map { time in
            ScriptEntry(
                time: time, action: .publish(streetByteCount: steadyStreet, key: time))
        }
    }

    /// Mostly soon; sometimes so late that advertising has reached the user's limit.
    private static func deviceStart(_ faults: FaultLevel, _ random: inout SplitMix64) -> UInt64 {
        if faults != .none && random.happens(1, in: 24) {
            return UInt64(random.number(in: 121_000_000...140_000_000))
        }
        return UInt64(random.number(in: 0...5_000_000))
    }

    /// In microseconds.
    private static let longestPause = 15_000_000

    private static func publications(
        _ streets: StreetLengths, _ quietInterval: UInt64, _ random: inout SplitMix64
    ) -> [ScriptEntry] {
        let interval = random.element(of: [300, 1000, 1000, 1000, 2000, 5000]) * 1000
        var entries: [ScriptEntry] = []
        var time = UInt64(random.number(in: 0...8_000_000))
        while time < safetyPhase + quietPhase {
            entries.append(
                ScriptEntry(
                    time: time,
                    action: .publish(
                        streetByteCount: streets.draw(&random), key: random.next())))
            let usual = time < safetyPhase ? interval : Int(quietInterval)
            // The rider rests; not into the quiet phase, in which there must be something to show.
            let mayPause = time + UInt64(longestPause + 2 * usual) < safetyPhase
            let pause = random.happens(1, in: 40) && mayPause ? longestPause : 0
            time += UInt64(random.number(in: usual * 9 / 10...usual * 11 / 10) + pause)
        }
        return entries
    }
}

/// What the phones of a campaign publish, and over what kind of link.
public enum Workload: String, Hashable, Sendable, CaseIterable {
    /// The seed draws it.
    case drawn
    /// One object a second with a street of 40 bytes, read at offsets, at MTU 23, with 30 ms a PDU at
    /// most: for measuring.
    case steady
}

/// How long the streets of a run are.
struct StreetLengths: Sendable {
    let longest: Int
    private let piece: Int
    private let start: Int

    init(layout: InstructionLayout, mtu: Int, random: inout SplitMix64) {
        start = layout.streetOffset
        piece = ATT.readPayload(mtu: mtu)
        longest = min(
            random.element(of: [0, 12, 40, 40, 40, 80, 200, 503]),
            ATT.maximumValueLength - layout.streetOffset)
    }

    init(always length: Int, layout: InstructionLayout, mtu: Int) {
        start = layout.streetOffset
        piece = ATT.readPayload(mtu: mtu)
        longest = length
    }

    /// Any length up to the longest; often one that ends the object where a piece ends, or the longest.
    func draw(_ random: inout SplitMix64) -> Int {
        switch random.number(in: 0...7) {
        case 0: return longest
        case 1:
            let pieces = random.number(in: 1...max(1, (start + longest) / piece))
            return min(max(pieces * piece - start, 0), longest)
        default: return random.number(in: 0...longest)
        }
    }
}
