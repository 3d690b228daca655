import CyclingSensors
import Testing

@Suite("A measurement of heart rate")
struct HeartRateTests {
    private func read(_ hex: String) throws -> (HeartRateMeasurement, [UInt16]) {
        let value = try bytes(hex)
        let view = try HeartRateMeasurementView(decoding: value.span)
        let intervals = (0..<view.rrIntervals.count).map { view.rrIntervals[$0] }
        let numbers = ContiguousArray(intervals)
        let again = view.measurement.encoded(rrIntervals: numbers.span)
        #expect(again == value)
        return (view.measurement, intervals)
    }

    @Test("A measurement of heart rate published by pycycling and OpenTracks decodes as there")
    func published() throws {
        #expect(try read("00 2A").0 == HeartRateMeasurement(heartRate: 42))
        let narrow = try read("02 3C").0
        #expect(narrow.heartRate == 60 && narrow.skinContact == .notSupportedButSet)
        let wide = try read("01 0101").0
        #expect(wide.heartRate == 257 && wide.isHeartRateWide)
    }

    @Test("A measurement of heart rate has its fields in the order of the specification")
    func fields() throws {
        let (measurement, intervals) = try read("1F 4801 0A00 0004 FF03 0000")
        #expect(measurement.heartRate == 328)
        #expect(measurement.skinContact == .detected)
        #expect(measurement.energyExpended == 10)
        #expect(intervals == [1024, 1023, 0])
        let (some, none) = try read("10 50")
        #expect(some.hasRRIntervals && none.isEmpty)
    }

    @Test("A measurement of heart rate has none if it is zero or all its bits are set")
    func noSignal() throws {
        for hex in ["00 00", "00 FF", "01 0000", "01 FF00", "01 FFFF"] {
            let value = try bytes(hex)
            let measurement = try HeartRateMeasurementView(decoding: value.span).measurement
            #expect(measurement.beatsPerMinute == nil, "\(hex)")
            #expect(measurement.encoded(rrIntervals: Span()) == value, "\(hex)")
        }
        #expect(HeartRateMeasurement(heartRate: 254).beatsPerMinute == 254)
        #expect(HeartRateMeasurement(heartRate: 256).beatsPerMinute == 256)
        var data = IndoorBikeData()
        for (sent, rate) in [(0, nil), (1, 1), (254, 254), (255, nil)] as [(UInt8, UInt16?)] {
            data.heartRate = sent
            #expect(data.beatsPerMinute == rate)
        }
    }

    @Test("A measurement of heart rate keeps all its flags")
    func flags() throws {
        for flags in UInt8.min...UInt8.max {
            let value = ContiguousArray<UInt8>([flags, 70, 1, 2, 3, 4, 5])
            let view = try HeartRateMeasurementView(decoding: value.span)
            let intervals = ContiguousArray(
                (0..<view.rrIntervals.count).map { view.rrIntervals[$0] })
            let again = view.measurement.encoded(rrIntervals: intervals.span)
            #expect(again.elementsEqual(value.prefix(again.count)))
            #expect(view.measurement.skinContact.rawValue == flags >> 1 & 3)
            #expect(view.measurement.otherFlags == flags & 0xE0)
        }
    }

    @Test(
        "A measurement of heart rate is truncated if it ends before its fields do, and an odd byte is not an interval"
    )
    func lengths() throws {
        let value = try bytes("19 4801 0A00")
        for count in 0..<value.count {
            let short = ContiguousArray(value.prefix(count))
            #expect(throws: SensorError(.truncated, at: count)) {
                _ = try HeartRateMeasurementView(decoding: short.span)
            }
        }
        let longer = value + [1, 2, 3]
        let odd = try HeartRateMeasurementView(decoding: longer.span)
        #expect(odd.rrIntervals.count == 1)
        let more = try bytes("00 2A 01 02")
        let unannounced = try HeartRateMeasurementView(decoding: more.span)
        #expect(unannounced.rrIntervals.count == 0)
    }

    @Test("A measurement of heart rate above 255 beats is always sent in two bytes")
    func wide() {
        var measurement = HeartRateMeasurement(heartRate: 256)
        #expect(measurement.isHeartRateWide)
        measurement.isHeartRateWide = false
        let none = ContiguousArray<UInt16>()
        let encoded = measurement.encoded(rrIntervals: none.span)
        #expect(encoded == [1, 0, 1])
    }

    @Test("A measurement of heart rate is not written into a buffer that is too small")
    func smallBuffer() {
        let measurement = HeartRateMeasurement(heartRate: 60, hasRRIntervals: true)
        var buffer = ContiguousArray<UInt8>(repeating: 0x5A, count: 3)
        let intervals: ContiguousArray<UInt16> = [1024]
        unsafe buffer.withUnsafeMutableBufferPointer { pointer in
            var span = unsafe MutableSpan(_unsafeElements: pointer)
            #expect(throws: SensorError(.bufferTooSmall, at: 3)) {
                _ = try measurement.encode(rrIntervals: intervals.span, into: &span)
            }
        }
        #expect(buffer == [0x5A, 0x5A, 0x5A])
    }

    @Test("A measurement of heart rate comes with a location and a command of one byte")
    func bytesOfOne() throws {
        let named: [BodySensorLocation] = [
            .other, .chest, .wrist, .finger, .hand, .earLobe, .foot,
        ]
        #expect(named.map(\.rawValue) == Array(0...6))
        #expect(try decode(BodySensorLocation.self, "FF").rawValue == 255)
        #expect(try decode(HeartRateCommand.self, "01") == .resetEnergyExpended)
        checkLengths(of: BodySensorLocation.chest)
        checkLengths(of: HeartRateCommand.resetEnergyExpended)
    }
}
