import Foundation
import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav judge`.
enum JudgeCommand: Command {
    static let name = "judge"
    static let summary =
        "judge a device or a phone, in any language, on simulated rides with faults"

    static let syntax = Arguments.Syntax(
        options: [
            "--seeds", "--jobs", "--profile", "--faults", "--timeout", "--search",
            "--format", "--record",
        ], flags: ["--phone"], words: 1...Int.max, wordName: "PROGRAM", wordsFollowDashes: true)

    private static let profileNames = names(of: PhoneProfile.self) + ["all"]
    private static let usualSeeds: Range<UInt64> = 0..<100

    static let help = """
        usage: knav judge [--seeds 'A..<B'] [--profile \(profileNames.alternatives)]
                          [--faults \(names(of: FaultLevel.self).alternatives)] [--jobs N] [--timeout S]
                          [--search S] [--format \(names(of: Judgement.Format.self).alternatives)] [--record FILE]
                          [--phone] -- PROGRAM [ARGUMENT...]

        Judges a device by what it promises its rider. PROGRAM gets what its radio would tell it, and
        answers with what the radio shall do, one line of JSON each, as Docs/Judge.md shows. For every
        seed it is started anew for a ride of five minutes, the first four with faults, in virtual time.
        If it breaks a promise, the shortest ride that was found to break it is shown.

          --phone          judge a phone; its greeting says how it behaves
          --seeds 'A..<B'  the rides (0..<100); the quotation marks are for the shell
          --profile P      the phone (all: the seeds take turns)
          --faults F       how much goes wrong (heavy)
          --jobs N         how many programs run at a time (one for each core)
          --timeout S      seconds that the program may take for an event (5); its start may take 10
          --search S       seconds to look for a shorter ride, for each broken promise (8); a program
                           that hangs takes --timeout longer
          --format F       the report's format (text)
          --record FILE    write the first counterexample as a Bluetooth log for 'knav capture';
                           pcapng if FILE ends so

        Interrupt it to see what it has found.

        Exit codes: 0 if every promise was kept, 1 if one was broken, 64 for wrong arguments, 69 if PROGRAM
        can't be started or isn't such a device, 74 if FILE can't be written, 130 if it was interrupted.
        """

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode {
        let seeds = try arguments.value("--seeds", "a range of seeds such as 0..<1000") {
            Range(seeds: $0)
        }
        let profiles = try arguments.value("--profile", profileNames.listed) { text in
            text == "all" ? PhoneProfile.allCases : PhoneProfile(rawValue: text).map { [$0] }
        }
        let faults = try arguments.choice("--faults", of: FaultLevel.allCases)
        let format = try arguments.choice("--format", of: Judgement.Format.allCases) ?? .text
        let timeout = try arguments.seconds("--timeout")
        let searchTime = try arguments.seconds("--search")
        try arguments.keepApart([], outputs: ["--record"])
        let jobs = try arguments.jobs()
        let isPhone = arguments.flags.contains("--phone")
        if isPhone && profiles != nil {
            throw UsageError(message: "a phone's profile is its own: leave out '--profile'")
        }
        var record: PartialFile?
        do throws(UnwritableFile) {
            record = try arguments.file("--record")
        } catch {
            return reportUnwritable(error)
        }
        defer { record?.discard() }
        Interruption.catchSignals([SIGINT, SIGTERM, SIGHUP])
        var program = JudgedProgram(
            command: arguments.words, timeout: timeout ?? JudgedProgram.usualTimeout,
            isInterrupted: { Interruption.hasHappened })
        let end: JudgedEnd
        do throws(JudgedProgram.Fault) {
            end = try program.greet(isPhone: isPhone)
        } catch {
            if Interruption.hasHappened {
                report("interrupted before the program greeted")
                return .interrupted
            }
            report("the program can't be judged: \(error)")
            return .unavailable
        }
        let judging = Judging(
            program, end,
            Campaign(
                seeds: seeds ?? usualSeeds, profiles: profiles ?? PhoneProfile.allCases,
                faults: faults ?? .heavy, jobs: jobs),
            searchTime: searchTime ?? .seconds(8))
        let progress = ProgressLine()
        let judgement = await Interruption.cancelling {
            await judging.run { done in progress.show { "\(done) runs" } }
        }
        progress.finish()
        print(judgement.formatted(as: format, columns: Terminal().columns ?? 80))
        if var file = record.take() {
            if let log = judgement.log(WrittenForm(ofFileNamed: file.path)) {
                file.write(Data(log))
                guard file.finish() else { return reportUnwritable(file.path) }
            } else {
                file.discard()
                report("nothing was recorded: \(judgement.reasonForNoLog)")
            }
        }
        if Interruption.hasHappened { return .interrupted }
        return judgement.isKept ? .success : .failed
    }
}
