public import Foundation
import KomootNav

/// Bytes as hexadecimal text.
public enum HexBytes {
    /// Why a text does not stand for bytes.
    public struct Malformed: Error, Hashable, Sendable {
        /// The index of the first wrong character, from 0; the text's length if a character is missing.
        public let offset: Int
    }

    /// Reads pairs of hexadecimal digits of either case.
    ///
    /// - Throws: ``Malformed`` for any other character, and for half a pair.
    public static func decode(_ text: some StringProtocol) throws(Malformed) -> ContiguousArray<
        UInt8
    > {
        var bytes: ContiguousArray<UInt8> = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        var position = 0
        for character in text.unicodeScalars {
            guard character.isASCII,
                let digit = HexDigits.value(of: UInt8(truncatingIfNeeded: character.value))
            else { throw Malformed(offset: position) }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
            position += 1
        }
        guard high == nil else { throw Malformed(offset: position) }
        return bytes
    }

    /// Why a text with blanks does not stand for bytes.
    package struct Misplaced: Error {
        /// The index of the first wrong character, from 0; the text's length if a character is missing.
        package let offset: Int
        /// The wrong character; `nil` if one is missing.
        package let character: Character?
    }

    /// Reads pairs of hexadecimal digits as people write them: blanks, `:` and `-` between digits and a leading `0x` are
    /// ignored.
    package static func decode(spaced text: String) throws(Misplaced) -> ContiguousArray<UInt8> {
        // Most have digits only. To look for the place of each takes long.
        if let bytes = try? decode(text) { return bytes }
        // Where each digit is in the text.
        var digits = text.enumerated().filter {
            !$0.element.isWhitespace && $0.element != ":" && $0.element != "-"
        }
        if ["0x", "0X"].contains(String(digits.prefix(2).map(\.element))) {
            digits.removeFirst(2)
        }
        do throws(Malformed) {
            return try decode(String(digits.map(\.element)))
        } catch {
            let wrong = digits.indices.contains(error.offset) ? digits[error.offset] : nil
            throw Misplaced(offset: wrong?.offset ?? text.count, character: wrong?.element)
        }
    }

    /// Writes lowercase digits.
    public static func encode(_ bytes: Span<UInt8>) -> String {
        var text = ""
        text.reserveCapacity(2 * bytes.count)
        for position in bytes.indices { text += HexDigits.lowercase(bytes[position]) }
        return text
    }

    /// Writes lowercase digits.
    public static func encode(_ bytes: some Sequence<UInt8>) -> String {
        var text = ""
        for byte in bytes { text += HexDigits.lowercase(byte) }
        return text
    }
}

extension HexBytes.Malformed: LocalizedError {
    /// The offset, in a sentence.
    public var errorDescription: String? {
        "The hexadecimal text is wrong at character \(offset), counted from 0."
    }
}
