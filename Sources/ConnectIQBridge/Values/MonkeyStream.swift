/// Cuts a stream of bytes into serialised values, which follow each other without anything between them.
///
/// ```swift
/// var stream = MonkeyStream()
/// try stream.take(chunk) { bytes in messages.append(bytes) }
/// ```
///
/// Only the sections' markers and lengths are looked at: what is in them, `MonkeyValue.init(decoding:limits:)` says. At
/// most one value is in memory.
///
/// Source: `Docs/Watch.md`, clause 6.11.
public struct MonkeyStream: Sendable {
    private let maximumByteCount: Int
    private var bytes: ContiguousArray<UInt8> = []
    /// Where the section begins that is under way.
    private var section = 0
    /// The bytes up to the end of that section; `nil` as long as its length is not there.
    private var end: Int?
    private var failure: MonkeyError?

    /// Creates a stream of which nothing has come.
    ///
    /// - Parameter limits: how many bytes a value may have. The other limits do not count here.
    public init(limits: MonkeyLimits = MonkeyLimits()) {
        maximumByteCount = limits.maximumByteCount
    }

    /// How many bytes of a value have come that is not whole.
    public var pendingByteCount: Int { bytes.count }

    /// Takes the next bytes, however they are cut.
    ///
    /// - Parameters:
    ///   - chunk: the bytes.
    ///   - body: called with the bytes of each value, as soon as it is whole.
    /// - Throws: `unexpectedSection`, as soon as a byte is not that of a marker, or `oversized`, as soon as a length says
    ///   so. The offset counts from the beginning of the value. Where the next value begins can't be known then: every
    ///   later call with bytes throws the same.
    public mutating func take(
        _ chunk: Span<UInt8>, _ body: (ContiguousArray<UInt8>) -> Void
    ) throws(MonkeyError) {
        for position in chunk.indices {
            if let failure { throw failure }
            bytes.append(chunk[position])
            do throws(MonkeyError) {
                guard try isWhole() else { continue }
            } catch {
                failure = error
                bytes = []
                throw error
            }
            body(bytes)
            bytes.removeAll(keepingCapacity: true)
            section = 0
        }
    }

    /// Ends the stream.
    ///
    /// - Throws: `truncated` if the last value is not whole; the offset is the number of its bytes.
    public func finish() throws(MonkeyError) {
        if let failure { throw failure }
        if !bytes.isEmpty { throw MonkeyError(.truncated, at: bytes.count) }
    }

    /// Looks at the last byte.
    private mutating func isWhole() throws(MonkeyError) -> Bool {
        let count = bytes.count - section
        if count <= 4 { try checkMarker(count) }
        if count == MonkeySection.headByteCount { end = try sectionEnd() }
        guard bytes.count == end else { return false }
        end = nil
        guard isOfStrings else { return true }
        section = bytes.count
        return false
    }

    /// Whether the section that is under way is that of the strings, which come first, and once.
    private var isOfStrings: Bool {
        section == 0 && bytes[0] == Self.byte(0, of: MonkeySection.strings)
    }

    private func checkMarker(_ count: Int) throws(MonkeyError) {
        let marker = isOfStrings ? MonkeySection.strings : MonkeySection.objects
        guard bytes[section + count - 1] == Self.byte(count - 1, of: marker) else {
            throw MonkeyError(.unexpectedSection, at: section)
        }
    }

    private func sectionEnd() throws(MonkeyError) -> Int {
        let length = try bytes.span.uint32(at: section + 4)
        // After the strings, the head of the objects' section comes at least.
        let others = section + MonkeySection.headByteCount * (isOfStrings ? 2 : 1)
        guard others <= maximumByteCount, UInt64(length) <= UInt64(maximumByteCount - others) else {
            throw MonkeyError(.oversized, at: maximumByteCount)
        }
        return section + MonkeySection.headByteCount + Int(length)
    }

    private static func byte(_ position: Int, of marker: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: marker >> UInt32(8 * (3 - position)))
    }
}
