import KomootNav
import KomootNavRecording

/// `knav capture show`.
enum CaptureShowCommand: Command {
    static let name = "capture show"
    static let summary = "show the instructions in a Bluetooth log, and what went wrong"

    static let syntax = Arguments.Syntax(
        options: Arguments.selection.union(["--handle", "--units", "--published"]),
        flags: ["--json", "--events", "--follow"], words: 1...Int.max, wordName: "FILE")

    static let help = """
        usage: knav capture show [--follow] [--connection N] [--from T] [--to T] [--handle N]
                                 [--units \(names(of: DistanceStyle.self).alternatives)] [--json] [--events]
                                 [--published TRACE] FILE...

        Shows the instructions in a Bluetooth log, with their times, and what went wrong: objects mixed
        from the chunks of two, reads that were never finished, more than 5 s between two reads.
        FILE is btsnoop (Android's "Bluetooth HCI snoop log", Linux's btmon -w), Apple's PacketLogger, pcap
        or pcapng, of a host or a sniffer; - is standard input, which is shown as it comes. Several files
        that were written one after the other, such as btsnoop_hci.log.last and btsnoop_hci.log, are one
        log; their order does not matter.

          --follow        wait for more at the end of FILE, until the user interrupts
          --connection N  show only this connection
          --from T, --to T
                          show only what ended in this time: seconds from the first packet, or a time in
                          UTC such as 2026-05-17T08:30:00Z
          --handle N      the navigation characteristic's value handle, if the log shows no discovery;
                          decimal, or hexadecimal after 0x
          --units U       how to show distances (metric)
          --events        show each packet of the exchange instead of the reads
          --published TRACE
                          compare with what the phone published: TRACE is what 'knav peripheral --trace'
                          wrote. If it never published what was read, the exit code is 1
          --json          print one JSON object a line for each read; 'integrity' and 'outcome' tell what
                          went wrong

        A read is shown when the next one begins: only then is it known whether it was torn.
        A connection without discovery is read with the handle of an earlier one that has the same
        address. If there is none, it is named, with the handle to try.

        Damaged places are reported and skipped; the exit code is then 65. When the user interrupts
        --follow or -, the summary is still printed.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let handle = try arguments.handle()
        let units = try arguments.choice("--units", of: DistanceStyle.allCases)
        let selection = try arguments.selection()
        let isJSON = arguments.flags.contains("--json")
        for flag in ["--events", "--follow"]
        where arguments.flags.contains(flag) && arguments.options["--published"] != nil {
            throw UsageError(message: "'--published' has no meaning with '\(flag)'")
        }
        let file = CaptureFile(
            paths: try arguments.logs(arguments.words), command: name,
            follows: arguments.flags.contains("--follow"), isWatched: true)
        do throws(InputFailure) {
            guard !arguments.flags.contains("--events") else {
                var events = CaptureEvents(
                    file: file, handle: handle, isJSON: isJSON, selection: selection)
                return try events.run()
            }
            var show = CaptureShow(
                file: file, handle: handle, units: units ?? .metric, isJSON: isJSON,
                listing: CaptureListing(selection, published: try arguments.published()))
            return try show.run()
        } catch {
            return file.report(error)
        }
    }
}
