import KomootNavPipe
import Testing

@Suite("JSON values")
struct JSONValueTests {
    @Test("with texts that look alike but have different code points are different")
    func codePoints() {
        let one = JSONValue.object(["street": .string("Caf\u{E9}")])
        let other = JSONValue.object(["street": .string("Cafe\u{301}")])
        #expect(one != other)
        #expect(one == .object(["street": .string("Caf\u{E9}")]))
        #expect(one.hashValue == JSONValue.object(["street": .string("Caf\u{E9}")]).hashValue)
    }

    @Test("of different kinds are different")
    func kinds() {
        let values: [JSONValue] = [
            .null, .bool(false), .number(0), .string("0"), .array([]), .object([:]),
        ]
        for (index, one) in values.enumerated() {
            for (position, other) in values.enumerated() {
                #expect((one == other) == (index == position))
            }
        }
    }
}
