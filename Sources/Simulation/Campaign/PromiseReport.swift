/// A promise that another module's simulation checks.
package protocol SimulatedPromise: RawRepresentable<String>, Hashable, Sendable, CaseIterable {}

extension SimulatedPromise {
    /// The names of promises, always in the same order.
    package static func names(of promises: Set<Self>) -> [String] {
        allCases.filter(promises.contains).map(\.rawValue)
    }
}

/// How a ``SimulatedPromise`` was broken.
package struct PromiseBreach<Promise: SimulatedPromise>: Hashable, Sendable,
    CustomStringConvertible
{
    /// Which one.
    package let promise: Promise
    /// Microseconds since the run began.
    package let time: UInt64
    /// What was seen.
    package let evidence: String

    package init(promise: Promise, time: UInt64, evidence: String) {
        self.promise = promise
        self.time = time
        self.evidence = evidence
    }

    package var description: String {
        "\(promise.rawValue) at \(time / 1000) ms: \(evidence)"
    }
}

/// What many runs with different seeds found.
package struct PromiseReport<Promise: SimulatedPromise>: Sendable {
    /// What one run found.
    package typealias Found = (broken: [PromiseBreach<Promise>], marks: Set<String>)

    /// How many runs there were.
    package private(set) var runs = 0
    /// The first seed that broke each promise, and how.
    package private(set) var broken: [Promise: (seed: UInt64, PromiseBreach<Promise>)] = [:]
    /// In how many runs each promise was broken.
    package private(set) var brokenRuns: [Promise: Int] = [:]
    /// In how many runs any promise was broken.
    package private(set) var runsWithBroken = 0
    /// In how many runs each rare thing happened.
    package private(set) var marks: [String: Int] = [:]

    private init() {}

    /// Does a run for each seed. If the task is cancelled, it ends early, and has the results of the first seeds, as
    /// many as ``runs`` says.
    ///
    /// - Parameters:
    ///   - jobs: how many runs to do at a time.
    ///   - progress: is told now and then how many runs are done.
    ///   - run: does a run; `nil` if it does not count.
    package init(
        seeds: Range<UInt64>, jobs: Int, progress: (@Sendable (Int) -> Void)?,
        run: @escaping @Sendable (UInt64) async -> Found?
    ) async {
        let queue = SeedQueue(seeds)
        let total = Lock(Self())
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<jobs {
                group.addTask {
                    while let batch = queue.batch() {
                        var part = Self()
                        for seed in batch {
                            if let found = await run(seed) { part.add(found, seed: seed) }
                        }
                        let runs = total.with { total in
                            total.add(part)
                            return total.runs
                        }
                        progress?(runs)
                    }
                }
            }
        }
        self = total.with { $0 }
    }

    private mutating func add(_ found: Found, seed: UInt64) {
        runs += 1
        for mark in found.marks { marks[mark, default: 0] += 1 }
        if !found.broken.isEmpty { runsWithBroken += 1 }
        for breach in found.broken {
            brokenRuns[breach.promise, default: 0] += 1
            if let known = broken[breach.promise], known.seed <= seed { continue }
            broken[breach.promise] = (seed, breach)
        }
    }

    private mutating func add(_ other: Self) {
        runs += other.runs
        runsWithBroken += other.runsWithBroken
        for (mark, count) in other.marks { marks[mark, default: 0] += count }
        for (promise, count) in other.brokenRuns { brokenRuns[promise, default: 0] += count }
        for (promise, found) in other.broken {
            if let known = broken[promise], known.seed <= found.seed { continue }
            broken[promise] = found
        }
    }
}
