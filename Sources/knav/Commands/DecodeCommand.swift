import KomootNav
import KomootNavPipe
import KomootNavRecording

/// `knav decode`.
enum DecodeCommand: Command {
    static let name = "decode"
    static let summary = "read data objects or notifications, written in hexadecimal"

    static let syntax = Arguments.Syntax(
        options: ["--layout", "--as"], flags: ["--json"], words: 1...Int.max,
        wordName: "HEX")

    static let help = """
        usage: knav decode [--layout \(LayoutChoice.names.alternatives)] [--as \(names(of: Form.self).alternatives)]
                           [--json] HEX...

        Reads data objects, each written in hexadecimal. Blanks, ':' and '-' between digits and a leading
        '0x' are ignored. '-' reads one object a line from standard input; a line of more than 1 MiB is
        oversized. An error's offset counts bytes; that of malformedHex counts characters.

          --layout L       the layout of the bytes (auto: detected from the bytes)
          --as object      the bytes are a whole object, as a completed read gives it (the default)
          --as notification
                           the bytes are a notification: an identifier, or an object that may be cut
          --json           print one JSON object a line; for an error, 'input' is the input's number
          --               ends the options

        A street that is not UTF-8 is shown repaired, with a note where it goes wrong. A bad input does not
        stop the rest; the exit code is then 65. Notes, and 'doubts' in JSON, say what is doubtful:

          perhapsCut       the bytes are just as many as fit into one answer (22) or notification (20) at
                           MTU 23: perhaps there were more
          perhapsForeign   perhaps komoot did not send this: the distance is above 20,037 km, or two of
                           these hold: it is above 1000 km, the arrow is a reserved one, the street has
                           bytes that are not text
        """

    /// What the bytes are.
    private enum Form: String, CaseIterable {
        case object
        case notification
    }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let layout = try arguments.layout()
        let form = try arguments.choice("--as", of: Form.allCases)
        let decoder = LineDecoder(
            layout: layout, form: form ?? .object, isJSON: arguments.flags.contains("--json")
        )
        return readHex(arguments.words, isJSON: decoder.isJSON) {
            decoder.decode($0, number: $1)
        }
    }

    /// Decodes and prints inputs, one after the other.
    private struct LineDecoder {
        let layout: InstructionLayout?
        let form: Form
        let isJSON: Bool

        func decode(_ bytes: ContiguousArray<UInt8>, number: Int) -> ExitCode {
            do throws(KomootNavError) {
                switch form {
                case .object:
                    show(
                        try NavigationInstructionView(decoding: bytes.span, layout: layout),
                        bytes.count)
                case .notification:
                    switch try NotificationPayload(decoding: bytes.span, layout: layout) {
                    case .identifier(let identifier): show(identifier)
                    case .instruction(let view): show(view, bytes.count)
                    }
                }
                return .success
            } catch {
                return refuse(
                    input: number, error.code.name, at: error.offset, isJSON: isJSON)
            }
        }

        private func show(_ view: NavigationInstructionView, _ byteCount: Int) {
            let facts = InstructionFacts(view, byteCount: byteCount)
            guard isJSON else { return print(facts.line) }
            var record = OutputRecord(view)
            record.doubts = facts.doubts.isEmpty ? nil : facts.doubts.map(\.rawValue)
            print(jsonLine(record))
        }

        private func show(_ identifier: InstructionIdentifier) {
            guard !isJSON else {
                var record = OutputRecord()
                record.identifier = OutputRecord.Identifier(identifier)
                print(jsonLine(record))
                return
            }
            print("identifier \(identifier)")
        }
    }
}
