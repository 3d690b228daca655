import Foundation
import KomootNavConformance

/// `knav conformance run`.
enum ConformanceRunCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--level", "--expected-failures", "--timeout", "--format", "--fixtures"],
        lists: ["--layer", "--also"], flags: ["--fresh"], words: 1...Int.max, wordName: "COMMAND",
        wordsFollowDashes: true)

    static let help = """
        usage: knav conformance run [--layer L]... [--level required|recommended]
                                    [--expected-failures FILE] [--timeout S] [--fresh]
                                    [--format text|tap|junit|json] [--fixtures DIR]
                                    [--also FILE]... -- COMMAND [ARGUMENT...]

        Judges an implementation by the golden fixtures. COMMAND puts it behind standard input and
        output, one JSON object a line each way, as Docs/Conformance.md describes.

          --layer L      only this layer, and others named so: \(layerNames)
          --level required
                         leave out the cases that are only recommended
          --expected-failures FILE
                         ids of cases that are known to fail, one a line, '#' before the reason; one
                         of them that passes is an error
          --timeout S    seconds that an answer may take (5)
          --fresh        a new process for every case
          --format F     text (the default), tap, junit or json
          --fixtures DIR the folder of the fixtures (Fixtures)
          --also FILE    vectors of one's own too, as 'knav capture fixtures' writes them

        Exit codes: 0 it conforms as far as it was judged, 1 it does not, 69 it can't be started or
        is no testee.
        """

    private static var layerNames: String { VectorSuite.layers.joined(separator: ", ") }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let isRequiredOnly = try arguments.value("--level", "required or recommended") {
            ["required": true, "recommended": false][$0]
        }
        let format = try arguments.value(
            "--format", "text, tap, junit or json", ReportFormat.init(rawValue:))
        let timeout = try arguments.value("--timeout", "seconds from 0.01 to 3600", seconds)
        let layers = arguments.lists["--layer"] ?? []
        for layer in layers where !VectorSuite.layers.contains(layer) {
            throw UsageError(message: "'\(layer)' is no layer; there are \(layerNames)")
        }
        guard let suite = FixturesFolder.suite(for: arguments) else { return .noInput }
        var run = ConformanceRun(suite, command: arguments.words)
        run.layers = Set(layers)
        run.isRequiredOnly = isRequiredOnly ?? false
        run.isFresh = arguments.flags.contains("--fresh")
        if let timeout { run.timeout = timeout }
        if let path = arguments.options["--expected-failures"] {
            switch expectedFailures(inFile: path, of: suite) {
            case .success(let failures): run.expectedFailures = failures
            case .failure(let code): return code.exitCode
            }
        }
        return judge(run, format ?? .text)
    }

    /// A time in decimal seconds; `nil` for anything else.
    private static func seconds(_ text: String) -> Duration? {
        guard text.allSatisfy({ "0123456789.".contains($0) }), let number = Double(text) else {
            return nil
        }
        return 0.01...3600 ~= number ? .seconds(number) : nil
    }

    private struct FileFailure: Error {
        let exitCode: ExitCode
    }

    private static func expectedFailures(
        inFile path: String, of suite: VectorSuite
    ) -> Result<ExpectedFailures, FileFailure> {
        guard let text = try? String(contentsOf: URL(fileURLWithPath: path), encoding: .utf8) else {
            reportError("knav conformance run: '\(printable(path))' can't be read")
            return .failure(FileFailure(exitCode: .noInput))
        }
        do throws(ExpectedFailures.Malformed) {
            return .success(try ExpectedFailures(text, in: suite))
        } catch {
            let reason = printable(error.reason)
            reportError(
                "knav conformance run: line \(error.line) of '\(printable(path))': \(reason)")
            return .failure(FileFailure(exitCode: .badData))
        }
    }

    private static func judge(_ run: ConformanceRun, _ format: ReportFormat) -> ExitCode {
        let progress = ProgressLine()
        do throws(ConformanceRun.Failure) {
            let report = try run.run { report, total in
                progress.show {
                    "\(report.results.count) of \(total) cases, \(report.counts.failed) failed"
                }
            }
            progress.finish()
            print(report.formatted(as: format))
            return report.isConforming ? .success : .failed
        } catch {
            progress.finish()
            reportError("knav conformance run: \(printable(error.description))")
            return .unavailable
        }
    }
}
