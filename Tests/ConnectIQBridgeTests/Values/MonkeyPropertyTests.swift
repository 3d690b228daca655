import KomootNav
import PropertyTesting
import Testing

@testable import ConnectIQBridge

@Suite("Any value, and any bytes")
struct MonkeyPropertyTests {
    @Test("What is encoded is decoded again")
    func roundTrip() throws {
        try checkProperty("decoding undoes encoding", count: 4000) {
            $0.value()
        } holds: { value in
            let encoded = try value.encoded()
            let decoded = try MonkeyValue(decoding: encoded.span)
            if decoded != value { return "decoded \(decoded)" }
            if try decoded.encoded() != encoded { return "encoded otherwise" }
            return decoded.hashValue == value.hashValue ? nil : "another hash"
        }
    }

    /// A serialised value with some bytes changed, taken out, or doubled.
    private static func damaged(_ choices: inout Choices) -> ContiguousArray<UInt8> {
        // Keys that one changed byte makes equal.
        let near: MonkeyValue = [0: 1, 1: choices.value(depth: 2), 2: "a", 3: nil]
        let value = choices.integer(in: 0...3) == 0 ? near : choices.value()
        var input = (try? value.encoded()) ?? []
        for _ in 0..<choices.integer(in: 1...3) where !input.isEmpty {
            let position = choices.integer(in: 0...(input.count - 1))
            switch choices.integer(in: 0...4) {
            case 4: input[position] = UInt8(choices.integer(in: 0...3))
            case 0: input[position] = choices.any(UInt8.self)
            case 1: input[position] ^= 1 << UInt8(choices.integer(in: 0...7))
            case 2: input.remove(at: position)
            default: input.insert(input[position], at: position)
            }
        }
        return input
    }

    @Test("Damaged bytes are a value or an error with a place in them")
    func damage() throws {
        var met = Set<MonkeyError.Code>()
        try checkProperty("damaged bytes are refused with a place", count: 20_000) {
            Self.damaged(&$0)
        } holds: { input in
            switch outcome({ () throws(MonkeyError) in
                try MonkeyDecoder(input.span, limits: .init())
            }) {
            case .success(let decoder):
                if decoder.stepCount > 6 * input.count { return "\(decoder.stepCount) steps" }
                let again = try decoder.value.encoded(limits: MonkeyLimits(maximumByteCount: .max))
                return try MonkeyValue(decoding: again) == decoder.value
                    ? nil : "not the same again"
            case .failure(let error):
                met.insert(error.code)
                return 0...input.count ~= error.offset ? nil : "\(error) of \(input.count)"
            }
        }
        let others: Set<MonkeyError.Code> = [
            .stringTooLong, .zeroInString, .tooManyValues, .oversized, .tooDeep,
        ]
        #expect(met.union(others) == Set(MonkeyError.Code.allCases), "met \(met)")
    }

    @Test("The reader gives the values in the order in which they were encoded")
    func reader() throws {
        try checkProperty("the reader follows the encoder", count: 2000) {
            $0.value()
        } holds: { value in
            let encoded = try value.encoded()
            var reader = try MonkeyReader(encoded.span)
            var layer = [value]
            var depth = 1
            while !layer.isEmpty {
                var next: [MonkeyValue] = []
                for expected in layer {
                    guard let token = try reader.next() else { return "it ends early" }
                    if reader.depth != depth { return "depth \(reader.depth), not \(depth)" }
                    if try !isSame(token, expected, encoded.span, &reader) {
                        return "\(token) for \(expected)"
                    }
                    next += children(of: expected)
                }
                layer = next
                depth += 1
            }
            return try reader.next() == nil ? nil : "it goes on"
        }
    }

    private func children(of value: MonkeyValue) -> [MonkeyValue] {
        switch value {
        case .array(let elements): elements
        case .dictionary(let dictionary): dictionary.pairs.flatMap { [$0.key.value, $0.value] }
        default: []
        }
    }

    private func isSame(
        _ token: MonkeyToken, _ value: MonkeyValue, _ bytes: Span<UInt8>,
        _ reader: inout MonkeyReader
    ) throws -> Bool {
        switch (token, value) {
        case (.string(let offset), .string(let text)):
            ContiguousArray(copying: try reader.string(at: offset)) == ContiguousArray(text.utf8)
        case (.byteArray(let range), .byteArray(let expected)):
            range.map { bytes[$0] } == expected
        case (.array(let count), .array(let elements)): count == elements.count
        case (.dictionary(let count), .dictionary(let dictionary)):
            count == dictionary.pairs.count
        case (.null, .null): true
        case (.number(let one), .number(let other)): one == other
        case (.long(let one), .long(let other)): one == other
        case (.float(let one), .float(let other)): one.bitPattern == other.bitPattern
        case (.double(let one), .double(let other)): one.bitPattern == other.bitPattern
        case (.boolean(let one), .boolean(let other)): one == other
        case (.char(let one), .char(let other)): one == other
        default: false
        }
    }

    @Test("The reader finds a string at each place where one begins, and at no other")
    func everyReference() throws {
        // Lengths of which a byte is zero, or looks like the end of a string.
        let lengths = [0, 1, 2, 254, 255, 256, 511]
        for first in lengths {
            for second in lengths {
                for third in lengths {
                    try checkReferences(lengths: [first, second, third])
                }
            }
        }
    }

    private func checkReferences(lengths: [Int]) throws {
        var strings: [UInt8] = []
        var expected: [Int: Int] = [:]
        for length in lengths {
            expected[strings.count] = length
            strings += [UInt8((length + 1) >> 8), UInt8((length + 1) & 0xFF)]
            strings += [UInt8](repeating: 1, count: length) + [0]
        }
        let count = strings.count
        let input =
            try bytes("ABCDABCD 0000") + [UInt8(count >> 8), UInt8(count & 0xFF)] + strings
            + (try bytes("DA7ADA7A 00000001 00"))
        let reader = try MonkeyReader(input.span)
        for offset in 0..<count + 2 {
            let text = outcome { () throws(MonkeyError) in
                try reader.string(at: UInt32(offset)).count
            }
            if (try? text.get()) != expected[offset] {
                Issue.record("strings of \(lengths) bytes: \(text) at \(offset)")
            }
        }
    }

    @Test("The reader refuses a reference to the middle of a string, backwards and forwards")
    func references() throws {
        let input = try bytes(
            "ABCDABCD 00000008 0002 61 00 0002 62 00 DA7ADA7A 00000005 03 00000000")
        var reader = try MonkeyReader(input.span)
        #expect(try reader.next() == .string(offset: 0))
        for offset in [4, 0, 1, 5, 4, 3, 8, 0, UInt32.max] as [UInt32] {
            let text = outcome { () throws(MonkeyError) in
                ContiguousArray(copying: try reader.string(at: offset))
            }
            switch offset {
            case 0: #expect(text == .success([0x61]))
            case 4: #expect(text == .success([0x62]))
            default: #expect(text == .failure(MonkeyError(.danglingString, at: 24)))
            }
        }
    }

    @Test("A reader that has failed fails again, and its last token stays")
    func failedReader() throws {
        let input = try bytes("DA7ADA7A 00000007 05 00000002 00 04")
        var reader = try MonkeyReader(input.span)
        #expect(try reader.next() == .array(count: 2))
        #expect(try reader.next() == .null)
        for _ in 0..<2 {
            let error = failure { () throws(MonkeyError) in try reader.next() }
            #expect(error == MonkeyError(.unknownType, at: 14))
            #expect(reader.tokenOffset == 13 && reader.depth == 2)
        }
    }
}
