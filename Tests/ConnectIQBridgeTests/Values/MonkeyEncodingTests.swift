import ConnectIQBridge
import Testing

@Suite("Values to be encoded")
struct MonkeyEncodingTests {
    private func check(
        _ value: MonkeyValue, _ code: MonkeyError.Code, at offset: Int,
        limits: MonkeyLimits = MonkeyLimits(), _ location: SourceLocation = #_sourceLocation
    ) {
        let error = failure { () throws(MonkeyError) in try value.encoded(limits: limits) }
        #expect(error == MonkeyError(code, at: offset), sourceLocation: location)
    }

    @Test("Limits bound bytes, depth and values, and what fits is decoded within them")
    func limits() throws {
        let value: MonkeyValue = [["a"], 2]
        let encoded = try value.encoded()
        #expect(encoded.count == 40)
        check(value, .oversized, at: 39, limits: MonkeyLimits(maximumByteCount: 39))
        check(value, .oversized, at: 3, limits: MonkeyLimits(maximumByteCount: 3))
        check(value, .tooDeep, at: 1, limits: MonkeyLimits(maximumDepth: 2))
        check(value, .tooDeep, at: 0, limits: MonkeyLimits(maximumDepth: 1))
        check(value, .tooManyValues, at: 1, limits: MonkeyLimits(maximumValueCount: 3))
        check(value, .tooManyValues, at: 0, limits: MonkeyLimits(maximumValueCount: 1))
        let exact = MonkeyLimits(maximumByteCount: 40, maximumDepth: 3, maximumValueCount: 4)
        #expect(try value.encoded(limits: exact) == encoded)
        #expect(try MonkeyValue(decoding: encoded, limits: exact) == value)
    }

    @Test("A large array or byte array is refused before it is copied")
    func large() {
        check(
            .array([MonkeyValue](repeating: nil, count: 5000)), .tooManyValues, at: 0)
        check(.byteArray([UInt8](repeating: 0, count: 20_000)), .oversized, at: 16_384)
        check([.byteArray([UInt8](repeating: 0, count: 16_367))], .oversized, at: 16_384)
        #expect(
            (try? MonkeyValue.byteArray([UInt8](repeating: 0, count: 16_371)).encoded())?.count
                == 16_384)
    }

    @Test("A string has 65,534 bytes at most, and no zero byte")
    func strings() throws {
        let large = MonkeyLimits(maximumByteCount: 100_000)
        let longest = MonkeyValue.string(String(repeating: "x", count: 65_534))
        let encoded = try longest.encoded(limits: large)
        #expect(try MonkeyValue(decoding: encoded, limits: large) == longest)
        check(
            [1, .string(String(repeating: "x", count: 65_535))], .stringTooLong, at: 2,
            limits: large)
        check(["a\0b"], .zeroInString, at: 1)
        check(["k": ["\0": 1]], .zeroInString, at: 3)
    }
}

@Suite("Values and dictionaries")
struct MonkeyValueTests {
    @Test("Values that are serialised differently are different")
    func equality() {
        let values: [MonkeyValue] = [
            nil, 0, .long(0), .float(0), .float(-0.0), .double(0), .double(-0.0), false, true,
            .char("0"), "", "é", "e\u{301}", [], [nil], [[]], .byteArray([]), .byteArray([0]), [:],
            ["a": 1, "b": 2], ["b": 2, "a": 1], .float(.nan), .double(.nan),
        ]
        for (first, one) in values.enumerated() {
            for (second, other) in values.enumerated() {
                #expect((one == other) == (first == second), "\(one), \(other)")
            }
        }
        #expect(Set(values).count == values.count)
    }

    @Test("A dictionary keeps its order and its keys apart")
    func dictionary() throws {
        var dictionary: MonkeyDictionary = ["b": 1, "a": 2]
        dictionary["c"] = 3
        dictionary["b"] = 4
        #expect(dictionary.pairs.map(\.key) == ["b", "a", "c"])
        #expect(dictionary["b"] == 4 && dictionary["x"] == nil)
        dictionary["a"] = nil
        dictionary["y"] = nil
        #expect(dictionary == ["b": 4, "c": 3])
        #expect(try MonkeyDictionary(dictionary.pairs) == dictionary)
        let twice = dictionary.pairs + [MonkeyDictionary.Pair(key: "c", value: 5)]
        let error = failure { () throws(MonkeyError) in try MonkeyDictionary(twice) }
        #expect(error == MonkeyError(.duplicateKey, at: 2))
    }

    @Test("Only scalars are keys")
    func keys() {
        for value in [nil, [], [:], .byteArray([])] as [MonkeyValue] {
            #expect(MonkeyKey(value) == nil)
        }
        for value in [1, .long(1), .float(1), .double(1), true, .char("1"), "1"] as [MonkeyValue] {
            #expect(MonkeyKey(value)?.value == value)
        }
    }

    @Test("An error of a value says what is wrong and where")
    func error() {
        #expect("\(MonkeyError(.truncated, at: 7))" == "truncated at 7")
        #expect(
            MonkeyError.Code.allCases.map(\.name)
                == MonkeyError.Code.allCases.map { "\($0)" })
    }
}
