/// What else a rider may be shown at one moment. What is `nil` is not known.
///
/// Source: `Docs/Sensors.md`, clause 7 (rules S.17 to S.19).
public struct RideDetails: Hashable, Sendable {
    /// The power over the last 3 s in watts.
    public internal(set) var powerOver3Seconds: Int16?
    /// How the power is shared between the legs.
    public internal(set) var balance: PedalBalance?
    /// The latest interval between two heartbeats in 1/1024 s.
    public internal(set) var rrInterval: UInt16?
    /// The root mean square of successive differences between the intervals of the last minute, in tenths of a
    /// millisecond.
    public internal(set) var rmssd: UInt16?
    /// What the fitness machine says.
    public internal(set) var machine = MachineDetails()

    /// Creates details of which none is known.
    public init() {}

    /// The intervals' variability (``rmssd``) in milliseconds.
    public var rmssdInMilliseconds: Double? { rmssd.map { Double($0) / 10 } }
}

/// The share of one leg in the power.
public struct PedalBalance: Hashable, Sendable {
    /// The share in half percent: 0 to 200.
    public let halfPercent: UInt8
    /// Whether it is the left leg's; otherwise nobody knows whose.
    public let isOfLeftLeg: Bool

    /// The share in percent.
    public var percent: Double { Double(halfPercent) / 2 }

    init(halfPercent: UInt8, isOfLeftLeg: Bool) {
        self.halfPercent = halfPercent
        self.isOfLeftLeg = isOfLeftLeg
    }

    init?(_ measurement: CyclingPowerMeasurement) {
        guard let share = measurement.pedalPowerBalance, share <= 200 else { return nil }
        self.init(halfPercent: share, isOfLeftLeg: measurement.isBalanceOfLeftPedal)
    }

    /// That of two legs whose powers are known; `nil` if they don't pedal.
    init?(left: Int16, right: Int16) {
        let (left, right) = (Int(max(left, 0)), Int(max(right, 0)))
        guard left + right > 0 else { return nil }
        let share = (left * 400 + left + right) / (2 * (left + right))
        self.init(halfPercent: UInt8(clamping: share), isOfLeftLeg: true)
    }
}

/// What a fitness machine counts and sets.
public struct MachineDetails: Hashable, Sendable {
    /// The resistance in tenths of the machine's own level; some machines count in ones.
    public internal(set) var resistanceLevel: Int16?
    /// The energy of this workout in kilocalories, as the machine estimates it.
    public internal(set) var energy: UInt16?
    /// The time since the workout began in seconds.
    public internal(set) var elapsedTime: UInt16?
    /// The average speed of this workout in 0.01 km/h.
    public internal(set) var averageSpeed: UInt16?
    /// The average cadence of this workout in half revolutions per minute.
    public internal(set) var averageCadence: UInt16?
    /// The average power of this workout in watts.
    public internal(set) var averagePower: Int16?

    var isEmpty: Bool { self == MachineDetails() }
}

/// What one sensor says beside what a calculator shows.
struct DetailRecorder: Hashable, Sendable {
    private(set) var powers = RecentPowers()
    private(set) var beats = HeartBeats()
    private var record = IndoorBikeRecord()
    private var balance = DirectValue<PedalBalance>()
    private var resistanceLevel = DirectValue<Int16>()
    private var energy = DirectValue<UInt16>()
    private var elapsedTime = DirectValue<UInt16>()
    private var averageSpeed = DirectValue<UInt16>()
    private var averageCadence = DirectValue<UInt16>()
    private var averagePower = DirectValue<Int16>()

    /// Takes what was measured.
    ///
    /// - Parameter power: what the sensor's power is afterwards.
    mutating func take(
        _ measurement: SensorMeasurement, power: SourcedValue<Int16>?, at time: SessionTime
    ) {
        var rank: SourceRank?
        switch measurement {
        case .power(let data):
            rank = .power
            if data.pedalPowerBalance != nil { balance.set(PedalBalance(data), at: time) }
        case .indoorBike(let data):
            guard let whole = record.take(data) else { return }
            let hasPower =
                whole.instantaneousPower != nil
                || whole.hasAveragesAlone && whole.averagePower != nil
            rank = hasPower ? .fitnessMachine : nil
            take(whole, at: time)
        case .trainer(let frame):
            if case .trainerData = frame.page.content { rank = .trainer }
        case .speedAndCadence, .heartRate: break
        }
        if let power, power.rank == rank { powers.add(power.value, at: time) }
    }

