import ConnectIQBridge
import Testing

@Suite("Bytes that are not a value")
struct MonkeyDecodingTests {
    private func check(
        _ hex: String, _ code: MonkeyError.Code, at offset: Int,
        limits: MonkeyLimits = MonkeyLimits(), _ location: SourceLocation = #_sourceLocation
    ) throws {
        let actual = try decoded(hex, limits: limits)
        #expect(actual == .failure(MonkeyError(code, at: offset)), sourceLocation: location)
    }

    @Test("A value that is cut anywhere is truncated, unless a count or a string is")
    func cut() throws {
        let whole = try bytes(
            """
            ABCDABCD 00000004 0002 61 00
            DA7ADA7A 00000014 0B 00000001 03 00000000 05 00000001 01 00000004
            """)
        for count in 0..<whole.count {
            let error = failure { () throws(MonkeyError) in
                try MonkeyValue(decoding: whole[..<count])
            }
            #expect(error == MonkeyError(.truncated, at: count))
        }
    }

    @Test("The objects must reach to the end, and no further")
    func lengths() throws {
        try check("DA7ADA7A 00000005 01 000000", .truncated, at: 12)
        try check("DA7ADA7A 00000000", .truncated, at: 8)
        try check("DA7ADA7A 00000004 01 000000", .truncated, at: 12)
        try check("DA7ADA7A 00000002 09", .truncated, at: 9)
        try check("DA7ADA7A 00000001 09", .truncated, at: 9)
        try check("DA7ADA7A 00000005 0E 00000000", .truncated, at: 13)
        try check("DA7ADA7A 00000001 00 00", .trailingBytes, at: 9)
        try check("DA7ADA7A 00000002 00 00", .trailingBytes, at: 9)
        try check("DA7ADA7A FFFFFFFF 00", .truncated, at: 9)
        try check("ABCDABCD FFFFFFFF DA7ADA7A 00000001 00", .truncated, at: 17)
    }

    @Test("There is at most one section of strings, and then one of objects")
    func sections() throws {
        try check("ABCDABCE 00000000", .unexpectedSection, at: 0)
        try check("ABCDABCD 00000000 ABCDABCD 00000000", .unexpectedSection, at: 8)
        try check("ABCDABCD 00000000", .truncated, at: 8)
        try check(
            "DA7ADA7A 00000001 00 DA7ADA7A 00000001 00", .trailingBytes, at: 9)
        try check(
            "DA7ADA7A 00000005 03 00000000 ABCDABCD 00000004 0002 61 00", .trailingBytes, at: 13)
        #expect(try decoded("ABCDABCD 00000000 DA7ADA7A 00000001 00") == .success(nil))
    }

    private func string(_ section: String, _ count: UInt8) -> String {
        let digits = "0123456789ABCDEF".map { $0 }
        let length = "000000\(digits[Int(count / 16)])\(digits[Int(count % 16)])"
        return "ABCDABCD \(length) \(section) DA7ADA7A 00000005 03 00000000"
    }

    @Test("A string ends with its only zero byte, inside its section")
    func strings() throws {
        try check(string("0000", 2), .malformedString, at: 8)
        try check(string("0000 00", 3), .malformedString, at: 8)
        try check(string("00", 1), .malformedString, at: 8)
        try check(string("0002 61", 3), .malformedString, at: 8)
        try check(string("0002 61 62", 4), .malformedString, at: 8)
        try check(string("0003 61 00 00", 5), .malformedString, at: 8)
        try check(string("0003 61 00", 4), .malformedString, at: 8)
        try check(string("0002 61 00 FFFF 62 00", 8), .malformedString, at: 12)
        #expect(try decoded(string("0001 00", 3)) == .success(""))
    }

    @Test("A string is well-formed UTF-8, even one that nobody refers to")
    func utf8() throws {
        try check(string("0003 61 FF 00", 5), .invalidUTF8, at: 11)
        try check(string("0003 E2 82 00", 5), .invalidUTF8, at: 10)
        try check(string("0002 61 00 0003 C0 80 00", 9), .invalidUTF8, at: 14)
    }

    @Test("A reference must lead to where a string begins")
    func references() throws {
        let head = "ABCDABCD 00000008 0002 61 00 0002 62 00 DA7ADA7A"
        for offset in 0...12 {
            let digits = "0123456789ABC".map { $0 }
            let actual = try decoded("\(head) 00000005 03 0000000\(digits[offset])")
            switch offset {
            case 0: #expect(actual == .success("a"))
            case 4: #expect(actual == .success("b"))
            default: #expect(actual == .failure(MonkeyError(.danglingString, at: 24)))
            }
        }
        try check("\(head) 00000005 03 FFFFFFFF", .danglingString, at: 24)
        try check("DA7ADA7A 00000005 03 00000000", .danglingString, at: 8)
    }

    @Test("A place within a string is refused, though its bytes look like a string")
    func disguisedString() throws {
        // The bytes at offset 3 are a length, 257, a text of 256 bytes and a zero byte.
        let inner = "0101" + String(repeating: "61", count: 256)
        let section = "0104 61 \(inner) 00"
        let head = "ABCDABCD 00000106 \(section) DA7ADA7A 00000005 03"
        guard case .success(.string(let text)) = try decoded("\(head) 00000000") else {
            Issue.record("the whole string is refused")
            return
        }
        #expect(text.utf8.count == 259)
        try check("\(head) 00000003", .danglingString, at: 278)
    }

