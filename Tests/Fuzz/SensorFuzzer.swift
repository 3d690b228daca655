// With: Sources/CyclingSensors/{GATT,SpeedAndCadence,Power,HeartRate,FitnessMachine,FEC,Calculator,Sources}/*.swift
//
// The input is a byte that chooses what to do with the rest. As a value: whatever the bytes are, they are
// decoded or refused with an offset inside them, and encoding gives back what was read. As a ride, a list
// of packets, each a byte for its characteristic, one for the time since the last one, one for its length,
// and so many bytes: the calculator takes them all, nothing is shown that nobody rides, the distance never
// shrinks, and a packet that is refused changes nothing.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzSensors(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // Not copied: the address sanitizer knows where these bytes end.
    let input = unsafe Span(_unsafeStart: start, count: count)
    let value = input.extracting(1...)
    let rideChoice: UInt8 = 255
    if input[0] == rideChoice {
        checkSensorRide(value)
    } else {
        checkAnySensorValue(input[0], value)
    }
    return 0
}

private func checkAnySensorValue(_ choice: UInt8, _ bytes: Span<UInt8>) {
    switch choice % 21 {
    case 0: checkSensorValue(CSCMeasurement.self, bytes)
    case 1: checkSensorValue(CSCFeature.self, bytes)
    case 2: checkSensorValue(SCControlPointRequest.self, bytes)
    case 3: checkSensorValue(ControlPointResponse.self, bytes)
    case 4: checkSensorValue(SensorLocation.self, bytes)
    case 5: checkSensorValue(CyclingPowerMeasurement.self, bytes)
    case 6: checkSensorValue(CyclingPowerFeature.self, bytes)
    case 7: checkSensorValue(CyclingPowerRequest.self, bytes)
    case 8: checkSensorValue(IndoorBikeData.self, bytes)
    case 9: checkSensorValue(FitnessMachineFeature.self, bytes)
    case 10: checkSensorValue(FitnessMachineCommand.self, bytes)
    case 11: checkSensorValue(FitnessMachineStatus.self, bytes)
    case 12: checkSensorValue(SupportedSpeedRange.self, bytes)
    case 13: checkSensorValue(SupportedSignedRange.self, bytes)
    case 14: checkSensorValue(SupportedResistanceRange.self, bytes)
    case 15: checkSensorValue(SupportedHeartRateRange.self, bytes)
    case 16: checkSensorValue(FECFrame.self, bytes)
    case 17: checkHeartRate(bytes)
    case 18: checkPowerVector(bytes)
    case 20: checkSensorValue(WahooCommand.self, bytes)
    default: checkTrainingStatus(bytes)
    }
}

private func checkSensorValue<Value: SensorValue>(_: Value.Type, _ bytes: Span<UInt8>) {
    let value: Value
    do throws(SensorError) {
        value = try Value(decoding: bytes)
    } catch {
        check(0...max(bytes.count, 0) ~= error.offset, "offset of \(error)")
        if error.code == .truncated { check(error.offset == bytes.count, "\(error)") }
        return
    }
    let encoded = value.encoded()
    check(encoded.count == value.encodedByteCount, "the length of \(value)")
    check(isBeginning(encoded, of: bytes), "\(value) gives \(encoded)")
    check(value.unreadByteCount(of: bytes) == bytes.count - encoded.count, "unread bytes")
    readAnswers(value)
}

/// Asks for everything that a response or a page may say.
private func readAnswers(_ value: some SensorValue) {
    if let response = value as? ControlPointResponse {
        check(
            response.supportedSensorLocations.count == response.parameter.count, "the locations")
        _ = (response.lengthOrWeight, response.offset, response.samplingRate)
        _ = (response.factoryCalibrationDate, response.enhancedOffset, response.spinDownSpeeds)
    }
    if let frame = value as? FECFrame {
        check(frame.page.number == frame.page[0], "the page's number")
        _ = frame.page.content
    }
}

private func isBeginning(_ encoded: ContiguousArray<UInt8>, of bytes: Span<UInt8>) -> Bool {
    guard encoded.count <= bytes.count else { return false }
    for position in encoded.indices where encoded[position] != bytes[position] { return false }
    return true
}

