import CyclingSensors
import KomootNav
import PropertyTesting
import Testing

/// The properties that hold for each kind of value.
@Suite("Every value")
struct SensorValueTests {
    private func check<Value: SensorValue>(_: Value.Type) throws {
        var decodedCount = 0
        let name = "encoding inverts decoding of \(Value.self)"
        let isFull = try checkProperty(name, count: 400) { choices in
            ContiguousArray(choices.bytes(atMost: 40))
        } holds: { bytes in
            guard let value = try? Value(decoding: bytes.span) else { return nil }
            decodedCount += 1
            let encoded = value.encoded()
            if encoded.count != value.encodedByteCount { return "the length is wrong" }
            if value.unreadByteCount(of: bytes.span) != bytes.count - encoded.count {
                return "the number of unread bytes is wrong"
            }
            if !encoded.elementsEqual(bytes.prefix(encoded.count)) { return "it gives \(encoded)" }
            let again = try Value(decoding: encoded.span)
            return again == value ? nil : "decoding again gives \(again)"
        }
        #expect(decodedCount >= 20 || !isFull, "too few values of \(Value.self)")
    }

    @Test("Every value of speed, cadence and power gives back the bytes that it was decoded from")
    func cycling() throws {
        try check(CSCMeasurement.self)
        try check(CSCFeature.self)
        try check(SCControlPointRequest.self)
        try check(SensorLocation.self)
        try check(CyclingPowerMeasurement.self)
        try check(CyclingPowerFeature.self)
        try check(CyclingPowerRequest.self)
        try check(BodySensorLocation.self)
        try check(HeartRateCommand.self)
    }

    @Test("Every value of a fitness machine gives back the bytes that it was decoded from")
    func machines() throws {
        try check(FitnessMachineFeature.self)
        try check(IndoorBikeData.self)
        try check(SupportedSpeedRange.self)
        try check(SupportedSignedRange.self)
        try check(SupportedHeartRateRange.self)
        try check(SupportedResistanceRange.self)
        try check(FitnessMachineCommand.self)
        try check(FitnessMachineStatus.self)
        try check(WahooCommand.self)
    }

    @Test(
        "Every value that begins with a certain byte gives back the bytes that it was decoded from")
    func marked() throws {
        try checkProperty("encoding inverts decoding of responses", count: 400) { choices in
            let controlPoint = choices.element(of: ControlPoint.allCases)
            return ContiguousArray([controlPoint.rawValue] + choices.bytes(atMost: 26))
        } holds: { bytes in
            guard bytes.count >= 3 && bytes.count <= 27 else { return nil }
            let encoded = try ControlPointResponse(decoding: bytes.span).encoded()
            return encoded == bytes ? nil : "it gives \(encoded)"
        }
        try checkProperty("encoding inverts decoding of frames", count: 400) { choices in
            (
                message: choices.any(UInt8.self), channel: choices.any(UInt8.self),
                word: choices.any(UInt64.self)
            )
        } holds: { (message, channel, word) in
            let frame = FECFrame(
                FECPage(word: word), message: FECFrame.Message(rawValue: message), channel: channel)
            return try FECFrame(decoding: frame.encoded()) == frame ? nil : "it differs"
        }
    }

    @Test("Every value can be decoded from any collection of bytes")
    func collections() throws {
        let array: [UInt8] = [3, 1, 0, 0, 0, 2, 0, 3, 0, 4, 0]
        let contiguous = ContiguousArray(array)
        let value = try CSCMeasurement(decoding: contiguous.span)
        #expect(try CSCMeasurement(decoding: array) == value)
        #expect(try CSCMeasurement(decoding: array[...]) == value)
        #expect(throws: SensorError(.truncated, at: 0)) { try CSCMeasurement(decoding: [UInt8]()) }
    }
}

