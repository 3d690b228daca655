import CyclingSensors
import KomootNav
import PropertyTesting
import Testing

/// A script, the packets of it that are lost, and where the counters begin.
private struct RandomScript: CustomStringConvertible {
    var script: RiderScript
    var configuration: SimulatedSensor.Configuration
    var lost: Set<Int>

    var description: String { "\(script.points), \(configuration), lost \(lost.sorted())" }
}

extension Choices {
    fileprivate mutating func randomScript(_ services: SimulatedSensor.Services) -> RandomScript? {
        var time: UInt32 = 0
        var points: ContiguousArray<RiderScript.Point> = []
        for _ in 0..<integer(in: 1...6) {
            time += UInt32(integer(in: 1...40_000))
            points.append(
                RiderScript.Point(
                    timeInMilliseconds: time,
                    speedInMillimetersPerSecond: UInt16(integer(in: 0...20_000)),
                    cadenceInHundredthsOfRevolutionsPerMinute: UInt16(integer(in: 0...12_000)),
                    powerInWatts: Int16(integer(in: -50...900)),
                    heartRateInBeatsPerMinute: UInt8(integer(in: 40...200))))
        }
        var configuration = SimulatedSensor.Configuration(services: services)
        configuration.wheelCircumferenceInMillimeters = UInt16(integer(in: 1000...2300))
        configuration.notificationIntervalInMilliseconds = UInt16(integer(in: 200...2000))
        configuration.wheelRevolutions = .max - UInt32(integer(in: 0...500))
        configuration.crankRevolutions = .max - UInt16(integer(in: 0...100))
        configuration.clockInMilliseconds = UInt32(integer(in: 0...64_000))
        var lost: Set<Int> = []
        let isLossy = bool()
        for index in 1..<400 where isLossy && integer(in: 0...3) == 0 { lost.insert(index) }
        return RiderScript(points).map {
            RandomScript(script: $0, configuration: configuration, lost: lost)
        }
    }
}

@Suite("A simulated rider with any script")
struct RandomScriptTests {
    /// What the rider has done until a moment, added up millisecond by millisecond.
    private struct Truth {
        var micrometers: UInt64 = 0
        private var now: UInt32 = 0

        mutating func ride(_ script: RiderScript, until time: UInt32) {
            while now < time {
                micrometers += UInt64(script.point(atMilliseconds: now).speedInMillimetersPerSecond)
                now += 1
            }
        }
    }

    @Test(
        "A simulated rider with any script is counted to the last revolution, whatever notifications are lost",
        arguments: [SimulatedSensor.Services.speedAndCadence, .cyclingPower])
    func counted(_ services: SimulatedSensor.Services) throws {
        try checkProperty("every revolution is counted by \(services)", count: 10) {
            $0.randomScript(services)
        } holds: { ride in
            guard let ride else { return "no script" }
            var sensor = SimulatedSensor(ride.script, configuration: ride.configuration)
            let circumference = ride.configuration.wheelCircumferenceInMillimeters
            var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: circumference)
            var truth = Truth()
            var index = 0
            while let packet = sensor.nextPacket(by: SessionTime(milliseconds: .max)) {
                defer { index += 1 }
                if ride.lost.contains(index) { continue }
                try calculator.take(packet)
                truth.ride(ride.script, until: UInt32(packet.time.milliseconds))
                let turn = UInt64(circumference) * 1000
                let expected = truth.micrometers / turn * UInt64(circumference)
                let reading = calculator.reading(at: packet.time)
                if reading.distance != expected {
                    return "\(reading.distance ?? 0) of \(expected) mm at \(packet.time)"
                }
                // Nobody in these scripts is faster, but for the cut of a tick of a revolution.
                if let speed = reading.speed, speed > 20_700 { return "\(speed) mm/s" }
            }
            return nil
        }
    }
}
