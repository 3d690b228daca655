import KomootNav
import KomootNavPipe

/// `knav encode`.
enum EncodeCommand: Command {
    static let name = "encode"
    static let summary = "write a data object in hexadecimal"

    static let syntax = Arguments.Syntax(
        options: ["--layout", "--identifier", "--arrow", "--distance", "--street", "--street-hex"])

    static let help = """
        usage: knav encode --layout \(names(of: InstructionLayout.Known.self).alternatives) --identifier N|UUID
                           --arrow N|NAME --distance N [--street TEXT | --street-hex HEX]

        Prints a data object in hexadecimal.

          --layout L        published: as in the vendor's document, with the street from byte 21
                            deployed: as phones send it, with the street from byte 9
                            legacy: with a 16-byte identifier
          --identifier N    0 to 4294967295, or a UUID for legacy
          --arrow N         0 to 255, or a name from clause 4.1 of Docs/Protocol.md such as slightLeft
          --distance N      metres, 0 to 4294967295
          --street TEXT     the street (none)
          --street-hex HEX  the street's bytes, which need not be UTF-8
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let layout = try arguments.required(
            "--layout", names(of: InstructionLayout.Known.self).listed,
            InstructionLayout.init(name:))
        let identifier = try arguments.required(
            "--identifier", "a number or a UUID", identifier(named:))
        let instruction = NavigationInstruction(
            identifier: identifier, arrow: try arguments.arrow(),
            distanceInMeters: try arguments.distance(), street: try arguments.street())
        let matches = identifier.isUUID == (layout.identifierFormat == .uuid)
        guard matches else {
            let wanted = layout.identifierFormat == .uuid ? "a UUID" : "a number"
            throw UsageError(message: "layout \(layout) takes \(wanted) as its identifier")
        }
        return write(instruction, as: layout)
    }

    private static func write(
        _ instruction: NavigationInstruction, as layout: InstructionLayout
    ) -> ExitCode {
        do throws(KomootNavError) {
            let object = try instruction.encoded(as: layout)
            print(HexBytes.encode(object))
            return .success
        } catch {
            report("\(error)")
            return .badData
        }
    }

    private static func identifier(named text: String) -> InstructionIdentifier? {
        if let number = UInt32(text) { return .uint32(number) }
        return UUID128(text).map { .uuid($0) }
    }
}

extension InstructionIdentifier {
    fileprivate var isUUID: Bool {
        switch self {
        case .uint32: false
        case .uuid: true
        }
    }
}
