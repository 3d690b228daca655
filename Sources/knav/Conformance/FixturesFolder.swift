import Foundation
import KomootNavConformance

/// The folder that the golden fixtures are in.
enum FixturesFolder {
    /// The suite in the folder of `--fixtures`; `nil` if it can't be used, which was reported then.
    static func suite(for arguments: Arguments) -> VectorSuite? {
        let path = arguments.options["--fixtures"] ?? "Fixtures"
        do throws(VectorSuite.LoadingError) {
            return try VectorSuite(contentsOf: URL(fileURLWithPath: path))
        } catch {
            reportError(
                "knav conformance: no fixtures in '\(printable(path))': \(printable(error.description)); "
                    + "'--fixtures DIR' says where they are")
            return nil
        }
    }
}
