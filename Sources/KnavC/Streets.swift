// Streets as text, without Swift strings. Well-formed runs are copied; U+FFFD replaces each maximal
// part of an ill-formed sequence, as the Unicode Standard recommends (section 3.9) and as the
// library's strings do.
public import CKnav
import KomootNav

@c @implementation
public func knav_street_text(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ policy: UInt8,
    _ text: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ needed: UnsafeMutablePointer<Int>!
) -> knav_error {
    guard let bytes = unsafe borrowed(bytes, size), capacity >= 0,
        unsafe text != nil || capacity == 0
    else { return .invalidArgument }
    var street = unsafe Span(_unsafeElements: bytes)
    switch policy {
    case KNAV_STREET_STRICT.byte:
        if let position = street.firstIllFormed {
            return knav_error(KNAV_INVALID_UTF8, offset: position)
        }
    case KNAV_STREET_REPAIR.byte: break
    case KNAV_STREET_DROP_INCOMPLETE_TAIL.byte: street = StreetView(street).wholeCharacters
    default: return .invalidArgument
    }
    var writer = unsafe TextWriter(text, capacity: capacity)
    writer.appendRepaired(street)
    writer.terminate()
    if let needed = unsafe needed { unsafe needed.pointee = writer.needed }
    return .none
}

@c @implementation
public func knav_street_validate(_ bytes: UnsafePointer<UInt8>!, _ size: Int) -> knav_error {
    guard let bytes = unsafe borrowed(bytes, size) else { return .invalidArgument }
    let street = unsafe Span(_unsafeElements: bytes)
    return street.firstIllFormed.map { knav_error(KNAV_INVALID_UTF8, offset: $0) } ?? .none
}

extension Span<UInt8> {
    /// Where the first ill-formed or incomplete sequence begins; `nil` if there is none.
    fileprivate var firstIllFormed: Int? {
        do throws(KomootNavError) {
            try StreetView(self).validate()
            return nil
        } catch {
            return error.offset
        }
    }

    /// The bytes begin with an ill-formed sequence. This is the length of its maximal part: as far
    /// as it could begin a well-formed sequence, and at least one byte.
    fileprivate var illFormedPart: Int {
        for length in stride(from: Swift.min(count, 3), to: 1, by: -1)
        where StreetView(extracting(..<length)).wholeCharacters.isEmpty {
            return length
        }
        return 1
    }
}

extension TextWriter {
    /// Writes as many whole characters as fit.
    fileprivate mutating func appendCharacters(_ characters: Span<UInt8>) {
        let fitting = characters.extracting(..<min(characters.count, room))
        append(characters, writing: StreetView(fitting).wholeCharacters.count)
    }

    /// Writes a street, repaired.
    fileprivate mutating func appendRepaired(_ street: Span<UInt8>) {
        var rest = street
        while let position = rest.firstIllFormed {
            appendCharacters(rest.extracting(..<position))
            appendReplacement()
            rest = rest.extracting(position...)
            rest = rest.extracting(rest.illFormedPart...)
        }
        appendCharacters(rest)
    }

    /// Writes U+FFFD, if all of it fits.
    private mutating func appendReplacement() {
        let replacement: (UInt8, UInt8, UInt8) = (0xEF, 0xBF, 0xBD)
        unsafe withUnsafeBytes(of: replacement) { bytes in
            unsafe bytes.withMemoryRebound(to: UInt8.self) { bytes in
                unsafe appendCharacters(Span(_unsafeElements: bytes))
            }
        }
    }
}
