import KomootNavRecording
package import Simulation

/// Why reports can't be merged.
package enum MergeRefusal: Error, Hashable {
    /// Two reports are about different work: the files, and the difference.
    case otherWork(String, String, difference: String)
    /// Two reports split the work into different numbers of shards, so that their runs overlap.
    case otherCount(String, Shard, String, Shard)
    /// Two files have the same shard.
    case sameShard(String, String, Shard)
    /// A report lacks runs of its shard, or has others.
    case otherSize(String, runs: UInt64, expected: UInt64)
    /// A report has checked something else than its options say.
    case otherChecks(String)
    /// A report has counts that can't be.
    case implausible(String)
}

extension MergeRefusal: CustomStringConvertible {
    /// The reason, as a sentence. Names of files are as they were given.
    package var description: String {
        switch self {
        case .otherWork(let path, let other, let difference):
            "'\(path)' is of other work than '\(other)': \(difference)"
        case .otherCount(let path, let shard, let other, let otherShard):
            "'\(path)' is shard \(shard), and '\(other)' is shard \(otherShard): they overlap"
        case .sameShard(let path, let other, let shard):
            "'\(path)' and '\(other)' are both shard \(shard)"
        case .otherSize(let path, let runs, let expected):
            "'\(path)' has \(counted(Int(clamping: runs), "run")) instead of \(expected): "
                + (runs < expected
                    ? "it was interrupted, or merged without all shards" : "it has others too")
        case .otherChecks(let path):
            "'\(path)' has checked something else than its options say"
        case .implausible(let path):
            "'\(path)' has counts that contradict each other, or that no campaign finds"
        }
    }
}

/// The reports of shards, added.
package struct MergedReport<Found: ShardResult> {
    /// A report and where it comes from.
    package typealias Part = (path: String, report: ShardReport<Found>)

    /// As if one process had done all shards that are there.
    package let report: ShardReport<Found>
    /// The shards that are not there.
    package let missing: [Shard]

    /// Adds reports, in any order.
    ///
    /// - Parameter parts: at least one.
    package init(_ parts: [Part]) throws(MergeRefusal) {
        precondition(!parts.isEmpty, "nothing to merge")
        let first = parts[0]
        var known: [UInt64: Part] = [:]
        for part in parts {
            let report = part.report
            if let difference = report.work.difference(from: first.report.work) {
                throw .otherWork(part.path, first.path, difference: difference)
            }
            guard report.shard.count == first.report.shard.count else {
                throw .otherCount(part.path, report.shard, first.path, first.report.shard)
            }
            if let other = known[report.shard.number] {
                throw .sameShard(other.path, part.path, report.shard)
            }
            guard report.isWhole else {
                throw .otherSize(
                    part.path, runs: report.found.size, expected: report.expectedSize)
            }
            guard report.found.fits(report.work) else { throw .otherChecks(part.path) }
            guard report.isPlausible else { throw .implausible(part.path) }
            known[report.shard.number] = part
        }
        let sorted = known.values.map(\.report).sorted { $0.shard.number < $1.shard.number }
        var sum = sorted[0].found
        for report in sorted.dropFirst() { sum.add(report.found) }
        report = ShardReport(of: first.report.work, .whole, sum)
        missing = Self.missing(sorted.map(\.shard.number), of: first.report.shard.count)
    }

    /// The most missing shards that are named.
    private static var largestNumberOfNames: Int { 10_000 }

    private static func missing(_ numbers: [UInt64], of count: UInt64) -> [Shard] {
        let known = Set(numbers)
        return Array(
            Shard.all(of: count).lazy.filter { !known.contains($0.number) }
                .prefix(largestNumberOfNames))
    }
}

/// The report; if shards are missing, their names in place of the shard.
extension MergedReport: Encodable {
    private enum Key: String, CodingKey { case work, missing }

    package func encode(to encoder: any Encoder) throws {
        guard !missing.isEmpty else { return try report.encode(to: encoder) }
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(report.work, forKey: .work)
        try members.encode(missing.map(\.description), forKey: .missing)
        try report.found.encode(to: encoder)
    }
}
