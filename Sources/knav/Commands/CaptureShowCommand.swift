import KomootNav

/// `knav capture show`.
enum CaptureShowCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--handle", "--units"], flags: ["--json"], words: 1...1, wordName: "FILE")

    static let help = """
        usage: knav capture show [--handle N] [--units vendor|metric|imperial|uk] [--json] FILE

        Shows the instructions in a Bluetooth log, with their times, and what was wrong in the exchange:
        objects put together from pieces of two, reads that were never finished, more than 5 s between
        two reads. FILE is btsnoop (Android's "Bluetooth HCI snoop log", Linux's btmon -w) or Apple's
        PacketLogger.

          --handle N  the navigation characteristic's value handle, where the log does not show how it
                      was found; decimal, or hexadecimal behind 0x
          --units U   how distances are shown (metric)
          --json      one JSON object a line for each read; what is wrong is in 'integrity' and
                      'outcome'

        Damaged places are reported and passed over; the exit code is then 65.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let handle = try arguments.value("--handle", "a handle from 1 to 0xFFFF") { text in
            let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
            let number = UInt16(digits, radix: text.hasPrefix("0x") ? 16 : 10)
            return number == 0 ? nil : number
        }
        let units = try arguments.value(
            "--units", "vendor, metric, imperial or uk", DistanceStyle.init(rawValue:))
        var show = CaptureShow(
            path: arguments.words[0], handle: handle, units: units ?? .metric,
            isJSON: arguments.flags.contains("--json"))
        return show.run()
    }
}
