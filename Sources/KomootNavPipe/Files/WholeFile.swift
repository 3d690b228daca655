/// A file that is read as a whole. It has a bound, because a device or a pipe may never end.
package enum WholeFile {
    /// The largest file that is read, in bytes.
    package static let maximumByteCount = 1 << 26

    /// Why a file is not read.
    package enum Failure: Error {
        /// It can't be read; why, in the system's words.
        case unreadable(reason: String)
        /// It has more than ``maximumByteCount`` bytes.
        case oversized
    }

    /// Reads a file.
    ///
    /// - Parameter path: where it is; `-` for standard input.
    package static func read(_ path: String) throws(Failure) -> ContiguousArray<UInt8> {
        guard var input = LogInput(path: path, follows: false) else {
            throw .unreadable(reason: systemReason())
        }
        var bytes: ContiguousArray<UInt8> = []
        while true {
            switch input.next() {
            case nil: throw .unreadable(reason: systemReason())
            case .end?: return bytes
            case .bytes(let count)?:
                guard bytes.count + count <= maximumByteCount else { throw .oversized }
                bytes += input.bytes[..<count]
            }
        }
    }
}

extension WholeFile.Failure {
    /// The failure in words.
    package var explanation: String {
        switch self {
        case .unreadable(let reason): "can't be read: \(reason)"
        case .oversized: "oversized: more than \(WholeFile.maximumByteCount >> 20) MiB"
        }
    }
}
