import CyclingSensors
import Testing

@Suite("A measurement of power")
struct CyclingPowerMeasurementTests {
    @Test("A measurement of power published by pycycling decodes as there")
    func pycycling() throws {
        #expect(
            try decode(CyclingPowerMeasurement.self, "0000 D204")
                == CyclingPowerMeasurement(instantaneousPower: 1234))
        let full = try decode(CyclingPowerMeasurement.self, "3000 D204 FFFFFFFF 033F FF07 E70F")
        #expect(full.instantaneousPower == 1234)
        #expect(full.wheel?.cumulativeRevolutions == 4_294_967_295)
        #expect(full.wheel?.lastEventTime == 16131)
        #expect(full.crank?.cumulativeRevolutions == 2047)
        #expect(full.crank?.lastEventTime == 4071)
    }

    @Test("A measurement of power published by OpenTracks and Auuki decodes as there")
    func others() throws {
        #expect(
            try decode(CyclingPowerMeasurement.self, "0000 2800").instantaneousPower == 40)
        let stages = try decode(CyclingPowerMeasurement.self, "2C00 0000 9F00 0C00 E542")
        #expect(stages.accumulatedTorque == 159)
        #expect(stages.isTorqueMeasuredAtCrank)
        #expect(
            stages.crank == CrankRevolutionData(cumulativeRevolutions: 12, lastEventTime: 17125))
        let auuki = try decode(CyclingPowerMeasurement.self, "3000 2100 2A000000 C460 1200 F704")
        #expect(auuki.instantaneousPower == 33)
        #expect(auuki.wheel?.cumulativeRevolutions == 42)
        #expect(auuki.crank?.cumulativeRevolutions == 18)
    }

    /// A measurement with every field, and its bytes.
    private static let full: (CyclingPowerMeasurement, String) = {
        var full = CyclingPowerMeasurement(instantaneousPower: -2)
        full.pedalPowerBalance = 101
        full.accumulatedTorque = 0x0201
        full.wheel = WheelRevolutionData(cumulativeRevolutions: 0x0605_0403, lastEventTime: 0x0807)
        full.crank = CrankRevolutionData(cumulativeRevolutions: 0x0A09, lastEventTime: 0x0C0B)
        full.forceMagnitudes = .init(maximum: 0x0E0D, minimum: -3)
        full.torqueMagnitudes = .init(maximum: 0x1211, minimum: -4)
        full.angles = .init(maximum: 0xABC, minimum: 0x123)
        full.topDeadSpotAngle = 0x1817
        full.bottomDeadSpotAngle = 0x1A19
        full.accumulatedEnergy = 0x1C1B
        full.isBalanceOfLeftPedal = true
        full.isTorqueMeasuredAtCrank = true
        full.needsOffsetCompensation = true
        let hex = """
            FF1F FEFF 65 0102 03040506 0708 090A 0B0C 0D0E FDFF 1112 FCFF BC3A12 1718 191A 1B1C
            """
        return (full, hex)
    }()

    @Test("A measurement of power has each field where the specification puts it")
    func fields() throws {
        let (full, hex) = Self.full
        #expect(try decode(CyclingPowerMeasurement.self, hex) == full)
        checkLengths(of: full, firstFieldEnd: 4)
        checkSmallBuffers(of: full)
    }

    @Test("A measurement of power that is cut has its whole fields, and says which are missing")
    func cut() throws {
        let value = try bytes("300A D700 01000000 00")
        let power = try CyclingPowerMeasurement(decoding: value)
        #expect(power.instantaneousPower == 215 && power.wheel == nil && power.crank == nil)
        #expect(power.isCut && power.missingFlags == 0x0A30)
        #expect(power.encoded() == [0x30, 0x0A, 0xD7, 0])
        #expect(power.unreadByteCount(of: value.span) == 5)
        #expect(try decode(CyclingPowerMeasurement.self, "0200 D700").isCut == false)
    }

    @Test("A measurement of power leaves out each field that is not there")
    func absent() throws {
        let (full, _) = Self.full
        let removals: [(Int, Int, (inout CyclingPowerMeasurement) -> Void)] = [
            (0, 1, { $0.pedalPowerBalance = nil }), (2, 2, { $0.accumulatedTorque = nil }),
            (4, 6, { $0.wheel = nil }), (5, 4, { $0.crank = nil }),
            (6, 4, { $0.forceMagnitudes = nil }), (7, 4, { $0.torqueMagnitudes = nil }),
            (8, 3, { $0.angles = nil }), (9, 2, { $0.topDeadSpotAngle = nil }),
            (10, 2, { $0.bottomDeadSpotAngle = nil }), (11, 2, { $0.accumulatedEnergy = nil }),
        ]
        for (bit, size, remove) in removals {
            var value = full
            remove(&value)
            let encoded = value.encoded()
            #expect(encoded.count == full.encodedByteCount - size)
            let flags = UInt16(encoded[0]) | UInt16(encoded[1]) << 8
            #expect(flags == 0x1FFF & ~(1 << UInt16(bit)))
            #expect(try CyclingPowerMeasurement(decoding: encoded) == value)
        }
    }

    @Test("A measurement of power keeps reserved flags and the meaning of each indicator")
    func indicators() throws {
        #expect(try decode(CyclingPowerMeasurement.self, "00E0 0000").otherFlags == 0xE000)
        let left = try decode(CyclingPowerMeasurement.self, "0200 0000")
        #expect(left.isBalanceOfLeftPedal && !left.isTorqueMeasuredAtCrank)
        let crank = try decode(CyclingPowerMeasurement.self, "0800 0000")
        #expect(crank.isTorqueMeasuredAtCrank && !crank.needsOffsetCompensation)
        var offset = try decode(CyclingPowerMeasurement.self, "0010 0000")
        #expect(offset.needsOffsetCompensation && !offset.isBalanceOfLeftPedal)
        offset.needsOffsetCompensation = false
        #expect(offset.encoded() == [0, 0, 0, 0])
    }

    @Test("A measurement of power sends only 12 bits of an angle")
    func wideAngles() throws {
        var value = CyclingPowerMeasurement(instantaneousPower: 0)
        value.angles = .init(maximum: 0xFABC, minimum: 0xF123)
        #expect(value.encoded() == (try bytes("0001 0000 BC3A12")))
    }
}

