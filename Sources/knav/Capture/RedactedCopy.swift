import Foundation
import KomootNavPipe
import KomootNavRecording

/// Copies a capture's navigation traffic into a new file.
struct RedactedCopy {
    private static let chunkSize = 1 << 18

    let source: CaptureFile
    let destination: String
    let handle: UInt16?
    /// The only connections to copy; `nil` for each that has traffic.
    let numbers: [Int]?
    let replacesStreets: Bool

    /// Reads the source twice, and writes the destination whole or not at all.
    ///
    /// - Returns: how the copying ended; `nil` if the destination can't be written, and `errno` says why. A file that
    ///   exists can't: it may be a log, if the destination was forgotten.
    func write() throws(InputFailure) -> ExitCode? {
        if let failure = source.failure { throw failure }
        for path in source.paths {
            let facts = FileFacts(path: path)
            guard path == LogInput.standardInput || FileManager.default.isReadableFile(atPath: path)
            else {
                throw .log(LogFiles.Failure(.unreadable(systemReason()), paths: [path]))
            }
            guard facts.isRegular, path != LogInput.standardInput else {
                throw .log(LogFiles.Failure(.readableOnce, paths: [path]))
            }
            guard !facts.isSame(as: destination) else { throw .copiedOntoItself(path) }
        }
        guard !FileFacts(path: destination).isRegular else {
            errno = EEXIST
            return nil
        }
        let connections = try connections()
        guard var file = PartialFile(path: destination) else { return nil }
        var redaction = CaptureRedaction(
            connections, handle: handle, replacesStreets: replacesStreets,
            form: WrittenForm(ofFileNamed: destination))
        var reader = NavigationReader(handle: handle, forgetsAtGaps: true)
        do throws(InputFailure) {
            // What the summary says is not said twice.
            try source.read(&reader, telling: [.damage, .denials, .records]) { event, value in
                redaction.handle(event, value)
                guard redaction.byteCount >= Self.chunkSize else { return }
                file.write(Data(redaction.takeBytes()))
            }
        } catch {
            file.discard()
            throw error
        }
        file.write(Data(redaction.takeBytes()))
        guard file.finish(replacing: false) else { return nil }
        let summary = RedactionSummary(
            of: redaction.kept, surveyed: connections, hasStreets: !replacesStreets, in: reader)
        summary.lines.forEach { print($0) }
        return reader.exitCode
    }

    /// The first pass: which connections are copied.
    private func connections() throws(InputFailure) -> [CaptureSurvey.Connection] {
        var survey = CaptureSurvey()
        var reader = NavigationReader(handle: handle, forgetsAtGaps: true)
        try source.read(&reader, telling: []) { survey.handle($0, $1) }
        survey.finish(leftOut: reader.leftOut)
        do throws(CaptureSurvey.Doubt) {
            return try survey.choose(numbers)
        } catch {
            CaptureNotes.leftOutLines(reader).forEach(source.note)
            switch error {
            case .withoutTraffic: throw reader.withoutTraffic
            case .connectionWithoutTraffic(let number):
                throw reader.lacks(number) ?? .doubtful(error)
            case .servedByBothSides, .perhapsForeign, .withoutInstruction:
                throw .doubtful(error)
            }
        }
    }
}
