import CyclingSensors
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav sensor decode`.
enum SensorDecodeCommand: Command {
    static let name = "sensor decode"
    static let summary = "read what a sensor or trainer sends, written in hexadecimal"

    static let syntax = Arguments.Syntax(
        flags: ["--json"], words: 2...Int.max, wordName: "CHARACTERISTIC or HEX")

    static let help = """
        usage: knav sensor decode [--json] CHARACTERISTIC HEX...

        Reads values of a sensor's or trainer's characteristic, each written in hexadecimal. Blanks, ':'
        and '-' between digits and a leading '0x' are ignored. '-' reads one value a line from standard
        input; a line of more than 1 MiB is oversized. An error's offset counts bytes; that of
        malformedHex counts characters.

        CHARACTERISTIC is one of these names, a 16-bit number such as 2A5B or 0x2A5B, or a UUID, all in
        upper or lower case:

        \(table)

          --json           print one JSON object a line: each field with its value and its unit as they
                           are sent, and the number of bytes that were not read; for an error, 'input'
                           is the input's number
          --               ends the options

        A control point's value is a request or a response. Fields that a sensor marks as not available
        are left out. A bad input does not stop the rest; the exit code is then 65. Docs/Sensors.md says
        what the fields mean.
        """

    private static var table: String {
        KnownCharacteristic.allCases.map { known in
            let gap = String(repeating: " ", count: 19 - known.rawValue.count)
            return "  \(known.rawValue)\(gap)\(known.summary)"
        }.joined(separator: "\n")
    }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        guard let characteristic = KnownCharacteristic(arguments.words[0]) else {
            throw UsageError(message: "'\(arguments.words[0])' is not a known characteristic")
        }
        let isJSON = arguments.flags.contains("--json")
        return readHex(arguments.words.dropFirst(), isJSON: isJSON) {
            show($0, of: characteristic, number: $1, isJSON: isJSON)
        }
    }

    private static func show(
        _ bytes: ContiguousArray<UInt8>, of characteristic: KnownCharacteristic, number: Int,
        isJSON: Bool
    ) -> ExitCode {
        do throws(SensorError) {
            let (fields, unread) = try characteristic.value(of: bytes).fields(of: bytes.span)
            if isJSON {
                print(
                    JSONValue.object([
                        "characteristic": .string(characteristic.uuid.sensorText),
                        "name": .string(characteristic.rawValue), "fields": fields.listJSON,
                        "unread": .size(unread),
                    ]))
            } else {
                show(fields, of: characteristic, byteCount: bytes.count, unread: unread)
            }
            return .success
        } catch {
            return refuse(
                input: number, error.code.name, at: error.offset, "\(error)", isJSON: isJSON)
        }
    }

    private static func show(
        _ fields: SensorFields, of characteristic: KnownCharacteristic, byteCount: Int,
        unread: Int
    ) {
        let terminal = Terminal()
        terminal.line(
            terminal.styled(characteristic.title, .bold) + ", \(counted(byteCount, "byte"))")
        for line in fields.lines(unread: unread) { terminal.line("  \(line)") }
    }
}
