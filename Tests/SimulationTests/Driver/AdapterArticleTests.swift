import Foundation
import RepositorySupport
import Testing

@Suite("The article about adapters")
struct AdapterArticleTests {
    @Test(
        "The article about adapters has an adapter of at most sixty lines below its imports, as wide as the library's"
    )
    func length() throws {
        let file = "Sources/Simulation/Simulation.docc/Adapters.md"
        let page = try String(
            contentsOf: Repository.root.appendingPathComponent(file), encoding: .utf8)
        let blocks = page.components(separatedBy: "```swift\n")
        try #require(blocks.count == 2)
        let adapter = try #require(blocks[1].components(separatedBy: "\nlet world").first)
        let parts = adapter.components(separatedBy: "import Simulation\n\n")
        try #require(parts.count == 2 && parts[1].hasPrefix("actor Display"))
        let lines = parts[1].trimmingCharacters(in: .newlines).components(separatedBy: "\n")
        #expect(lines.count <= 60)
        #expect(lines.allSatisfy { $0.count <= 100 })
    }
}
