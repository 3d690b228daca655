import Foundation
import KomootNavJSON
import Testing

@Suite("A line of JSON")
struct JSONParserTests {
    @Test(
        "A line of JSON is read, whatever its white space and its escapes",
        arguments: [
            ("null", JSONValue.null), ("true", .bool(true)), (" false\t", .bool(false)),
            ("0", .number(0)), ("-0", .number(0)), ("-7", .number(-7)),
            ("9223372036854775807", .number(.max)), ("-9223372036854775808", .number(.min)),
            ("1.0", .number(1)), ("12e2", .number(1200)), ("1.5E+1", .number(15)),
            ("9007199254740992.0", .number(9_007_199_254_740_992)),
            ("1.5", .fraction(1.5)), ("-15e-1", .fraction(-1.5)), ("1e-2", .fraction(0.01)),
            ("[-0.0]", .array([.number(0)])),
            (#""""#, .string("")), ("\"é\u{1F6B2}\u{7F}\"", .string("é\u{1F6B2}\u{7F}")),
            (#""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{C}\n\r\t")),
            (#""\u00e9\uD83d\uDEB2x""#, .string("é\u{1F6B2}x")),
            (#""\u0000""#, .string("\0")),
            ("[]", .array([])), (" [ 1 ,\r\n[ ] ] ", .array([.number(1), .array([])])),
            ("{}", .object([:])),
            (
                #"{ "a" : { } , "\u0062" : [ null ] }"#,
                .object(["a": .object([:]), "b": .array([.null])])
            ),
        ])
    func read(_ line: String, _ value: JSONValue) { #expect(JSONValue(line: line) == value) }

    @Test(
        "A line of JSON is refused if it is something else",
        arguments: [
            "", " ", "nul", "nulll", "True", "1 2", "[1,]", "[,1]", "[1", "[1}", "]",
            #"{"a"}"#, #"{"a":}"#, #"{"a":1,}"#, "{a:1}", #"{"a":1"#, #"{1:1}"#, #"{"a" 1}"#,
            "+1", "01", "-", "-01", "1.", ".5", "1e", "1e+", "0x1", "NaN", "--1",
            "\"", "\"a", #""\"#, #""\x""#, #""\u12""#, #""\u12g4""#, "\"a\nb\"", "\"\u{0}\"",
            #""\ud83d""#, #""\ud83d\n""#, #""\ud83d\u0041""#, #""\udeb2""#, "'a'", "\u{FEFF}1",
        ])
    func refused(_ line: String) { #expect(JSONValue(line: line) == nil) }

    @Test(
        "A line of JSON is refused if a number is out of range",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "-1e400",
            "9007199254740994.0",
        ])
    func numbers(_ number: String) {
        #expect(JSONValue(line: number) == nil)
        #expect(JSONValue(line: "[\(number)]") == nil)
    }

    @Test(
        "A line of JSON is refused if it is not UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82], [0x41, 0x80]])
    func utf8(_ bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(JSONValue(bytes: ([quote] + bytes + [quote]).span) == nil)
        #expect(JSONValue(bytes: bytes.span) == nil)
    }

    @Test("A line of JSON is refused if an object names a member twice")
    func repeatedMember() {
        #expect(JSONValue(line: #"{"a":1,"b":1}"#) != nil)
        #expect(JSONValue(line: #"{"a":1,"\u0061":1}"#) == nil)
    }

    @Test("A line of JSON may be nested 512 deep")
    func depth() {
        for (open, close) in [("[", "]"), (#"{"a":"#, "}")] {
            let nested = { (depth: Int) in
                String(repeating: open, count: depth - 1) + "[]"
                    + String(repeating: close, count: depth - 1)
            }
            #expect(JSONValue(line: nested(512)) != nil)
            #expect(JSONValue(line: nested(513)) == nil)
        }
        let side = String(repeating: "[],", count: 1000)
        #expect(JSONValue(line: "[\(side)[]]") != nil)
    }

    @Test("A line of JSON that Foundation writes is read")
    func foundation() throws {
        let value = JSONValue.object([
            "texts": .array(
                ["", "\u{0}\u{1F}\"\\/\u{2028}\u{1F6B2}e\u{301}"].map(JSONValue.string)),
            "numbers": .array([Int64.min, -1, 0, .max].map(JSONValue.number)),
            "fractions": .array(
                [0.1, -2.5e-9, 4_503_599_627_370_495.5, .leastNonzeroMagnitude].map(
                    JSONValue.fraction)),
            "others": .array([.null, .bool(true), .bool(false), .array([]), .object([:])]),
        ])
        let encoder = JSONEncoder()
        for formatting in [[], .prettyPrinted] as [JSONEncoder.OutputFormatting] {
            encoder.outputFormatting = formatting
            let data = try encoder.encode(value)
            #expect(JSONValue(bytes: ContiguousArray(data).span) == value)
            #expect(try JSONDecoder().decode(JSONValue.self, from: data) == value)
        }
    }
}
