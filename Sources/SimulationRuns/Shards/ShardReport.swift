import KomootNavRecording
package import Simulation

/// What runs or explorations found. The results of shards can be added.
package protocol ShardResult: Codable, Sendable {
    /// How many runs or explorations these are.
    var size: UInt64 { get }
    /// How long they took. Of several shards it is the sum.
    var wallSeconds: Double { get set }
    /// Whether it can be a result at all: whether its counts fit each other, and the number of runs.
    var isPlausible: Bool { get }
    /// The result as lines to read.
    var text: String { get }

    /// Whether it has checked what the work's options say.
    func fits(_ work: Work) -> Bool

    /// Adds the result of the shard that follows.
    mutating func add(_ next: Self)

    /// Whether the work has found nothing that is wrong.
    func isClean(for work: Work) -> Bool
}

extension ShardResult {
    package func fits(_ work: Work) -> Bool { true }

    /// The result as lines for a terminal: it may come from a file.
    package var printableText: String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { printable(String($0)) }.joined(separator: "\n")
    }
}

/// What one shard found, or all of them: a line of JSON, which `--json` prints and `--report` writes into a file.
package struct ShardReport<Found: ShardResult>: Codable, Sendable {
    package let work: Work
    package let shard: Shard
    package var found: Found

    private enum Key: String, CodingKey { case work, shard }

    package init(of work: Work, _ shard: Shard, _ found: Found) {
        self.work = work
        self.shard = shard
        self.found = found
    }

    package init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Key.self)
        work = try members.decode(Work.self, forKey: .work)
        let text = try members.decode(String.self, forKey: .shard)
        guard let shard = Shard(text) else {
            throw DecodingError.dataCorruptedError(
                forKey: .shard, in: members, debugDescription: "'\(text)' is not a shard")
        }
        self.shard = shard
        found = try Found(from: decoder)
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(work, forKey: .work)
        try members.encode("\(shard)", forKey: .shard)
        try found.encode(to: encoder)
    }

    /// How many runs the shard has.
    var expectedSize: UInt64 { shard.size(of: work.size) }

    /// Whether all of its runs were done.
    package var isWhole: Bool { found.size == expectedSize }

    /// Whether it can be a report at all. With these bounds, sums of reports can't overflow.
    package var isPlausible: Bool {
        let mostRuns: UInt64 = 1 << 40
        return work.size <= mostRuns && shard.count <= work.size
            && 0...1e12 ~= found.wallSeconds && found.isPlausible
    }

    /// In what it differs from a whole report of a shard of some work; `nil` if it is one.
    package func difference(from work: Work, _ shard: Shard) -> String? {
        if let difference = self.work.difference(from: work) { return difference }
        if self.shard != shard { return "shard \(self.shard) instead of \(shard)" }
        guard found.fits(work) else { return "it checked something else than its options say" }
        return isWhole && isPlausible ? nil : "its counts can't be"
    }

    /// Whether nothing was found that is wrong.
    package var isClean: Bool { found.isClean(for: work) }
}

/// The name that the files of these pages and messages have.
package func reportName(of shard: Shard) -> String {
    "shard-\(shard.number)-of-\(shard.count).json"
}
