/// The value of a sensor's characteristic: bytes in both directions.
///
/// Decoding allocates nothing. Encoding what was decoded gives the same bytes, except for bytes
/// after the last field, which decoding ignores: after the last one that is announced or, if the
/// value was cut, that is whole.
///
/// Source: `Docs/Sensors.md`, clause 1.
public protocol SensorValue: Hashable, Sendable {
    /// Decodes a value.
    ///
    /// Bytes after the last field are ignored; ``unreadByteCount(of:)`` tells how many there are.
    ///
    /// - Throws: ``SensorError/Code/truncated`` if the bytes end too early, and what the type adds.
    init(decoding bytes: Span<UInt8>) throws(SensorError)

    /// The length of the encoded value in bytes.
    var encodedByteCount: Int { get }

    /// Encodes the value at the beginning of a buffer. Allocates nothing, and writes either the
    /// whole value or nothing.
    ///
    /// - Returns: the number of bytes written.
    /// - Throws: ``SensorError/Code/bufferTooSmall``.
    func encode(into buffer: inout MutableSpan<UInt8>) throws(SensorError) -> Int
}

extension SensorValue {
    /// Copies a value from an array, `Data` or any other collection of bytes, and decodes it.
    ///
    /// - Throws: what ``init(decoding:)-(Span<UInt8>)`` throws.
    public init(decoding bytes: some Collection<UInt8>) throws(SensorError) {
        try self.init(decoding: ContiguousArray(bytes).span)
    }

    /// How many bytes follow the last field in the bytes that this value was decoded from. A newer
    /// version of the service may have appended fields, or they are a part of one that was cut.
    public func unreadByteCount(of bytes: Span<UInt8>) -> Int {
        max(0, bytes.count - encodedByteCount)
    }

    /// Encodes the value. The result lends its bytes as a span on every system that the library
    /// supports.
    public func encoded() -> ContiguousArray<UInt8> {
        ContiguousArray(count: encodedByteCount) { (span) throws(SensorError) in
            try encode(into: &span)
        }
    }
}

extension ContiguousArray<UInt8> {
    /// Creates an array of a size and fills it.
    init(count: Int, _ encode: (inout MutableSpan<UInt8>) throws(SensorError) -> Int) {
        self.init(repeating: 0, count: count)
        // An array's own mutable span needs newer systems than this library does.
        unsafe withUnsafeMutableBufferPointer { buffer in
            var span = unsafe MutableSpan(_unsafeElements: buffer)
            // The array has the size that the value asked for.
            _ = try? encode(&span)
        }
    }
}
