import Foundation
import RepositorySupport
import Testing

@Suite("The article about adapters")
struct AdapterArticleTests {
    @Test("has an adapter of at most sixty lines, imports and blank lines included")
    func length() throws {
        let file = "Sources/Simulation/Simulation.docc/Adapters.md"
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent(file), encoding: .utf8)
        let blocks = page.components(separatedBy: "```swift\n")
        try #require(blocks.count == 2)
        let adapter = try #require(blocks[1].components(separatedBy: "\nlet world").first)
        #expect(adapter.contains("import KomootNav\n") && adapter.contains("actor Display"))
        let lines = adapter.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
        #expect(lines.count <= 60)
    }
}
