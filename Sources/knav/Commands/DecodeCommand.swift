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

        A street that is not UTF-8 is shown repaired, with a note where it goes wrong. A bad input does
        not stop the rest; the exit code is then 65.
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
        return HexInput.read(arguments.words, for: name) { number, bytes in
            switch bytes {
            case .success(let bytes): decoder.decode(bytes, number: number)
            case .failure(let error):
                decoder.fail(
                    code: error.code, at: error.offset, message: error.message, number: number)
            }
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
                    show(try NavigationInstructionView(decoding: bytes.span, layout: layout))
                case .notification:
                    switch try NotificationPayload(decoding: bytes.span, layout: layout) {
                    case .identifier(let identifier): show(identifier)
                    case .instruction(let view): show(view)
                    }
                }
                return .success
            } catch {
                return fail(code: error.code.name, at: error.offset, number: number)
            }
        }

        private func show(_ view: NavigationInstructionView) {
            let record = OutputRecord(view)
            guard !isJSON else {
                print(record.json)
                return
            }
            let distance = DistanceDisplay(
                distanceInMeters: view.distanceInMeters, style: .metric)
            var facts = [
                view.layout.description, "identifier \(view.identifier)",
                "arrow \(view.arrow.rawValue) \(view.arrow.name)", "\(view.distanceInMeters) m",
            ]
            if view.extent == .possiblyCut { facts.append("possibly cut") }
            if let position = record.invalidUTF8At {
                facts.append("invalid UTF-8 at byte \(position)")
            }
            let street = printable(view.street.description)
            let shown = [view.arrow.glyph, "\(distance)", street].filter { !$0.isEmpty }
            print("\(shown.joined(separator: "  "))  (\(facts.joined(separator: ", ")))")
        }

        private func show(_ identifier: InstructionIdentifier) {
            guard !isJSON else {
                var record = OutputRecord()
                record.identifier = OutputRecord.Identifier(identifier)
                print(record.json)
                return
            }
            print("identifier \(identifier)")
        }

        func fail(
            code: String, at offset: Int, message: String? = nil, number: Int
        ) -> ExitCode {
            if isJSON {
                var record = OutputRecord(errorCode: code, offset: offset)
                record.input = number
                print(record.json)
            } else {
                report("input \(number): \(message ?? "\(code) at byte \(offset)")")
            }
            return .badData
        }
    }
}
