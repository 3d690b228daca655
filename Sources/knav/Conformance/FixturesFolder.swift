import Foundation
import KomootNavConformance
import KomootNavRecording

/// The folder with the golden fixtures.
enum FixturesFolder {
    /// Loads the suite from the folder of `--fixtures`. If it can't be used, reports that and returns `nil`.
    static func suite(for arguments: Arguments) -> VectorSuite? {
        let path = arguments.options["--fixtures"] ?? "Fixtures"
        do throws(VectorSuite.LoadingError) {
            let others = (arguments.lists["--also"] ?? []).map { URL(fileURLWithPath: $0) }
            return try VectorSuite(contentsOf: URL(fileURLWithPath: path), and: others)
        } catch {
            reportError(
                "knav conformance: no fixtures in '\(printable(path))': \(printable(error.description)); "
                    + "give their folder with '--fixtures'")
            return nil
        }
    }
}
