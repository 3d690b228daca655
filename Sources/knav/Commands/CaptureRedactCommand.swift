import KomootNavRecording

/// `knav capture redact`.
enum CaptureRedactCommand: Command {
    static let name = "capture redact"
    static let summary = "copy a Bluetooth log's navigation traffic, and nothing else"

    static let syntax = Arguments.Syntax(
        options: ["--handle", "--connection"], flags: ["--replace-streets"], words: 2...Int.max,
        wordName: "IN or OUT")

    static let help = """
        usage: knav capture redact [--replace-streets] [--handle N] [--connection N[,N...]] IN... OUT

        Writes a copy of a Bluetooth log that holds the navigation characteristic's traffic and nothing
        else: no other characteristics, connections, addresses, names or keys. The copy is a new btsnoop
        file, or pcapng if OUT ends with .pcapng; its times begin with the year 2000. An OUT that exists is
        not replaced. Damage is reported.

          --replace-streets  replace each character of a street with 'x', or with another of its length
          --handle N         the navigation characteristic's value handle, if the log shows no discovery;
                             decimal, or hexadecimal after 0x
          --connection N     copy only this connection, or several: '--connection 1,3'; 'knav capture show'
                             gives the numbers

        Identifiers, arrows and distances stay as they are: anyone who knows the route may recognise it.
        If several connections have traffic at the given handle and none shows what is there, use
        '--connection' to choose: some may be another device's. A phone that changes its random address
        looks like several. The command also asks if nothing that was read at the handle looks like an
        instruction. At the end it prints what it kept and what it left out.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let destination = arguments.words[arguments.words.count - 1]
        try Arguments.checkOutput(destination)
        let copy = RedactedCopy(
            source: CaptureFile(
                paths: try arguments.logs(arguments.words.dropLast()), command: name, needsAll: true
            ),
            destination: destination, handle: try arguments.handle(),
            numbers: try arguments.connections(),
            replacesStreets: arguments.flags.contains("--replace-streets"))
        do throws(InputFailure) {
            return try copy.write() ?? reportUnwritable(copy.destination)
        } catch {
            return copy.source.report(error)
        }
    }
}
