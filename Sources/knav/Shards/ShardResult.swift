/// What runs or explorations found. The results of shards can be added.
protocol ShardResult: Codable, Sendable {
    /// How many runs or explorations these are.
    var size: UInt64 { get }
    /// How long they took. Of several shards it is the sum.
    var wallSeconds: Double { get set }
    /// Whether it can be a result at all: whether no count is larger than the number of runs allows.
    var isPlausible: Bool { get }
    /// The result as lines to read.
    var text: String { get }

    /// Adds the result of the shard that follows.
    mutating func add(_ next: Self)

    /// What it means for the work.
    func verdict(of work: Work) -> ExitCode
}
