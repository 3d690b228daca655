import KomootNav

/// `knav bench`.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "measure decoding, encoding and reassembly on this machine"

    static let syntax = Arguments.Syntax(flags: ["--json", "--pairs", "--captures"])

    static let help = """
        usage: knav bench [--json] [--pairs | --captures]

        Measures decoding, encoding and reassembly of one object: nanoseconds (the median, and the
        middle half of the samples) and allocations. The same run measures a decoder like that of the
        vendor's iOS kit: compare ratios, not machines.

          --pairs     measure the simulator instead: ten thousand pairs of phone and device under one
                      clock, next to a hundred pairs, and the memory that a pair takes
          --captures  measure how fast a Bluetooth log of 1 GiB is read and the memory that it takes,
                      next to a loop that only looks at every byte
          --json      print one JSON object

        Measure a release build: swift run -c release knav bench
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        #if DEBUG
            report("this is a debug build; its figures mean nothing")
        #endif
        guard !arguments.flags.isSuperset(of: ["--pairs", "--captures"]) else {
            throw UsageError(message: "use only one of '--pairs' and '--captures'")
        }
        if arguments.flags.contains("--captures") {
            CaptureBenchmark.run(isJSON: arguments.flags.contains("--json"))
            return .success
        }
        if arguments.flags.contains("--pairs") {
            await PairsBenchmark.run(isJSON: arguments.flags.contains("--json"))
            return .success
        }
        let workloads: [Workload]
        do throws(KomootNavError) {
            workloads = try Workloads.all()
        } catch {
            preconditionFailure("the benchmark's own instruction can't be encoded: \(error)")
        }
        let measurements = Benchmark().measure(workloads)
        let ratios = ratios(of: measurements)
        if arguments.flags.contains("--json") {
            printJSON(measurements, ratios)
        } else {
            printTable(measurements, ratios)
        }
        return .success
    }

    /// How many times as fast as the vendor-style decoder the others are, in the same run.
    private static func ratios(of measurements: [Measurement]) -> [(name: String, ratio: Double)] {
        guard let peer = measurements.first(where: { $0.name == Workloads.vendorName }) else {
            preconditionFailure("the vendor-style decoder is measured in every run")
        }
        return measurements.filter {
            $0.name == Workloads.ownedName || $0.name == Workloads.borrowedName
        }.map { ($0.name, Benchmark.ratio(peer, to: $0)) }
    }

    private static func printTable(
        _ measurements: [Measurement], _ ratios: [(name: String, ratio: Double)]
    ) {
        let width = measurements.map(\.name.count).max() ?? 0
        func row(_ name: String, _ cells: [String]) -> String {
            name + String(repeating: " ", count: width - name.count)
                + cells.map { rightAligned($0, 18) }.joined()
        }
        print("street \"\(Workloads.street)\", layout deployed, one object:")
        print(row("", ["ns (median)", "ns (middle half)", "allocations"]))
        for measurement in measurements {
            let spread =
                "\(measurement.lowerQuartile.inTenths)–\(measurement.upperQuartile.inTenths)"
            let allocations = measurement.allocations.map { "\($0.inTenths)" } ?? "not counted"
            let median = "\(measurement.nanoseconds.inTenths)"
            print(row(measurement.name, [median, spread, allocations]))
        }
        print()
        for (name, ratio) in ratios {
            print("\(name): \(ratio.inTenths) times as fast as vendor style")
        }
    }

    private static func printJSON(
        _ measurements: [Measurement], _ ratios: [(name: String, ratio: Double)]
    ) {
        struct Report: Encodable {
            let workloads: [Measurement]
            let timesAsFastAsVendorStyle: [String: Double]
        }
        let report = Report(
            workloads: measurements,
            timesAsFastAsVendorStyle: Dictionary(
                uniqueKeysWithValues: ratios.map { ($0.name, $0.ratio) }))
        print(jsonLine(report))
    }
}
