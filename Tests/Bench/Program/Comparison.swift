/// A workload and what it is compared with in the same run.
struct Comparison {
    let workload: String
    let peer: String
}

/// How many times as long as its peer a workload takes.
struct Ratio: Encodable {
    let workload: String
    let peer: String
    let ratio: Double

    init(_ comparison: Comparison, in measurements: [Measurement]) {
        func measurement(_ name: String) -> Measurement {
            guard let found = measurements.first(where: { $0.name == name }) else {
                preconditionFailure("'\(name)' is measured in every run")
            }
            return found
        }
        workload = comparison.workload
        peer = comparison.peer
        ratio = Benchmark.ratio(measurement(workload), to: measurement(peer))
    }
}
