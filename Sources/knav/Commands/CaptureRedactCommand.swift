import KomootNavRecording

/// `knav capture redact`.
enum CaptureRedactCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--handle", "--connection"], flags: ["--replace-streets"], words: 2...2,
        wordName: "IN or OUT")

    static let help = """
        usage: knav capture redact [--replace-streets] [--handle N] [--connection N] IN OUT

        Writes a copy of a Bluetooth log that holds the navigation characteristic's traffic and nothing
        else: no other characteristics, connections, addresses, names or keys. Times begin with the year
        2000. The copy is written anew, as btsnoop; damaged places of the log are reported.

          --replace-streets  put 'x' and the like in the place of the streets' characters; their lengths
                             stay
          --handle N         the navigation characteristic's value handle, where the log does not show how
                             it was found; decimal, or hexadecimal behind 0x
          --connection N     copy only this connection, as 'knav capture show' numbers them

        Identifiers, arrows and distances stay as they are: who knows the route may know it again. With
        '--handle' and several connections of which none shows what is at the handle, '--connection' is
        needed, because another device's characteristic may be there.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let copy = RedactedCopy(
            source: arguments.words[0], destination: arguments.words[1],
            handle: try arguments.handle(), connection: try arguments.connection(),
            replacesStreets: arguments.flags.contains("--replace-streets"))
        do throws(RedactedCopy.Failure) {
            return try copy.write()
        } catch {
            reportError("knav capture redact: '\(printable(error.path))': \(error.reason)")
            return error.exitCode
        }
    }
}
