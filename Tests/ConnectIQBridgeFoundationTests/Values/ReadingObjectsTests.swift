import ConnectIQBridge
import Foundation
import Testing

@testable import ConnectIQBridgeFoundation

@Suite("Foundation objects become values")
struct ReadingObjectsTests {
    @Test("Integers are Numbers if they fit, and else Longs, whatever their width")
    func integers() throws {
        for object in [7, Int8(7), Int16(7), Int32(7), Int64(7), UInt(7), UInt64(7)] as [Any] {
            #expect(try MonkeyValue(foundationObject: object) == .number(7))
        }
        #expect(try value(NSNumber(value: Int32.min)) == .number(.min))
        #expect(try value(Int(Int32.max)) == .number(.max))
        #expect(try value(Int(Int32.max) + 1) == .long(1 << 31))
        #expect(try value(Int64(Int32.min) - 1) == .long(-(1 << 31) - 1))
        #expect(try value(UInt32.max) == .long(4_294_967_295))
        #expect(try value(Int64.min) == .long(.min))
        #expect(try value(UInt64(Int64.max)) == .long(.max))
    }

    @Test("An integer that no Long can hold is an error, and does not become negative")
    func largeIntegers() {
        for object in [UInt64(1) << 63, UInt64.max, NSNumber(value: UInt64.max)] as [Any] {
            #expect(failure(object) == FoundationObjectError(.integerTooLarge, at: []))
        }
    }

