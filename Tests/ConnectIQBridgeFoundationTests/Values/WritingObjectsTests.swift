import ConnectIQBridge
import Foundation
import Testing

@testable import ConnectIQBridgeFoundation

@Suite("Values become Foundation objects")
struct WritingObjectsTests {
    @Test("Each value becomes an object of its class, and numbers keep their type")
    func classes() throws {
        #expect(try MonkeyValue.null.foundationObject() is NSNull)
        #expect(try MonkeyValue.string("é").foundationObject() == NSString("é"))
        #expect(
            try MonkeyValue.byteArray([1, 2]).foundationObject() == NSData(data: Data([1, 2])))
        #expect(try type(of: MonkeyValue.number(1)) == type(of: Int32(1)))
        #expect(try type(of: MonkeyValue.long(1 << 40)) == type(of: Int64(1 << 40)))
        #expect(try type(of: MonkeyValue.float(1)) == type(of: Float(1)))
        #expect(try type(of: MonkeyValue.double(1)) == type(of: 1.0))
        let one = try #require(try MonkeyValue.boolean(true).foundationObject() as? NSNumber)
        #expect(one === NSNumber(value: true))
        let zero = try #require(try MonkeyValue.boolean(false).foundationObject() as? NSNumber)
        #expect(zero === NSNumber(value: false))
    }

    /// The type in C of the number that a value, or a number, becomes.
    private func type(of value: MonkeyValue) throws -> String {
        let number = try #require(try value.foundationObject() as? NSNumber)
        return unsafe String(cString: number.objCType)
    }

    private func type(of number: Any) throws -> String {
        unsafe String(cString: try #require(number as? NSNumber).objCType)
    }

    @Test("Containers become those of Foundation")
    func containers() throws {
        let value: MonkeyValue = [1: [1, nil, "a"], "b": ["c": 2.5]]
        let object = try #require(try value.foundationObject() as? NSDictionary)
        #expect(object.count == 2)
        #expect(
            object.object(forKey: NSNumber(value: 1)) as? NSArray
                == NSArray(array: [NSNumber(value: 1), NSNull(), NSString("a")]))
        let inner = try #require(object.object(forKey: NSString("b")) as? NSDictionary)
        #expect(inner.object(forKey: NSString("c")) as? Double == 2.5)
    }

    @Test("A Char is refused with its path, even as a key")
    func characters() {
        #expect(failure(of: .char("x")) == FoundationObjectError(.unsupportedType, at: []))
        #expect(
            failure(of: [1, ["a": .char("x")]])
                == FoundationObjectError(.unsupportedType, at: [.element(1), .key("a")]))
        #expect(
            failure(of: [.dictionary([.char("x"): 1])])
                == FoundationObjectError(.invalidKey, at: [.element(0)]))
    }

    @Test(
        "Keys that Foundation can't tell apart are refused",
        arguments: [
            (1, .long(1)), (1, .float(1)), (1, .double(1)), (1, .boolean(true)),
            (0, .boolean(false)), ("\u{E9}", "e\u{301}"), (.float(0), .float(-0.0)),
            (.float(0.5), .double(0.5)),
        ] as [(MonkeyKey, MonkeyKey)])
    func sameKeys(_ one: MonkeyKey, _ other: MonkeyKey) {
        for (one, other) in [(one, other), (other, one)] {
            #expect(
                failure(of: [[one: 1, other: 2]])
                    == FoundationObjectError(.duplicateKey, at: [.element(0), .key(other)]))
        }
    }

    @Test("NaN as a key is refused")
    func notANumber() {
        for key in [.float(.nan), .double(.nan)] as [MonkeyKey] {
            #expect(failure(of: [key: 1]) == FoundationObjectError(.invalidKey, at: []))
        }
    }

    @Test("An error says its path in the form of a subscript")
    func description() {
        let error = FoundationObjectError(.unsupportedType, at: [.element(2), .key("street")])
        #expect(error.description == "unsupportedType at [2][\"street\"]")
        #expect(FoundationObjectError(.tooDeep, at: []).description == "tooDeep")
        let keys: [MonkeyKey] = [
            5, .long(6), .float(0.5), .double(2), true, .char("x"), "a\"]\n",
        ]
        let path = keys.map { FoundationObjectError.Step.key($0) }
        #expect(
            FoundationObjectError(.invalidKey, at: path).description
                == #"invalidKey at [5][6][0.5][2.0][true]['x']["a\"]\n"]"#)
    }
}
