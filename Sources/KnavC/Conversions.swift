// Conversions between the library's values and those of the C interface.
import CKnav
import KomootNav

extension RawRepresentable where RawValue: FixedWidthInteger {
    /// A constant of the header, as the byte in which its structures store it.
    var byte: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}

extension FixedWidthInteger {
    /// An offset or a size in the header's 16 bits. A number that is too large, which no phone
    /// produces, becomes the largest one.
    var uint16: UInt16 { UInt16(clamping: self) }
}

/// `KNAV_NO_OFFSET`, which Swift does not import.
let noOffset = UInt16.max
/// `KNAV_NO_DEADLINE`, which Swift does not import.
let noDeadline = UInt64.max

/// The bytes that a caller lends; `nil` if the pointer is null although the size is not 0.
func borrowed(
    _ bytes: UnsafePointer<UInt8>?, _ size: Int
) -> UnsafeBufferPointer<UInt8>? {
    guard unsafe size == 0 || size > 0 && bytes != nil else { return nil }
    return unsafe UnsafeBufferPointer(start: bytes, count: size)
}

extension knav_error {
    /// Nothing was wrong.
    static var none: knav_error { knav_error(KNAV_OK) }
    /// The caller's mistake.
    static var invalidArgument: knav_error { knav_error(KNAV_INVALID_ARGUMENT) }

    init(_ code: knav_error_code, offset: Int = 0, attError: UInt8 = 0) {
        self.init(code: code.byte, att_error: attError, offset: offset.uint16)
    }

    /// The library's error.
    init(_ error: KomootNavError) {
        var attError: UInt8 = 0
        let code: knav_error_code
        switch error.code {
        case .truncated: code = KNAV_TRUNCATED
        case .oversized: code = KNAV_OVERSIZED
        case .malformedNotification: code = KNAV_MALFORMED_NOTIFICATION
        case .invalidUTF8: code = KNAV_INVALID_UTF8
        case .reservedNotZero: code = KNAV_RESERVED_NOT_ZERO
        case .unexpectedOffset: code = KNAV_UNEXPECTED_OFFSET
        case .attError(let error):
            code = KNAV_ATT_ERROR
            attError = error.rawValue
        case .restartsExhausted: code = KNAV_RESTARTS_EXHAUSTED
        case .identifierMismatch, .bufferTooSmall, .invalidLayout: code = KNAV_INVALID_ARGUMENT
        }
        self.init(code, offset: error.offset, attError: attError)
    }
}

/// The layout that the caller chose: one of the three, or detection.
struct LayoutChoice {
    /// The layout that the bytes must have; `nil` to detect it.
    let pinned: InstructionLayout?

    /// `nil` if no layout has this number.
    init?(_ layout: UInt8) {
        switch layout {
        case KNAV_LAYOUT_AUTO.byte: pinned = nil
        case KNAV_LAYOUT_PUBLISHED.byte: pinned = .published
        case KNAV_LAYOUT_DEPLOYED.byte: pinned = .deployed
        case KNAV_LAYOUT_LEGACY.byte: pinned = .legacy
        default: return nil
        }
    }
}

extension InstructionLayout {
    /// The layout's number.
    var number: UInt8 {
        let number =
            switch known {
            case .published: KNAV_LAYOUT_PUBLISHED
            case .deployed: KNAV_LAYOUT_DEPLOYED
            case .legacy: KNAV_LAYOUT_LEGACY
            // This interface can neither choose nor detect any other layout.
            case nil: KNAV_LAYOUT_AUTO
            }
        return number.byte
    }
}

extension ObjectExtent {
    /// The extent's number.
    var number: UInt8 {
        switch self {
        case .whole: KNAV_WHOLE.byte
        case .possiblyCut: KNAV_POSSIBLY_CUT.byte
        }
    }

    /// `nil` if no extent has this number.
    init?(number: UInt8) {
        switch number {
        case KNAV_WHOLE.byte: self = .whole
        case KNAV_POSSIBLY_CUT.byte: self = .possiblyCut
        default: return nil
        }
    }
}

extension ChunkReassembler.Radio {
    /// What a radio can read. A number that no radio has means reads at offsets, as in ATT.
    init(number: UInt8) {
        switch number {
        case KNAV_WHOLE_VALUES.byte: self = .wholeValues
        case KNAV_LONG_READS.byte: self = .longReads
        case KNAV_ONE_CALLBACK.byte: self = .oneCallback
        default: self = .offsetReads
        }
    }
}
