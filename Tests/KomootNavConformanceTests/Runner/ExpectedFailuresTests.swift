import KomootNavConformance
import KomootNavJSON
import Testing

@Suite("A file of expected failures")
struct ExpectedFailuresTests {
    let suite: VectorSuite

    init() throws { suite = try GoldenFixtures.suite() }

    @Test(
        "A file of expected failures has an id on each line, and may have reasons, comments and empty lines"
    )
    func reads() throws {
        let ids = suite.vectors.prefix(2).map(\.id)
        let text = "# known\n\n\(ids[0])  # the display is small\r\n  \(ids[1])\n"
        let failures = try ExpectedFailures(text, in: suite)
        #expect(failures.reasons == [ids[0]: "the display is small", ids[1]: ""])
    }

    @Test(
        "A file of expected failures with an unknown id, a repeated id or several words on a line is refused"
    )
    func refuses() {
        let id = suite.vectors[0].id
        let texts = ["KBC/NONE/BV-01", "\(id) \(id)", "\(id)\n\(id)"]
        let lines = [1, 1, 2]
        for (text, line) in zip(texts, lines) {
            do throws(ExpectedFailures.Malformed) {
                _ = try ExpectedFailures(text, in: suite)
                Issue.record("'\(text)' is accepted")
            } catch {
                #expect(error.line == line)
            }
        }
    }
}
