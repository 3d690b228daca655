import KomootNav

/// How fast a rider rides, from the distances to a turn that the phone gave.
struct RidingPace: Sendable {
    private struct Sample: Sendable {
        let distanceInMeters: UInt32
        let time: SessionTime
    }

    /// An easy pace on a bicycle, 18 km/h: assumed until two distances tell the real one.
    private static let usualMillimetersPerSecond: UInt64 = 5_000
    /// 54 km/h: what is farther away than this allows was not ridden.
    private static let fastestMetersPerSecond: UInt64 = 15
    /// The pace is that of the last five to ten seconds: one that stands at a traffic light shows soon, and metres that
    /// were rounded to tens don't matter.
    private static let sampleInterval: UInt64 = 5_000
    /// Two distances that are less than this apart, in milliseconds, tell nothing.
    private static let shortestMeasurement: UInt64 = 3_000

    private var millimetersPerSecond = Self.usualMillimetersPerSecond
    private var older: Sample?
    private var newer: Sample?

    /// Takes a distance to the same turn as the last one.
    mutating func take(_ distanceInMeters: UInt32, at time: SessionTime) {
        let sample = Sample(distanceInMeters: distanceInMeters, time: time)
        guard let older, let newer else { return (older, newer) = (sample, sample) }
        let elapsed = time.milliseconds(since: older.time)
        if elapsed >= Self.shortestMeasurement {
            // Who rides away from a turn rides as fast.
            let (one, other) = (older.distanceInMeters, distanceInMeters)
            let ridden = UInt64(max(one, other) - min(one, other))
            millimetersPerSecond = ridden * 1_000_000 / elapsed
        }
        if time.milliseconds(since: newer.time) >= Self.sampleInterval {
            (self.older, self.newer) = (newer, sample)
        }
    }

    /// Begins to measure anew, at another turn. Until that tells something, the pace stays.
    mutating func restart() { (older, newer) = (nil, nil) }

    /// How far a rider can come in so many milliseconds, in metres.
    static func farthest(in milliseconds: UInt64) -> UInt64 {
        // Divided first: any number of milliseconds may have passed.
        milliseconds / 1000 * fastestMetersPerSecond
    }

    /// How far the rider comes in so many milliseconds, in metres, at least and at most so far.
    func distance(in milliseconds: UInt64, within limits: ClosedRange<UInt64>) -> UInt64 {
        let meters = millimetersPerSecond * milliseconds / 1_000_000
        return min(max(meters, limits.lowerBound), limits.upperBound)
    }
}
