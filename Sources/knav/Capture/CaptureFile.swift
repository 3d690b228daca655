import Foundation
import KomootNavRecording

/// A Bluetooth log in a file.
struct CaptureFile {
    let path: String
    /// The name of the command that reports damaged places.
    let command: String

    private static let chunkSize = 1 << 18

    /// Feeds the whole file to a reader, and reports damaged places.
    ///
    /// - Parameters:
    ///   - reader: the reader.
    ///   - isQuiet: whether to say nothing of damaged places, because another pass reports them.
    ///   - events: called with each event, and with the bytes that belong to it.
    func read(
        _ reader: inout NavigationReader, isQuiet: Bool = false,
        _ events: (CapturedEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) {
        try read { (chunk) throws(CaptureError) in
            guard let chunk else { return try reader.finish(events, damage: report(isQuiet)) }
            try reader.read(chunk.span, events, damage: report(isQuiet))
        }
    }

    /// The same, with each read put together.
    func read(
        _ reader: inout NavigationReader, _ events: (CapturedEvent, Span<UInt8>) -> Void,
        reads: (CapturedRead) -> Void
    ) throws(InputFailure) {
        try read { (chunk) throws(CaptureError) in
            guard let chunk else {
                return try reader.finish(events, reads: reads, damage: report(false))
            }
            try reader.read(chunk.span, events, reads: reads, damage: report(false))
        }
    }

    /// The same for the values that sensors notify.
    func read(
        _ reader: inout ValueReader, _ events: (ValueEvent, Span<UInt8>) -> Void
    ) throws(InputFailure) {
        try read { (chunk) throws(CaptureError) in
            guard let chunk else { return try reader.finish(events, damage: report(false)) }
            try reader.read(chunk.span, events, damage: report(false))
        }
    }

    /// Says something of the file that is not part of a command's output.
    func note(_ text: String) {
        reportError("knav \(command): '\(printable(path))': \(text)")
    }

    private func report(_ isQuiet: Bool) -> (CaptureDamage) -> Void {
        { damage in
            guard !isQuiet else { return }
            note(damage.explanation)
        }
    }

    /// Reads the file chunk by chunk.
    ///
    /// - Parameter body: called with each chunk, and with `nil` at the end.
    private func read(
        _ body: (ContiguousArray<UInt8>?) throws(CaptureError) -> Void
    ) throws(InputFailure) {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable() }
        defer { try? file.close() }
        var isAtEnd = false
        while !isAtEnd {
            let data: Data?
            do {
                data = try file.read(upToCount: Self.chunkSize)
            } catch {
                throw .unreadable(reason: systemReason(error))
            }
            let chunk = data.flatMap { $0.isEmpty ? nil : ContiguousArray($0) }
            isAtEnd = chunk == nil
            do throws(CaptureError) {
                try body(chunk)
            } catch {
                throw .notACapture(error)
            }
        }
    }
}

extension NavigationReader {
    /// The exit code of a command that has read a log to its end.
    var exitCode: ExitCode { damageCount == 0 ? .success : .badData }
}
