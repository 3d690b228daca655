import KomootNav

/// `knav bench`.
enum BenchCommand: Command {
    static let name = "bench"
    static let summary = "measure decoding, encoding and reassembly on this machine"

    static let syntax = Arguments.Syntax(
        options: ["--extra"], flags: ["--json", "--pairs", "--captures"])

    static let help = """
        usage: knav bench [--json] [--extra PERCENT] [--pairs | --captures]

        Measures decoding, encoding and reassembly of one object: nanoseconds of the processor (the
        median, and the middle half of the samples) and allocations. The same run measures the
        library's C99 port with the same detection and UTF-8 check, the making of a String alone, and
        a decoder like that of the vendor's iOS kit: compare ratios, not machines.

          --pairs          measure the simulator instead: ten thousand pairs of phone and device under
                           one clock, next to a hundred pairs, and the memory that a pair takes
          --captures       measure how fast a Bluetooth log of 1 GiB is read and the memory that it
                           takes, next to a loop that only looks at every byte
          --extra PERCENT  do this much more of the measured work, up to 100, and none more of what it
                           is compared with: to see that a limit on the ratios finds a loss
          --json           print one JSON object

        Measure a release build: swift run -c release knav bench
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        #if DEBUG
            report("this is a debug build; its figures mean nothing")
        #endif
        guard !arguments.flags.isSuperset(of: ["--pairs", "--captures"]) else {
            throw UsageError(message: "use only one of '--pairs' and '--captures'")
        }
        let extraPercent =
            try arguments.value("--extra", "a number from 0 to 100") {
                Int($0).flatMap { 0...100 ~= $0 ? $0 : nil }
            } ?? 0
        if arguments.flags.contains("--captures") {
            CaptureBenchmark(extraPercent: extraPercent).run(
                isJSON: arguments.flags.contains("--json"))
            return .success
        }
        if arguments.flags.contains("--pairs") {
            await PairsBenchmark(extraPercent: extraPercent).run(
                isJSON: arguments.flags.contains("--json"))
            return .success
        }
        let workloads: [Workload]
        do throws(KomootNavError) {
            workloads = try Workloads.all()
        } catch {
            preconditionFailure("the benchmark's own instruction can't be encoded: \(error)")
        }
        let measurements = Benchmark(extraPercent: extraPercent).measure(workloads)
        let ratios = DecodingWorkloads.comparisons.map { Ratio($0, in: measurements) }
        if arguments.flags.contains("--json") {
            printJSON(measurements, ratios)
        } else {
            printTable(measurements, ratios)
        }
        return .success
    }

    private static func printTable(_ measurements: [Measurement], _ ratios: [Ratio]) {
        let width = measurements.map(\.name.count).max() ?? 0
        func row(_ name: String, _ cells: [String]) -> String {
            name + String(repeating: " ", count: width - name.count)
                + cells.map { rightAligned($0, 18) }.joined()
        }
        print("one object, layout deployed; streets are checked:")
        print(row("", ["ns (median)", "ns (middle half)", "allocations"]))
        for measurement in measurements {
            let spread =
                "\(measurement.lowerQuartile.inTenths)–\(measurement.upperQuartile.inTenths)"
            let allocations = measurement.allocations.map { "\($0.inTenths)" } ?? "not counted"
            let median = "\(measurement.nanoseconds.inTenths)"
            print(row(measurement.name, [median, spread, allocations]))
        }
        print()
        for each in ratios {
            let ratio = (each.ratio * 100).rounded() / 100
            print("\(each.workload) takes \(ratio) times as long as \(each.peer)")
        }
    }

    private static func printJSON(_ measurements: [Measurement], _ ratios: [Ratio]) {
        struct Report: Encodable {
            let workloads: [Measurement]
            let ratios: [Ratio]
        }
        print(jsonLine(Report(workloads: measurements, ratios: ratios)))
    }
}
