import KomootNavRecording

/// `knav capture statistics`.
enum CaptureStatisticsCommand: Command {
    static let name = "capture statistics"
    static let summary = "measure the connections in a Bluetooth log"

    static let syntax = Arguments.Syntax(
        options: Arguments.selection.union(["--handle", "--svg"]), flags: ["--json"],
        words: 1...Int.max, wordName: "FILE")

    static let help = """
        usage: knav capture statistics [--connection N] [--from T] [--to T] [--svg OUT] [--json]
                                       [--handle N] FILE...

        Measures each connection with navigation in a Bluetooth log, and counts what went wrong. FILE is a
        log as for 'knav capture show'; - is standard input.

          notification to object  from the first notification of an object to the last byte of it
          request to answer       each Read or Read Blob request
          between instructions    from one instruction on the display to the next, another one
          gap above 5 s           the device asked for nothing
          stale time              the display showed an object that the phone had replaced
          chunk size              the answers to reads

          --connection N  measure only this connection
          --from T, --to T
                          count only what ended in this time: seconds from the first packet, or a time
                          in UTC such as 2026-05-17T08:30:00Z
          --svg OUT       also write a picture
          --json          print one JSON object a line for each connection, in seconds
          --handle N      the navigation characteristic's value handle, if the log shows no discovery;
                          decimal, or hexadecimal after 0x

        The display is taken to show what was read last, if it was whole and not torn, and the phone to
        have what it notified last. The median and the 95 % are at most 1 % too long. At most
        \(CaptureStatistics.mostConnections) connections are measured. Docs/Captures.md has the definitions and the members of the JSON.
        Damaged places are reported and skipped; the exit code is then 65.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let handle = try arguments.handle()
        let selection = try arguments.selection()
        try arguments.keepApart(arguments.words, outputs: ["--svg"])
        let file = CaptureFile(
            paths: try arguments.logs(arguments.words), command: name, isWatched: true)
        var measurement = CaptureMeasurement(
            file: file, handle: handle, isJSON: arguments.flags.contains("--json"),
            picture: arguments.options["--svg"], selection: selection)
        do throws(InputFailure) {
            return try measurement.run()
        } catch {
            return file.report(error)
        }
    }
}
