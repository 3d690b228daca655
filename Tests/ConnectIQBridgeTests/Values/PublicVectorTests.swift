import ConnectIQBridge
import Testing

/// The messages in the tests of `AndroidAPS` (`GarminSerializerTest`), whose serialiser
/// writes what Connect Mobile on Android sends to watches, and of `Gadgetbridge` (`GarminJsonTest`), which answers the
/// web requests of watches.
@Suite("Messages that another implementation wrote")
struct PublicVectorTests {
    private func check(_ value: MonkeyValue, _ hex: String) throws {
        let expected = try bytes(hex)
        #expect(try value.encoded() == expected)
        #expect(try MonkeyValue(decoding: expected) == value)
    }

    @Test("A string has a section of its own")
    func string() throws {
        try check(
            "Hello, world!",
            """
            ABCDABCD 00000010 000E 48656C6C6F2C20776F726C6421 00
            DA7ADA7A 00000005 03 00000000
            """)
    }

    @Test("A number has no section of strings")
    func number() throws { try check(3, "DA7ADA7A 00000005 01 00000003") }

    @Test("Null is one byte")
    func null() throws { try check(nil, "DA7ADA7A 00000001 00") }

    @Test("The elements of an inner array come after those of the outer one")
    func array() throws {
        try check(
            ["a", "b", true, 3, .float(3.4), [.long(5), .long(9)], 42],
            """
            ABCDABCD 00000008 0002 61 00 0002 62 00
            DA7ADA7A 00000037 05 00000007 03 00000000 03 00000004 09 01 01 00000003
            02 4059999A 05 00000002 01 0000002A 0E 0000000000000005 0E 0000000000000009
            """)
    }

    @Test("A dictionary keeps its order, and an equal string is written once")
    func dictionary() throws {
        try check(
            ["a": "abc", "c": 3, "d": [4, 9, "abc"], true: nil],
            """
            ABCDABCD 00000012 0002 61 00 0004 616263 00 0002 63 00 0002 64 00
            DA7ADA7A 00000035 0B 00000004 03 00000000 03 00000004 03 0000000A 01 00000003
            03 0000000E 05 00000003 09 01 00 01 00000004 01 00000009 03 00000004
            """)
        try check(
            ["a": "abc", "c": 3, "d": [4, 9, "abc"]],
            """
            ABCDABCD 00000012 0002 61 00 0004 616263 00 0002 63 00 0002 64 00
            DA7ADA7A 00000032 0B 00000003 03 00000000 03 00000004 03 0000000A 01 00000003
            03 0000000E 05 00000003 01 00000004 01 00000009 03 00000004
            """)
    }

    @Test(
        "Keys come in any order, and the elements of inner dictionaries one level after the other")
    func levels() throws {
        try check(
            [
                "array": [1, "two", true],
                "b": ["f": ["x", 1, ["123": "456", "789": "100"]], "c": "d", "e": "c"],
                "a": 1,
                "nested": ["level1": ["level2_2": 42, "level2": ["level3": "value"]]],
            ],
            """
            ABCDABCD 00000079 0006 6172726179 00 0002 62 00 0002 61 00 0007 6E6573746564 00
            0004 74776F 00 0002 66 00 0002 63 00 0002 64 00 0002 65 00 0007 6C6576656C31 00
            0002 78 00 0009 6C6576656C325F32 00 0007 6C6576656C32 00 0004 313233 00 0004 343536 00
            0004 373839 00 0004 313030 00 0007 6C6576656C33 00 0006 76616C7565 00
            DA7ADA7A 000000A2 0B 00000004 03 00000000 05 00000003 03 00000008 0B 00000003
            03 0000000C 01 00000001 03 00000010 0B 00000001 01 00000001 03 00000019 09 01
            03 0000001F 05 00000003 03 00000023 03 00000027 03 0000002B 03 00000023
            03 0000002F 0B 00000002 03 00000038 01 00000001 0B 00000002 03 0000003C 01 0000002A
            03 00000047 0B 00000001 03 00000050 03 00000056 03 0000005C 03 00000062
            03 00000068 03 00000071
            """)
    }

    @Test("An empty dictionary has no section of strings")
    func emptyDictionary() throws {
        try check([:], "DA7ADA7A 00000005 0B 00000000")
        try check(
            ["key": "value"],
            """
            ABCDABCD 0000000E 0004 6B6579 00 0006 76616C7565 00
            DA7ADA7A 0000000F 0B 00000001 03 00000000 03 00000006
            """)
    }

    @Test("Every type has its width")
    func types() throws {
        try check(
            [1, .float(1.2), 1.3, "A", true, .long(2), .char("X"), nil],
            """
            ABCDABCD 00000004 0002 41 00
            DA7ADA7A 0000002E 05 00000008 01 00000001 02 3F99999A 0F 3FF4CCCCCCCCCCCD
            03 00000000 09 01 0E 0000000000000002 13 00000058 00
            """)
    }

    @Test("The example of the page is what is written")
    func example() throws {
        try check(
            ["a": [4]],
            """
            ABCDABCD 00000004 0002 61 00
            DA7ADA7A 00000014 0B 00000001 03 00000000 05 00000001 01 00000004
            """)
        try check([[1], 2], "DA7ADA7A 00000014 05 00000002 05 00000001 01 00000002 01 00000001")
    }

    @Test("A byte array carries its bytes")
    func byteArray() throws {
        try check(.byteArray([0, 255, 7]), "DA7ADA7A 00000008 14 00000003 00FF07")
        try check([.byteArray([]), 1], "DA7ADA7A 0000000F 05 00000002 14 00000000 01 00000001")
    }
}
