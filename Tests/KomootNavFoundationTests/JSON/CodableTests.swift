import Foundation
import KomootNav
import KomootNavFoundation
import KomootNavJSON
import Testing

@Suite("Codable")
struct CodableTests {
    @Test("Codable has the fixtures' form of a decoded instruction, both ways")
    func decodedInstructions() throws {
        var count = 0
        for vector in try FixtureVector.all(of: "codec")
        where vector.operation == "decode" && !vector.isRefused {
            let decoded = try DecodedInstruction(
                decoding: vector.bytes, layout: vector.layout, extent: #require(vector.extent))
            #expect(try JSONValue(encoding: decoded) == vector.expected, "\(vector.id)")
            let read = try vector.expected.decoded(as: DecodedInstruction.self)
            #expect(read == decoded, "\(vector.id)")
            count += 1
        }
        #expect(count > 500)
    }

    @Test("Codable has the fixtures' form of an instruction to encode, both ways")
    func instructions() throws {
        var count = 0
        for vector in try FixtureVector.all(of: "codec") where vector.operation == "encode" {
            let instruction = try vector.input.decoded(as: NavigationInstruction.self)
            guard case .object(var members) = vector.input else { continue }
            members["layout"] = nil
            #expect(try JSONValue(encoding: instruction) == .object(members), "\(vector.id)")
            guard let bytes = vector.expected["bytes"] else { continue }
            let data = try instruction.encodedData(as: #require(vector.layout))
            #expect(try data == Data(hex: bytes), "\(vector.id)")
            count += 1
        }
        #expect(count > 20)
    }

    @Test("Codable has the fixtures' form of a notification, both ways")
    func notifications() throws {
        var kinds: Set<String> = []
        for vector in try FixtureVector.all(of: "notification") where !vector.isRefused {
            let decoded = try NavigationNotification(
                decoding: vector.bytes, layout: vector.layout,
                extent: vector.extent ?? .possiblyCut)
            #expect(try JSONValue(encoding: decoded) == vector.expected, "\(vector.id)")
            let read = try vector.expected.decoded(as: NavigationNotification.self)
            #expect(read == decoded, "\(vector.id)")
            kinds.insert(vector.expected["kind"]?.string ?? "")
        }
        #expect(kinds == ["identifier", "instruction"])
    }

    private static let form = #"""
        {"layout": "deployed", "extent": "whole", "identifier": 7, "arrow": 5, "arrowName": "left",
        "distanceInMeters": 120, "streetBytes": "41", "street": "A"}
        """#

    @Test("Codable reads the form that the bad forms are made from")
    func goodForm() throws {
        let read = try JSONDecoder().decode(DecodedInstruction.self, from: Data(Self.form.utf8))
        let instruction = NavigationInstruction(
            identifier: 7, arrow: .left, distanceInMeters: 120, street: "A")
        #expect(read == DecodedInstruction(instruction, layout: .deployed))
    }

    @Test(
        "Codable refuses a bad form with the path of the member",
        arguments: [
            ("layout", #""auto""#), ("layout", #""custom""#), ("layout", nil),
            ("extent", #""half""#), ("extent", nil), ("identifier", "-1"),
            ("identifier", #""seven""#), ("identifier", #""007""#),
            ("identifier", #""4294967296""#), ("identifier", "null"), ("identifier", nil),
            ("identifier", #""503DD605-9BCB-4F6E-B235-270A57483026""#), ("arrow", "256"),
            ("arrow", "-1"), ("arrow", "5.5"), ("arrow", "true"), ("arrow", #""left""#),
            ("arrow", nil), ("arrowName", #""right""#), ("arrowName", nil),
            ("distanceInMeters", "4294967296"), ("distanceInMeters", "1.5"),
            ("distanceInMeters", #""1e3""#), ("distanceInMeters", nil), ("streetBytes", #""4""#),
            ("streetBytes", #""4g""#), ("streetBytes", #""c3A9""#), ("streetBytes", #""é""#),
            ("streetBytes", nil), ("street", #""B""#), ("street", nil),
            ("strictErrorOffset", "9"), ("strictErrorOffset", "1.5"),
            ("layout", #""legacy""#),
        ])
    func badForms(key: String, value: String?) throws {
        var members = try #require(
            JSONSerialization.jsonObject(with: Data(Self.form.utf8)) as? [String: Any])
        members[key] = nil
        var form = String(
            decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
        if let value { form = #"{"\#(key)": \#(value), \#(form.dropFirst())"# }
        let data = Data(#"{"list": [\#(form)]}"#.utf8)
        // With another layout, it is the identifier that no longer fits.
        let culprit = value == #""legacy""# ? "identifier" : key
        do {
            _ = try JSONDecoder().decode([String: [DecodedInstruction]].self, from: data)
            Issue.record("\(key) may be \(String(describing: value))")
        } catch let error as DecodingError {
            let path = error.path.map { $0.intValue.map(String.init) ?? $0.stringValue }
            #expect(path == ["list", "0", culprit], "\(error)")
        }
    }

    @Test("Codable refuses an instruction whose street is not its bytes")
    func anotherStreet() throws {
        let form = #"{"identifier": 7, "arrow": 5, "distanceInMeters": 1, "streetBytes": "79""#
        let decoder = JSONDecoder()
        let same = Data((form + #", "street": "y"}"#).utf8)
        #expect(try decoder.decode(NavigationInstruction.self, from: same).street == "y")
        let other = Data((form + #", "street": "x"}"#).utf8)
        #expect(throws: DecodingError.self) {
            try decoder.decode(NavigationInstruction.self, from: other)
        }
    }

    @Test("Codable refuses to write a custom layout, which has no name")
    func customLayout() throws {
        let layout = try InstructionLayout(
            identifierFormat: .uint32, identifierOffset: 0, arrowOffset: 4, distanceOffset: 5,
            streetOffset: 12)
        let decoded = DecodedInstruction(
            NavigationInstruction(identifier: 1, arrow: .left, distanceInMeters: 80),
            layout: layout)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(decoded) }
    }

    @Test("Codable writes every arrow as its number", arguments: UInt8.min...UInt8.max)
    func arrows(rawValue: UInt8) throws {
        let data = try JSONEncoder().encode([Arrow(rawValue: rawValue)])
        #expect(String(decoding: data, as: UTF8.self) == "[\(rawValue)]")
        #expect(try JSONDecoder().decode([Arrow].self, from: data) == [Arrow(rawValue: rawValue)])
    }
}

extension DecodingError {
    /// Where the form is bad, with the key that is missing.
    var path: [any CodingKey] {
        switch self {
        case .keyNotFound(let key, let context): context.codingPath + [key]
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
