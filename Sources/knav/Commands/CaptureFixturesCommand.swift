import Foundation
import KomootNav
import KomootNavConformance
import KomootNavRecording

/// `knav capture fixtures`.
enum CaptureFixturesCommand: Command {
    static let syntax = Arguments.Syntax(
        options: ["--handle", "--connection", "--topic"], words: 2...2, wordName: "FILE or DIR")

    static let help = """
        usage: knav capture fixtures [--topic NAME] [--handle N] [--connection N] FILE DIR

        Turns a Bluetooth log into golden fixtures, in DIR/reassembly and DIR/session/central: what the
        phone answered to each read, and what it did, some moments each, for a device's session to read. What
        must come out is what this library makes of it; what it takes for an object is compared with
        what the log itself shows. To judge an implementation by them too:

          knav conformance run --also DIR/reassembly/NAME.json -- COMMAND

          --topic NAME    the fixtures' name: lowercase letters, and dashes between them (captured)
          --handle N      the navigation characteristic's value handle, where the log does not show how
                          it was found; decimal, or hexadecimal behind 0x
          --connection N  take only this connection, as 'knav capture show' numbers them

        Publish no fixtures of a log that was not redacted: see 'knav capture redact'.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let topic = try arguments.value(
            "--topic", "lowercase letters, and dashes between them", RecordedVectors.topic)
        let connection = try arguments.connection()
        let handle = try arguments.handle()
        let path = arguments.words[0]
        let name = URL(fileURLWithPath: path).lastPathComponent
        var fixtures = CaptureFixtures(name: printable(name))
        var recorder = PhoneRecorder(connection: connection)
        var traffic = NavigationTraffic(handle: handle)
        var damaged = 0
        let report = { (damage: CaptureDamage) in
            damaged += 1
            reportError("knav capture fixtures: '\(printable(path))': \(damage.explanation)")
        }
        do throws(CaptureFile.Failure) {
            _ = try CaptureFile(path: path).read(
                { record, packet in
                    traffic.take(
                        record, packet,
                        { event, value in
                            guard connection == nil || connection == event.connection else {
                                return
                            }
                            recorder.take(event, value)
                            fixtures.take(event, value)
                        }, damage: report)
                }, damage: report)
            fixtures.finish()
            guard !fixtures.reads.isEmpty else { throw .withoutTraffic }
        } catch {
            reportError("knav capture fixtures: '\(printable(path))': \(error.explanation)")
            return error.exitCode
        }
        let sessions = fixtures.sessions(of: recorder.finish())
        let files = [
            RecordedVectors(fixtures.reads, layer: .reassembly, topic: topic ?? "captured"),
            RecordedVectors(sessions, layer: .centralSession, topic: topic ?? "captured"),
        ].compactMap { $0 }
        for file in files {
            guard file.objects.isSubset(of: fixtures.objects) else {
                reportError(
                    "knav capture fixtures: '\(printable(path))': what the library takes for objects "
                        + "is not what the log shows; nothing was written")
                return .failed
            }
        }
        for file in files {
            let path = "\(arguments.words[1])/\(file.path)"
            guard !FileManager.default.fileExists(atPath: path) else {
                reportError(
                    "knav capture fixtures: '\(printable(path))' is there already; '--topic' gives another "
                        + "name")
                return .outputFailed
            }
        }
        for file in files {
            guard write(file, to: arguments.words[1]) else { return .outputFailed }
        }
        return damaged == 0 ? .success : .badData
    }

    private static func write(_ vectors: RecordedVectors, to folder: String) -> Bool {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(vectors.path)
        // Where the folder can't be made the file can't be written.
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        guard PartialFile.write(Data(vectors.text.utf8), to: file.path) else {
            reportError("knav capture fixtures: '\(printable(file.path))' can't be written")
            return false
        }
        print("\(file.path): \(counted(vectors.file.count, "vector"))")
        return true
    }
}
