public import KomootNav

/// A read of the navigation characteristic, as a capture shows it.
public struct CapturedRead: Hashable, Sendable {
    /// How it ended.
    public enum Outcome: Hashable, Sendable {
        /// With an object, by one of the endings of clause 8.4.
        case complete
        /// With an error other than those endings.
        case refused(ATTError)
        /// Not at all: another read began, or the link ended.
        case unfinished

        /// What the outcomes are called in JSON.
        package enum Name: String, Hashable, Sendable, CaseIterable {
            /// ``Outcome/complete``.
            case complete
            /// ``Outcome/refused(_:)``.
            case refused
            /// ``Outcome/unfinished``.
            case unfinished
        }

        /// The outcome's name.
        package var name: Name {
            switch self {
            case .complete: .complete
            case .refused: .refused
            case .unfinished: .unfinished
            }
        }
    }

    /// Whether the chunks are known to be of one object.
    public enum Integrity: String, Hashable, Sendable, CaseIterable {
        /// They are: one response had all the bytes and was not full, or the first chunk was read again and was
        /// the same (clause 8.8).
        case proven
        /// The device did not check, or its check was in vain: what it had read is either whole or torn, and the
        /// capture does not show which.
        case unproven
        /// They are not, so the phone never published what was put together. Its object was replaced during the
        /// read, and the read ends as the object does that was read next, with another street; or the same object
        /// was read whole, with other bytes.
        case torn
    }

    /// The connection, from 1.
    public let connection: Int
    /// When the first request was made.
    public let start: CaptureTime
    /// When the last answer came.
    public internal(set) var end: CaptureTime
    /// How it ended.
    public internal(set) var outcome: Outcome
    /// Whether the chunks are known to be of one object.
    public internal(set) var integrity: Integrity
    /// How many requests were answered.
    public internal(set) var answerCount: Int
    /// The bytes of all chunks.
    public internal(set) var bytes: ContiguousArray<UInt8>
    /// The length of the first chunk.
    var firstCount = 0
    /// Whether the device read again at once after it (clause 8.7); `nil` if the link or the log ended before that.
    var isReadAgain: Bool?
    /// Whether another object was notified after the read.
    var isSuperseded = false
    /// Whether the object may have been replaced during the read: another one was notified, or the first chunk was
    /// read again at once and was different.
    var wasReplaced = false
    /// The length of the last chunk; 0 if the read ended with an error.
    var lastCount = 0
    /// Whether its first chunk is the same as that of the read before.
    var isProof = false
    /// Whether an answer's offset was not the end of the bytes before it.
    var hasGap = false

    /// Whether a notified value is of another object than these bytes: its identifier's first four bytes differ.
    func isOfAnotherObject(than value: Span<UInt8>) -> Bool {
        answerCount > 0 && bytes.count >= 4 && value.count >= 4 && !begins(with: value, count: 4)
    }

    /// Whether a chunk is the same as the first one.
    func begins(withChunk chunk: Span<UInt8>) -> Bool {
        chunk.count == firstCount && chunk.count <= bytes.count
            && begins(with: chunk, count: chunk.count)
    }

    /// Whether the first `count` bytes are these ones; both must have so many.
    private func begins(with value: Span<UInt8>, count: Int) -> Bool {
        for position in 0..<count where value[position] != bytes[position] { return false }
        return true
    }
}

extension CapturedRead {
    /// How many bytes of an object name it.
    private static let identifierSize = 4

    /// Whether the object may have been replaced during the read, in a way that other reads can tell.
    var isSuspect: Bool {
        wasReplaced && outcome == .complete && integrity == .unproven && answerCount > 1
    }

    /// Whether the last chunk was shorter than the first one, so that the object ends there.
    package var endsShort: Bool { lastCount < firstCount }

    /// Whether the bytes are, or may be, joined from two objects.
    package var mayBeTorn: Bool { isSuspect || integrity == .torn }

    /// Whether the bytes are joined from two objects, as far as another complete read of the same connection shows
    /// it. That may be the read before, or the read after.
    func isTorn(by other: CapturedRead) -> Bool {
        guard other.outcome == .complete, other.integrity != .torn else { return false }
        if other.bytes.prefix(Self.identifierSize) == bytes.prefix(Self.identifierSize) {
            return !other.wasReplaced && other.bytes != bytes
        }
        return other.start >= end && endsLike(other) && !hasStreet(of: other)
    }

    /// Whether the read ends where the other object ends, with the same bytes. If the other object is shorter, that shows
    /// nothing: the last bytes may be this object's own. If an empty chunk or an error ended the read, there are none.
    private func endsLike(_ other: CapturedRead) -> Bool {
        other.bytes.count == bytes.count
            && other.bytes.suffix(lastCount) == bytes.suffix(lastCount)
    }

    /// Whether the street is that of the other object: then both objects are likely to be of the same street, and
    /// differ only before it.
    private func hasStreet(of other: CapturedRead) -> Bool {
        let view = try? NavigationInstructionView(decoding: other.bytes.span)
        let start = view?.layout.streetOffset ?? Self.identifierSize
        return bytes.dropFirst(start) == other.bytes.dropFirst(start)
    }
}
