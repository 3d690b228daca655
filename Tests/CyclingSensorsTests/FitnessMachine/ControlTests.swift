import CyclingSensors
import Testing

@Suite("A fitness machine's control point")
struct FitnessMachineControlTests {
    private static let simulation = IndoorBikeSimulation(
        windSpeedInMillimetersPerSecond: 3000, gradeInHundredthsOfPercent: 810,
        rollingResistanceInTenThousandths: 40, windResistanceInHundredthsOfKilogramPerMeter: 49)

    /// Every target with the parameter of its request and status.
    private static let targets: [(UInt8, UInt8, String, FitnessMachineTarget)] = [
        (2, 5, "0102", .speed(hundredthsOfKilometersPerHour: 0x0201)),
        (3, 6, "FEFF", .inclination(tenthsOfPercent: -2)),
        (4, 7, "64", .resistance(.narrow(100))), (4, 7, "6400", .resistance(.wide(100))),
        (5, 8, "2C01", .power(watts: 300)), (6, 9, "8C", .heartRate(beatsPerMinute: 140)),
        (9, 10, "0102", .expendedEnergy(kilocalories: 0x0201)),
        (10, 11, "0102", .stepCount(0x0201)),
        (11, 12, "0102", .strideCount(0x0201)), (12, 13, "010203", .distance(meters: 0x030201)),
        (13, 14, "0102", .trainingTime(seconds: 0x0201)),
        (14, 15, "0102 0304", .timeInTwoZones(fatBurn: 0x0201, fitness: 0x0403)),
        (
            15, 16, "0102 0304 0506",
            .timeInThreeZones(light: 0x0201, moderate: 0x0403, hard: 0x0605)
        ),
        (
            16, 17, "0102 0304 0506 0708 090A",
            .timeInFiveZones(
                veryLight: 0x0201, light: 0x0403, moderate: 0x0605, hard: 0x0807, maximum: 0x0A09)
        ),
        (17, 18, "B80B 2A03 28 31", .indoorBikeSimulation(simulation)),
        (18, 19, "2855", .wheelCircumference(tenthsOfMillimeters: 21800)),
        (20, 21, "A000", .cadence(halfRevolutionsPerMinute: 160)),
    ]

    private static func hex(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }

    @Test(
        "A fitness machine's control point takes targets, and its status tells them with another op code"
    )
    func targets() throws {
        for (request, status, parameter, target) in Self.targets {
            let command = try decode(
                FitnessMachineCommand.self, Self.hex(request) + parameter)
            #expect(command == .set(target))
            let change = try decode(FitnessMachineStatus.self, Self.hex(status) + parameter)
            #expect(change == .changed(target))
            checkSmallBuffers(of: command)
            checkSmallBuffers(of: change)
            // A resistance of two bytes, cut to one, is a resistance of one byte.
            if request != 4 {
                checkLengths(of: command)
                checkLengths(of: change)
            }
        }
    }

    @Test("A fitness machine's control point takes the commands that Auuki publishes")
    func published() throws {
        #expect(try decode(FitnessMachineCommand.self, "00") == .requestControl)
        #expect(try decode(FitnessMachineCommand.self, "01") == .reset)
        #expect(try decode(FitnessMachineCommand.self, "05 2C01") == .set(.power(watts: 300)))
        #expect(
            try decode(FitnessMachineCommand.self, "11 B80B 2A03 28 31")
                == .set(.indoorBikeSimulation(Self.simulation)))
        #expect(
            try decode(FitnessMachineStatus.self, "07 6400")
                == .changed(.resistance(.wide(100))))
        #expect(
            try decode(ControlPointResponse.self, "80 05 03")
                == ControlPointResponse(.fitnessMachine, to: 5, result: .invalidParameter))
    }

    @Test("A fitness machine's control point starts, stops, pauses and spins down")
    func sessions() throws {
        let commands: [(String, FitnessMachineCommand)] = [
            ("07", .startOrResume), ("08 01", .stopOrPause(.stop)), ("08 02", .stopOrPause(.pause)),
            ("13 01", .spinDown(.start)), ("13 02", .spinDown(.ignore)),
            ("08 FF", .stopOrPause(SessionEnd(rawValue: 255))),
        ]
        for (hex, command) in commands {
            #expect(try decode(FitnessMachineCommand.self, hex) == command)
            checkLengths(of: command)
        }
        let statuses: [(String, FitnessMachineStatus)] = [
            ("01", .reset), ("02 01", .stoppedOrPausedByUser(.stop)), ("03", .stoppedBySafetyKey),
            ("04", .startedOrResumedByUser), ("14 01", .spinDown(.requested)),
            ("14 02", .spinDown(.success)), ("14 03", .spinDown(.error)),
            ("14 04", .spinDown(.stopPedaling)), ("FF", .controlPermissionLost),
        ]
        for (hex, status) in statuses {
            #expect(try decode(FitnessMachineStatus.self, hex) == status)
            checkLengths(of: status)
        }
    }

    @Test("A fitness machine's control point keeps op codes without a meaning")
    func unknown() throws {
        let parameter = try #require(ShortBytes([1, 2]))
        for opCode: UInt8 in [0x15, 0x7F, 0x80, 0xFF] {
            #expect(
                try decode(FitnessMachineCommand.self, Self.hex(opCode) + "0102")
                    == .other(opCode: opCode, parameter: parameter))
        }
        for opCode: UInt8 in [0x00, 0x16, 0xFE] {
            #expect(
                try decode(FitnessMachineStatus.self, Self.hex(opCode) + "0102")
                    == .other(opCode: opCode, parameter: parameter))
        }
    }
}