@Suite("Short bytes")
struct ShortBytesTests {
    @Test("Short bytes keep up to 24 bytes in their order")
    func keeps() throws {
        let all = (1...24).map { UInt8($0 * 10 % 256) }
        for count in 0...24 {
            let kept = try #require(ShortBytes(all.prefix(count)))
            #expect(kept.count == count)
            #expect((0..<count).map { kept[$0] } == Array(all.prefix(count)))
            #expect(kept[count] == 0 && kept[-1] == 0)
        }
        #expect(ShortBytes(all + [1]) == nil)
    }

    @Test("Short bytes refuse a 25th byte and stay as they are")
    func full() throws {
        var full = try #require(ShortBytes(Array(repeating: 7, count: 24)))
        let before = full
        let hadRoom = full.append(1)
        #expect(!hadRoom)
        #expect(full == before)
    }

    @Test("Short bytes differ if a zero is there or not")
    func zeros() {
        #expect(ShortBytes([0]) != ShortBytes())
        #expect(ShortBytes([0, 1]) != ShortBytes([1]))
    }
}

@Suite("An error")
struct SensorErrorTests {
    @Test("An error says what was wrong and where")
    func description() {
        #expect("\(SensorError(.truncated, at: 7))" == "truncated at byte 7")
        #expect("\(SensorError(.checksumMismatch, at: 12))" == "checksumMismatch at byte 12")
        let names = SensorError.Code.allCases.map(\.name)
        #expect(Set(names).count == names.count)
    }
}

@Suite("Numbers of the Bluetooth SIG")
struct BluetoothNumbersTests {
    @Test("Numbers of the Bluetooth SIG are UUIDs of the base")
    func base() {
        #expect(SensorService.speedAndCadence.description == "00001816-0000-1000-8000-00805F9B34FB")
        #expect(
            SensorCharacteristic.indoorBikeData.description
                == "00002AD2-0000-1000-8000-00805F9B34FB")
        #expect(SensorService.fec.description == "6E40FEC1-B5A3-F393-E0A9-E50E24DCCA9E")
        #expect(
            SensorCharacteristic.fecNotification.description
                == "6E40FEC2-B5A3-F393-E0A9-E50E24DCCA9E")
        #expect(
            SensorCharacteristic.fecCommand.description == "6E40FEC3-B5A3-F393-E0A9-E50E24DCCA9E")
    }

    @Test("Numbers of the Bluetooth SIG are those of clause 1.2")
    func numbers() {
        let numbers: [(UUID128, UInt16)] = [
            (SensorService.speedAndCadence, 0x1816), (SensorService.cyclingPower, 0x1818),
            (SensorService.heartRate, 0x180D), (SensorService.fitnessMachine, 0x1826),
            (SensorCharacteristic.cscMeasurement, 0x2A5B),
            (SensorCharacteristic.cscFeature, 0x2A5C),
            (SensorCharacteristic.sensorLocation, 0x2A5D),
            (SensorCharacteristic.scControlPoint, 0x2A55),
            (SensorCharacteristic.powerMeasurement, 0x2A63),
            (SensorCharacteristic.powerVector, 0x2A64),
            (SensorCharacteristic.powerFeature, 0x2A65),
            (SensorCharacteristic.powerControlPoint, 0x2A66),
            (SensorCharacteristic.heartRateMeasurement, 0x2A37),
            (SensorCharacteristic.bodySensorLocation, 0x2A38),
            (SensorCharacteristic.heartRateControlPoint, 0x2A39),
            (SensorCharacteristic.fitnessMachineFeature, 0x2ACC),
            (SensorCharacteristic.indoorBikeData, 0x2AD2),
            (SensorCharacteristic.trainingStatus, 0x2AD3),
            (SensorCharacteristic.speedRange, 0x2AD4),
            (SensorCharacteristic.inclinationRange, 0x2AD5),
            (SensorCharacteristic.resistanceRange, 0x2AD6),
            (SensorCharacteristic.heartRateRange, 0x2AD7),
            (SensorCharacteristic.powerRange, 0x2AD8),
            (SensorCharacteristic.fitnessMachineControlPoint, 0x2AD9),
            (SensorCharacteristic.fitnessMachineStatus, 0x2ADA),
        ]
        for (uuid, number) in numbers { #expect(uuid == UUID128(assignedNumber: number)) }
        #expect(Set(numbers.map(\.0)).count == numbers.count)
    }
}

