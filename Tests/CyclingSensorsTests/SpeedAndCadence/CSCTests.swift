import CyclingSensors
import Testing

@Suite("A measurement of speed and cadence")
struct CSCMeasurementTests {
    @Test("A measurement of speed and cadence published by pycycling decodes as there")
    func pycycling() throws {
        let measurement = try decode(CSCMeasurement.self, "03 FFFFFFFF 033F FF07 E70F")
        #expect(measurement.wheel?.cumulativeRevolutions == 4_294_967_295)
        #expect(measurement.wheel?.lastEventTime == 16131)
        #expect(measurement.crank?.cumulativeRevolutions == 2047)
        #expect(measurement.crank?.lastEventTime == 4071)
    }

    @Test("A measurement of speed and cadence published by OpenTracks decodes as there")
    func openTracks() throws {
        let wheel = try decode(CSCMeasurement.self, "01 FFFF0001 4599")
        #expect(wheel.wheel?.cumulativeRevolutions == 16_842_751)
        #expect(wheel.crank == nil)
        // Their test has two bytes more than the flags announce.
        let longer = try bytes("02 C800 0000 0699")
        let crank = try CSCMeasurement(decoding: longer.span)
        #expect(crank.crank?.cumulativeRevolutions == 200)
        #expect(crank.wheel == nil)
        #expect(crank.unreadByteCount(of: longer.span) == 2)
        let both = try decode(CSCMeasurement.self, "03 C8000001 0699 E100 4599")
        #expect(both.wheel?.cumulativeRevolutions == 16_777_416)
        #expect(both.crank?.cumulativeRevolutions == 225)
    }

    @Test("A measurement of speed and cadence published by Auuki and incyclist decodes as there")
    func others() throws {
        let wahoo = try decode(CSCMeasurement.self, "03 0C000000 441A 0200 991D")
        #expect(wahoo.wheel == WheelRevolutionData(cumulativeRevolutions: 12, lastEventTime: 6724))
        #expect(wahoo.crank == CrankRevolutionData(cumulativeRevolutions: 2, lastEventTime: 7577))
        let tacx = try decode(CSCMeasurement.self, "03 77010000 C3B0 3000 0020")
        #expect(tacx.wheel?.cumulativeRevolutions == 375)
        #expect(tacx.crank?.lastEventTime == 0x2000)
    }

    @Test(
        "A measurement of speed and cadence has the fields that its flags announce and no others, at every length"
    )
    func flags() {
        let wheel = WheelRevolutionData(cumulativeRevolutions: 0x0403_0201, lastEventTime: 0x0605)
        let crank = CrankRevolutionData(cumulativeRevolutions: 0x0807, lastEventTime: 0x0A09)
        let both = CSCMeasurement(wheel: wheel, crank: crank)
        #expect(both.encoded() == [3, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
        #expect(CSCMeasurement(crank: crank).encoded() == [2, 7, 8, 9, 10])
        #expect(CSCMeasurement().encoded() == [0])
        for value in [both, CSCMeasurement(wheel: wheel), CSCMeasurement(crank: crank)] {
            checkLengths(of: value)
            checkSmallBuffers(of: value)
        }
    }

    @Test(
        "A measurement of speed and cadence keeps reserved flags, and takes no others from the caller"
    )
    func reserved() throws {
        #expect(try decode(CSCMeasurement.self, "F8").otherFlags == 0xF8)
        #expect(CSCMeasurement(otherFlags: 0xFF).encoded() == [0xFC])
        var value = CSCMeasurement()
        value.otherFlags = 0xFF
        #expect(value.encoded() == [0xFC])
    }
}

@Suite("What a speed and cadence sensor can do")
struct CSCFeatureTests {
    @Test("What a speed and cadence sensor can do is published by pycycling")
    func published() throws {
        let all: CSCFeature = [.wheelRevolutions, .crankRevolutions, .multipleSensorLocations]
        #expect(try decode(CSCFeature.self, "07 00") == all)
        #expect(
            try decode(CSCFeature.self, "05 00") == [.wheelRevolutions, .multipleSensorLocations])
        #expect(try decode(CSCFeature.self, "00 00") == [])
        #expect(try decode(CSCFeature.self, "02 80").rawValue == 0x8002)
        checkLengths(of: all)
    }
}

@Suite("A request to the SC Control Point")
struct SCControlPointTests {
    @Test("A request to the SC Control Point has an op code and its parameter")
    func requests() throws {
        let requests: [(String, SCControlPointRequest)] = [
            ("01 04030201", .setCumulativeValue(0x0102_0304)), ("02", .startSensorCalibration),
            ("03 0C", .updateSensorLocation(.rearWheel)), ("04", .requestSupportedSensorLocations),
        ]
        for (hex, request) in requests {
            let decoded = try decode(SCControlPointRequest.self, hex)
            #expect(decoded == request)
            #expect(decoded.encoded().first == decoded.opCode)
            checkLengths(of: request)
            checkSmallBuffers(of: request)
        }
    }

    @Test(
        "A request to the SC Control Point with an unknown op code keeps its parameter, if it is short enough"
    )
    func unknown() throws {
        let parameter = try #require(ShortBytes([1, 2, 3]))
        #expect(
            try decode(SCControlPointRequest.self, "7F 01 02 03")
                == .other(opCode: 0x7F, parameter: parameter))
        let tooLong = ContiguousArray<UInt8>(repeating: 0x7F, count: 26)
        #expect(
            refusal(of: SCControlPointRequest.self, tooLong) == SensorError(.oversized, at: 25))
    }
}

@Suite("A sensor's location")
struct SensorLocationTests {
    @Test("A sensor's location is one byte, and any byte is one")
    func bytes() throws {
        let named: [SensorLocation] = [
            .other, .topOfShoe, .inShoe, .hip, .frontWheel, .leftCrank, .rightCrank, .leftPedal,
            .rightPedal, .frontHub, .rearDropout, .chainstay, .rearWheel, .rearHub, .chest, .spider,
            .chainRing,
        ]
        #expect(named.map(\.rawValue) == Array(0...16))
        for byte in UInt8.min...UInt8.max {
            let location = SensorLocation(rawValue: byte)
            #expect(location.encoded() == [byte])
            #expect(try SensorLocation(decoding: [byte]) == location)
        }
        checkLengths(of: SensorLocation.spider)
    }
}