    @Test("Types, Booleans and characters that do not exist are refused")
    func scalars() throws {
        for type in [4, 6, 7, 8, 10, 12, 13, 16, 17, 18, 21, 255] as [UInt8] {
            let input: ContiguousArray<UInt8> = [
                0xDA, 0x7A, 0xDA, 0x7A, 0, 0, 0, 9, type, 0, 0, 0, 0, 0, 0, 0, 0,
            ]
            let error = failure { () throws(MonkeyError) in
                try MonkeyValue(decoding: input.span)
            }
            #expect(error == MonkeyError(.unknownType, at: 8))
        }
        try check("DA7ADA7A 00000002 09 02", .invalidBoolean, at: 8)
        try check("DA7ADA7A 00000005 13 0000D800", .invalidCharacter, at: 8)
        try check("DA7ADA7A 00000005 13 00110000", .invalidCharacter, at: 8)
        #expect(try decoded("DA7ADA7A 00000005 13 0010FFFF") == .success(.char("\u{10FFFF}")))
    }

    @Test("A count is refused if there is not a byte left for each element")
    func counts() throws {
        try check("DA7ADA7A 00000005 05 00000001", .countTooLarge, at: 9)
        try check("DA7ADA7A 00000006 05 FFFFFFFF 00", .countTooLarge, at: 9)
        try check("DA7ADA7A 00000006 0B 00000001 00", .countTooLarge, at: 9)
        try check("DA7ADA7A 00000006 0B FFFFFFFF 00", .countTooLarge, at: 9)
        try check("DA7ADA7A 00000006 14 00000002 00", .countTooLarge, at: 9)
        // Each of the two inner arrays has room for its elements, but not both.
        try check(
            "DA7ADA7A 00000010 05 00000002 05 00000001 05 00000001 00", .countTooLarge, at: 19)
        // The first element takes what the second would need.
        try check("DA7ADA7A 0000000A 05 00000002 01 00000001", .truncated, at: 18)
        try check(
            "DA7ADA7A 00000011 05 00000002 05 00000001 05 00000002 00 00", .countTooLarge, at: 19)
        try check("DA7ADA7A 0000000F 05 00000001 14 00000005 0000000000", .success)
    }

    private func check(_ hex: String, _: Success) throws {
        guard case .success = try decoded(hex) else {
            Issue.record("\(hex) is refused")
            return
        }
    }

    private enum Success { case success }

    @Test("Keys are scalars, and there once in their dictionary")
    func keys() throws {
        try check("DA7ADA7A 00000007 0B 00000001 00 00", .invalidKey, at: 13)
        try check(
            "DA7ADA7A 0000000B 0B 00000001 05 00000000 00", .invalidKey, at: 13)
        try check("DA7ADA7A 0000000B 0B 00000001 0B 00000000 00", .invalidKey, at: 13)
        try check("DA7ADA7A 0000000B 0B 00000001 14 00000000 00", .invalidKey, at: 13)
        try check(
            "DA7ADA7A 00000011 0B 00000002 01 00000001 00 01 00000001 00", .duplicateKey, at: 19)
        // The same text, in two places.
        try check(
            """
            ABCDABCD 00000008 0002 61 00 0002 61 00
            DA7ADA7A 00000011 0B 00000002 03 00000000 00 03 00000004 00
            """, .duplicateKey, at: 35)
        // Another type, and another dictionary.
        try check("DA7ADA7A 00000011 0B 00000002 01 00000001 00 02 00000001 00", .success)
        try check(
            """
            DA7ADA7A 0000001B 05 00000002 0B 00000001 0B 00000001
            01 00000001 00 01 00000001 00
            """, .success)
    }

    @Test("Limits bound bytes, depth and values")
    func limits() throws {
        let hex = "DA7ADA7A 00000014 05 00000002 05 00000001 01 00000002 01 00000001"
        try check(hex, .oversized, at: 27, limits: MonkeyLimits(maximumByteCount: 27))
        try check(hex, .tooDeep, at: 13, limits: MonkeyLimits(maximumDepth: 2))
        try check(hex, .tooDeep, at: 8, limits: MonkeyLimits(maximumDepth: 1))
        try check(hex, .tooManyValues, at: 13, limits: MonkeyLimits(maximumValueCount: 3))
        try check(hex, .tooManyValues, at: 8, limits: MonkeyLimits(maximumValueCount: 2))
        let exact = MonkeyLimits(maximumByteCount: 28, maximumDepth: 3, maximumValueCount: 4)
        #expect(try decoded(hex, limits: exact) == .success([[1], 2]))
        // An empty array needs no further depth.
        let empty = "DA7ADA7A 00000005 05 00000000"
        #expect(try decoded(empty, limits: MonkeyLimits(maximumDepth: 1)) == .success([]))
    }

    @Test("Limits out of range are taken as the nearest in it")
    func limitRanges() {
        let low = MonkeyLimits(maximumByteCount: -1, maximumDepth: 0, maximumValueCount: 0)
        #expect(low.maximumByteCount == 0 && low.maximumDepth == 1 && low.maximumValueCount == 1)
        let high = MonkeyLimits(
            maximumByteCount: .max, maximumDepth: .max, maximumValueCount: .max)
        #expect(high.maximumByteCount == 0x7FFF_FFFE && high.maximumDepth == 256)
        #expect(high.maximumValueCount == 0x7FFF_FFFF)
    }
}
