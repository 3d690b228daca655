import Foundation
import RepositorySupport
import Testing

/// A piece of a test that an article shows: what stands between two comments in the file.
struct Example {
    let code: String

    init(inFile name: String) throws {
        let file = Repository.root.appendingPathComponent("Tests/SimulationTests/Own/\(name)")
        let text = try String(contentsOf: file, encoding: .utf8)
        let start = try #require(text.range(of: "// example:begin\n"))
        let end = try #require(text.range(of: "// example:end\n"))
        code = String(text[start.upperBound..<end.lowerBound])
    }

    /// Whether an article of the module's documentation shows it, as a block of its own.
    func isShown(in article: String) throws -> Bool {
        let file = Repository.root.appendingPathComponent(
            "Sources/Simulation/Simulation.docc/\(article).md")
        return try String(contentsOf: file, encoding: .utf8).contains("```swift\n\(code)```")
    }
}