@Suite("What a fitness machine can do")
struct FitnessMachineFeatureTests {
    @Test("What a fitness machine can do is one bit for each feature")
    func bits() throws {
        let measured: [FitnessMachineFeature.Measured] = [
            .averageSpeed, .cadence, .totalDistance, .inclination, .elevationGain, .pace,
            .stepCount, .resistanceLevel, .strideCount, .expendedEnergy, .heartRate,
            .metabolicEquivalent, .elapsedTime, .remainingTime, .power, .forceOnBelt,
            .userDataRetention,
        ]
        let settable: [FitnessMachineFeature.Settable] = [
            .speed, .inclination, .resistance, .power, .heartRate, .expendedEnergy, .stepCount,
            .strideCount, .distance, .trainingTime, .timeInTwoZones, .timeInThreeZones,
            .timeInFiveZones, .indoorBikeSimulation, .wheelCircumference, .spinDown, .cadence,
        ]
        for (bit, feature) in measured.enumerated() { #expect(feature.rawValue == 1 << bit) }
        for (bit, feature) in settable.enumerated() { #expect(feature.rawValue == 1 << bit) }
        let trainer = try decode(FitnessMachineFeature.self, "824A0000 0CE00000")
        #expect(
            trainer.measured
                == [.cadence, .resistanceLevel, .expendedEnergy, .metabolicEquivalent, .power])
        #expect(
            trainer.settable
                == [.resistance, .power, .indoorBikeSimulation, .wheelCircumference, .spinDown])
        checkLengths(of: trainer)
    }
}

@Suite("A training status")
struct TrainingStatusTests {
    private func encoded(
        _ status: TrainingStatus, flags: UInt8, _ text: String
    ) throws -> [UInt8] {
        let utf8 = ContiguousArray(text.utf8)
        var buffer = ContiguousArray<UInt8>(repeating: 0, count: 30)
        let count = try unsafe buffer.withUnsafeMutableBufferPointer { pointer in
            var span = unsafe MutableSpan(_unsafeElements: pointer)
            return try TrainingStatusView.encode(status, flags: flags, text: utf8.span, into: &span)
        }
        return Array(buffer.prefix(count))
    }

    @Test("A training status has a status, and a text if its flags say so")
    func text() throws {
        let value = try bytes("01 0D 48 6F 63 68")
        let view = try TrainingStatusView(decoding: value.span)
        #expect(view.status == .manualMode)
        #expect(view.isTextCut == false)
        #expect(view.text.count == 4)
        #expect(view.text[0] == UInt8(ascii: "H"))
        #expect(try encoded(.manualMode, flags: 0, "Hoch") == Array(value))
        let cutValue = try bytes("03 01 48")
        let cut = try TrainingStatusView(decoding: cutValue.span)
        #expect(cut.isTextCut && cut.text.count == 1)
        let otherValue = try bytes("FC 10 48")
        let none = try TrainingStatusView(decoding: otherValue.span)
        #expect(none.text.count == 0 && none.flags == 0xFC && none.status.rawValue == 16)
        #expect(try encoded(.idle, flags: 0xFD, "") == [0xFD, 1])
    }

    @Test("A training status is named by its number, and truncated below two bytes")
    func numbers() throws {
        let named: [TrainingStatus] = [
            .other, .idle, .warmingUp, .lowIntensityInterval, .highIntensityInterval,
            .recoveryInterval, .isometric, .heartRateControl, .fitnessTest, .speedTooLow,
            .speedTooHigh, .coolDown, .wattControl, .manualMode, .preWorkout, .postWorkout,
        ]
        #expect(named.map(\.rawValue) == Array(0...15))
        for count in 0..<2 {
            let short = ContiguousArray<UInt8>(repeating: 1, count: count)
            #expect(throws: SensorError(.truncated, at: count)) {
                _ = try TrainingStatusView(decoding: short.span)
            }
        }
    }
}

@Suite("A supported range")
struct SupportedRangeTests {
    @Test("A supported range has a minimum, a maximum and an increment")
    func ranges() throws {
        let power = try decode(SupportedSignedRange.self, "0000 2003 0100")
        #expect(power == SupportedSignedRange(minimum: 0, maximum: 800, minimumIncrement: 1))
        let inclination = try decode(SupportedSignedRange.self, "9CFF C800 0500")
        #expect(
            inclination == SupportedSignedRange(minimum: -100, maximum: 200, minimumIncrement: 5))
        let speed = try decode(SupportedSpeedRange.self, "6400 7017 0A00")
        #expect(speed == SupportedSpeedRange(minimum: 100, maximum: 6000, minimumIncrement: 10))
        let heart = try decode(SupportedHeartRateRange.self, "3C B4 01")
        #expect(heart == SupportedHeartRateRange(minimum: 60, maximum: 180, minimumIncrement: 1))
        checkLengths(of: power)
        checkLengths(of: speed)
        checkLengths(of: heart)
    }

    @Test("A supported range of resistance has six bytes, or three")
    func resistance() throws {
        let auuki = SupportedSignedRange(minimum: 0, maximum: 1000, minimumIncrement: 1)
        #expect(
            try decode(SupportedResistanceRange.self, "0000 E803 0100") == .wide(auuki))
        let volt = SupportedSignedRange(minimum: 0, maximum: 100, minimumIncrement: 1)
        #expect(try decode(SupportedResistanceRange.self, "0000 6400 0100") == .wide(volt))
        #expect(
            try decode(SupportedResistanceRange.self, "00 0A 01")
                == .narrow(SupportedRange(minimum: 0, maximum: 10, minimumIncrement: 1)))
        for count in [0, 1, 2, 4, 5] {
            #expect(
                refusal(
                    of: SupportedResistanceRange.self, ContiguousArray(repeating: 0, count: count))
                    == SensorError(.truncated, at: count))
        }
    }
}
