/// Hands out the seeds of a campaign in order, a few at a time.
struct SeedQueue: Sendable {
    private static let batchSize: UInt64 = 16

    private let end: UInt64
    private let next: Lock<UInt64>

    init(_ seeds: Range<UInt64>) {
        end = seeds.upperBound
        next = Lock(seeds.lowerBound)
    }

    /// The next few seeds; `nil` if there are none, or if the task is cancelled.
    func batch() -> Range<UInt64>? {
        guard !Task.isCancelled else { return nil }
        return next.with { next in
            guard next < end else { return nil }
            let start = next
            next += min(Self.batchSize, end - start)
            return start..<next
        }
    }
}
