import Foundation
import KomootNavConformance

/// The folder that the golden fixtures are in.
enum FixturesFolder {
    /// The suite in the folder of `--fixtures`; `nil` if it can't be used, which was reported then.
    static func suite(for arguments: Arguments) -> VectorSuite? {
        let path = arguments.options["--fixtures"] ?? "Fixtures"
        do throws(VectorSuite.LoadingError) {
            let others = (arguments.lists["--also"] ?? []).map { URL(fileURLWithPath: $0) }
            return try VectorSuite(contentsOf: URL(fileURLWithPath: path), and: others)
        } catch {
            reportError(
                "knav conformance: no fixtures in '\(printable(path))': \(printable(error.description)); "
                    + "'--fixtures DIR' says where they are")
            return nil
        }
    }
}
