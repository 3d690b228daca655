import KomootNav

/// `knav capture show`.
enum CaptureShowCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--handle", "--units"], flags: ["--json", "--events"], words: 1...1,
        wordName: "FILE")

    static let help = """
        usage: knav capture show [--handle N] [--units vendor|metric|imperial|uk] [--json] [--events]
                                 FILE

        Shows the instructions in a Bluetooth log, with their times, and what was wrong in the exchange:
        objects put together from pieces of two, reads that were never finished, more than 5 s between
        two reads. FILE is btsnoop (Android's "Bluetooth HCI snoop log", Linux's btmon -w) or Apple's
        PacketLogger.

          --handle N  the navigation characteristic's value handle, where the log does not show how it
                      was found; decimal, or hexadecimal behind 0x
          --units U   how distances are shown (metric)
          --events    show each packet of the exchange instead of what the reads make of them
          --json      one JSON object a line for each read; what is wrong is in 'integrity' and
                      'outcome'

        Damaged places are reported and passed over; the exit code is then 65.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let handle = try arguments.handle()
        let units = try arguments.value(
            "--units", "vendor, metric, imperial or uk", DistanceStyle.init(rawValue:))
        guard !arguments.flags.contains("--events") else {
            var events = CaptureEvents(
                path: arguments.words[0], handle: handle, isJSON: arguments.flags.contains("--json")
            )
            return events.run()
        }
        var show = CaptureShow(
            path: arguments.words[0], handle: handle, units: units ?? .metric,
            isJSON: arguments.flags.contains("--json"))
        return show.run()
    }
}
