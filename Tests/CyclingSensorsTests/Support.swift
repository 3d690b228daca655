import CyclingSensors
import Testing

/// What is wrong. Tests that go through many cases throw it, so they end at the first failing one.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Bytes in hexadecimal, with spaces where they help.
func bytes(_ hex: String) throws -> ContiguousArray<UInt8> {
    let digits = hex.filter { $0 != " " }
    var bytes: ContiguousArray<UInt8> = []
    var rest = digits[...]
    while !rest.isEmpty {
        guard let byte = UInt8(rest.prefix(2), radix: 16), rest.count >= 2 else {
            throw Failure("'\(hex)' is not hexadecimal")
        }
        bytes.append(byte)
        rest = rest.dropFirst(2)
    }
    return bytes
}

/// Decodes a value from hexadecimal, and checks that encoding gives the bytes back.
func decode<Value: SensorValue>(
    _: Value.Type, _ hex: String, sourceLocation: SourceLocation = #_sourceLocation
) throws -> Value {
    let encoded = try bytes(hex)
    let value = try Value(decoding: encoded.span)
    #expect(value.encoded() == encoded, sourceLocation: sourceLocation)
    return value
}

/// The error of decoding bytes; `nil` if they can be decoded.
func refusal<Value: SensorValue>(
    of _: Value.Type, _ bytes: ContiguousArray<UInt8>
) -> SensorError? {
    do throws(SensorError) {
        _ = try Value(decoding: bytes.span)
        return nil
    } catch {
        return error
    }
}

/// Checks a value at every length: all shorter ones are truncated, except cuts that have the first field, and longer ones
/// are the same value with bytes that were not read.
///
/// - Parameter firstFieldEnd: where the first field ends, if the value may be cut.
func checkLengths<Value: SensorValue>(
    of value: Value, firstFieldEnd: Int = .max, sourceLocation: SourceLocation = #_sourceLocation
) {
    let encoded = value.encoded()
    #expect(encoded.count == value.encodedByteCount, sourceLocation: sourceLocation)
    for count in 0..<encoded.count {
        let shorter = ContiguousArray(encoded.prefix(count))
        let error = count < firstFieldEnd ? SensorError(.truncated, at: count) : nil
        #expect(refusal(of: Value.self, shorter) == error, sourceLocation: sourceLocation)
        guard let cut = try? Value(decoding: shorter.span) else { continue }
        #expect(cut != value, sourceLocation: sourceLocation)
        let whole = ContiguousArray(encoded.prefix(cut.encodedByteCount))
        #expect(cut.encoded() == whole, sourceLocation: sourceLocation)
        #expect((try? Value(decoding: whole.span)) == cut, sourceLocation: sourceLocation)
    }
    for extra in 1...3 {
        let longer = encoded + ContiguousArray(repeating: 0xA5, count: extra)
        let decoded = try? Value(decoding: longer.span)
        #expect(decoded == value, sourceLocation: sourceLocation)
        #expect(
            decoded?.unreadByteCount(of: longer.span) == extra, sourceLocation: sourceLocation)
    }
}

/// Checks that a value is not written into a buffer that is too small, not even in part.
func checkSmallBuffers<Value: SensorValue>(
    of value: Value, sourceLocation: SourceLocation = #_sourceLocation
) {
    for size in 0..<value.encodedByteCount {
        var buffer = ContiguousArray<UInt8>(repeating: 0x5A, count: size)
        let untouched = buffer
        unsafe buffer.withUnsafeMutableBufferPointer { pointer in
            var span = unsafe MutableSpan(_unsafeElements: pointer)
            #expect(throws: SensorError(.bufferTooSmall, at: size), sourceLocation: sourceLocation)
            {
                _ = try value.encode(into: &span)
            }
        }
        #expect(buffer == untouched, sourceLocation: sourceLocation)
    }
}