@Suite("What a power meter can do")
struct CyclingPowerFeatureTests {
    @Test("What a power meter can do is published by pycycling")
    func published() throws {
        let all = try decode(CyclingPowerFeature.self, "FFFFFF00")
        let named: [CyclingPowerFeature] = [
            .pedalPowerBalance, .accumulatedTorque, .wheelRevolutions, .crankRevolutions,
            .extremeMagnitudes, .extremeAngles, .deadSpotAngles, .accumulatedEnergy,
            .offsetCompensationIndicator, .offsetCompensation, .contentMasking,
            .multipleSensorLocations, .crankLengthAdjustment, .chainLengthAdjustment,
            .chainWeightAdjustment, .spanLengthAdjustment, .measuresTorque, .measurementDirection,
            .factoryCalibrationDate, .enhancedOffsetCompensation,
        ]
        for (bit, feature) in named.enumerated() {
            #expect(feature.rawValue == 1 << UInt32(bit))
            #expect(all.contains(feature))
        }
        #expect(try decode(CyclingPowerFeature.self, "00000000") == [])
        checkLengths(of: all)
    }

    @Test("What a power meter can do says whether it is a part of a distributed system")
    func distributed() throws {
        let values: [(String, CyclingPowerFeature.DistributedSystemSupport)] = [
            ("00000000", .unspecified), ("00001000", .notSupported), ("00002000", .supported),
            ("00003000", .reserved),
        ]
        for (hex, support) in values {
            #expect(
                try decode(CyclingPowerFeature.self, hex).distributedSystemSupport == support)
        }
    }
}

