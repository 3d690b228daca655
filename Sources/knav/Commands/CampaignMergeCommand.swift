import Foundation
import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav campaign merge`.
enum CampaignMergeCommand: Command {
    static let name = "campaign merge"
    static let summary = "add the reports of a campaign's or an exploration's shards"

    static let syntax = Arguments.Syntax(
        options: ["--report"], flags: ["--require-marks", "--json"], words: 1...1_000_000,
        wordName: "a report")

    static let help = """
        usage: knav campaign merge [--report FILE] [--require-marks] [--json] REPORT…

        Adds the reports that shards have written with '--shard I/N --report FILE', in any order, and prints
        what a single run without '--shard' would: the same counts, marks, failures, shrunk cases and trace
        hash. Only the time is the sum of all shards. It takes reports of 'knav campaign', of 'knav
        pairing campaign' and 'knav watch campaign', and of 'knav explore --pairs'.

        If a shard is missing, it names it and the command that does it, adds the others, and ends with exit
        code 65. It adds nothing, and ends with 65, if two reports are of the same shard, if they have other
        options, another number of shards or another version of knav, or come from builds that simulate
        differently, and if a report has not all runs of its shard.

          --report FILE    write what '--json' prints into FILE, if no shard is missing
          --require-marks  fail if one of the rare events that 'knav campaign' looks for did not happen
          --json           print one JSON object: the report of all shards as one; 'missing' names the
                           shards that are missing, at most 10,000 of them
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        try arguments.keepApart(arguments.words, outputs: ["--report"])
        var files: [ReportFile] = []
        var commands: Set<String> = []
        for path in arguments.words {
            do throws(ReportFile.Refusal) {
                let file = try ReportFile(path: path)
                commands.insert(try file.work().command)
                files.append(file)
            } catch {
                return refuse(path, error)
            }
        }
        guard commands.count == 1, let command = commands.first else {
            let names = printable(commands.sorted().joined(separator: ", "))
            report("these are reports of different commands: \(names)")
            return .badData
        }
        switch ShardedCommand(rawValue: command) {
        case .campaign:
            return merge(files, of: CampaignSummary.self, arguments) { summary in
                let lacksMarks =
                    arguments.flags.contains("--require-marks") && !summary.marksMissing.isEmpty
                return lacksMarks ? .failed : .success
            }
        case _ where arguments.flags.contains("--require-marks"):
            throw UsageError(
                message: "'--require-marks' has no meaning for '\(printable(command))'")
        case .pairingCampaign, .watchCampaign:
            return merge(files, of: PromiseSummary.self, arguments)
        case .explore:
            return merge(files, of: PairExplorations.self, arguments)
        case nil:
            report("'\(printable(command))' has no reports that can be merged")
            return .badData
        }
    }

    private static func merge<Found: ShardResult>(
        _ files: [ReportFile], of type: Found.Type, _ arguments: Arguments,
        judge: (Found) -> ExitCode = { _ in .success }
    ) -> ExitCode {
        var parts: [MergedReport<Found>.Part] = []
        for file in files {
            do throws(ReportFile.Refusal) {
                parts.append((file.path, try file.report(of: type)))
            } catch {
                return refuse(file.path, error)
            }
        }
        let merged: MergedReport<Found>
        do throws(MergeRefusal) {
            merged = try MergedReport(parts)
        } catch {
            report(printable(error.description))
            return .badData
        }
        let found = merged.report.found
        print(arguments.flags.contains("--json") ? jsonLine(merged) : found.printableText)
        let verdict = merged.report.isClean ? ExitCode.success : .failed
        guard merged.missing.isEmpty else {
            name(merged.missing, of: merged.report.work, beside: files[0].path)
            return verdict.combined(with: .badData)
        }
        if let path = arguments.options["--report"] {
            let data = Data((jsonLine(merged.report) + "\n").utf8)
            if FileFacts(path: path).isRegular {
                guard (try? Data(contentsOf: URL(fileURLWithPath: path))) == data else {
                    report("'\(printable(path))' exists, and is another report or none")
                    return verdict.combined(with: .badData)
                }
            } else if !PartialFile.write(data, to: path) {
                return reportUnwritable(path)
            }
        }
        return verdict.combined(with: judge(found))
    }

    private static func refuse(_ path: String, _ error: ReportFile.Refusal) -> ExitCode {
        switch error {
        case .unreadable(let reason):
            report("'\(printable(path))' can't be read: \(reason)")
            return .noInput
        case .notReport(let reason):
            report(
                path,
                "not a report: \(printable(reason)); remove it, and run its shard again")
            return .badData
        }
    }

    /// Says which shards are missing, and the commands that do them.
    private static func name(_ missing: [Shard], of work: Work, beside path: String) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        for shard in missing {
            let command = work.command(for: shard, report: folder + reportName(of: shard))
            report("shard \(shard) is missing: \(printable(command))")
        }
    }
}
