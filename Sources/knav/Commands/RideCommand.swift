import Foundation
import KomootNav
import KomootNavRecording

/// `knav ride`.
enum RideCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--layout", "--chunk", "--units"], flags: ["--json", "--realtime"], words: 1...1,
        wordName: "FILE")

    static let help = """
        usage: knav ride FILE [--layout published|deployed|legacy] [--chunk N]
                         [--units metric|imperial|uk] [--json] [--realtime]

        Sends every instruction of a ride file ('-': standard input) through the protocol (encoded, read in pieces, put
        together, decoded) and shows what the handlebar shows.

          --layout L       what the phone writes (published, as the vendor's document says;
                           phones in the field write deployed)
          --chunk N        bytes a read carries, 20 to 512 (22)
          --units U        metric, imperial or uk (metric)
          --json           one JSON object a line; the summary goes to standard error
          --realtime       take the time that the ride took

        Lines with another number of columns than 14 are skipped, other bad lines are reported;
        both are told on standard error with their numbers, and the ride goes on.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let layout = try arguments.value(
            "--layout", "published, deployed or legacy", InstructionLayout.init(name:))
        let chunkSizes = ATT.smallestPayload...ATT.maximumValueLength
        let chunkSize = try arguments.value("--chunk", "a number from 20 to 512") {
            Int($0).flatMap { chunkSizes ~= $0 ? $0 : nil }
        }
        let units = try arguments.value("--units", "metric, imperial or uk") {
            DistanceStyle(rawValue: $0).flatMap { $0 == .vendor ? nil : $0 }
        }
        let path = arguments.words[0]
        let content: ContiguousArray<UInt8>
        do {
            let file =
                path == "-"
                ? FileHandle.standardInput
                : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            content = ContiguousArray(try file.readToEnd() ?? Data())
        } catch {
            reportError("knav ride: '\(printable(path))' can't be read: \(reason(error))")
            return .noInput
        }
        var show = RideShow(
            name: URL(fileURLWithPath: path).lastPathComponent,
            playback: RidePlayback(
                layout: layout ?? .published,
                chunkSize: chunkSize ?? ATT.readPayload(mtu: ATT.defaultMTU)),
            units: units ?? .metric, isJSON: arguments.flags.contains("--json"),
            isRealtime: arguments.flags.contains("--realtime"))
        return show.run(RideFile(content.span))
    }

    /// What the system says of a file that can't be read.
    private static func reason(_ error: any Error) -> String {
        let underlying =
            (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError ?? error as NSError
        guard underlying.domain == NSPOSIXErrorDomain else {
            return underlying.localizedDescription
        }
        return unsafe String(cString: strerror(Int32(underlying.code)))
    }
}
