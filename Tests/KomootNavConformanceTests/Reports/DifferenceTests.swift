import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("Differences of answers")
struct DifferenceTests {
    private func differences(_ expected: String, _ given: String) throws -> [String] {
        let values = try [expected, given].map { try #require(JSONValue(line: $0)) }
        return Difference.all(between: values[0], and: values[1]).map(\.description)
    }

    @Test("Differences of answers are told by their paths, as deep inside as they can be")
    func paths() throws {
        #expect(
            try differences(
                #"{"error":{"code":"truncated","offset":4},"a":1,"b":[1,{"c":2}],"d":[1]}"#,
                #"{"error":{"code":"truncated","offset":5},"b":[1,{"c":3}],"d":[1,2],"e":null}"#)
                == [
                    "a: expected 1, answered nothing", "b[1].c: expected 2, answered 3",
                    "d: expected [1], answered [1,2]", "e: expected nothing, answered null",
                    "error.offset: expected 4, answered 5",
                ])
        #expect(try differences("1", "2") == ["expected 1, answered 2"])
        #expect(try differences(#"{"a":[{}]}"#, #"{"a":[{}]}"#) == [])
        #expect(
            try differences(#"[1,"4294967295","30"]"#, #"["4294967295",4294967295,"20"]"#) == [
                "[0]: expected 1, answered 4294967295",
                #"[1]: expected "4294967295", answered 4294967295"#,
                #"[2]: expected "30", answered "20""#,
            ])
    }

    @Test("Differences of long texts in answers are shown where they are")
    func long() throws {
        let zeros = String(repeating: "0", count: 500)
        let texts = try differences(
            #"{"bytes":"\#(zeros)1\#(zeros)"}"#, #"{"bytes":"\#(zeros)2"}"#)
        let before = "…" + String(repeating: "0", count: 40)
        let after = String(repeating: "0", count: 119)
        #expect(
            texts == [
                "bytes: expected \(before)1\(after)… (1003 characters), answered \(before)2\""
            ])
    }
}
