import Simulation

/// What one shard found, or all of them: a line of JSON, which `--json` prints and `--report` writes into a file.
struct ShardReport<Found: ShardResult>: Codable, Sendable {
    let work: Work
    let shard: Shard
    var found: Found

    private enum Key: String, CodingKey { case work, shard }

    init(of work: Work, _ shard: Shard, _ found: Found) {
        self.work = work
        self.shard = shard
        self.found = found
    }

    init(from decoder: any Decoder) throws {
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

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: Key.self)
        try members.encode(work, forKey: .work)
        try members.encode("\(shard)", forKey: .shard)
        try found.encode(to: encoder)
    }

    /// How many runs the shard has.
    var expectedSize: UInt64 { shard.size(of: work.size) }

    /// Whether all of its runs were done.
    var isWhole: Bool { found.size == expectedSize }

    /// Whether it can be a report at all. With these bounds, sums of reports can't overflow.
    var isPlausible: Bool {
        let mostRuns: UInt64 = 1 << 40
        return work.size <= mostRuns && shard.count <= work.size
            && 0...1e12 ~= found.wallSeconds && found.isPlausible
    }

    var json: String { jsonLine(self) }

    var exitCode: ExitCode { found.verdict(of: work) }
}

/// The name that the files of these pages and messages have.
func reportName(of shard: Shard) -> String { "shard-\(shard.number)-of-\(shard.count).json" }
