import KomootNav

extension CapturedRead {
    /// How many bytes of an object name it.
    private static let identifierSize = 4

    /// Whether the object may have been replaced during the read, in a way that other reads can tell.
    var isSuspect: Bool {
        wasReplaced && outcome == .complete && integrity == .unproven && answerCount > 1
    }

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
