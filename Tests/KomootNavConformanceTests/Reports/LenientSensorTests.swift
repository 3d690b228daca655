import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("A decoder of speed and cadence that leaves missing fields out")
struct LenientSensorTests {
    /// What a decoder shows that is right but for clause 9.11 of the sensors.
    private static func answer(_ bytes: [UInt8]) -> JSONValue {
        guard let flags = bytes.first else {
            return .object([
                "error": .object(["code": .string("truncated"), "offset": .number(0)])
            ])
        }
        var rest = bytes.dropFirst()
        var answer: [String: JSONValue] = ["otherFlags": .integer(UInt32(flags & 0xFC))]
        func field(_ name: String, bit: UInt8, countSize: Int) {
            guard flags & bit != 0, rest.count >= countSize + 2 else { return }
            func number(_ bytes: ArraySlice<UInt8>) -> JSONValue {
                .integer(bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) })
            }
            answer[name] = .object([
                "cumulativeRevolutions": number(rest.prefix(countSize)),
                "lastEventTime": number(rest.dropFirst(countSize).prefix(2)),
            ])
            rest = rest.dropFirst(countSize + 2)
        }
        field("wheel", bit: 1, countSize: 4)
        field("crank", bit: 2, countSize: 2)
        if !rest.isEmpty { answer["unreadBytes"] = .number(Int64(rest.count)) }
        return .object(answer)
    }

    @Test(
        "A decoder of speed and cadence that leaves missing fields out is named, and nothing else is wrong with it"
    )
    func named() throws {
        let report = try MadeUpReport.of(GoldenFixtures.suite()) { vector in
            guard vector.operation == .sensorDecode,
                vector.input["value"]?.string == "cscMeasurement",
                let bytes = vector.input.bytes("bytes")
            else { return .skipped(reason: "not the measurement") }
            let answer = Self.answer(Array(bytes))
            return answer == vector.expected ? .passed : .wrong(answer: answer)
        }
        let finding = try #require(report.diagnosis.findings.first)
        #expect(finding.flag == "shortValueAccepted" && finding.isCertain)
        #expect(report.diagnosis.findings.count == 1)
        #expect(report.diagnosis.unexplained.isEmpty)
        let failures = report.results.filter(\.verdict.isFailure)
        #expect(failures.contains { $0.vector.id == "KBC/SENSOR/CSC/BI-02" })
        #expect(failures.contains { $0.vector.input["bytes"]?.string == "03393000007b" })
    }
}
