import Foundation
import KomootNavRecording

/// The command line: picks the command, reports errors, sets the exit code.
@main
enum Knav {
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
            reportError("knav: no command\n\n\(CommandList.help)")
            return .usage
        }
        // Not of a program that the command would start.
        if name == "help", words.count > 1 {
            return await run(words.dropFirst().prefix { $0 != "--" } + ["--help"])
        }
        var rest = words.dropFirst()
        let members = CommandList.members(of: name)
        // A group may be a command too, which takes every word that is not a member.
        let isCommand = CommandList.command(named: name) != nil
        if !members.isEmpty, !isCommand || members.contains(rest.first ?? "") {
            guard let second = rest.popFirst() else {
                let choices = members.joined(separator: ", ")
                reportError("knav: '\(name)' needs a subcommand: \(choices); see 'knav --help'")
                return .usage
            }
            name = asksForHelp(second) ? second : "\(name) \(second)"
        }
        if asksForHelp(name) {
            print(CommandList.help)
            return .success
        }
        if name == "--version" {
            guard rest.isEmpty else {
                reportError("knav: '--version' stands alone; see 'knav --help'")
                return .usage
            }
            print("knav \(KnavVersion.text)")
            return .success
        }
        guard let command = CommandList.command(named: name) else {
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
            command.report("\(printable(error.message)); see 'knav \(name) --help'")
            return .usage
        }
    }

    private static func asksForHelp(_ word: String) -> Bool {
        ["--help", "-h", "help"].contains(word)
    }
}
