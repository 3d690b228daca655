import Foundation
import RepositorySupport
import Testing

@Suite("The page on Core Bluetooth")
struct DeclarationTests {
    @Test("has every declaration of Core Bluetooth that the adapters use")
    func declarations() throws {
        let page = try text(of: "Docs/CoreBluetooth.md")
        let folder = Repository.root.appendingPathComponent("Sources/KomootNavCoreBluetooth")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
        var used: Set<String> = []
        for file in files {
            let source = try text(of: "Sources/KomootNavCoreBluetooth/\(file)")
            for match in source.matches(of: /\bCB[A-Z][A-Za-z]+/) {
                used.insert(String(match.output))
            }
        }
        #expect(used.count > 10)
        #expect(used.filter { !page.contains($0) } == [])
    }

    private func text(of path: String) throws -> String {
        try String(contentsOf: Repository.root.appendingPathComponent(path), encoding: .utf8)
    }
}
