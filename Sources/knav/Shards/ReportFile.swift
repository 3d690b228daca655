import Foundation
import SimulationRuns

/// A file with the report of a shard.
struct ReportFile {
    /// Why there is no report in it.
    enum Refusal: Error, Hashable {
        /// It can't be read; why.
        case unreadable(reason: String)
        /// It has other bytes; why they are no report.
        case notReport(String)
    }

    /// The largest report that is read. The longest possible ones take far less.
    private static let largestSize = 64 << 20

    let path: String
    private let data: Data

    init(path: String) throws(Refusal) {
        self.path = path
        // Not a pipe or a device: these may never end.
        let facts = FileFacts(path: path)
        guard facts.isRegular || !facts.exists else { throw .unreadable(reason: "not a file") }
        guard let handle = FileHandle(forReadingAtPath: path) else {
            throw .unreadable(reason: systemReason())
        }
        defer { try? handle.close() }
        let data: Data
        do {
            data = try handle.read(upToCount: Self.largestSize + 1) ?? Data()
        } catch {
            throw .unreadable(reason: systemReason(error))
        }
        guard data.count <= Self.largestSize else {
            throw .notReport("more than \(Self.largestSize >> 20) MiB")
        }
        self.data = data
    }

    /// The work that it is about.
    func work() throws(Refusal) -> Work {
        struct Header: Decodable { let work: Work }
        return try decode(Header.self).work
    }

    func report<Found: ShardResult>(
        of type: Found.Type
    ) throws(Refusal) -> ShardReport<Found> {
        try decode(ShardReport<Found>.self)
    }

    private func decode<Value: Decodable>(_ type: Value.Type) throws(Refusal) -> Value {
        do {
            return try JSONDecoder().decode(type, from: data)
        } catch let error as DecodingError {
            throw .notReport(words(error))
        } catch {
            throw .notReport("not JSON")
        }
    }

    private func words(_ error: DecodingError) -> String {
        if let fault = error.fault { return fault }
        // Where a number is that is out of range, the decoder does not tell.
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        let isJSON = (try? JSONDecoder().decode(Anything.self, from: data)) != nil
        return isJSON ? "a number is out of range" : "not JSON"
    }
}
