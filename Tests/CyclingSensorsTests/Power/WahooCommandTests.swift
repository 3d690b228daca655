import CyclingSensors
import Testing

@Suite("A Wahoo trainer's control point")
struct WahooCommandTests {
    @Test("A Wahoo trainer's control point takes the requests that others publish")
    func published() throws {
        let zwift = WahooSimulation(
            weightInHundredthsOfKilogram: 7600, rollingResistance: 4,
            windResistanceInThousandthsOfKilogramPerMeter: 368)
        let auuki = WahooSimulation(
            weightInHundredthsOfKilogram: 7400, rollingResistance: 40,
            windResistanceInThousandthsOfKilogramPerMeter: 480)
        let requests: [(String, WahooCommand)] = [
            // Zwift's, in an issue of Berg0162/simcline.
            ("43 B01D 0400 7001", .simulation(zwift)), ("46 FF7F", .grade(share: -1)),
            ("46 0080", .grade(share: 0)), ("46 1B82", .grade(share: 539)),
            ("42 7300", .power(watts: 115)),
            // Those in the tests of Auuki and incyclist.
            ("20 EEFC", .unlock), ("40 9939", .resistance(release: 14745)), ("41 01", .level(1)),
            ("42 C800", .power(watts: 200)), ("43 E81C 2800 E001", .simulation(auuki)),
            ("46 8F82", .grade(share: 655)), ("46 5C7F", .grade(share: -164)),
            ("46 0000", .grade(share: -32768)), ("46 FFFF", .grade(share: 32767)),
            ("47 A08F", .windSpeed(millimetersPerSecond: 4000)),
            ("48 2855", .wheelCircumference(tenthsOfMillimeters: 21800)),
        ]
        for (hex, request) in requests {
            #expect(try decode(WahooCommand.self, hex) == request)
            checkLengths(of: request)
            checkSmallBuffers(of: request)
        }
    }

    @Test("A Wahoo trainer's control point takes the requests that nobody's log has")
    func others() throws {
        let requests: [(String, WahooCommand)] = [
            ("44 0102", .rollingResistance(0x0201)),
            ("45 0102", .windResistance(thousandthsOfKilogramPerMeter: 0x0201)),
            ("47 0000", .windSpeed(millimetersPerSecond: -32768)),
            ("41 FF", .level(255)),
        ]
        for (hex, request) in requests {
            #expect(try decode(WahooCommand.self, hex) == request)
            checkLengths(of: request)
        }
    }

    @Test("A Wahoo trainer's control point keeps op codes without a meaning, and other codes")
    func unknown() throws {
        let parameter = try #require(ShortBytes([0xEE, 0xFD, 0]))
        for opCode: UInt8 in [0x00, 0x20, 0x3F, 0x49, 0xFF] {
            let request = WahooCommand.other(opCode: opCode, parameter: parameter)
            #expect(request.opCode == opCode)
            #expect(try WahooCommand(decoding: request.encoded()) == request)
        }
        for opCode: UInt8 in [0x20, 0x49] {
            let long = ContiguousArray([opCode] + [UInt8](repeating: 1, count: 25))
            #expect(
                refusal(of: WahooCommand.self, long)
                    == SensorError(.oversized, at: 1 + ShortBytes.capacity))
        }
        #expect(refusal(of: WahooCommand.self, []) == SensorError(.truncated, at: 0))
    }
}
