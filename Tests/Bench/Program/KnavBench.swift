import Foundation
import KomootNav

/// Measures this library on this machine.
@main
enum KnavBench {
    static let help = """
        usage: swift run -c release knav-bench [--json] [--extra PERCENT] [--pairs | --captures]

        Measures decoding, encoding and reassembly of one object: nanoseconds of the processor (the
        median, and the middle half of the samples) and allocations. The same run measures the
        library's C99 port with the same detection and UTF-8 check, the making of a String alone, and
        a decoder like that of the vendor's iOS kit: compare ratios, not machines.

          --pairs          measure the simulator instead: ten thousand pairs of phone and device under
                           one clock, next to a hundred pairs, and the memory that a pair takes
          --captures       measure how fast Bluetooth logs of several kinds are read and the memory that
                           this takes, next to a loop that only looks at every byte
          --extra PERCENT  do this much more of the measured work, up to 100, and none more of what it
                           is compared with: to see that a limit on the ratios finds a loss
          --json           print one JSON object

        A debug build's figures mean nothing.
        """

    static func main() async {
        var arguments = CommandLine.arguments.dropFirst()
        var flags: Set<String> = []
        var extraPercent = 0
        while let argument = arguments.popFirst() {
            switch argument {
            case "--help", "-h":
                return print(help)
            case "--json", "--pairs", "--captures":
                flags.insert(argument)
            case "--extra":
                guard let percent = arguments.popFirst().flatMap({ Int($0) }), 0...100 ~= percent
                else { refuse("'--extra' takes a number from 0 to 100") }
                extraPercent = percent
            default:
                refuse("'\(argument)' is not an option")
            }
        }
        guard !flags.isSuperset(of: ["--pairs", "--captures"]) else {
            refuse("use only one of '--pairs' and '--captures'")
        }
        #if DEBUG
            say("this is a debug build; its figures mean nothing")
        #endif
        let isJSON = flags.contains("--json")
        if flags.contains("--captures") {
            CaptureBenchmark(extraPercent: extraPercent).run(isJSON: isJSON)
        } else if flags.contains("--pairs") {
            await PairsBenchmark(extraPercent: extraPercent).run(isJSON: isJSON)
        } else {
            measureObjects(extraPercent: extraPercent, isJSON: isJSON)
        }
    }

    private static func measureObjects(extraPercent: Int, isJSON: Bool) {
        let workloads: [Workload]
        do throws(KomootNavError) {
            workloads = try Workloads.all()
        } catch {
            preconditionFailure("the benchmark's own instruction can't be encoded: \(error)")
        }
        let measurements = Benchmark(extraPercent: extraPercent).measure(workloads)
        let ratios = DecodingWorkloads.comparisons.map { Ratio($0, in: measurements) }
        if isJSON {
            printJSON(measurements, ratios)
        } else {
            printTable(measurements, ratios)
        }
    }

    private static func printTable(_ measurements: [Measurement], _ ratios: [Ratio]) {
        let width = measurements.map(\.name.count).max() ?? 0
        func row(_ name: String, _ cells: [String]) -> String {
            name + blanks(width - name.count)
                + cells.map { blanks(18 - $0.count) + $0 }.joined()
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

    private static func blanks(_ count: Int) -> String {
        String(repeating: " ", count: max(0, count))
    }

    private static func printJSON(_ measurements: [Measurement], _ ratios: [Ratio]) {
        struct Report: Encodable {
            let workloads: [Measurement]
            let ratios: [Ratio]
        }
        print(jsonLine(Report(workloads: measurements, ratios: ratios)))
    }

    private static func say(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("knav-bench: \(text)\n".utf8))
    }

    /// Ends the program as BSD's `sysexits.h` has it for a wrong command line.
    private static func refuse(_ text: String) -> Never {
        say("\(text); see 'knav-bench --help'")
        exit(64)
    }
}

/// A value as one line of JSON, members sorted by name.
func jsonLine(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let data = try? encoder.encode(value) else {
        preconditionFailure("finite numbers and strings always have a JSON form")
    }
    return String(decoding: data, as: UTF8.self)
}

extension Double {
    /// The number with one decimal.
    var inTenths: Double { (self * 10).rounded() / 10 }
}