@Suite("A response of a control point")
struct ControlPointResponseTests {
    @Test(
        "A response of a control point has the response code, the request, the result and a parameter"
    )
    func fields() throws {
        let response = try decode(ControlPointResponse.self, "10 04 01 04 05 0C")
        #expect(response.controlPoint == .speedAndCadence)
        #expect(response.requestOpCode == 4)
        #expect(response.result == .success)
        #expect(response.supportedSensorLocations == [.frontWheel, .leftCrank, .rearWheel])
        #expect(try decode(ControlPointResponse.self, "20 05 03").controlPoint == .cyclingPower)
        #expect(try decode(ControlPointResponse.self, "80 00 05").result == .controlNotPermitted)
    }

    @Test(
        "A response of a control point of another code, of fewer than 3 bytes or with too long a parameter is refused"
    )
    func refused() throws {
        #expect(
            refusal(of: ControlPointResponse.self, [0x11, 1, 1])
                == SensorError(.unexpectedByte, at: 0))
        for count in 0..<3 {
            #expect(
                refusal(of: ControlPointResponse.self, ContiguousArray([0x80, 0, 1].prefix(count)))
                    == SensorError(.truncated, at: count))
        }
        let longest = ContiguousArray<UInt8>([0x80, 0, 1] + Array(repeating: 9, count: 24))
        #expect(refusal(of: ControlPointResponse.self, longest) == nil)
        #expect(
            refusal(of: ControlPointResponse.self, longest + [9])
                == SensorError(.oversized, at: 27))
    }

    @Test(
        "A response of a control point has the parameter that was asked for, or none if it is too short"
    )
    func parameters() throws {
        #expect(try decode(ControlPointResponse.self, "20 05 01 59 01").lengthOrWeight == 345)
        #expect(try decode(ControlPointResponse.self, "20 05 01 59").lengthOrWeight == nil)
        #expect(try decode(ControlPointResponse.self, "20 0C 01 FE FF").offset == -2)
        #expect(try decode(ControlPointResponse.self, "20 0E 01 64").samplingRate == 100)
        #expect(try decode(ControlPointResponse.self, "20 0E 01").samplingRate == nil)
        let dated = try decode(ControlPointResponse.self, "20 0F 01 E0 07 05 03 0A 1E 3B")
        #expect(
            dated.factoryCalibrationDate
                == SensorDate(year: 2016, month: 5, day: 3, hour: 10, minute: 30, second: 59))
        #expect(
            try decode(ControlPointResponse.self, "20 0F 01 E0 07 05 03 0A 1E")
                .factoryCalibrationDate == nil)
        let offset = try decode(ControlPointResponse.self, "20 10 01 34 12 59 00 02 AA BB")
        let data = try #require(ShortBytes([0xAA, 0xBB]))
        #expect(
            offset.enhancedOffset
                == EnhancedOffset(rawOffset: 0x1234, companyIdentifier: 0x59, data: data))
        for short in ["20 10 01 34 12 59 00", "20 10 01 34 12 59 00 03 AA BB", "20 10 01 34"] {
            #expect(try decode(ControlPointResponse.self, short).enhancedOffset == nil)
        }
        let speeds = try decode(ControlPointResponse.self, "80 13 01 D0 07 B8 0B").spinDownSpeeds
        #expect(speeds == 2000...3000)
        #expect(try decode(ControlPointResponse.self, "80 13 01 D0 07").spinDownSpeeds == nil)
        #expect(
            try decode(ControlPointResponse.self, "80 13 01 B8 0B D0 07").spinDownSpeeds == nil)
    }
}
