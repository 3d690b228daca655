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

    let source: String
    let destination: String
    let handle: UInt16?
    let connection: Int?
    let replacesStreets: Bool

    /// Reads the source twice, and writes the destination whole or not at all.
    func write() throws(Failure) -> ExitCode {
        let survey = try survey()
        let copied = survey.connections.filter { connection == nil || connection == $0.number }
        guard !copied.isEmpty else {
            throw fail(
                connection == nil
                    ? CaptureFile.Failure.withoutTraffic.explanation
                    : "nothing of the navigation characteristic is in this connection", .badData)
        }
        let unknown = copied.filter { !$0.isDiscovered }.map { "\($0.number)" }
        guard unknown.count <= 1 else {
            throw fail(
                "connections \(unknown.joined(separator: ", ")) do not show what is at the handle; "
                    + "'--connection' names the one to copy", .badData)
        }
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
        guard file.finish() else {
            throw Failure(
                path: destination, reason: "can't be written", exitCode: .outputFailed)
        }
        return damaged == 0 ? .success : .badData
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
        var traffic = NavigationTraffic(handle: handle)
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
