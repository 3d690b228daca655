import Foundation
import KomootNav
import KomootNavFoundation
import KomootNavJSON
import Testing

@Suite("Data")
struct DataTests {
    @Test("Data is decoded as every codec vector expects, and encoded again to the same bytes")
    func decodesVectors() throws {
        var whole = 0
        for vector in try FixtureVector.all(of: "codec") where vector.operation == "decode" {
            let extent = try #require(vector.extent)
            let bytes = try vector.bytes
            let outcome = Result { () throws(KomootNavError) in
                try DecodedInstruction(decoding: bytes, layout: vector.layout, extent: extent)
            }
            switch outcome {
            case .success(let decoded):
                #expect(!vector.isRefused, "\(vector.id)")
                #expect(decoded.layout.description == vector.expected["layout"]?.string)
                #expect(decoded.instruction.arrow.name == vector.expected["arrowName"]?.string)
                guard decoded.extent == .whole else { continue }
                whole += 1
                let again = try decoded.instruction.encodedData(as: decoded.layout)
                #expect(again == bytes, "\(vector.id)")
            case .failure(let error):
                let expected = try #require(vector.expected["error"])
                #expect(error.code.name == expected["code"]?.string, "\(vector.id)")
                #expect(expected["offset"] == .number(Int64(error.offset)), "\(vector.id)")
            }
        }
        #expect(whole > 100)
    }

    @Test("Data is refused above 512 bytes, however many follow")
    func oversized() {
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try DecodedInstruction(decoding: Data(count: 513))
        }
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try NavigationNotification(decoding: Data(count: 1_000_000))
        }
    }

    @Test("Data is decoded from a slice whose first index is not zero")
    func slice() throws {
        let bytes = Data([9, 9, 1, 0, 0, 0, 5, 80, 0, 0, 0, 0x41])
        let decoded = try DecodedInstruction(decoding: bytes.dropFirst(2))
        #expect(decoded.instruction.street == "A")
        #expect(decoded.instruction.distanceInMeters == 80)
    }

    @Test("Data of a notification may have been cut, unless the caller knows better")
    func notification() throws {
        let object = Data([1, 0, 0, 0, 5, 80, 0, 0, 0] + Array("Am Mühlbach".utf8))
        guard case .instruction(let cut) = try NavigationNotification(decoding: object),
            case .instruction(let whole) = try NavigationNotification(
                decoding: object, extent: .whole)
        else {
            Issue.record("an object is not an identifier")
            return
        }
        #expect(cut.extent == .possiblyCut)
        #expect(whole.extent == .whole)
        let identifier = try NavigationNotification(decoding: Data([77, 0, 0, 0]))
        #expect(identifier == .identifier(77))
        #expect(throws: KomootNavError(.malformedNotification, at: 6)) {
            try NavigationNotification(decoding: Data(count: 6))
        }
    }

    @Test("Data is not encoded if the identifier does not fit the layout")
    func identifierMismatch() {
        let instruction = NavigationInstruction(
            identifier: 1, arrow: .left, distanceInMeters: 80)
        #expect(throws: KomootNavError(.identifierMismatch, at: 0)) {
            try instruction.encodedData(as: .legacy)
        }
    }
}

@Suite("Foundation's values")
struct FoundationValueTests {
    @Test("A UUID becomes the same UUID128 and the other way round")
    func uuids() throws {
        let text = "503DD605-9BCB-4F6E-B235-270A57483026"
        let uuid = try #require(UUID(uuidString: text))
        let own = try #require(UUID128(text))
        #expect(UUID128(uuid) == own)
        #expect(UUID(own) == uuid)
        for _ in 0..<100 {
            let random = UUID()
            #expect(UUID(UUID128(random)) == random)
            #expect(UUID128(random).description == random.uuidString)
        }
    }

    @Test("A distance is a measurement in metres, not rounded", arguments: [0, 7, UInt32.max])
    func measurement(meters: UInt32) {
        let instruction = NavigationInstruction(
            identifier: 1, arrow: .left, distanceInMeters: meters)
        #expect(instruction.distance == Measurement(value: Double(meters), unit: .meters))
        #expect(UInt32(exactly: instruction.distance.value) == meters)
    }

    @Test(
        "The style of distances follows the locale's measurement system",
        arguments: [
            ("de_DE", DistanceStyle.metric), ("en_CA", .metric), ("en_IE", .metric),
            ("en_US", .imperial), ("en", .imperial), ("es_US", .imperial), ("en_LR", .imperial),
            ("en_GB", .uk), ("cy_GB", .uk),
            ("en_US@measure=metric", .metric), ("de-DE-u-ms-uksystem", .uk),
            ("", .metric), ("xx", .metric),
        ])
    func styles(identifier: String, style: DistanceStyle) {
        #expect(DistanceStyle(locale: Locale(identifier: identifier)) == style)
    }
}
