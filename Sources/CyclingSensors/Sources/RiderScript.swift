/// What a rider does: speed, cadence, power and heart rate at some moments. Between them they change
/// evenly; before the first and after the last they stay.
public struct RiderScript: Hashable, Sendable {
    /// What a rider does at one moment.
    public struct Point: Hashable, Sendable {
        /// The moment, in milliseconds since the beginning.
        public var timeInMilliseconds: UInt32
        /// The speed in millimetres per second.
        public var speedInMillimetersPerSecond: UInt16
        /// The cadence in hundredths of a revolution per minute.
        public var cadenceInHundredthsOfRevolutionsPerMinute: UInt16
        /// The power in watts.
        public var powerInWatts: Int16
        /// Beats per minute.
        public var heartRateInBeatsPerMinute: UInt8

        /// Creates a point.
        public init(
            timeInMilliseconds: UInt32, speedInMillimetersPerSecond: UInt16,
            cadenceInHundredthsOfRevolutionsPerMinute: UInt16, powerInWatts: Int16,
            heartRateInBeatsPerMinute: UInt8
        ) {
            self.timeInMilliseconds = timeInMilliseconds
            self.speedInMillimetersPerSecond = speedInMillimetersPerSecond
            self.cadenceInHundredthsOfRevolutionsPerMinute =
                cadenceInHundredthsOfRevolutionsPerMinute
            self.powerInWatts = powerInWatts
            self.heartRateInBeatsPerMinute = heartRateInBeatsPerMinute
        }
    }

    /// The points, in the order of their times.
    public let points: ContiguousArray<Point>

    /// Creates a script.
    ///
    /// - Parameter points: at least one, each later than the one before it.
    /// - Returns: `nil` for other points.
    public init?(_ points: ContiguousArray<Point>) {
        guard !points.isEmpty else { return nil }
        for position in 1..<max(points.count, 1)
        where points[position].timeInMilliseconds <= points[position - 1].timeInMilliseconds {
            return nil
        }
        self.points = points
    }

    /// When the script ends, in milliseconds since the beginning.
    public var durationInMilliseconds: UInt32 { points[points.count - 1].timeInMilliseconds }

    /// What the rider does at a moment.
    ///
    /// - Parameter time: in milliseconds since the beginning.
    public func point(atMilliseconds time: UInt32) -> Point {
        let later = firstPoint(after: time)
        if later == 0 || later == points.count {
            var point = points[later == 0 ? 0 : later - 1]
            point.timeInMilliseconds = time
            return point
        }
        let (before, after) = (points[later - 1], points[later])
        let part = Int64(time - before.timeInMilliseconds)
        let whole = Int64(after.timeInMilliseconds - before.timeInMilliseconds)
        func between(_ first: Int64, _ second: Int64) -> Int64 {
            first + (second - first) * part / whole
        }
        return Point(
            timeInMilliseconds: time,
            speedInMillimetersPerSecond: UInt16(
                between(
                    Int64(before.speedInMillimetersPerSecond),
                    Int64(after.speedInMillimetersPerSecond))),
            cadenceInHundredthsOfRevolutionsPerMinute: UInt16(
                between(
                    Int64(before.cadenceInHundredthsOfRevolutionsPerMinute),
                    Int64(after.cadenceInHundredthsOfRevolutionsPerMinute))),
            powerInWatts: Int16(between(Int64(before.powerInWatts), Int64(after.powerInWatts))),
            heartRateInBeatsPerMinute: UInt8(
                between(
                    Int64(before.heartRateInBeatsPerMinute), Int64(after.heartRateInBeatsPerMinute))
            ))
    }

    /// The number of the first point that is later; the number of points if there is none.
    private func firstPoint(after time: UInt32) -> Int {
        var (first, end) = (0, points.count)
        while first < end {
            let middle = first + (end - first) / 2
            if points[middle].timeInMilliseconds <= time {
                first = middle + 1
            } else {
                end = middle
            }
        }
        return first
    }
}

/// Something that turns: how far it has come, how often it was round, and when it last was.
struct RotationPhase: Hashable, Sendable {
    /// The length of a turn, in the unit of the advance.
    let turn: UInt64
    /// The turns.
    private(set) var count: UInt64
    /// The time of the last turn in microseconds.
    private(set) var lastEvent: UInt64

    private var phase: UInt64 = 0

    /// Creates something that has just completed one of a number of turns.
    ///
    /// - Parameter time: when that was, in microseconds.
    init(turn: UInt64, count: UInt64, at time: UInt64) {
        self.turn = max(turn, 1)
        self.count = count
        lastEvent = time
    }

    /// The microseconds of a step.
    static let step: UInt64 = 1000

    /// Turns it for a millisecond.
    ///
    /// - Parameters:
    ///   - advance: how far it turns in this millisecond.
    ///   - start: when the millisecond begins, in microseconds.
    mutating func advance(by advance: UInt64, from start: UInt64) {
        guard advance > 0 else { return }
        var needed = turn - phase
        while needed <= advance {
            count += 1
            lastEvent = start + needed * Self.step / advance
            needed += turn
        }
        phase = turn - (needed - advance)
    }

    /// The time of the last turn in ticks of a clock.
    func lastEvent(ticksPerSecond: UInt64) -> UInt64 { lastEvent * ticksPerSecond / 1_000_000 }
}