    @Test("An integer of more than 64 bits is refused, because Foundation has none")
    func widestIntegers() {
        if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
            for object in [Int128(7), UInt128(7)] as [Any] {
                #expect(failure(object) == FoundationObjectError(.unsupportedType, at: []))
            }
        }
    }

    @Test("Booleans are told apart from 0 and 1")
    func booleans() throws {
        #expect(try value(true) == .boolean(true))
        #expect(try value(NSNumber(value: false)) == .boolean(false))
        #expect(
            try value(NSArray(array: [true, NSNumber(value: true), false])) == [true, true, false])
        for one in [1, Int8(1), UInt8(1), NSNumber(value: 1), NSNumber(value: Int8(1))] as [Any] {
            #expect(try value(one) == .number(1))
        }
        #expect(try value(Int8(0)) == .number(0))
        #expect(try value(1.0) == .double(1))
        #expect(try value(NSDictionary(object: true, forKey: NSString("on"))) == ["on": true])
        #expect(try value([true: 1]) == [true: 1])
        #expect(try value([1: true]) == [1: true])
    }

    @Test("Float and Double stay what they are, minus zero included")
    func floats() throws {
        #expect(try value(Float(1.5)) == .float(1.5))
        #expect(try value(NSNumber(value: Float(2))) == .float(2))
        #expect(try value(2.0) == .double(2))
        #if canImport(Darwin)
            #expect(try value(CGFloat(2.5)) == .double(2.5))  // never run
        #else
            #expect(failure(CGFloat(2.5)) == FoundationObjectError(.unsupportedType, at: []))
        #endif
        #expect(try value(NSNumber(value: 0.1)) == .double(0.1))
        #expect(try value(-0.0) == .double(-0.0))
        #expect(try value(-Float(0)) == .float(-0.0))
        #expect(try value(Float.greatestFiniteMagnitude) == .float(.greatestFiniteMagnitude))
    }

    @Test("Infinities and NaN are Doubles, and NaN always has the same bits")
    func notFinite() throws {
        #expect(try value(Float.infinity) == .double(.infinity))
        #expect(try value(-Double.infinity) == .double(-.infinity))
        for object in [
            Double.nan, -Double.nan, Double(nan: 5, signaling: false), Float.nan,
        ] as [Any] {
            #expect(try value(object) == .double(.nan))
        }
    }

    @Test("Strings, data, null and empty optionals become values")
    func others() throws {
        #expect(try value("Hauptstraße") == "Hauptstraße")
        #expect(try value(NSString("e\u{301}")) == .string("e\u{301}"))
        #expect(try value(NSMutableString(string: "a")) == "a")
        #expect(try value(Data([1, 2])) == .byteArray([1, 2]))
        #expect(try value(Data([0, 1, 2, 3])[2...]) == .byteArray([2, 3]))
        #expect(try value(NSData(data: Data([3]))) == .byteArray([3]))
        #expect(try value([UInt8(1), 2]) == [1, 2])
        #expect(try value(NSNull()) == .null)
        #expect(try value(Int?.none as Any) == .null)
        #expect(try value(Int??.some(.none) as Any) == .null)
        #expect(try value(["a": Int?.none, "b": 5]) == ["a": nil, "b": 5])
    }

    @Test("Containers of Swift and of Foundation are alike, nested as you like")
    func containers() throws {
        let expected: MonkeyValue = [1: [1, [:], []], "street": ["a": nil]]
        let swift: [AnyHashable: Any] = [
            1: [1, [String: Int](), [Int]()] as [Any], "street": ["a": NSNull()],
        ]
        let foundation = NSMutableDictionary()
        foundation.setObject(
            NSArray(array: [1, NSDictionary(), NSMutableArray()]), forKey: NSNumber(value: 1))
        foundation.setObject(
            NSDictionary(object: NSNull(), forKey: NSString("a")), forKey: NSString("street"))
        #expect(try value(swift) == expected)
        #expect(try value(foundation) == expected)
    }

    @Test("A dictionary's pairs are sorted, strings by their bytes")
    func order() throws {
        let object: [AnyHashable: Any] = [
            "b": 0, "é": 0, "B": 0, "": 0, true: 0, false: 0, 2.5: 0, -2.5: 0, Float(0.5): 0,
            Int64(1) << 40: 0, -5: 0, 3: 0,
        ]
        let keys: [MonkeyKey] = [
            -5, 3, .long(1 << 40), .float(0.5), .double(-2.5), .double(2.5), false, true, "", "B",
            "b", "é",
        ]
        guard case .dictionary(let dictionary) = try value(object) else {
            Issue.record("not a dictionary")
            return
        }
        #expect(dictionary.pairs.map { $0.key } == keys)
    }

    @Test("An object of any other type is refused with its path")
    func unsupported() {
        let street: FoundationObjectError.Step = .key("street")
        for object in [
            Date(), Set([1]), Decimal(3), NSDecimalNumber(value: 3), Character("x"),
            "abc".dropFirst(), NSObject(),
        ] as [Any] {
            #expect(failure(object) == FoundationObjectError(.unsupportedType, at: []))
            #expect(
                failure([0, 1, ["a": 1, "street": object]] as [Any])
                    == FoundationObjectError(.unsupportedType, at: [.element(2), street]))
        }
        let nested: [Any] = [[5: [UInt64.max]]]
        #expect(
            failure(nested)
                == FoundationObjectError(
                    .integerTooLarge, at: [.element(0), .key(5), .element(0)]))
    }

    @Test("Objects that can't be keys are refused with the path of their dictionary")
    func keys() {
        for key in [
            NSNull(), NSArray(), Data([1]), Date(), UInt64.max, Double.nan,
        ] as [AnyHashable] {
            #expect(
                failure([["a": [key: 1] as [AnyHashable: Any]]] as [Any])
                    == FoundationObjectError(.invalidKey, at: [.element(0), .key("a")]))
        }
    }

    @Test("All keys of a dictionary come before its values, and its size before its keys")
    func keysFirst() {
        let object: [AnyHashable: Any] = ["a": Date(), Double.nan: 1]
        #expect(failure(object) == FoundationObjectError(.invalidKey, at: []))
        let few = MonkeyLimits(maximumValueCount: 4)
        #expect(
            failure(object, limits: few) == FoundationObjectError(.tooManyValues, at: []))
        let shallow = MonkeyLimits(maximumDepth: 1, maximumValueCount: 4)
        #expect(failure(object, limits: shallow) == FoundationObjectError(.tooDeep, at: []))
    }

    #if !canImport(Darwin)
        @Test("Two objects that become the same key are refused with the path of the dictionary")
        func sameKeys() {
            let text: [AnyHashable: Any] = ["a": 1, NSString("a"): 2]
            #expect(text.count == 2)
            #expect(
                failure([0, text] as [Any])
                    == FoundationObjectError(.duplicateKey, at: [.element(1)]))
            // At last: the values come before.
            let wrong: [AnyHashable: Any] = ["a": Date(), NSString("a"): Date()]
            #expect(
                failure(wrong) == FoundationObjectError(.unsupportedType, at: [.key("a")]))
        }
    #endif

    @Test("Half of a surrogate pair is refused where Foundation keeps it, and as a key too")
    func surrogates() throws {
        var half: unichar = 0xD800
        let text = unsafe NSString(characters: &half, length: 1)
        #if canImport(Darwin)
            // Never run: there was no system of Apple's.
            #expect(failure(text) == FoundationObjectError(.malformedString, at: []))
            #expect(
                failure(NSDictionary(object: 1, forKey: text))
                    == FoundationObjectError(.invalidKey, at: []))
        #else
            #expect(try value(text) == "\u{FFFD}")
        #endif
    }

    @Test("The first wrong value in the order of the result is told")
    func firstError() {
        let object: [AnyHashable: Any] = ["b": Date(), 4: Date(), "a": Date(), 9: Date()]
        for _ in 0..<20 {
            #expect(failure(object) == FoundationObjectError(.unsupportedType, at: [.key(4)]))
        }
    }
}
