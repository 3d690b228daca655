import KomootNav
import KomootNavPipe
import KomootNavRecording

/// `knav central`.
enum CentralCommand: Command {
    static let name = "central"
    static let summary = "be a device, for a program with a radio: events in, effects out"

    static let syntax = Arguments.Syntax(
        options: ["--radio", "--layout", "--clock", "--trace", "--record"],
        flags: ["--stdio", "--no-subscription"])

    static let help = """
        usage: knav central --stdio [--radio \(ChunkReassembler.Radio.names.alternatives)]
                            [--layout \(LayoutChoice.names.alternatives)]
                            [--clock \(names(of: SessionPipe.Clock.self).alternatives)] [--no-subscription] [--trace FILE]
                            [--record FILE]

        The device's end of the protocol, for any program with a radio: it reads what the radio reports, as
        lines of JSON, and prints what to do. Docs/Pipe.md describes the lines, and has a bridge in Python.

          --stdio            use standard input and output (required)
          --radio R          how the radio reads; Docs/Pipe.md says which is which (offsetReads)
          --layout L         the layout of the phone's objects (auto)
          --clock C          take the time from this program's clock, or from the events (wall)
          --no-subscription  only read; do not subscribe to notifications
          --trace FILE       write events and their effects
          --record FILE      write what the radio's Bluetooth log would hold, as btsnoop, or as pcapng if FILE
                             ends with .pcapng; see 'knav capture show'

        The names of the files end in '.part' until the input ends.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let layout = try arguments.layout()
        var configuration = CentralSession.Configuration(
            radio: try arguments.radio(), layout: layout)
        configuration.subscribes = !arguments.flags.contains("--no-subscription")
        let pipe = SessionPipe(
            central: configuration, clock: try PipeArguments.clock(arguments))
        return try PipeArguments.run(pipe, arguments, as: .central)
    }
}
