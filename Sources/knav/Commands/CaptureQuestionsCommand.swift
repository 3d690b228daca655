import KomootNavPipe
import KomootNavRecording

/// `knav capture questions`.
enum CaptureQuestionsCommand: Command {
    static let name = "capture questions"
    static let summary = "answer by a log what only a real phone can answer"

    static let syntax = Arguments.Syntax(
        options: ["--handle"], flags: ["--json"], words: 1...Int.max, wordName: "FILE")

    static let help = """
        usage: knav capture questions [--handle N] [--json] FILE...

        Answers ten questions about the phone by the log of a ride, as far as the log can tell: the layout
        of its objects, its descriptors, chunks and notifications, what it does when an object ends or is
        replaced, and when a device is silent. Docs/Contributing.md has each. FILE is a log as for
        'knav capture show'; - is standard input. A redacted log has neither descriptors nor encryption.

          --handle N  the navigation characteristic's value handle, as for 'knav capture show'
          --json      print one JSON object a line; an answer that can't be told is null
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let file = CaptureFile(
            paths: try arguments.logs(arguments.words), command: name, isWatched: true)
        var reader = NavigationReader(handle: try arguments.handle())
        reader.survey = LinkSurvey()
        var survey = PhoneSurvey()
        do throws(InputFailure) {
            let ending = try file.read(&reader) {
                survey.take($0, $1)
            } reads: {
                survey.take($0)
            }
            guard reader.hasTraffic else {
                return try file.finish(ending, with: reader.withoutTraffic)
            }
            survey.finish()
            let isCopy = reader.records.firstTime == CaptureRedaction.epoch
            for answer in survey.answers(reader.survey ?? LinkSurvey(), isCopy: isCopy) {
                print(
                    arguments.flags.contains("--json")
                        ? jsonLine(AnswerRecord(answer)) : answer.line)
            }
            return file.finish(ending).combined(with: reader.exitCode)
        } catch {
            return file.report(error)
        }
    }
}
