import Foundation
import RepositorySupport
import Testing

@Suite("Docs/Texts.md")
struct TextsPageTests {
    @Test("Docs/Texts.md shows what the library says; KNAV_WRITE_TEXTS=1 writes the page again")
    func page() throws {
        let file = Repository.root.appendingPathComponent("Docs/Texts.md")
        let text = try TextsPage.text()
        if ProcessInfo.processInfo.environment["KNAV_WRITE_TEXTS"] != nil {
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let page = try String(contentsOf: file, encoding: .utf8)
        let lines = page.components(separatedBy: "\n")
        let expected = text.components(separatedBy: "\n")
        for (line, (found, made)) in zip(lines, expected).enumerated() where found != made {
            Issue.record("line \(line + 1) is \(found), and the library says \(made)")
        }
        #expect(lines.count == expected.count)
    }
}
