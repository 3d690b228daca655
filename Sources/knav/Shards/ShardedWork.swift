import Foundation
import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// The commands whose work can be split, by their names.
enum ShardedCommand: String {
    case campaign
    case pairingCampaign = "pairing campaign"
    case watchCampaign = "watch campaign"
    case explore
}

/// Work of which this process does one shard, or all.
struct ShardedWork<Found: ShardResult>: Sendable {
    /// Is told now and then how far the work is.
    typealias Progress = @Sendable (() -> String) -> Void
    /// Does some of the runs, which are numbered from 0. If the task is cancelled, only the first of them.
    typealias Doing = @Sendable (Range<UInt64>, @escaping Progress) async -> Found

    /// The command's name.
    let command: String
    /// Its options and flags that decide what is found, with their values.
    let options: [String]
    /// How many runs there are.
    let size: UInt64
    let run: Doing
    /// Does the few runs whose result shows how this build simulates. It may take a second, not more.
    let probe: @Sendable () async -> Found

    /// Does the shard that `--shard` says; prints what it finds, and writes it into the file of `--report`. A file that
    /// has the report already is not written again, and the work not done again.
    ///
    /// - Parameter judge: what a result means beyond its own verdict.
    func perform(
        _ arguments: Arguments, judge: (Found) -> ExitCode = { _ in .success }
    ) async throws(UsageError) -> ExitCode {
        let shard = try arguments.shard(of: size)
        try arguments.keepApart([], outputs: ["--report"])
        let path = arguments.options["--report"]
        let isJSON = arguments.flags.contains("--json")
        guard isJSON || path != nil else {
            let (found, isWhole) = await result(of: shard, showsProgress: true)
            print(found.printableText)
            guard isWhole else { return interrupted(shard) }
            return verdict(found.isClean(for: work(behavior: ""))).combined(with: judge(found))
        }
        let work = work(behavior: behavior(of: await probe()))
        if let path {
            let facts = FileFacts(path: path)
            if facts.isRegular {
                return finish(inFile: path, shard, of: work, isJSON: isJSON)
            }
            if facts.isFolder { return unwritable(path, systemReason(EISDIR)) }
            if !facts.exists && !facts.isInWritableFolder {
                return unwritable(path, systemReason())
            }
        }
        let (found, isWhole) = await result(of: shard, showsProgress: !isJSON)
        let report = ShardReport(of: work, shard, found)
        print(isJSON ? jsonLine(report) : found.printableText)
        guard isWhole else { return interrupted(shard) }
        if let path, !PartialFile.write(Data((jsonLine(report) + "\n").utf8), to: path) {
            return unwritable(path, systemReason())
        }
        return verdict(report.isClean).combined(with: judge(found))
    }

    private func verdict(_ isClean: Bool) -> ExitCode { isClean ? .success : .failed }

    private func work(behavior: String) -> Work {
        Work(
            command: command, options: options, size: size, version: KnavVersion.text,
            behavior: behavior)
    }

    /// What it found, and whether that is all: whether nobody interrupted it.
    private func result(
        of shard: Shard, showsProgress: Bool
    ) async -> (found: Found, isWhole: Bool) {
        let progress = showsProgress ? ProgressLine() : nil
        let clock = ContinuousClock()
        let start = clock.now
        var found = await Interruption.cancelling { [run, size] in
            await run(shard.part(of: 0..<size)) { progress?.show($0) }
        }
        found.wallSeconds = (clock.now - start) / .seconds(1)
        progress?.finish()
        return (found, !Interruption.hasHappened)
    }

    private func interrupted(_ shard: Shard) -> ExitCode {
        complain("interrupted before all \(shard.size(of: size)) were done")
        return .interrupted
    }

    /// The work was done earlier, if the file has its report.
    private func finish(
        inFile path: String, _ shard: Shard, of work: Work, isJSON: Bool
    ) -> ExitCode {
        do throws(ReportFile.Refusal) {
            let report = try ReportFile(path: path).report(of: Found.self)
            if let difference = report.difference(from: work, shard) {
                complain(
                    "'\(printable(path))' is the report of something else: \(printable(difference))"
                )
                return .badData
            }
            complain("'\(printable(path))' has the report already")
            print(isJSON ? jsonLine(report) : report.found.printableText)
            return verdict(report.isClean)
        } catch {
            switch error {
            case .unreadable(let reason):
                complain("'\(printable(path))' can't be read: \(reason)")
                return .noInput
            case .notReport(let reason):
                complain("'\(printable(path))' exists, and is not a report: \(printable(reason))")
                return .badData
            }
        }
    }

    private func unwritable(_ path: String, _ reason: String) -> ExitCode {
        .unwritable(path, reason, for: command)
    }

    private func complain(_ text: String) { reportError("knav \(command): \(text)") }
}

/// A hash of a result, without its time.
private func behavior(of result: some ShardResult) -> String {
    var result = result
    result.wallSeconds = 0
    // FNV-1a.
    let hash = jsonLine(result).utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
}

extension Arguments {
    /// The value of `--shard`; usually everything.
    fileprivate func shard(of size: UInt64) throws(UsageError) -> Shard {
        let shard = try value("--shard", "I/N, such as 1/4 for the first of four", Shard.init)
        guard let shard else { return .whole }
        guard shard.count <= size else {
            throw UsageError(message: "'--shard' has more shards than there are runs: \(size)")
        }
        return shard
    }
}

extension FileFacts {
    /// Whether a file can be made there.
    fileprivate var isInWritableFolder: Bool {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        return FileManager.default.isWritableFile(atPath: folder)
    }
}

/// Campaigns: a run for each seed, whatever it is that a run promises.
extension ShardedWork {
    /// - Parameters:
    ///   - command: the command's name.
    ///   - seeds: all seeds, of which this process may do a part.
    ///   - options: those that decide what is found, beside the seeds, with their values.
    ///   - probe: does the runs that tell builds apart; `nil` for the same as `run`.
    ///   - run: does the runs of some seeds. If the task is cancelled, only the first of them.
    init(
        command: String, seeds: Range<UInt64>, options: [String], probe: Doing? = nil,
        run: @escaping Doing
    ) {
        let probedSeeds: Range<UInt64> = 0..<8
        self.init(
            command: command,
            options: ["--seeds", "\(seeds.lowerBound)..<\(seeds.upperBound)"] + options,
            size: seeds.seedCount,
            run: { part, progress in await run(part.seeds(of: seeds), progress) },
            probe: { await (probe ?? run)(probedSeeds) { _ in } })
    }

    /// The same for runs that check the promises of another module's simulation.
    ///
    /// - Parameters:
    ///   - kind: which ends there are, if there is a choice.
    ///   - run: does the runs, and tells now and then how many are done.
    init<Promise>(
        command: String, seeds: Range<UInt64>, options: [String], checking promises: Set<Promise>,
        kind: String? = nil,
        run:
            @escaping @Sendable (Range<UInt64>, @escaping @Sendable (Int) -> Void) async ->
            PromiseReport<Promise>
    ) where Found == PromiseSummary {
        self.init(command: command, seeds: seeds, options: options) { seeds, progress in
            let report = await run(seeds) { done in
                progress { "\(done) of \(seeds.seedCount) runs" }
            }
            return PromiseSummary(report, of: promises, kind: kind, wallTime: .zero)
        }
    }
}