private func checkHeartRate(_ bytes: Span<UInt8>) {
    guard let view = try? HeartRateMeasurementView(decoding: bytes) else { return }
    var intervals: ContiguousArray<UInt16> = []
    for position in 0..<view.rrIntervals.count { intervals.append(view.rrIntervals[position]) }
    let encoded = view.measurement.encoded(rrIntervals: intervals.span)
    check(isBeginning(encoded, of: bytes), "\(view.measurement) gives \(encoded)")
    check(bytes.count - encoded.count <= 1 || intervals.isEmpty, "intervals that were not read")
}

private func checkPowerVector(_ bytes: Span<UInt8>) {
    guard let view = try? CyclingPowerVectorView(decoding: bytes) else { return }
    var magnitudes: ContiguousArray<Int16> = []
    for position in 0..<view.magnitudes.count {
        magnitudes.append(view.magnitudes.signed(at: position))
    }
    let vector = view.vector
    var buffer = ContiguousArray<UInt8>(repeating: 0, count: bytes.count + 1)
    unsafe buffer.withUnsafeMutableBufferPointer { pointer in
        var span = unsafe MutableSpan(_unsafeElements: pointer)
        guard let count = try? vector.encode(magnitudes: magnitudes.span, into: &span) else {
            fatalError("\(vector) does not fit into \(bytes.count) bytes")
        }
        for position in 0..<count {
            check(unsafe pointer[position] == bytes[position], "\(vector) at byte \(position)")
        }
    }
}

private func checkTrainingStatus(_ bytes: Span<UInt8>) {
    guard let view = try? TrainingStatusView(decoding: bytes) else { return }
    check(view.text.count == 0 || view.text.count == bytes.count - 2, "the text's length")
    _ = view.isTextCut
}

private let rideCharacteristics = [
    SensorCharacteristic.cscMeasurement, SensorCharacteristic.powerMeasurement,
    SensorCharacteristic.heartRateMeasurement, SensorCharacteristic.indoorBikeData,
    SensorCharacteristic.fecNotification, SensorCharacteristic.sensorLocation,
]

private func checkSensorRide(_ input: Span<UInt8>) {
    let lossChoice: UInt8 = 255
    let headerSize = 3
    var calculator = CyclingCalculator(wheelCircumferenceInMillimeters: 2105)
    var now: UInt64 = 0
    var position = 0
    var distance: UInt64 = 0
    while position + headerSize <= input.count {
        // From a millisecond to more than an hour.
        let delay = input[position + 1]
        now += delay < 128 ? UInt64(delay) * 16 : 1 << UInt64(delay % 23)
        let time = SessionTime(milliseconds: now)
        let length = min(Int(input[position + 2]), input.count - position - headerSize)
        let value = input.extracting((position + headerSize)..<(position + headerSize + length))
        if input[position] == lossChoice {
            calculator.linkLost()
        } else {
            let choice = Int(input[position]) % rideCharacteristics.count
            let before = calculator
            do throws(SensorError) {
                try calculator.take(value, of: rideCharacteristics[choice], at: time)
            } catch {
                check(calculator == before, "\(error) changed something")
            }
        }
        checkReading(calculator, at: time, &distance)
        position += headerSize + length
    }
}

private func checkReading(
    _ calculator: CyclingCalculator, at time: SessionTime, _ distance: inout UInt64
) {
    for counter in [
        calculator.wheel, calculator.powerWheel, calculator.crank, calculator.powerCrank,
    ] {
        if let rate = counter.rate(at: time) {
            check(
                rate.revolutions * rate.ticksPerSecond <= counter.kind.maximumRate * rate.ticks,
                "\(rate)")
        }
        let (later, moment) = (time.milliseconds + 5000, counter.standstillTime)
        check(moment.map { $0.milliseconds <= later } ?? true, "it never stands still")
    }
    let reading = calculator.reading(at: time)
    check(reading.distance ?? 0 >= distance, "the distance shrank")
    distance = reading.distance ?? 0
    check(reading.heartRate != 0, "a heart that does not beat")
    check((reading.speed ?? 0) <= UInt32(1 << 20), "a speed of \(reading.speed ?? 0)")
}
