import Foundation
import KomootNavPipe

/// A file that is read as a whole. It has a bound, because a device or a pipe may never end.
enum WholeFile {
    /// The largest file that is read, in bytes.
    static let maximumByteCount = 1 << 26

    /// Why a file is not read.
    enum Failure: Error {
        /// It can't be read; why, in the system's words.
        case unreadable(reason: String)
        /// It has more than ``maximumByteCount`` bytes.
        case oversized
    }

    /// Reads a file.
    ///
    /// - Parameter path: where it is; `-` for standard input.
    static func read(_ path: String) throws(Failure) -> ContiguousArray<UInt8> {
        guard !path.isEmpty else {
            // Foundation takes it for the current folder.
            errno = ENOENT
            throw .unreadable(reason: systemReason())
        }
        let data: Data
        do {
            let file =
                path == "-"
                ? FileHandle.standardInput
                : try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            data = try read(file)
        } catch {
            throw .unreadable(reason: systemReason(error))
        }
        guard data.count <= maximumByteCount else { throw .oversized }
        return ContiguousArray(data)
    }

    /// Reads up to the bound, and one byte more.
    private static func read(_ file: FileHandle) throws -> Data {
        let chunkSize = 1 << 20
        var data = Data()
        while data.count <= maximumByteCount {
            let room = min(chunkSize, maximumByteCount + 1 - data.count)
            guard let chunk = try file.read(upToCount: room), !chunk.isEmpty else { break }
            data.append(chunk)
        }
        return data
    }
}

extension WholeFile.Failure {
    var exitCode: ExitCode {
        switch self {
        case .unreadable: .noInput
        case .oversized: .badData
        }
    }

    /// The failure in words.
    var explanation: String {
        switch self {
        case .unreadable(let reason): "can't be read: \(reason)"
        case .oversized: "oversized: more than \(WholeFile.maximumByteCount >> 20) MiB"
        }
    }
}
