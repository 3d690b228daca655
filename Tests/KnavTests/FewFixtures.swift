import Foundation
import KomootNavConformance
import RepositorySupport

/// A folder like the fixtures', with all cases of notifications and distances, and of each other layer one or two files: to
/// read all takes a debug build a second.
final class FewFixtures: Sendable {
    let folder: URL
    private static let whole = ["notification", "distance"]
    private static let chosen = ["codec": ["hand-written.json", "street-ill-formed.json"]]

    init() throws {
        let manager = FileManager.default
        folder = manager.temporaryDirectory.appendingPathComponent(
            "komoot-nav-\(UUID().uuidString)")
        for layer in VectorSuite.layers {
            let source = Repository.fixtures.appendingPathComponent(layer)
            let target = folder.appendingPathComponent(layer)
            try manager.createDirectory(at: target, withIntermediateDirectories: true)
            let names = try manager.contentsOfDirectory(atPath: source.path)
                .filter { $0.hasSuffix(".json") }.sorted()
            for name in Self.whole.contains(layer)
                ? names : Self.chosen[layer] ?? Array(names.prefix(1))
            {
                try manager.createSymbolicLink(
                    at: target.appendingPathComponent(name),
                    withDestinationURL: source.appendingPathComponent(name))
            }
        }
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
