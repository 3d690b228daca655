package import CyclingSensors
import KomootNav
package import KomootNavJSON
import KomootNavRecording

/// A reading as a line for a person or for a program.
package struct ReadingText {
    private let reading: CyclingReading
    private let time: SessionTime
    /// What is said only of several sensors.
    private var more: [String: JSONValue] = [:]

    package init(_ reading: CyclingReading, at time: SessionTime) {
        self.reading = reading
        self.time = time
        if reading.isCadenceAverage { more["isCadenceAverage"] = .bool(true) }
        if reading.isPowerAverage { more["isPowerAverage"] = .bool(true) }
    }

    /// - Parameter hasNames: whether the sensors have names.
    package init(_ reading: RideReading<String>, at time: SessionTime, hasNames: Bool) {
        self.init(reading.values, at: time)
        more["details"] = reading.details.json
        if hasNames { more["sources"] = reading.namedSources }
        if reading.isPowerOfOneLeg { more["isPowerOfOneLeg"] = .bool(true) }
    }

    /// The line for a person: time, speed, cadence, power, heart rate, distance.
    package var line: String {
        let speed = Self.text(reading.speedInKilometersPerHour, digits: 1)
        let cadence = Self.text(reading.cadenceInRevolutionsPerMinute, digits: 0)
        let power = reading.power.map { "\($0)" } ?? Self.unknown
        let heartRate = reading.heartRate.map { "\($0)" } ?? Self.unknown
        let distance = Self.text(reading.distanceInMeters.map { $0 / 1000 }, digits: 3)
        return [
            "\(rightAligned("\(Seconds(time))", 10)) s",
            "\(rightAligned(speed, 6)) km/h\(reading.isSpeedAverage ? " avg" : "")",
            "\(rightAligned(cadence, 4)) /min\(reading.isCadenceAverage ? " avg" : "")",
            "\(rightAligned(power, 5)) W\(reading.isPowerAverage ? " avg" : "")",
            "\(rightAligned(heartRate, 4)) bpm", "\(rightAligned(distance, 8)) km",
        ].joined(separator: "  ")
    }

    /// The line for a program: a member is `null` if the value is not known.
    package var members: [String: JSONValue] {
        let members = [
            "at": .number(Int64(clamping: time.milliseconds)),
            "speed": Self.number(reading.speed), "isSpeedAverage": .bool(reading.isSpeedAverage),
            "cadence": Self.number(reading.cadence), "power": Self.number(reading.power),
            "heartRate": Self.number(reading.heartRate),
            "distance": Self.number(reading.distance),
        ]
        return members.merging(more) { _, new in new }
    }

    package var json: JSONValue { .object(members) }

    package static let unknown = "–"

    package static func text(_ value: Double?, digits: Int) -> String {
        value.map { decimal($0, digits: digits) } ?? unknown
    }

    private static func number(_ value: (some BinaryInteger)?) -> JSONValue {
        value.map { .number(Int64(clamping: $0)) } ?? .null
    }
}

/// What a ride's readings come to.
package struct ReadingSummary {
    private struct Mean {
        var sum = 0.0
        var count = 0.0

        mutating func take(_ value: Double?) {
            guard let value else { return }
            sum += value
            count += 1
        }

        var value: Double? { count > 0 ? sum / count : nil }
    }

    package init() {}

    private var speed = Mean()
    private var cadence = Mean()
    private var power = Mean()
    private var heartRate = Mean()
    private var distance: Double?
    private var start: SessionTime?
    private var end = SessionTime.zero

    package mutating func take(_ reading: CyclingReading, at time: SessionTime) {
        start = start ?? time
        end = time
        speed.take(reading.speedInKilometersPerHour)
        cadence.take(reading.cadenceInRevolutionsPerMinute)
        power.take(reading.power.map { Double($0) })
        heartRate.take(reading.heartRate.map { Double($0) })
        distance = reading.distanceInMeters ?? distance
    }

    private var milliseconds: UInt64 { end.milliseconds(since: start ?? .zero) }

    /// In km/h: the distance over the time of the ride, or the mean of what was known without a distance.
    private var averageSpeed: Double? {
        guard let distance else { return speed.value }
        return milliseconds > 0 ? distance / Double(milliseconds) * 3600 : nil
    }

    /// Duration, distance and averages.
    package func line(packetCount: Int) -> String {
        let duration = Seconds(microseconds: Int64(clamping: milliseconds) * 1000)
        var facts = ["\(duration) s", counted(packetCount, "packet")]
        if let distance { facts.append("\(ReadingText.text(distance / 1000, digits: 3)) km") }
        let means = [
            (averageSpeed, 1, "km/h"), (cadence.value, 0, "/min"), (power.value, 0, "W"),
            (heartRate.value, 0, "bpm"),
        ].compactMap { value, digits, unit in
            value.map { "\(ReadingText.text($0, digits: digits)) \(unit)" }
        }
        if !means.isEmpty { facts.append("on average \(means.joined(separator: ", "))") }
        return facts.joined(separator: ", ")
    }
}
