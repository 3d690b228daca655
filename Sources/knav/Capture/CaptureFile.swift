import Foundation
import KomootNavRecording

/// Reads a Bluetooth log part by part.
struct CaptureFile {
    let path: String

    /// Whether it can be read again: whether it is no pipe and no device.
    var isRegular: Bool { (facts(of: path)?.st_mode ?? 0) & S_IFMT == S_IFREG }

    /// Whether another path leads to the same file.
    func isSame(as other: String) -> Bool {
        guard let one = facts(of: path), let another = facts(of: other) else {
            // Neither, or one of them, is there.
            return URL(fileURLWithPath: path).standardizedFileURL
                == URL(fileURLWithPath: other).standardizedFileURL
        }
        // What is no file, such as /dev/null, may be used twice.
        return one.st_mode & S_IFMT == S_IFREG && one.st_dev == another.st_dev
            && one.st_ino == another.st_ino
    }

    private func facts(of path: String) -> stat? {
        var facts = stat()
        let status = unsafe stat(path, &facts)
        return status == 0 ? facts : nil
    }

    private static let chunkSize = 1 << 18

    /// Why a file can't be used as a capture.
    enum Failure: Error {
        case unreadable
        case notACapture(CaptureError)
        case withoutTraffic

        var exitCode: ExitCode {
            switch self {
            case .unreadable: .noInput
            case .notACapture, .withoutTraffic: .badData
            }
        }

        /// The failure as the end of a sentence about the file.
        var explanation: String {
            switch self {
            case .unreadable: "can't be read"
            case .notACapture(let error): error.explanation
            case .withoutTraffic:
                "nothing of the navigation characteristic is in it; where a phone was known from "
                    + "before, '--handle' names the characteristic"
            }
        }
    }

    /// Reads the whole file.
    ///
    /// - Parameters:
    ///   - record: called with each record and its packet.
    ///   - damage: called with each damaged place.
    /// - Returns: the file's format.
    func read(
        _ record: (CaptureRecord, Span<UInt8>) -> Void, damage: (CaptureDamage) -> Void
    ) throws(Failure) -> CaptureFormat {
        guard let file = FileHandle(forReadingAtPath: path) else { throw .unreadable }
        defer { try? file.close() }
        var reader = CaptureReader()
        while true {
            let data: Data?
            do {
                data = try file.read(upToCount: Self.chunkSize)
            } catch {
                throw .unreadable
            }
            do throws(CaptureError) {
                guard let data, !data.isEmpty else {
                    try reader.finish(record, damage: damage)
                    guard let format = reader.format else { throw CaptureError.unknownFormat }
                    return format
                }
                try reader.read(ContiguousArray(data).span, record, damage: damage)
            } catch {
                throw .notACapture(error)
            }
        }
    }
}
