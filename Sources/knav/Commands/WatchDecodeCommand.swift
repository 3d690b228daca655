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

/// Decodes and prints messages, one after the other.
struct MessageDecoder {
    /// The command that reports what is wrong.
    let command: any Command.Type
    let isJSON: Bool
    let isInstruction: Bool

    func show(_ bytes: ContiguousArray<UInt8>, number: Int) -> ExitCode {
        let value: MonkeyValue
        do throws(MonkeyError) {
            value = try MonkeyValue(decoding: bytes.span)
        } catch {
            return command.refuse(
                input: number, error.code.name, at: error.offset, isJSON: isJSON)
        }
        if isInstruction { return showInstruction(value, number: number) }
        if isJSON {
            print(JSONValue.object(["message": value.json]))
        } else {
            for line in MessageText(value).lines { Terminal().line(line) }
        }
        return .success
    }

    private func showInstruction(_ value: MonkeyValue, number: Int) -> ExitCode {
        do throws(NavigationMessageError) {
            let message = try NavigationMessage(value)
            print(isJSON ? message.json.description : message.text)
            return .success
        } catch {
            if isJSON {
                print(
                    JSONValue.object([
                        "error": error.json, "input": .number(Int64(number)),
                    ]))
            } else {
                command.report("input \(number): \(error)")
            }
            return .badData
        }
    }
}
