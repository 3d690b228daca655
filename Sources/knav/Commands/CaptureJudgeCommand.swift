import KomootNavPipe
import KomootNavRecording

/// `knav capture judge`.
enum CaptureJudgeCommand: Command {
    static let name = "capture judge"
    static let summary = "judge a device by the Bluetooth log of a ride"

    static let syntax = Arguments.Syntax(
        options: ["--handle", "--published"], flags: ["--json"], words: 1...Int.max,
        wordName: "FILE")

    static let help = """
        usage: knav capture judge [--published TRACE] [--handle N] [--json] FILE...

        Says what the log of a ride shows of a device: whether it read again at once what the phone never
        published, because the object was replaced during the read; whether it read on within 4 s, before
        the phone gave up on it; and whether it waited for each answer. FILE is a log as for 'knav
        capture show'; - is standard input.

          --published TRACE  compare with what the phone published: TRACE is what 'knav peripheral --trace'
                             wrote. Without it, a read that nothing proves is unknown
          --handle N         the navigation characteristic's value handle, if the log shows no discovery;
                             decimal, or hexadecimal after 0x
          --json             print one JSON object a line for each promise ('knav judge' has '--format json')

        The exit code is 1 if a promise is broken, and 65 if the log is damaged. To judge a device without
        a ride, see 'knav judge'.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let file = CaptureFile(
            paths: try arguments.logs(arguments.words), command: name, isWatched: true)
        var reader = NavigationReader(handle: try arguments.handle())
        let isJSON = arguments.flags.contains("--json")
        do throws(InputFailure) {
            var judge = CaptureJudge(published: try arguments.published())
            let ending = try file.read(&reader) { event, _ in
                judge.take(event)
            } reads: {
                judge.take($0)
            }
            guard reader.hasTraffic, let start = reader.records.firstTime else {
                return try file.finish(ending, with: reader.withoutTraffic)
            }
            judge.finish()
            let judgements = judge.judgements(
                isLogWhole: reader.isWhole, isInOrder: reader.isInOrder)
            for judgement in judgements {
                print(
                    isJSON
                        ? jsonLine(JudgementRecord(judgement, since: start))
                        : judgement.line(since: start))
            }
            let isBroken = judgements.contains { $0.verdict == .broken }
            return file.finish(ending).combined(with: reader.exitCode)
                .combined(with: isBroken ? .failed : .success)
        } catch {
            return file.report(error)
        }
    }
}
