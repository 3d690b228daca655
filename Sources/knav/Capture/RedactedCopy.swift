import Foundation
import KomootNavRecording

/// Copies a capture's navigation traffic into a new file.
struct RedactedCopy {
    /// Why there is no copy.
    struct Failure: Error {
        let path: String
        let reason: String
        let exitCode: ExitCode
    }

    private static let chunkSize = 1 << 18

    let source: String
    let destination: String
    let handle: UInt16?
    let connection: Int?
    let replacesStreets: Bool

    /// Reads the source twice, and writes the destination whole or not at all.
    func write() throws(Failure) -> ExitCode {
        let log = CaptureFile(path: source)
        guard FileManager.default.isReadableFile(atPath: source) else {
            throw fail("can't be read", .noInput)
        }
        guard log.isRegular else { throw fail("is no file that can be read twice", .noInput) }
        guard !log.isSame(as: destination) else {
            throw fail("the copy would take the log's place", .usage)
        }
        let survey = try survey()
        try check(survey)
        guard var file = PartialFile(path: destination) else {
            throw Failure(
                path: destination, reason: "can't be written", exitCode: .outputFailed)
        }
        var redaction = CaptureRedaction(
            survey, connection: connection, handle: handle, replacesStreets: replacesStreets)
        var damaged = 0
        do throws(Failure) {
            try events(
                { event, value in
                    redaction.take(event, value)
                    guard redaction.byteCount >= Self.chunkSize else { return }
                    file.write(Data(redaction.takeBytes()))
                },
                damage: { damage in
                    damaged += 1
                    reportError(
                        "knav capture redact: '\(printable(source))': \(damage.explanation)")
                })
        } catch {
            file.discard()
            throw error
        }
        file.write(Data(redaction.takeBytes()))
        guard file.finish() else {
            throw Failure(
                path: destination, reason: "can't be written", exitCode: .outputFailed)
        }
        return damaged == 0 ? .success : .badData
    }

    /// Whether it is sure what is copied.
    private func check(_ survey: CaptureSurvey) throws(Failure) {
        let copied = survey.connections.filter { connection == nil || connection == $0.number }
        let ambiguous = survey.ambiguousConnections.filter {
            connection == nil || connection == $0
        }
        guard !copied.isEmpty || !ambiguous.isEmpty else {
            throw fail(
                connection == nil
                    ? CaptureFile.Failure.withoutTraffic.explanation
                    : "nothing of the navigation characteristic is in this connection", .badData)
        }
        guard connection == nil || ambiguous.isEmpty else {
            throw fail("on this connection both sides have something at the handle", .badData)
        }
        let unknown = copied.filter { !$0.isDiscovered }.map(\.number) + ambiguous
        guard connection != nil || unknown.isEmpty || (copied.count == 1 && ambiguous.isEmpty)
        else {
            let numbers = unknown.sorted().map { "\($0)" }.joined(separator: ", ")
            throw fail(
                "\(unknown.count == 1 ? "connection" : "connections") \(numbers) may be of another "
                    + "device, which has something else at the handle; '--connection' names the one to "
                    + "copy", .badData)
        }
    }

    private func survey() throws(Failure) -> CaptureSurvey {
        var survey = CaptureSurvey()
        try events({ survey.take($0, $1) }, damage: { _ in })
        survey.finish()
        return survey
    }

    private func events(
        _ body: (CapturedEvent, Span<UInt8>) -> Void, damage: (CaptureDamage) -> Void
    ) throws(Failure) {
        var traffic = NavigationTraffic(handle: handle, forgetsAtGaps: true)
        do throws(CaptureFile.Failure) {
            _ = try CaptureFile(path: source).read(
                { record, packet in traffic.take(record, packet, body, damage: damage) },
                damage: damage)
        } catch {
            throw fail(error.explanation, error.exitCode)
        }
    }

    private func fail(_ reason: String, _ exitCode: ExitCode) -> Failure {
        Failure(path: source, reason: reason, exitCode: exitCode)
    }
}
