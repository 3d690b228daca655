import ConnectIQBridge
import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms
import WatchSimulation

/// `knav watch listen`.
enum WatchListenCommand: Command {
    static let name = "watch listen"
    static let summary = "exchange messages with a watch's app in the vendor's simulator"

    static let syntax = Arguments.Syntax(
        options: ["--port", "--ride"], flags: ["--json", "--once"])

    /// Where the vendor's simulator looks for a phone's app.
    private static let simulatorPort = 7381

    static let help = """
        usage: knav watch listen [--port N] [--ride FILE] [--json] [--once]

        Waits for the vendor's simulator to connect, and shows each message of the app that runs in it as
        'knav watch decode' does. Each line of standard input is a message to that app, in the form that
        'knav watch encode' takes. Programs of other machines can't connect, and only one can at a time.
        It was not tried with the simulator itself: clause 6.11 of Docs/Watch.md says what is known.

          --port N     the port; 0 for one that is free (\(simulatorPort))
          --ride FILE  send the instructions of a ride, each at its time after the first connection began;
                       FILE is a ride file or a Bluetooth log. A new connection gets the newest at once
          --json       print one JSON object a line, as 'knav watch decode' does
          --once       end when the first connection does, and not only when interrupted

        What happens to connections is told on standard error. Bytes that no message begins with, and a
        message that is too long, end their connection; one that can't be read is told. The exit code is
        then 65, as for a bad line, or one that could not be sent; it is 69 if the port is taken.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let port = try arguments.number("--port", in: 0...65_535) ?? simulatorPort
        var ride: [ListenLoop.Instruction] = []
        var exitCode = ExitCode.success
        if let path = arguments.options["--ride"] {
            guard path != LogInput.standardInput else {
                throw UsageError(message: "'--ride' takes a file: standard input has messages")
            }
            do throws(InputFailure) {
                let found = try RideSource(log: CaptureFile(paths: [path], command: name)).ride()
                ride = found.value.forWatches.compactMap { timed in
                    (try? timed.message.value.encoded()).map {
                        ListenLoop.Instruction(
                            time: timed.time, text: timed.message.text, bytes: $0)
                    }
                }
                exitCode = found.exitCode
            } catch {
                report(path, error.explanation)
                return error.exitCode
            }
        }
        let listener: LoopbackSocket
        do throws(LoopbackSocket.Failure) {
            listener = try LoopbackSocket(listeningOn: UInt16(port))
        } catch {
            report("can't listen on port \(port): \(error.reason)")
            return .unavailable
        }
        report("listening on port \(listener.port) of this machine")
        let decoder = MessageDecoder(
            command: self, isJSON: arguments.flags.contains("--json"), isInstruction: false)
        let messages = ListenLoop.Messages(
            show: {
                defer { Terminal().flush() }
                return decoder.show($0, number: $1) == .success
            }, bytes: bytes, report: { report($0) })
        var loop = ListenLoop(
            listener, messages, ride: ride, endsWithConnection: arguments.flags.contains("--once"))
        Interruption.catchSignals()
        let end = loop.run { Interruption.hasHappened }
        if !loop.isGood { exitCode = exitCode.combined(with: .badData) }
        return exitCode.combined(
            with: end == .failed ? .unavailable : end == .interrupted ? .interrupted : .success)
    }

    private static func bytes(
        _ line: ContiguousArray<UInt8>?, _ number: Int
    ) -> ContiguousArray<UInt8>? {
        if let line { return bytes(json: String(decoding: line, as: UTF8.self), "line \(number)") }
        report("line \(number): \(InputLines.tooLong)")
        return nil
    }
}
