import KomootNavConformance
import Testing

@Suite("A testee's line")
struct UnreadableAnswerTests {
    @Test(
        "A testee's line that is not UTF-8 is malformed",
        arguments: [#"\377"#, #"\303("#, #"{"id":"\355\240\200"}"#])
    func notUTF8(_ bytes: String) async throws {
        let script = "while read line; do printf '\(bytes)\\n'; done"
        let report = try await ShellTestee.judge(
            ShellTestee.run(ShellTestee.describing(script), .long))
        #expect(report.results[0].verdict == .malformed(reason: "not UTF-8"))
        #expect(report.counts.passed == 0)
    }

    @Test("A testee's line that has the replacement character is text")
    func replacementCharacter() async throws {
        let script = "while read line; do echo '\u{FFFD}'; done"
        let report = try await ShellTestee.judge(
            ShellTestee.run(ShellTestee.describing(script), .long))
        #expect(
            report.results[0].verdict
                == .malformed(
                    reason: "not JSON, and standard output is for answers only: \u{FFFD}"))
    }
}
