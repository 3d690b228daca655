import KomootNav
import KomootNavConformance

/// `knav decode`.
enum DecodeCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--layout", "--as"], flags: ["--json"], words: 1...Int.max,
        wordName: "HEX")

    static let help = """
        usage: knav decode [--layout auto|published|deployed|legacy] [--as object|notification]
                           [--json] HEX...

        Reads data objects, each written in hexadecimal; blanks, ':' and '-' between digits and a
        leading '0x' are passed over. '-' reads one object a line from standard input. An error's
        offset counts bytes; that of malformedHex counts characters.

          --layout L       the layout that the bytes must have (auto: told from the bytes)
          --as object      the bytes are a whole object, as a completed read gives it (the default)
          --as notification
                           the bytes are a notification's: an identifier, or an object that may be cut
          --json           one JSON object a line, for errors too, which have the number of
                           their 'input'
          --               ends the options

        Streets that are not UTF-8 are shown repaired, with a note where they go wrong. A bad line
        does not stop the rest; the exit code is then 65.
        """

    /// What the bytes are.
    private enum Form: String {
        case object
        case notification
    }

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let layout = try arguments.value("--layout", "auto, published, deployed or legacy") {
            $0 == "auto" ? .some(nil) : InstructionLayout(name: $0).map(Optional.some)
        }
        let form = try arguments.value("--as", "object or notification", Form.init(rawValue:))
        let decoder = LineDecoder(
            layout: layout ?? nil, form: form ?? .object, isJSON: arguments.flags.contains("--json")
        )
        let terminal = Terminal()
        var exitCode = ExitCode.success
        var number = 0
        for word in arguments.words {
            if word == "-" {
                while let line = readLine() {
                    number += 1
                    guard !line.allSatisfy(\.isWhitespace) else { continue }
                    exitCode = exitCode.combined(with: decoder.decode(line, number: number))
                    terminal.flush()
                }
            } else {
                number += 1
                exitCode = exitCode.combined(with: decoder.decode(word, number: number))
            }
        }
        return exitCode
    }

    /// Decodes and prints one input after another.
    private struct LineDecoder {
        let layout: InstructionLayout?
        let form: Form
        let isJSON: Bool

        func decode(_ text: String, number: Int) -> ExitCode {
            // Where each character of the digits stands in the text.
            var digits = text.enumerated().filter {
                !$0.element.isWhitespace && $0.element != ":" && $0.element != "-"
            }
            if ["0x", "0X"].contains(String(digits.prefix(2).map(\.element))) {
                digits.removeFirst(2)
            }
            do throws(HexBytes.Malformed) {
                let bytes = try HexBytes.decode(String(digits.map(\.element)))
                return decode(bytes, number: number)
            } catch {
                let isWithin = digits.indices.contains(error.offset)
                let place = isWithin ? digits[error.offset].offset : text.count
                return fail(code: "malformedHex", at: place, number: number)
            }
        }

        private func decode(_ bytes: ContiguousArray<UInt8>, number: Int) -> ExitCode {
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

        private func fail(code: String, at offset: Int, number: Int) -> ExitCode {
            if isJSON {
                var record = OutputRecord(errorCode: code, offset: offset)
                record.input = number
                print(record.json)
            } else {
                let place = code == "malformedHex" ? "character" : "byte"
                reportError("knav decode: input \(number): \(code) at \(place) \(offset)")
            }
            return .badData
        }
    }
}
