import ConnectIQBridge
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav watch encode`.
enum WatchEncodeCommand: Command {
    static let name = "watch encode"
    static let summary = "write a message for a watch's app in hexadecimal"

    static let syntax = Arguments.Syntax(
        options: ["--arrow", "--distance", "--street", "--street-hex"],
        flags: ["--instruction", "--ended"], words: 0...Int.max, wordName: "JSON")

    static let help = """
        usage: knav watch encode JSON...
               knav watch encode --instruction --arrow N|NAME --distance N
                                 [--street TEXT | --street-hex HEX]
               knav watch encode --ended

        Prints serialised values of Monkey C in hexadecimal, one a line.

        JSON is a value, or what 'knav watch decode --json' prints. An integer is a Number, and true, a
        text, an array and null are what they seem to be. The other types are objects of one member:

          {"long": "5"}  {"float": "17.5"}  {"double": "17.5"}  {"char": 88}  {"byteArray": "00ff"}
          {"dictionary": [[0, 1], ["street", "Hauptstraße"]]}

        A Float or a Double has a decimal point, or is given by its bits: {"float": "418c0000"}.

          --instruction     a navigation message
          --ended           the message that the navigation has ended
          --arrow N         0 to 255, or a name from clause 4.1 of Docs/Protocol.md such as slightLeft
          --distance N      metres, 0 to 4294967295
          --street TEXT     the street (none)
          --street-hex HEX  the street's bytes, which need not be UTF-8
          --                ends the options

        A bad input does not stop the rest; the exit code is then 65. The offset of an error counts the
        values before the wrong one, as they are written.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let isInstruction = arguments.flags.contains("--instruction")
        let hasEnded = arguments.flags.contains("--ended")
        let kinds = [isInstruction, hasEnded, !arguments.words.isEmpty].filter { $0 }
        guard kinds.count == 1 else {
            throw UsageError(message: "give JSON, or one of '--instruction' and '--ended'")
        }
        guard isInstruction || arguments.options.isEmpty else {
            throw UsageError(message: "options of an instruction need '--instruction'")
        }
        if isInstruction { return write(serialized(try message(arguments).value, "input 1")) }
        if hasEnded { return write(serialized(NavigationMessage.ended.value, "input 1")) }
        var exitCode = ExitCode.success
        for (position, text) in arguments.words.enumerated() {
            exitCode = exitCode.combined(with: write(bytes(json: text, "input \(position + 1)")))
        }
        return exitCode
    }

    private static func message(_ arguments: Arguments) throws(UsageError) -> NavigationMessage {
        NavigationMessage(
            NavigationInstruction(
                identifier: .uint32(0), arrow: try arguments.arrow(),
                distanceInMeters: try arguments.distance(), street: try arguments.street()))
    }

    private static func write(_ bytes: ContiguousArray<UInt8>?) -> ExitCode {
        guard let bytes else { return .badData }
        print(HexBytes.encode(bytes))
        return .success
    }
}
