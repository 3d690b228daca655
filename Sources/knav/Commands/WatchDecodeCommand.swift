import ConnectIQBridge
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav watch decode`.
enum WatchDecodeCommand: Command {
    static let name = "watch decode"
    static let summary = "read a message to or from a watch's app, written in hexadecimal"

    static let syntax = Arguments.Syntax(
        flags: ["--instruction", "--json"], words: 1...Int.max, wordName: "HEX")

    static let help = """
        usage: knav watch decode [--instruction] [--json] HEX...

        Reads serialised values of Monkey C, each written in hexadecimal, and shows them with their types,
        a line for each value. Blanks, ':' and '-' between digits and a leading '0x' are ignored. '-' reads
        one value a line from standard input; a line of more than 1 MiB is oversized.

          --instruction    read a navigation message: show its arrow, distance and street
          --json           print one JSON object a line: 'message' has the value in the form of
                           Fixtures/README.md; for an error, 'input' is the input's number
          --               ends the options

        An error's offset counts bytes; that of malformedHex counts characters. A bad input does not stop
        the rest; the exit code is then 65. Docs/Watch.md says what the bytes are.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let decoder = MessageDecoder(
            command: self, isJSON: arguments.flags.contains("--json"),
            isInstruction: arguments.flags.contains("--instruction"))
        return readHex(arguments.words, isJSON: decoder.isJSON) {
            decoder.show($0, number: $1)
        }
    }
}
