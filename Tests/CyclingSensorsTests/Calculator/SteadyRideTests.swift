import CyclingSensors
import KomootNav
import PropertyTesting
import Testing

/// A speed in kilometres per hour from successive measurements.
private protocol SpeedDecoder {
    mutating func speed(_ measurement: CSCMeasurement, at time: SessionTime) -> Double?
}

private struct OurDecoder: SpeedDecoder {
    var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2105)

    mutating func speed(_ measurement: CSCMeasurement, at time: SessionTime) -> Double? {
        calculator.take(measurement, at: time)
        return calculator.reading(at: time).speedInKilometersPerHour
    }
}

/// What a published blog's decoder did: one byte of the counter, and the event's time for the
/// interval (clause 9.6).
private struct BlogDecoder: SpeedDecoder {
    private var earlier: UInt8 = 0

    mutating func speed(_ measurement: CSCMeasurement, at time: SessionTime) -> Double? {
        guard let wheel = measurement.wheel else { return nil }
        let count = UInt8(truncatingIfNeeded: wheel.cumulativeRevolutions)
        defer { earlier = count }
        let seconds = Double(wheel.lastEventTime) / 1024
        return Double(count &- earlier) * 2.105 / seconds * 3.6
    }
}

/// A decoder that forgets one of the roll-overs, or takes the wrong resolution.
private struct FaultyDecoder: SpeedDecoder {
    enum Fault: CaseIterable {
        case timeDoesNotRollOver
        case countDoesNotRollOver
        case doubleResolution
        case repeatIsZero
    }
    let fault: Fault
    private var earlier: WheelRevolutionData?
    private var latest: Double?

    init(_ fault: Fault) { self.fault = fault }

    mutating func speed(_ measurement: CSCMeasurement, at time: SessionTime) -> Double? {
        guard let wheel = measurement.wheel else { return nil }
        defer { earlier = wheel }
        guard let earlier else { return nil }
        let ticks =
            fault == .timeDoesNotRollOver
            ? Int(wheel.lastEventTime) - Int(earlier.lastEventTime)
            : Int(wheel.lastEventTime &- earlier.lastEventTime)
        let count =
            fault == .countDoesNotRollOver
            ? Int(wheel.cumulativeRevolutions) - Int(earlier.cumulativeRevolutions)
            : Int(Int32(bitPattern: wheel.cumulativeRevolutions &- earlier.cumulativeRevolutions))
        if ticks == 0 { return fault == .repeatIsZero ? 0 : latest }
        let resolution = fault == .doubleResolution ? 2048.0 : 1024.0
        latest = Double(count) * 2.105 * resolution / Double(ticks) * 3.6
        return latest
    }
}

@Suite("Steady riding")
struct SteadyRideTests {
    /// Four minutes at 20 km/h, with every counter near its roll-over.
    private func ride(speed: UInt16) throws -> SimulatedSensor {
        let point = RiderScript.Point(
            timeInMilliseconds: 240_000, speedInMillimetersPerSecond: speed,
            cadenceInHundredthsOfRevolutionsPerMinute: 8000, powerInWatts: 150,
            heartRateInBeatsPerMinute: 120)
        let script = try #require(RiderScript([point]))
        var configuration = SimulatedSensor.Configuration(services: .speedAndCadence)
        configuration.wheelRevolutions = .max - 100
        configuration.crankRevolutions = .max - 60
        configuration.clockInMilliseconds = 40_000
        return SimulatedSensor(script, configuration: configuration)
    }

    /// The first speed that is not the true one.
    private func firstWrongSpeed(_ decoder: some SpeedDecoder, speed: UInt16) throws -> String? {
        var decoder = decoder
        var sensor = try ride(speed: speed)
        let truth = Double(speed) * 3.6 / 1000
        var known = 0
        while let packet = sensor.nextPacket(by: SessionTime(milliseconds: .max)) {
            let measurement = try CSCMeasurement(decoding: packet.value.span)
            guard let found = decoder.speed(measurement, at: packet.time) else { continue }
            known += 1
            // The event times are cut to ticks: one of the ticks of a revolution or a second.
            if !(abs(found - truth) <= truth * 0.01) {
                return "\(found) for \(truth) at \(packet.time.milliseconds) ms"
            }
        }
        return known > 200 ? nil : "only \(known) speeds"
    }

    @Test(
        "Steady riding shows no spike and no drop over every roll-over",
        arguments: [2000, 5556, 15_000])
    func steady(_ speed: UInt16) throws {
        #expect(try firstWrongSpeed(OurDecoder(), speed: speed) == nil)
    }

    @Test("Steady riding shows the blog's decoder above 100 km/h at an easy pace")
    func blog() throws {
        #expect(try firstWrongSpeed(BlogDecoder(), speed: 5556) != nil)
        // With a clock that has just begun, as after every 64 s.
        var decoder = BlogDecoder()
        _ = decoder.speed(measurement(2, at: 100), at: .zero)
        let speed = decoder.speed(measurement(5, at: 150), at: .zero) ?? 0
        #expect(speed > 100)
        var ours = OurDecoder()
        _ = ours.speed(measurement(2, at: 64_563), at: .zero)
        let right = ours.speed(measurement(5, at: 150), at: SessionTime(milliseconds: 1100)) ?? 0
        #expect(right > 20 && right < 21)
    }

    private func measurement(_ count: UInt32, at eventTime: UInt16) -> CSCMeasurement {
        CSCMeasurement(
            wheel: WheelRevolutionData(cumulativeRevolutions: count, lastEventTime: eventTime))
    }

    @Test("Steady riding finds each planted fault", arguments: FaultyDecoder.Fault.allCases)
    private func faults(_ fault: FaultyDecoder.Fault) throws {
        // Slow enough that a notification comes without an event.
        #expect(try firstWrongSpeed(FaultyDecoder(fault), speed: 2000) != nil)
    }

    @Test(
        "Steady riding never stands still however late notifications are, and does so once it stops"
    )
    func jitter() throws {
        try checkProperty("a steady wheel never stands still", count: 200) { choices in
            (
                period: choices.integer(in: 60...1900),
                delays: (0..<60).map { _ in choices.integer(in: 0...400) }
            )
        } holds: { (period, delays) in
            var counter = RevolutionCounter(.wheel)
            var arrivals: [Int] = []
            for (second, delay) in delays.enumerated() {
                arrivals.append(max(second * 1000 + delay, arrivals.last ?? 0))
            }
            for (second, arrival) in arrivals.enumerated() {
                let count = second * 1000 / period
                _ = counter.take(
                    count: UInt32(count),
                    eventTime: UInt16(truncatingIfNeeded: count * period * 1024 / 1000),
                    at: SessionTime(milliseconds: UInt64(arrival)))
                let next = second + 1 < arrivals.count ? arrivals[second + 1] : arrival
                for time in stride(from: arrival, to: next, by: 50) where second > 8 {
                    let rate = counter.rate(at: SessionTime(milliseconds: UInt64(time)))
                    let found = rate?.revolutionsPerMinute ?? 0
                    let truth = 60_000 / Double(period)
                    let slowest = 60_000 / Double(period + 420)
                    if found < slowest * 0.98 || found > truth * 1.04 {
                        return "\(found) for \(truth) at \(time) ms"
                    }
                }
            }
            let end = SessionTime(milliseconds: UInt64(arrivals[59] + 5000))
            return counter.rate(at: end)?.revolutions == 0 ? nil : "it does not stop"
        }
    }
}
