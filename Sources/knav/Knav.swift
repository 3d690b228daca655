import Foundation

/// The command line: picks the command, reports errors, sets the exit code.
@main
enum Knav {
    static let help = """
        knav: the komoot BLE Connect protocol on the command line

        usage: knav COMMAND [ARGUMENTS]

        commands:
          ride      send a recorded ride through the protocol and show what the handlebar shows
          decode    read data objects or notifications, written in hexadecimal
          encode    write a data object in hexadecimal
          campaign  simulate many rides on which things go wrong, and check what is promised
          central   be a device, for a program with a radio: events in, effects out
          peripheral
                    be a phone, in the same way
          capture show
                    show the instructions in a Bluetooth log, and what was wrong in the exchange
          capture replay
                    give a device's session a recorded ride to read
          capture diagram
                    draw who sent what to whom, as text or as a picture
          capture redact
                    copy a Bluetooth log's navigation traffic, and nothing else
          capture fixtures
                    turn a Bluetooth log into golden fixtures
          conformance run
                    judge an implementation, in any language, by the golden fixtures
          conformance testee
                    this library behind the protocol that 'conformance run' speaks
          conformance export
                    the golden fixtures as C arrays or as Python modules
          bench     measure decoding, encoding and reassembly on this machine

        'knav COMMAND --help' tells more of each. Exit codes: 0 success, 64 wrong usage,
        65 bad data, 66 a file that can't be read, 69 a program that can't be judged, 74 output
        that can't be written; 1 a campaign found a broken promise, a testee does not conform, or a log
        shows other objects than the library makes of it.
        """

    /// The commands of two words: the first one, and what may stand behind it.
    private static let groups = [
        "capture": ["show", "replay", "diagram", "redact", "fixtures"],
        "conformance": ["run", "testee", "export"],
    ]

    static func command(named name: String) -> (any Command.Type)? {
        switch name {
        case "ride": RideCommand.self
        case "decode": DecodeCommand.self
        case "encode": EncodeCommand.self
        case "campaign": CampaignCommand.self
        case "central": CentralCommand.self
        case "peripheral": PeripheralCommand.self
        case "capture show": CaptureShowCommand.self
        case "capture replay": CaptureReplayCommand.self
        case "capture diagram": CaptureDiagramCommand.self
        case "capture redact": CaptureRedactCommand.self
        case "capture fixtures": CaptureFixturesCommand.self
        case "conformance run": ConformanceRunCommand.self
        case "conformance testee": ConformanceTesteeCommand.self
        case "conformance export": ConformanceExportCommand.self
        case "bench": BenchCommand.self
        default: nil
        }
    }

    static func main() async {
        var exitCode = await run(Array(CommandLine.arguments.dropFirst()))
        if !Terminal.finishOutput() {
            reportError("knav: the output can't be written")
            exitCode = .outputFailed
        }
        exit(exitCode.rawValue)
    }

    static func run(_ words: [String]) async -> ExitCode {
        guard var name = words.first else {
            reportError("knav: no command\n\n\(help)")
            return .usage
        }
        if name == "--help" || name == "-h" || name == "help" {
            print(help)
            return .success
        }
        var rest = words.dropFirst()
        if let members = groups[name] {
            guard let second = rest.popFirst() else {
                let choices = members.joined(separator: ", ")
                reportError("knav: '\(name)' needs one of \(choices); see 'knav --help'")
                return .usage
            }
            if second == "--help" || second == "-h" || second == "help" {
                print(help)
                return .success
            }
            name += " \(second)"
        }
        guard let command = command(named: name) else {
            reportError("knav: '\(printable(name))' is not a command; see 'knav --help'")
            return .usage
        }
        do {
            let arguments = try Arguments(Array(rest), of: command.syntax)
            if arguments.asksForHelp {
                print(command.help)
                return .success
            }
            return try await command.run(arguments)
        } catch {
            reportError("knav \(name): \(printable(error.message)); see 'knav \(name) --help'")
            return .usage
        }
    }
}

/// One command of the command line.
protocol Command {
    /// The options and flags that it takes.
    static var syntax: Arguments.Syntax { get }
    /// What `--help` prints.
    static var help: String { get }

    static func run(_ arguments: Arguments) async throws(UsageError) -> ExitCode
}

/// How the program ends; the numbers are those of BSD's `sysexits.h`.
enum ExitCode: Int32 {
    case success = 0
    /// A campaign found a broken promise, or a testee does not conform.
    case failed = 1
    /// The command line is wrong.
    case usage = 64
    /// Some input was bad; everything else was done.
    case badData = 65
    /// A file can't be read.
    case noInput = 66
    /// There is nothing to judge: a program can't be started, or is no testee.
    case unavailable = 69
    /// What was printed can't be written.
    case outputFailed = 74

    /// The more serious one of two.
    func combined(with other: ExitCode) -> ExitCode { self == .success ? other : self }
}
