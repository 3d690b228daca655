import Foundation
import KomootNav

/// `knav bench`.
enum BenchCommand: Command {
    static let syntax = Arguments.Syntax(flags: ["--json", "--pairs", "--captures"])

    static let help = """
        usage: knav bench [--json] [--pairs | --captures]

        Measures decoding, encoding and reassembly: nanoseconds for one object (the median, and
        half of the samples around it), and allocations for one object. A decoder written the way
        the vendor's iOS kit does it is measured in the same run; compare ratios, not machines.
        With --pairs it measures the simulator instead: phones and devices under one clock, a hundred
        and ten thousand pairs in turn, and the memory that a pair takes.
        With --captures it measures the reading of a Bluetooth log of 1 GiB: megabytes a second, beside a
        loop that only looks at every byte, and the memory that it takes.
        Figures mean something in a release build only: swift run -c release knav bench
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        #if DEBUG
            reportError("knav bench: this is a debug build, whose figures mean nothing")
        #endif
        guard !arguments.flags.isSuperset(of: ["--pairs", "--captures"]) else {
            throw UsageError(message: "'--pairs' and '--captures' exclude each other")
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

    /// How many times as fast as the vendor-style decoder another one is, of the same run.
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
                "\(decimal(measurement.lowerQuartile))–\(decimal(measurement.upperQuartile))"
            let allocations = measurement.allocations.map(decimal) ?? "not counted"
            print(row(measurement.name, [decimal(measurement.nanoseconds), spread, allocations]))
        }
        print()
        for (name, ratio) in ratios {
            print("\(name): \(decimal(ratio)) times as fast as vendor style")
        }
    }

    private static func printJSON(
        _ measurements: [Measurement], _ ratios: [(name: String, ratio: Double)]
    ) {
        struct Report: Encodable {
            let workloads: [Measurement]
            let timesAsFastAsVendorStyle: [String: Double]
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let report = Report(
            workloads: measurements,
            timesAsFastAsVendorStyle: Dictionary(
                uniqueKeysWithValues: ratios.map { ($0.name, $0.ratio) }))
        guard let data = try? encoder.encode(report) else {
            preconditionFailure("finite numbers and strings always have a JSON form")
        }
        print(String(decoding: data, as: UTF8.self))
    }

    /// A number with one digit behind the point.
    private static func decimal(_ number: Double) -> String {
        "\((number * 10).rounded() / 10)"
    }
}
