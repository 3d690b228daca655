import Foundation
import KomootNavConformance
import KomootNavPipe
import KomootNavRecording

/// `knav capture fixtures`.
enum CaptureFixturesCommand: Command {
    static let name = "capture fixtures"
    static let summary = "turn a Bluetooth log into golden fixtures"

    static let syntax = Arguments.Syntax(
        options: ["--handle", "--connection", "--topic"], words: 2...Int.max,
        wordName: "FILE or DIR")

    static let help = """
        usage: knav capture fixtures [--topic NAME] [--handle N] [--connection N] FILE... DIR

        Turns a Bluetooth log into golden fixtures: in DIR/codec each object that was proven, in
        DIR/reassembly the phone's answers to each read, in DIR/session/central what the phone did, a few
        moments for each case. This library computes the expected answers. If it delivers an object that
        the log does not show, nothing is written. To judge an implementation by these fixtures too:

          knav conformance run --also DIR/codec/NAME.json -- COMMAND

          --topic NAME    the fixtures' name: lowercase letters, and dashes between them (captured)
          --handle N      the navigation characteristic's value handle, if the log shows no discovery;
                          decimal, or hexadecimal after 0x
          --connection N  take only this connection; 'knav capture show' gives the numbers

        Redact a log before you publish fixtures that are made from it: see 'knav capture redact'.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let topic = try arguments.value(
            "--topic", "lowercase letters, and dashes between them", RecordedVectors.topic)
        let connection = try arguments.connection()
        var reader = NavigationReader(handle: try arguments.handle(), connection: connection)
        let file = CaptureFile(
            paths: try arguments.logs(arguments.words.dropLast()), command: name, needsAll: true)
        let folder = arguments.words[arguments.words.count - 1]
        let vectors: [RecordedVectors]
        do throws(InputFailure) {
            vectors = try fixtures(of: file, connection, &reader, topic: topic ?? "captured")
        } catch {
            return file.report(error)
        }
        for file in vectors {
            let path = "\(folder)/\(file.path)"
            guard !FileManager.default.fileExists(atPath: path) else {
                report(path, "exists already; choose another name with '--topic'")
                return .outputFailed
            }
        }
        for file in vectors {
            let exitCode = write(file, to: folder)
            guard exitCode == .success else { return exitCode }
        }
        return reader.exitCode
    }

    private static func fixtures(
        of file: CaptureFile, _ connection: Int?, _ reader: inout NavigationReader, topic: String
    ) throws(InputFailure) -> [RecordedVectors] {
        var fixtures = CaptureFixtures(name: file.name)
        try file.read(&reader) { fixtures.handle($0, $1) }
        do throws(CaptureFixtures.Failure) {
            return try fixtures.finish(topic: topic)
        } catch {
            switch error {
            case .withoutReads: throw reader.withoutTraffic(connection)
            case .disagreement: throw .disagreement
            }
        }
    }

    private static func write(_ vectors: RecordedVectors, to folder: String) -> ExitCode {
        let file = URL(fileURLWithPath: folder).appendingPathComponent(vectors.path)
        let facts = FileFacts(path: folder)
        if facts.exists && !facts.isFolder {
            return reportUnwritable(folder, systemReason(ENOTDIR))
        }
        do {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        } catch {
            return reportUnwritable(file.path, systemReason(error))
        }
        guard PartialFile.write(Data(vectors.text.utf8), to: file.path, replacing: false) else {
            return reportUnwritable(file.path)
        }
        print("\(file.path): \(counted(vectors.file.count, "vector"))")
        return .success
    }
}
