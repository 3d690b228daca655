import KomootNavPipe
import SimulationRuns

/// A file with the report of a shard.
struct ReportFile {
    /// Why there is no report in it.
    enum Refusal: Error, Hashable {
        /// It can't be read; why.
        case unreadable(reason: String)
        /// It has other bytes; why they are not a report.
        case notReport(String)
    }

    let path: String
    private let text: ReportText

    init(path: String) throws(Refusal) {
        self.path = path
        // Not a pipe or a device: these may never end.
        let facts = FileFacts(path: path)
        guard facts.isRegular || !facts.exists else { throw .unreadable(reason: "not a file") }
        do throws(WholeFile.Failure) {
            text = ReportText(try WholeFile.read(path == "-" ? "./-" : path))
        } catch {
            switch error {
            case .unreadable(let reason): throw .unreadable(reason: reason)
            case .oversized: throw .notReport("more than \(WholeFile.maximumByteCount >> 20) MiB")
            }
        }
    }

    /// The work that it is about.
    func work() throws(Refusal) -> Work {
        do throws(ReportText.Malformed) {
            return try text.work()
        } catch {
            throw .notReport(error.reason)
        }
    }

    func report<Found: ShardResult>(of type: Found.Type) throws(Refusal) -> ShardReport<Found> {
        do throws(ReportText.Malformed) {
            return try text.report(of: type)
        } catch {
            throw .notReport(error.reason)
        }
    }
}
