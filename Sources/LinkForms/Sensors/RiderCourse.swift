package import CyclingSensors

/// How one quantity of a simulated ride changes: values at moments, and evenly between them.
package struct RiderCourse {
    private struct Point {
        /// In milliseconds since the beginning.
        let time: UInt32
        let value: Double
    }

    private let points: [Point]

    /// The longest ride, in seconds.
    package static let longestRide = 86_400.0

    /// Reads `30`, a value for the whole ride, or `0:0,10:30,60:30`, seconds and the values then.
    /// `nil` for any other text, for times that do not grow, and for values out of range.
    package init?(_ text: String, in range: ClosedRange<Double>) {
        var points: [Point] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let numbers = part.split(separator: ":", omittingEmptySubsequences: false)
            guard let last = numbers.last, let value = Double(last), range.contains(value) else {
                return nil
            }
            if numbers.count == 1 && text == last {
                points.append(Point(time: 0, value: value))
            } else if numbers.count == 2, let time = Self.milliseconds(numbers[0]),
                time > points.last?.time ?? 0 || points.isEmpty
            {
                points.append(Point(time: time, value: value))
            } else {
                return nil
            }
        }
        self.points = points
    }

    /// Creates a course that always has the same value.
    package init(_ value: Double) { points = [Point(time: 0, value: value)] }

    /// A number of seconds within the longest ride, in milliseconds.
    package static func milliseconds(_ text: some StringProtocol) -> UInt32? {
        guard let seconds = Double(text), (0...longestRide).contains(seconds) else { return nil }
        return UInt32((seconds * 1000).rounded())
    }

    /// The moments at which it is given, in milliseconds.
    package var times: [UInt32] { points.map(\.time) }

    /// The value at a moment.
    package func value(at time: UInt32) -> Double {
        guard let later = points.firstIndex(where: { $0.time > time }) else {
            return points[points.count - 1].value
        }
        guard later > 0 else { return points[0].value }
        let (one, other) = (points[later - 1], points[later])
        let part = Double(time - one.time) / Double(other.time - one.time)
        return one.value + (other.value - one.value) * part
    }
}

/// What a simulated rider does, in the units of the command line.
package struct RiderCourses {
    /// In km/h.
    package var speed = RiderCourse(30)
    /// In revolutions per minute.
    package var cadence = RiderCourse(90)
    /// In watts.
    package var power = RiderCourse(200)
    /// In beats per minute.
    package var heartRate = RiderCourse(140)

    package init() {}

    private static let defaultDuration: UInt32 = 60_000
    private static let millimetersPerSecond = 1000 / 3.6

    /// Makes the script that a simulated sensor follows.
    ///
    /// - Parameter duration: in milliseconds; `nil` for the time of the last point, or for a minute.
    package func script(duration: UInt32?) -> RiderScript {
        let given = [speed, cadence, power, heartRate].flatMap(\.times)
        let last = given.max() ?? 0
        let end = duration ?? (last > 0 ? last : Self.defaultDuration)
        let times = Set(given + [0, end]).filter { $0 <= end }.sorted()
        let points = times.map { time in
            RiderScript.Point(
                timeInMilliseconds: time,
                speedInMillimetersPerSecond: UInt16(
                    (speed.value(at: time) * Self.millimetersPerSecond).rounded()),
                cadenceInHundredthsOfRevolutionsPerMinute: UInt16(
                    (cadence.value(at: time) * 100).rounded()),
                powerInWatts: Int16(power.value(at: time).rounded()),
                heartRateInBeatsPerMinute: UInt8(heartRate.value(at: time).rounded()))
        }
        guard let script = RiderScript(ContiguousArray(points)) else {
            preconditionFailure("sorted times of a set grow")
        }
        return script
    }
}
