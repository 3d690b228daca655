import KomootNav
import KomootNavConformance
import KomootNavRecording

/// `knav central`.
enum CentralCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--radio", "--layout", "--clock", "--trace", "--record"],
        flags: ["--stdio", "--no-subscription"])

    static let help = """
        usage: knav central --stdio [--radio offsetReads|wholeValues] [--layout auto|LAYOUT]
                            [--clock wall|given] [--no-subscription] [--trace FILE]
                            [--record FILE]

        The device's end of the protocol, for any program with a radio: what the radio tells goes in as
        lines of JSON, what to do comes out. Docs/Pipe.md tells the lines, and has a bridge in Python.

          --stdio            lines on standard input and output; there is no other way
          --radio R          what the radio can read: at offsets, or only whole values (offsetReads)
          --layout L         the layout of the phone's objects (auto)
          --clock C          whose time counts: this program's, or that of the events (wall)
          --no-subscription  read only, without notifications
          --trace FILE       write events and what they caused
          --record FILE      write what the radio's Bluetooth log would hold, as btsnoop; see
                             'knav capture show'

        Files have '.part' behind their names until the input ends.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let layout = try PipeArguments.layout(arguments)
        var configuration = CentralSession.Configuration(
            radio: try PipeArguments.radio(arguments), layout: layout)
        configuration.subscribes = !arguments.flags.contains("--no-subscription")
        let pipe = SessionPipe(
            central: configuration, clock: try PipeArguments.clock(arguments))
        return try PipeArguments.run(pipe, arguments, as: .central)
    }
}
