import KomootNavConformance
import Testing

@Suite("The library as a testee")
struct TesteeServerTests {
    let server = TesteeServer(
        LibraryTestee(), description: LibraryTestee.description(version: "1"))

    @Test("The library as a testee describes itself with every layer and every feature")
    func describes() throws {
        let answer = try #require(
            server.answer(
                #"{"request":"describe","protocol":1,"suite":"KBC","suiteVersion":"3.0.0"}"#))
        for layer in VectorSuite.layers { #expect(answer.contains("\"\(layer)\"")) }
        for feature in Feature.allCases { #expect(answer.contains("\"\(feature.rawValue)\"")) }
    }

    @Test("The library as a testee answers a case with its id")
    func answers() {
        let line = server.answer(
            #"{"request":"case","id":"X","operation":"distance","#
                + #""input":{"distanceInMeters":3,"style":"vendor"}}"#)
        #expect(line == #"{"answer":{"now":true,"text":"Now"},"id":"X"}"#)
    }

    @Test(
        "The library as a testee refuses a line that is not a request",
        arguments: [
            "", "x", "[]", "{}", #"{"request":"dance"}"#,
            #"{"request":"describe"}"#, #"{"request":"describe","protocol":2}"#,
            #"{"request":"case","id":"X"}"#,
            #"{"request":"case","id":"X","operation":"decode","input":{"bytes":"0"}}"#,
            #"{"request":"case","id":"X","operation":"fly","input":{}}"#,
        ])
    func refuses(_ line: String) {
        #expect(server.answer(line) == nil)
    }
}
