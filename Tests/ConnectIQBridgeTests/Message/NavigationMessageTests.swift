import ConnectIQBridge
import KomootNav
import PropertyTesting
import Testing

@Suite("The message that says where to go")
struct NavigationMessageTests {
    private func instruction(_ street: String = "") -> NavigationMessage {
        .instruction(
            NavigationMessage.Instruction(arrow: .left, distanceInMeters: 120, street: street))
    }

    @Test("The message that says where to go has the bytes and the sizes that the page gives")
    func sizes() throws {
        #expect(
            try instruction("Weg").value.encoded()
                == bytes(
                    """
                    ABCDABCD 00000006 0004 576567 00 DA7ADA7A 0000002D 0B 00000004
                    01 00000000 01 00000001 01 00000001 01 00000005 01 00000002 01 00000078
                    01 00000003 03 00000000
                    """))
        #expect(try instruction().value.encoded().count == 43)
        #expect(try instruction("Hauptstraße").value.encoded().count == 64 + 12)
        #expect(try NavigationMessage.ended.value.encoded().count == 23)
        let asText: (MonkeyValue, MonkeyValue, MonkeyValue) = (
            ["v": 1, "a": 5, "d": 120], ["v": 1, "a": 5, "d": 120, "s": "Weg"], ["v": 1]
        )
        #expect(try asText.0.encoded().count == 63)
        #expect(try asText.1.encoded().count == 80 + 3)
        #expect(try asText.2.encoded().count == 35)
    }

    @Test("The message that says where to go is read as it was written")
    func roundTrip() throws {
        try checkProperty("a navigation message is read again", count: 1000) { choices in
            choices.bool()
                ? NavigationMessage.instruction(
                    NavigationMessage.Instruction(
                        arrow: Arrow(rawValue: choices.any(UInt8.self)),
                        distanceInMeters: choices.any(UInt32.self), street: choices.text()))
                : NavigationMessage.ended
        } holds: { message in
            let value = try MonkeyValue(decoding: try message.value.encoded())
            return try NavigationMessage(value) == message ? nil : "\(value)"
        }
    }

    @Test("A distance that is not a Number is a Long")
    func distance() throws {
        func value(_ meters: UInt32) -> MonkeyValue? {
            let message = NavigationMessage.instruction(
                NavigationMessage.Instruction(arrow: .left, distanceInMeters: meters))
            guard case .dictionary(let dictionary) = message.value else { return nil }
            return dictionary[2]
        }
        #expect(value(0x7FFF_FFFF) == .number(.max))
        #expect(value(0x8000_0000) == .long(0x8000_0000))
    }

    @Test("Keys that are not known are ignored, and a null street is none")
    func unknownKeys() throws {
        #expect(try NavigationMessage([9: [], 0: 1, "x": nil, .long(1): 3]) == .ended)
        #expect(try NavigationMessage([0: 1, 1: 5, 2: .long(120), 3: nil, 4: 1]) == instruction())
        #expect(try NavigationMessage([0: .long(1), 1: .long(5), 2: 120]) == instruction())
    }

    @Test("Any other value is refused as a navigation message, with the reason")
    func refusals() {
        func error(_ value: MonkeyValue) -> NavigationMessageError? {
            failure { () throws(NavigationMessageError) in try NavigationMessage(value) }
        }
        #expect(error(nil) == .notDictionary)
        #expect(error([1, 5, 120]) == .notDictionary)
        #expect(error([:]) == .noVersion)
        #expect(error([0: "1"]) == .noVersion)
        #expect(error([.long(0): 1]) == .noVersion)
        #expect(error([0: 2]) == .unknownVersion(2))
        #expect(error([0: 0]) == .unknownVersion(0))
        #expect(error([0: .long(1 << 32 + 1)]) == .unknownVersion(1 << 32 + 1))
        #expect(error([0: 1, 1: 256, 2: 0]) == .invalidArrow)
        #expect(error([0: 1, 1: .long(256), 2: 0]) == .invalidArrow)
        #expect(error([0: 1, 1: -1, 2: 0]) == .invalidArrow)
        #expect(error([0: 1, 1: nil, 2: 0]) == .invalidArrow)
        #expect(error([0: 1, 1: 5]) == .invalidDistance)
        #expect(error([0: 1, 1: 5, 2: -1]) == .invalidDistance)
        #expect(error([0: 1, 1: 5, 2: .long(1 << 32)]) == .invalidDistance)
        #expect(error([0: 1, 1: 5, 2: .double(3)]) == .invalidDistance)
        #expect(error([0: 1, 1: 5, 2: 0, 3: 7]) == .invalidStreet)
        #expect(
            "\(NavigationMessageError.unknownVersion(2))"
                == "the message has version 2; this library reads 1")
    }

    @Test("A street is cut at the end of a character, and before a zero byte")
    func streets() {
        func street(_ text: Street, _ limit: Int = 64) -> String? {
            let message = NavigationMessage(
                NavigationInstruction(
                    identifier: .uint32(1), arrow: .left, distanceInMeters: 1, street: text),
                maximumStreetByteCount: limit)
            guard case .instruction(let instruction) = message else { return nil }
            return instruction.street
        }
        #expect(street("Hauptstraße") == "Hauptstraße")
        #expect(street("Hauptstraße", 10) == "Hauptstra")
        #expect(street("Hauptstraße", 11) == "Hauptstraß")
        #expect(street("a👩‍👩‍👧", 18) == "a")
        #expect(street("a", 0) == "" && street("a", -1) == "")
        #expect(street("Weg\0Platz") == "Weg")
        #expect(street(Street(String(repeating: "x", count: 100)))?.utf8.count == 64)
        let illFormed: ContiguousArray<UInt8> = [0x61, 0xFF, 0x62, 0xC3]
        #expect(street(Street(illFormed.span)) == "a\u{FFFD}b")
    }
}
