import Foundation
import KomootNav
import KomootNavFoundation
import KomootNavJSON
import Testing

@Suite("Codable values")
struct ValueCodableTests {
    private func refuses<Value: Decodable>(_ form: String, as type: Value.Type, at path: [String]) {
        let data = Data(#"{"list": [\#(form)]}"#.utf8)
        do {
            _ = try JSONDecoder().decode([String: [Value]].self, from: data)
            Issue.record("\(form) was read")
        } catch let error as DecodingError {
            let found = error.path.map { $0.intValue.map(String.init) ?? $0.stringValue }
            #expect(found == ["list", "0"] + path, "\(form): \(error)")
        } catch {
            Issue.record("\(form): \(error)")
        }
    }

    private func written<Value: Codable & Equatable>(_ value: Value) throws -> JSONValue {
        let json = try JSONValue(encoding: [value])
        #expect(try json.decoded(as: [Value].self) == [value])
        guard case .array(let elements) = json else { return .null }
        return try #require(elements.first)
    }

    @Test("A distance has the form of the fixtures, both ways")
    func distances() throws {
        var count = 0
        for vector in try FixtureVector.all(of: "distance") {
            let meters = try #require(vector.input["distanceInMeters"]?.unsigned)
            let style = try #require(vector.input["style"]?.string.flatMap(DistanceStyle.init))
            let display = DistanceDisplay(distanceInMeters: meters, style: style)
            #expect(try written(display) == vector.expected, "\(vector.id)")
            count += 1
        }
        #expect(count > 100)
        #expect(try written(DistanceDisplay.ahead(.whole(.max), .feet))["text"]?.string != nil)
        #expect(try written(DistanceDisplay.ahead(.tenths(.max), .feet))["text"]?.string != nil)
    }

    @Test(
        "A distance that contradicts itself is refused",
        arguments: [
            (#"{"now": true, "text": "Jetzt"}"#, ["text"]), (#"{"now": true}"#, ["text"]),
            (#"{"text": "Now"}"#, ["now"]), (#"{"now": 1, "text": "Now"}"#, ["now"]),
            (#"{"now": true, "value": "1", "text": "Now"}"#, ["value"]),
            (#"{"now": true, "unit": "m", "text": "Now"}"#, ["unit"]),
            (#"{"now": false, "text": "Now"}"#, ["value"]),
            (#"{"now": false, "value": "10", "text": "10 m"}"#, ["unit"]),
            (#"{"now": false, "value": "10", "unit": "m"}"#, ["text"]),
            (#"{"now": false, "value": "10", "unit": "m", "text": "20 m"}"#, ["text"]),
            (#"{"now": false, "value": "10", "unit": "mm", "text": "10 mm"}"#, ["unit"]),
            (#"{"now": false, "value": 10, "unit": "m", "text": "10 m"}"#, ["value"]),
            (#"{"now": false, "value": "", "unit": "m", "text": " m"}"#, ["value"]),
            (#"{"now": false, "value": "1.25", "unit": "m", "text": "1.25 m"}"#, ["value"]),
            (#"{"now": false, "value": "1.2.3", "unit": "m", "text": "1.2.3 m"}"#, ["value"]),
            (#"{"now": false, "value": "1.", "unit": "m", "text": "1. m"}"#, ["value"]),
            (#"{"now": false, "value": ".5", "unit": "m", "text": ".5 m"}"#, ["value"]),
            (#"{"now": false, "value": "007", "unit": "m", "text": "007 m"}"#, ["value"]),
            (#"{"now": false, "value": "-1", "unit": "m", "text": "-1 m"}"#, ["value"]),
            (
                #"{"now": false, "value": "99999999999999999999", "unit": "m", "text": ""}"#,
                ["value"]
            ),
            (#""10 m""#, []), ("null", []),
        ])
    func badDistances(form: String, path: [String]) {
        refuses(form, as: DistanceDisplay.self, at: path)
    }

    @Test("An error has the form of the fixtures, both ways")
    func errors() throws {
        for error in ErrorTextTests.errors {
            let json = try written(error)
            #expect(json["code"]?.string == error.code.name)
            #expect(json["offset"]?.number == error.offset)
            guard case .attError(let code) = error.code else {
                #expect(json["attError"] == nil)
                continue
            }
            #expect(json["attError"]?.number == Int(code.rawValue))
        }
        #expect(try written(KomootNavError(.invalidLayout, at: -1))["offset"]?.number == -1)
        var count = 0
        for vector in try FixtureVector.all(of: "codec") where vector.isRefused {
            let form = try #require(vector.expected["error"])
            #expect(try written(form.decoded(as: KomootNavError.self)) == form, "\(vector.id)")
            count += 1
        }
        #expect(count > 20)
    }

    @Test(
        "A bad error is refused",
        arguments: [
            (#"{"code": "unheardOf", "offset": 1}"#, ["code"]), (#"{"offset": 1}"#, ["code"]),
            (#"{"code": 1, "offset": 1}"#, ["code"]), (#"{"code": "truncated"}"#, ["offset"]),
            (#"{"code": "truncated", "offset": 1.5}"#, ["offset"]),
            (#"{"code": "truncated", "offset": "1"}"#, ["offset"]),
            (#"{"code": "truncated", "offset": 99999999999999999999}"#, ["offset"]),
            (#"{"code": "truncated", "offset": 1, "attError": 1}"#, ["attError"]),
            (#"{"code": "attError", "offset": 1}"#, ["attError"]),
            (#"{"code": "attError", "offset": 1, "attError": 256}"#, ["attError"]),
            (#"{"code": "attError", "offset": 1, "attError": "0x0A"}"#, ["attError"]),
            (#""truncated""#, []), ("[]", []),
        ])
    func badErrors(form: String, path: [String]) {
        refuses(form, as: KomootNavError.self, at: path)
    }

    @Test("Layouts, statuses, phases and ATT errors are their names and numbers")
    func names() throws {
        for known in InstructionLayout.Known.allCases {
            #expect(try written(InstructionLayout(known)) == .string(known.rawValue))
        }
        for status in CentralSession.Status.allCases {
            #expect(try written(status) == .string(status.rawValue))
        }
        for phase in PeripheralSession.Phase.allCases {
            #expect(try written(phase) == .string(phase.rawValue))
        }
        for rawValue in UInt8.min...UInt8.max {
            #expect(try written(ATTError(rawValue: rawValue)).number == Int(rawValue))
        }
        let custom = try InstructionLayout(
            identifierFormat: .uint32, identifierOffset: 0, arrowOffset: 4, distanceOffset: 5,
            streetOffset: 12)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode([custom]) }
    }

    @Test("Unknown names and numbers are refused", arguments: [#""custom""#, #""""#, "1", "null"])
    func badNames(form: String) {
        refuses(form, as: InstructionLayout.self, at: [])
        refuses(form, as: CentralSession.Status.self, at: [])
        refuses(form, as: PeripheralSession.Phase.self, at: [])
        if form != "1" { refuses(form, as: ATTError.self, at: []) }
        refuses("256", as: ATTError.self, at: [])
    }
}

extension JSONValue {
    /// The number, if this is one.
    fileprivate var number: Int? {
        if case .number(let number) = self { Int(number) } else { nil }
    }
}
