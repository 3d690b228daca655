public import KomootNav

/// Everything that makes up a run. A seed, a profile and a level of faults decide it.
public struct RunPlan: Sendable {
    /// How long faults happen, in microseconds: 240 s.
    static let safetyPhase: UInt64 = 240_000_000
    /// How long nothing goes wrong after that, in microseconds: 60 s.
    static let quietPhase: UInt64 = 60_000_000
    /// How soon in the quiet phase the device must show something again, in microseconds: 20 s. It
    /// may take 30 s more if one callback hides whether a request was answered.
    static let recoveryBound: UInt64 = 20_000_000

    /// The length of the street in the steady workload, in bytes.
    static let steadyStreet = 40
    static let mtus = [23, 23, 50, 100, 185, 247, 517]

    /// Decides every draw.
    public let seed: UInt64
    /// The phone's profile.
    public let profile: PhoneProfile
    /// The kind of instructions that the phone publishes.
    public let workload: Workload
    /// What its links are like.
    public let conditions: LinkConditions
    /// How the phone behaves where its profile leaves a choice.
    public let phone: PeripheralSession.Configuration
    /// What the device's radio can do.
    public let radio: DeviceRadio
    /// Whether the device's radio tells the MTU; only one that reads whole values may keep it to
    /// itself.
    public let tellsMTU: Bool
    /// How much faster the phone's clock runs than the world's, in millionths.
    public let clockDriftInMillionths: Int64
    /// The time between two publications in the quiet phase, in microseconds.
    let quietInterval: UInt64
    /// The longest street of the quiet phase, in bytes.
    let quietStreet: Int
    /// Everything that is done, in order.
    public internal(set) var script: [ScriptEntry]

    /// The promises that are judged.
    public let promises: Set<Promise>

    /// Makes the phone's objects differ from those of other runs.
    package var salt: UInt32 { UInt32(truncatingIfNeeded: seed &* 0x9E37_79B9) }

    /// Whose freshness is measured.
    var pair: Freshness.Pair {
        Freshness.Pair(
            radio: radio, profile: profile,
            mtu: workload == .everySecond ? conditions.mtu : nil)
    }

    /// The radios that a seed draws from unless you choose others. One that stands there several times is drawn more
    /// often.
    public static let usualRadios: [DeviceRadio] = [
        .offsetReads, .offsetReads, .offsetReads, .wholeValues, .blueZ, .blueZOffsets,
        .coreBluetooth,
    ]

    /// Draws a plan.
    ///
    /// - Parameters:
    ///   - seed: decides every draw.
    ///   - profile: the kind of phone.
    ///   - faults: how much goes wrong.
    ///   - workload: what the phone publishes.
    ///   - radios: the radios to draw from, at least one; the first one with ``Workload/steady``.
    ///   - promises: the promises to judge. A run ends when one of them is broken. Without any, nothing is judged.
    public init(
        seed: UInt64, profile: PhoneProfile, faults: FaultLevel, workload: Workload = .drawn,
        radios: [DeviceRadio] = RunPlan.usualRadios,
        promises: Set<Promise> = Set(Promise.allCases)
    ) {
        self.init(
            seed: seed, profile: profile, faults: faults, workload: workload, radios: radios,
            promises: promises, phone: nil)
    }

