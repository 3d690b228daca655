import Foundation
import KomootNavConformance
import KomootNavPipe
import KomootNavRecording

/// The folder with the golden fixtures.
enum FixturesFolder {
    /// Loads the suite from the folder of `--fixtures`. If it can't be used, reports that and returns `nil`.
    static func suite(for arguments: Arguments) -> VectorSuite? {
        let path = arguments.options["--fixtures"] ?? "Fixtures"
        let others = arguments.lists["--also"] ?? []
        for other in others where !FileManager.default.isReadableFile(atPath: other) {
            let reason = systemReason()
            reportError("knav conformance: '\(printable(other))' can't be read: \(reason)")
            return nil
        }
        let folder = URL(fileURLWithPath: path)
        do throws(VectorSuite.LoadingError) {
            let suite = try VectorSuite(contentsOf: folder)
            guard !others.isEmpty else { return suite }
            do throws(VectorSuite.LoadingError) {
                let all = try suite.adding(others.map { URL(fileURLWithPath: $0) })
                let layers = arguments.lists["--layer"] ?? []
                let added = all.vectors.dropFirst(suite.vectors.count)
                if !layers.isEmpty, !added.contains(where: { layers.contains($0.operation.layer) })
                {
                    let found = Set(added.map(\.operation.layer)).sorted().joined(separator: ", ")
                    reportError(
                        "knav conformance: '--layer' leaves out all cases of '--also', which are of \(found)"
                    )
                    return nil
                }
                return all
            } catch {
                // The folder alone is good.
                reportError(
                    "knav conformance: '--also' can't be used: \(printable(error.description))")
                return nil
            }
        } catch {
            reportError(
                "knav conformance: no fixtures in '\(printable(path))': \(printable(error.description)); "
                    + "give their folder with '--fixtures'")
            return nil
        }
    }
}