    private mutating func take(_ record: IndoorBikeData, at time: SessionTime) {
        resistanceLevel.update(record.resistanceLevel, at: time)
        if let total = record.expendedEnergy?.total {
            // All bits set: the machine does not know it.
            energy.set(total == .max ? nil : total, at: time)
        }
        elapsedTime.update(record.elapsedTime, at: time)
        averageSpeed.update(record.averageSpeed, at: time)
        averageCadence.update(record.averageCadence, at: time)
        averagePower.update(record.averagePower, at: time)
    }

    mutating func take(_ beats: borrowing HeartRateMeasurementView, at time: SessionTime) {
        self.beats.take(beats.rrIntervals, at: time)
    }

    mutating func linkLost() { self = DetailRecorder(beats: beats) }

    init() {}

    private init(beats: HeartBeats) {
        self.beats = beats
        self.beats.interrupt()
    }

    func balance(at time: SessionTime) -> PedalBalance? { balance.value(at: time) }

    func machine(at time: SessionTime) -> MachineDetails {
        MachineDetails(
            resistanceLevel: resistanceLevel.value(at: time), energy: energy.value(at: time),
            elapsedTime: elapsedTime.value(at: time), averageSpeed: averageSpeed.value(at: time),
            averageCadence: averageCadence.value(at: time),
            averagePower: averagePower.value(at: time))
    }
}

/// The powers of the last 3 s (rule S.17).
struct RecentPowers: Hashable, Sendable {
    private struct Sample: Hashable {
        let power: Int16
        let time: SessionTime
    }

    /// In milliseconds.
    private static let window: UInt64 = 3000
    /// More than a sensor notifies in that time.
    private static let capacity = 32

    private var samples: ContiguousArray<Sample> = []

    mutating func add(_ power: Int16, at time: SessionTime) {
        let time = max(time, samples.last?.time ?? .zero)
        let old = samples.prefix { time.milliseconds(since: $0.time) >= Self.window }.count
        samples.removeFirst(max(old, samples.count - Self.capacity + 1))
        samples.append(Sample(power: power, time: time))
    }

    /// The mean at a moment; `nil` if no power came lately.
    func mean(at time: SessionTime) -> Int16? {
        var (sum, count) = (0, 0)
        for sample in samples where time.milliseconds(since: sample.time) < Self.window {
            sum += Int(sample.power)
            count += 1
        }
        guard count > 0 else { return nil }
        return Int16(clamping: (2 * sum + (sum < 0 ? -count : count)) / (2 * count))
    }
}

/// The intervals between heartbeats of the last minute (rule S.19).
struct HeartBeats: Hashable, Sendable {
    private struct Change: Hashable {
        /// In 1/1024 s, squared.
        let square: UInt32
        let time: SessionTime
    }

    /// In milliseconds.
    private static let window: UInt64 = 60_000
    /// More than there are beats in that time.
    private static let capacity = 256
    /// Of how many differences a mean says something.
    private static let fewest = 20
    /// What can be an interval, in 1/1024 s: 30 to 200 beats per minute.
    private static let plausible: ClosedRange<UInt16> = 307...2048

    private var latest = DirectValue<UInt16>()
    private var changes: ContiguousArray<Change> = []

    mutating func take(_ intervals: borrowing SensorNumbers, at time: SessionTime) {
        for position in 0..<intervals.count { add(intervals[position], at: time) }
    }

    private mutating func add(_ interval: UInt16, at time: SessionTime) {
        guard Self.plausible.contains(interval) else { return latest.clear() }
        if let before = latest.value(at: time) {
            let change = UInt32(max(interval, before) - min(interval, before))
            let old = changes.prefix { time.milliseconds(since: $0.time) >= Self.window }.count
            changes.removeFirst(max(old, changes.count - Self.capacity + 1))
            changes.append(Change(square: change * change, time: time))
        }
        latest.set(interval, at: time)
    }

    /// What comes next does not follow what came last.
    mutating func interrupt() { latest.clear() }

    /// The latest interval in 1/1024 s.
    func interval(at time: SessionTime) -> UInt16? { latest.value(at: time) }

    /// In tenths of a millisecond; `nil` if too few beats are known.
    func rmssd(at time: SessionTime) -> UInt16? {
        var (sum, count) = (0.0, 0)
        for change in changes where time.milliseconds(since: change.time) < Self.window {
            sum += Double(change.square)
            count += 1
        }
        guard count >= Self.fewest else { return nil }
        let ticks = (sum / Double(count)).squareRoot()
        let tenths = ticks * 10_000 / Double(HeartRateMeasurement.rrTicksPerSecond)
        return UInt16(tenths.rounded())
    }
}
