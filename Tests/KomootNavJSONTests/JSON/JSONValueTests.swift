import KomootNavJSON
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test("JSON values with texts that look alike but have different code points are different")
    func codePoints() {
        let one = JSONValue.object(["street": .string("Caf\u{E9}")])
        let other = JSONValue.object(["street": .string("Cafe\u{301}")])
        #expect(one != other)
        #expect(one == .object(["street": .string("Caf\u{E9}")]))
        #expect(one.hashValue == JSONValue.object(["street": .string("Caf\u{E9}")]).hashValue)
    }

    @Test(
        "JSON values are written without characters that a terminal obeys and does not show",
        arguments: [
            ("\u{202E}", #"\u202e"#), ("\u{2066}a\u{2069}", #"\u2066a\u2069"#),
            ("\u{200F}", #"\u200f"#), ("\u{61C}", #"\u061c"#), ("\u{7F}", #"\u007f"#),
            ("\u{9B}2J", #"\u009b2J"#), ("\u{2028}\u{2029}", #"\u2028\u2029"#),
            ("\u{FEFF}", #"\ufeff"#), ("\u{FFFE}", #"\ufffe"#),
            ("\u{E0041}", #"\udb40\udc41"#),
            // What names are spelt with stays.
            ("क्‍ष \u{200C} 👩‍🚒 é שלום", "क्‍ष \u{200C} 👩‍🚒 é שלום"),
        ])
    func controls(_ text: String, _ written: String) {
        let value = JSONValue.object([text: .array([.string(text)])])
        #expect(value.description == "{\"\(written)\":[\"\(written)\"]}")
        #expect(JSONValue(line: value.description) == value)
    }

    @Test("JSON values of different kinds are different")
    func kinds() {
        let values: [JSONValue] = [
            .null, .bool(false), .number(0), .fraction(0.5), .string("0"), .array([]), .object([:]),
        ]
        for (index, one) in values.enumerated() {
            for (position, other) in values.enumerated() {
                #expect((one == other) == (index == position))
            }
        }
    }
}
