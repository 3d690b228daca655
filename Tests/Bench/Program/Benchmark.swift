import CAllocationCounter

/// Keeps the compiler from removing work whose result is not used.
@inline(never)
func keep(_ value: Int) {
    unsafe blackHole = blackHole &+ value
}

/// Only the main thread measures.
nonisolated(unsafe) private var blackHole = 0

/// Something to measure. One call of `body` does it `repetitions` times and returns a number that depends on
/// every one of them.
struct Workload {
    let name: String
    /// Whether it is what others are compared with.
    let isPeer: Bool
    private let body: (_ repetitions: Int) throws -> Int

    init(
        name: String, isPeer: Bool = false, body: @escaping (_ repetitions: Int) throws -> Int
    ) {
        self.name = name
        self.isPeer = isPeer
        self.body = body
    }

    func run(repetitions: Int) -> Int {
        do {
            return try body(repetitions)
        } catch {
            preconditionFailure("\(name): \(error)")
        }
    }
}

/// The measurements of one workload.
struct Measurement: Encodable {
    let name: String
    /// Nanoseconds for one object: the median of the samples, and the quarter and three-quarter
    /// points around it.
    let nanoseconds: Double
    let lowerQuartile: Double
    let upperQuartile: Double
    /// Allocations for one object; `nil` if they can't be counted.
    let allocations: Double?
    /// The samples in the order in which they were taken, for ratios to other workloads.
    let samples: [Double]

    private enum CodingKeys: CodingKey {
        case name, nanoseconds, lowerQuartile, upperQuartile, allocations
    }
}

/// Measures workloads side by side: one sample of each in turn, so that a change in the machine's speed
/// affects all of them.
struct Benchmark {
    private static let sampleCount = 121
    private static let warmUpCount = 3
    private static let targetSampleSeconds = 0.001
    private static let allocationRepetitions = 1000

    /// How much more is done of all workloads but the peers, in percent of what is counted.
    private let extraPercent: Int

    init(extraPercent: Int) { self.extraPercent = extraPercent }

    func measure(_ workloads: [Workload]) -> [Measurement] {
        let repetitions = workloads.map(repetitionsForOneSample)
        var samples = workloads.map { _ in [Double]() }
        for round in 0..<(Self.warmUpCount + Self.sampleCount) {
            for index in workloads.indices {
                let time = seconds(of: workloads[index], repetitions: repetitions[index])
                guard round >= Self.warmUpCount else { continue }
                samples[index].append(time * 1e9 / Double(repetitions[index]))
            }
        }
        return workloads.indices.map { index in
            let sorted = samples[index].sorted()
            return Measurement(
                name: workloads[index].name,
                nanoseconds: sorted[sorted.count / 2],
                lowerQuartile: sorted[sorted.count / 4],
                upperQuartile: sorted[sorted.count * 3 / 4],
                allocations: allocations(of: workloads[index]),
                samples: samples[index])
        }
    }

    /// How many times as long as the second one the first one takes: the median over the rounds.
    static func ratio(_ one: Measurement, to other: Measurement) -> Double {
        let ratios = zip(one.samples, other.samples).map { $0 / $1 }.sorted()
        return ratios[ratios.count / 2]
    }

    private func seconds(of workload: Workload, repetitions: Int) -> Double {
        let extra = workload.isPeer ? 0 : repetitions * extraPercent / 100
        let start = processorSeconds()
        keep(workload.run(repetitions: repetitions + extra))
        return processorSeconds() - start
    }

    private func repetitionsForOneSample(_ workload: Workload) -> Int {
        var repetitions = 16
        while repetitions < 1 << 30 {
            let time = seconds(of: workload, repetitions: repetitions)
            if time >= Self.targetSampleSeconds { return repetitions }
            repetitions *= 2
        }
        return repetitions
    }

    private func allocations(of workload: Workload) -> Double? {
        guard allocation_counter_is_available() else { return nil }
        let before = allocation_counter_value()
        let result = workload.run(repetitions: Self.allocationRepetitions)
        let count = allocation_counter_value() - before
        keep(result)
        return Double(count) / Double(Self.allocationRepetitions)
    }
}
