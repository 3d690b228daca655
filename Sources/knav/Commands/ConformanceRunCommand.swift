import Foundation
import KomootNavConformance
import KomootNavPipe
import KomootNavRecording

/// `knav conformance run`.
enum ConformanceRunCommand: Command {
    static let name = "conformance run"
    static let summary = "judge an implementation, in any language, by the golden fixtures"

    static let syntax = Arguments.Syntax(
        options: ["--level", "--expected-failures", "--timeout", "--format", "--fixtures"],
        lists: ["--layer", "--also", "--case"], flags: ["--fresh"], words: 1...Int.max,
        wordName: "COMMAND",
        wordsFollowDashes: true)

    static let help = """
        usage: knav conformance run [--layer L]... [--level required|recommended]
                                    [--expected-failures FILE] [--timeout S] [--fresh]
                                    [--format \(names(of: ReportFormat.self).alternatives)] [--fixtures DIR]
                                    [--also FILE]... -- COMMAND [ARGUMENT...]
               knav conformance run --case ID [--case ID]... [OPTION]... -- COMMAND [ARGUMENT...]

        Judges an implementation by the golden fixtures. COMMAND is a program that wraps it: it reads
        requests and writes answers, one line of JSON each, as Docs/Conformance.md describes.

          --layer L       judge only this layer; give it again for more:
        \(layerLines)
          --case ID       run only this case, and show its request as it is sent, the expected answer and
                          what came; give it again for more
          --level required
                          leave out the cases that are only recommended
          --expected-failures FILE
                          the cases that are known to fail: an id a line, the reason after '#'; it is an
                          error if one of them passes
          --timeout S     seconds that an answer may take (5)
          --fresh         start a new process for every case
          --format F      the report's format (text)
          --fixtures DIR  the folder of the fixtures (Fixtures)
          --also FILE     judge by your own vectors too, as 'knav capture fixtures' writes them

        Interrupt it (INT, TERM, HUP) to see what was judged so far: the testee's process group is killed.

        Exit codes: 0 if it conforms in all that was judged, 1 if it does not, 69 if it can't be started
        or is not a testee, 130 if it was interrupted.
        """

    private static var layerNames: String { VectorSuite.layers.joined(separator: ", ") }

    /// The layers as lines of the help.
    private static var layerLines: String {
        let namesInLine = 5
        let indentation = String(repeating: " ", count: 18)
        let layers = VectorSuite.layers
        return stride(from: 0, to: layers.count, by: namesInLine)
            .map { layers[$0..<min($0 + namesInLine, layers.count)].joined(separator: ", ") }
            .map { indentation + $0 }.joined(separator: ",\n")
    }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let isRequiredOnly = try arguments.value("--level", "required or recommended") {
            ["required": true, "recommended": false][$0]
        }
        let format = try arguments.choice("--format", of: ReportFormat.allCases)
        let timeout = try arguments.seconds("--timeout")
        let layers = arguments.lists["--layer"] ?? []
        for layer in layers where !VectorSuite.layers.contains(layer) {
            throw UsageError(message: "'\(layer)' is not a layer; choose from \(layerNames)")
        }
        let ids = arguments.lists["--case"] ?? []
        guard let suite = FixturesFolder.suite(for: arguments) else { return .noInput }
        var run = ConformanceRun(suite, command: arguments.words)
        run.layers = Set(layers)
        run.isRequiredOnly = isRequiredOnly ?? false
        try checkCases(ids, areJudgedBy: run)
        run.ids = Set(ids)
        run.isFresh = arguments.flags.contains("--fresh")
        if let timeout { run.timeout = timeout }
        run.isInterrupted = { Interruption.hasHappened }
        if let path = arguments.options["--expected-failures"] {
            switch expectedFailures(inFile: path, of: suite) {
            case .success(let failures): run.expectedFailures = failures
            case .failure(let code): return code.exitCode
            }
        }
        return judge(run, format ?? (ids.isEmpty ? .text : .transcript))
    }

    /// Checks that each case is in the suite, and is not left out by another option.
    private static func checkCases(
        _ ids: [String], areJudgedBy run: ConformanceRun
    ) throws(UsageError) {
        for id in ids {
            let fault: String
            switch run.omission(of: id) {
            case nil: continue
            case .unknown:
                let near = run.suite.ids(near: id).joined(separator: ", ")
                let hint = "an id is like \(run.suite.vectors.first?.id ?? "")"
                fault =
                    "the suite has no case '\(id)'; "
                    + (near.isEmpty ? hint : "near it are \(near)")
            case .layer(let layer):
                fault = "'\(id)' is a case of '\(layer)', which '--layer' leaves out"
            case .level: fault = "'\(id)' is only recommended: '--level required' leaves it out"
            }
            throw UsageError(message: fault)
        }
    }

    private struct FileFailure: Error {
        let exitCode: ExitCode
    }

    private static func expectedFailures(
        inFile path: String, of suite: VectorSuite
    ) -> Result<ExpectedFailures, FileFailure> {
        let text: String
        do throws(WholeFile.Failure) {
            text = String(decoding: try WholeFile.read(path), as: UTF8.self)
        } catch {
            report(path, error.explanation)
            return .failure(FileFailure(exitCode: error.exitCode))
        }
        do throws(ExpectedFailures.Malformed) {
            return .success(try ExpectedFailures(text, in: suite))
        } catch {
            report("line \(error.line) of '\(printable(path))': \(printable(error.reason))")
            return .failure(FileFailure(exitCode: .badData))
        }
    }

    private static func judge(_ run: ConformanceRun, _ format: ReportFormat) -> ExitCode {
        Interruption.catchSignals([SIGINT, SIGTERM, SIGHUP])
        let progress = ProgressLine()
        do throws(ConformanceRun.Failure) {
            let report = try run.run { report, total in
                progress.show {
                    "\(report.results.count) of \(total) cases, \(report.counts.failed) failed"
                }
            }
            progress.finish()
            print(report.formatted(as: format))
            if Interruption.hasHappened { return .interrupted }
            return report.isConforming ? .success : .failed
        } catch {
            progress.finish()
            if Interruption.hasHappened { return .interrupted }
            report(printable(error.description + hint(for: error, run.command[0])))
            return .unavailable
        }
    }

    /// What to do if the command is a file in the current folder, where it was not looked for.
    private static func hint(for failure: ConformanceRun.Failure, _ command: String) -> String {
        guard !command.contains("/"), FileManager.default.fileExists(atPath: command) else {
            return ""
        }
        let place =
            if case .notStarted = failure { "in this folder" } else { "in this folder too" }
        return "; there is a '\(command)' \(place): to run it, write './\(command)'"
    }
}