@Suite("A request to the Cycling Power Control Point")
struct CyclingPowerRequestTests {
    @Test("A request to the Cycling Power Control Point has an op code and its parameter")
    func requests() throws {
        let requests: [(String, CyclingPowerRequest)] = [
            ("01 04030201", .setCumulativeValue(0x0102_0304)),
            ("02 05", .updateSensorLocation(.leftCrank)),
            ("03", .requestSupportedSensorLocations), ("04 5901", .setCrankLength(345)),
            ("05", .requestCrankLength), ("06 0102", .setChainLength(0x0201)),
            ("07", .requestChainLength), ("08 0102", .setChainWeight(0x0201)),
            ("09", .requestChainWeight), ("0A 0102", .setSpanLength(0x0201)),
            ("0B", .requestSpanLength), ("0C", .startOffsetCompensation),
            ("0D 0581", .maskMeasurement(CyclingPowerMask(rawValue: 0x8105))),
            ("0E", .requestSamplingRate), ("0F", .requestFactoryCalibrationDate),
            ("10", .startEnhancedOffsetCompensation),
        ]
        for (index, (hex, request)) in requests.enumerated() {
            let decoded = try decode(CyclingPowerRequest.self, hex)
            #expect(decoded == request)
            #expect(decoded.opCode == UInt8(index + 1))
            checkLengths(of: request)
            checkSmallBuffers(of: request)
        }
        #expect(
            try decode(CyclingPowerRequest.self, "20 01")
                == .other(opCode: 0x20, parameter: try #require(ShortBytes([1]))))
    }

    @Test(
        "A request to the Cycling Power Control Point sets a crank's length as bluetooth-sig-python publishes it: 175 mm"
    )
    func published() throws {
        #expect(try decode(CyclingPowerRequest.self, "04 5E01") == .setCrankLength(2 * 175))
    }

    @Test("A request to the Cycling Power Control Point masks one field with each bit")
    func mask() {
        let named: [CyclingPowerMask] = [
            .pedalPowerBalance, .accumulatedTorque, .wheelRevolutions, .crankRevolutions,
            .extremeMagnitudes, .extremeAngles, .topDeadSpotAngle, .bottomDeadSpotAngle,
            .accumulatedEnergy,
        ]
        for (bit, mask) in named.enumerated() { #expect(mask.rawValue == 1 << UInt16(bit)) }
    }
}

@Suite("A power vector")
struct CyclingPowerVectorTests {
    private func encoded(_ vector: CyclingPowerVector, _ magnitudes: [Int16]) throws -> [UInt8] {
        let numbers = ContiguousArray(magnitudes)
        var buffer = ContiguousArray<UInt8>(repeating: 0xEE, count: 40)
        let count = try unsafe buffer.withUnsafeMutableBufferPointer { pointer in
            var span = unsafe MutableSpan(_unsafeElements: pointer)
            return try vector.encode(magnitudes: numbers.span, into: &span)
        }
        return Array(buffer.prefix(count))
    }

    @Test("A power vector has its magnitudes in place, oldest first")
    func magnitudes() throws {
        let value = try bytes("27 0102 0304 5A00 0A00 FEFF 0080")
        let view = try CyclingPowerVectorView(decoding: value.span)
        let vector = CyclingPowerVector(
            crank: CrankRevolutionData(cumulativeRevolutions: 0x0201, lastEventTime: 0x0403),
            firstCrankMeasurementAngle: 90, quantity: .force, direction: .radial)
        #expect(view.vector == vector)
        #expect(view.magnitudes.count == 3)
        #expect((0..<3).map { view.magnitudes.signed(at: $0) } == [10, -2, .min])
        #expect(try encoded(vector, [10, -2, .min]) == Array(value))
    }

    @Test("A power vector keeps all its flags")
    func flags() throws {
        for flags in UInt8.min...UInt8.max {
            let value = ContiguousArray<UInt8>([flags, 1, 2, 3, 4, 5, 6, 7, 8])
            let view = try CyclingPowerVectorView(decoding: value.span)
            let magnitudes = (0..<view.magnitudes.count).map { view.magnitudes.signed(at: $0) }
            let again = try encoded(view.vector, magnitudes)
            #expect(again.elementsEqual(value.prefix(again.count)))
            let hasMagnitudes = flags & 0x0C != 0
            #expect((view.vector.quantity == .none) == !hasMagnitudes)
            #expect(again.count >= (hasMagnitudes ? 8 : 1))
        }
    }

    @Test(
        "A power vector that ends before its fields do is truncated, and an odd byte is not a magnitude"
    )
    func lengths() throws {
        let value = try bytes("07 0102 0304 5A00")
        for count in 0..<value.count {
            let short = ContiguousArray(value.prefix(count))
            #expect(throws: SensorError(.truncated, at: count)) {
                _ = try CyclingPowerVectorView(decoding: short.span)
            }
        }
        let longer = value + [1, 2, 3]
        let odd = try CyclingPowerVectorView(decoding: longer.span)
        #expect(odd.magnitudes.count == 1)
    }

    @Test("A power vector is not written into a buffer that is too small")
    func smallBuffer() throws {
        let vector = CyclingPowerVector(quantity: .torque)
        var buffer = ContiguousArray<UInt8>(repeating: 0x5A, count: 4)
        let magnitudes: ContiguousArray<Int16> = [1, 2]
        unsafe buffer.withUnsafeMutableBufferPointer { pointer in
            var span = unsafe MutableSpan(_unsafeElements: pointer)
            #expect(throws: SensorError(.bufferTooSmall, at: 4)) {
                _ = try vector.encode(magnitudes: magnitudes.span, into: &span)
            }
        }
        #expect(buffer == [0x5A, 0x5A, 0x5A, 0x5A])
    }
}
