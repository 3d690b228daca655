// Instructions as data objects.
public import CKnav
import KomootNav

extension InstructionIdentifier {
    /// An identifier as it is on the wire, at the beginning of these bytes; `nil` if no identifier has this size.
    init?(_ bytes: UnsafeRawBufferPointer, size: UInt8) {
        switch Int(size) {
        case 4:
            self = .uint32(UInt32(littleEndian: unsafe bytes.loadUnaligned(as: UInt32.self)))
        case UUID128.byteCount:
            self = .uuid(
                UUID128(
                    high: UInt64(bigEndian: unsafe bytes.loadUnaligned(as: UInt64.self)),
                    low: UInt64(
                        bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))))
        default: return nil
        }
    }
}

@c @implementation
public func knav_set_identifier_number(
    _ instruction: UnsafeMutablePointer<knav_instruction>!, _ number: UInt32
) {
    guard let instruction = unsafe instruction else { return }
    unsafe withUnsafeMutableBytes(of: &instruction.pointee.identifier) { storage in
        for position in 0..<storage.count {
            unsafe storage[position] =
                position < 4 ? UInt8(truncatingIfNeeded: number >> UInt32(8 * position)) : 0
        }
    }
    unsafe instruction.pointee.identifier_size = 4
}

@c @implementation
public func knav_encode(
    _ instruction: UnsafePointer<knav_instruction>!, _ layout: UInt8,
    _ street: UnsafePointer<UInt8>!, _ street_size: Int, _ object: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ size: UnsafeMutablePointer<Int>!
) -> knav_error {
    guard let fields = unsafe instruction?.pointee, let layout = LayoutChoice(layout)?.pinned,
        let street = unsafe borrowed(street, street_size), let object = unsafe object,
        let identifier = unsafe withUnsafeBytes(
            of: fields.identifier,
            { unsafe InstructionIdentifier($0, size: fields.identifier_size) })
    else { return .invalidArgument }
    // No object needs more room; a capacity may be larger than a size that Swift counts with.
    let room = capacity < 0 ? ATT.maximumValueLength : capacity
    var buffer = unsafe MutableSpan(_unsafeStart: object, count: room)
    do throws(KomootNavError) {
        let count = try layout.encode(
            identifier, Arrow(rawValue: fields.arrow),
            distanceInMeters: fields.distance_in_meters,
            street: unsafe Span(_unsafeElements: street), into: &buffer)
        unsafe size.pointee = count
        return .none
    } catch {
        switch error.code {
        case .identifierMismatch: return knav_error(KNAV_IDENTIFIER_MISMATCH, offset: error.offset)
        case .bufferTooSmall: return knav_error(KNAV_BUFFER_TOO_SMALL, offset: error.offset)
        default: return knav_error(error)
        }
    }
}