    /// - Parameter phone: how the phone behaves; `nil` to draw it.
    init(
        seed: UInt64, profile: PhoneProfile, faults: FaultLevel, workload: Workload,
        radios: [DeviceRadio], promises: Set<Promise>, phone: PeripheralSession.Configuration?
    ) {
        precondition(!radios.isEmpty, "a plan needs a radio")
        var random = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D &+ 0x5851_F42D_4C95_7F2D)
        self.seed = seed
        self.profile = profile
        self.workload = workload
        conditions =
            switch workload {
            case .drawn: Self.conditions(&random)
            case .steady: LinkConditions()
            case .everySecond: LinkConditions(mtu: random.element(of: [23, 185]))
            }
        let drawn = profile.configuration(mtu: conditions.mtu, using: &random)
        self.phone = phone ?? drawn
        radio = workload == .steady ? radios[0] : random.element(of: radios)
        let mayKeepMTU = random.happens(1, in: 4) && workload != .everySecond
        tellsMTU = !(mayKeepMTU && radio.reads.readsWholeValues)
        self.promises = promises
        clockDriftInMillionths = faults == .none ? 0 : Int64(random.number(in: -500...500))
        let streets =
            workload == .steady
            ? StreetLengths(
                always: Self.steadyStreet, layout: self.phone.layout, mtu: conditions.mtu)
            : StreetLengths(layout: self.phone.layout, mtu: conditions.mtu, random: &random)
        let intervals = workload == .drawn ? [1000, 1000, 2000, 5000] : [1000]
        quietInterval = UInt64(random.element(of: intervals)) * 1000
        quietStreet = streets.longest
        var entries = [
            ScriptEntry(
                microseconds: Self.deviceStart(faults, &random), action: .startDevice)
        ]
        // Nobody has a phone advertise whose advertising is measured.
        if workload != .everySecond || faults != .none {
            entries.append(ScriptEntry(microseconds: Self.safetyPhase, action: .calmDown))
        }
        switch workload {
        case .drawn: entries += Self.publications(streets, quietInterval, &random)
        case .steady: entries += Self.steadyPublications()
        case .everySecond: entries += Self.publicationsEverySecond(streets, &random)
        }
        entries += faults.draw(until: Self.safetyPhase, hostile: random.happens(1, in: 6), &random)
        script = entries.enumerated().sorted {
            ($0.element.microseconds, $0.offset) < ($1.element.microseconds, $1.offset)
        }.map(\.element)
    }

    private static func conditions(_ random: inout SplitMix64) -> LinkConditions {
        let interval = random.element(of: [7500, 15_000, 30_000, 30_000, 60_000])
        return LinkConditions(
            connectionInterval: .microseconds(interval), mtu: random.element(of: mtus),
            advertisingInterval: .milliseconds(random.element(of: [100, 500, 1000])))
    }

    private static func steadyPublications() -> [ScriptEntry] {
        stride(from: 0, to: safetyPhase + quietPhase, by: 1_000_000).map { time in
            ScriptEntry(
                microseconds: time, action: .publish(streetByteCount: steadyStreet, key: time))
        }
    }

    private static func publicationsEverySecond(
        _ streets: StreetLengths, _ random: inout SplitMix64
    ) -> [ScriptEntry] {
        var entries: [ScriptEntry] = []
        var time: UInt64 = 0
        while time < safetyPhase + quietPhase {
            let street = streets.draw(&random)
            entries.append(
                ScriptEntry(
                    microseconds: time,
                    action: .publish(streetByteCount: street, key: random.next())))
            time += UInt64(random.number(in: 900_000...1_100_000))
        }
        return entries
    }

    /// Draws when the device starts: usually soon, sometimes after the user's limit for
    /// advertising.
    private static func deviceStart(_ faults: FaultLevel, _ random: inout SplitMix64) -> UInt64 {
        if faults != .none && random.happens(1, in: 6) {
            return UInt64(random.number(in: 121_000_000...140_000_000))
        }
        return UInt64(random.number(in: 0...5_000_000))
    }

    /// The longest pause of the rider, in microseconds.
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
                    microseconds: time,
                    action: .publish(
                        streetByteCount: streets.draw(&random), key: random.next())))
            let usual = time < safetyPhase ? interval : Int(quietInterval)
            // The rider may take a break, but it must end before the quiet phase, in which the
            // device must have something new to show.
            let mayPause = time + UInt64(longestPause + 2 * usual) < safetyPhase
            let pause = random.happens(1, in: 40) && mayPause ? longestPause : 0
            time += UInt64(random.number(in: usual * 9 / 10...usual * 11 / 10) + pause)
        }
        return entries
    }
}

/// What the phones of a campaign publish, and over what kind of link.
public enum Workload: String, Hashable, Sendable, CaseIterable {
    /// The seed decides.
    case drawn
    /// For measurements: one object a second with a street of 40 bytes, read at offsets, at MTU 23,
    /// with at most 30 ms for each PDU.
    case steady
    /// To measure how fresh a screen is: about one object a second with a street of any length, at MTU 23 or 185, which
    /// the radio tells, with at most 30 ms for each PDU.
    case everySecond
}

/// How long the streets of a run are.
struct StreetLengths: Sendable {
    let longest: Int
    private let chunkSize: Int
    private let start: Int

    init(layout: InstructionLayout, mtu: Int, random: inout SplitMix64) {
        start = layout.streetOffset
        chunkSize = ATT.readPayload(mtu: mtu)
        longest = min(
            random.element(of: [0, 12, 40, 40, 40, 80, 200, 503]),
            ATT.maximumValueLength - layout.streetOffset)
    }

    init(always length: Int, layout: InstructionLayout, mtu: Int) {
        start = layout.streetOffset
        chunkSize = ATT.readPayload(mtu: mtu)
        longest = length
    }

    /// Draws any length up to the longest. Often it is the longest, or the object ends where a
    /// chunk ends.
    func draw(_ random: inout SplitMix64) -> Int {
        switch random.number(in: 0...7) {
        case 0: return longest
        case 1:
            let chunks = random.number(in: 1...max(1, (start + longest) / chunkSize))
            return min(max(chunks * chunkSize - start, 0), longest)
        default: return random.number(in: 0...longest)
        }
    }
}

/// Something that is done in a run, and when.
public struct ScriptEntry: Hashable, Sendable {
    /// What is done.
    public enum Action: Hashable, Sendable {
        /// The phone publishes an object with a street of this many bytes; the key decides the
        /// rest.
        case publish(streetByteCount: Int, key: UInt64)
        /// Something goes wrong.
        case fault(Fault)
        /// The device starts to look for a phone.
        case startDevice
        /// Nothing goes wrong any more, and the user has the phone advertise.
        case calmDown
    }

    /// When, in microseconds since the run began.
    package let microseconds: UInt64
    /// What is done.
    public let action: Action

    /// When it is done: a moment of a world that begins with the run.
    public var time: VirtualClock.Instant { VirtualClock.Instant(microseconds: microseconds) }
}

extension ScriptEntry.Action: CustomStringConvertible {
    /// The action, in words.
    public var description: String {
        switch self {
        case .publish(let count, _): "object published with a street of \(count) bytes"
        case .fault(let fault): fault.description
        case .startDevice: "device started"
        case .calmDown: "nothing goes wrong any more, and the phone advertises"
        }
    }
}
