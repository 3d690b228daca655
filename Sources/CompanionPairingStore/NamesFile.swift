package import CompanionPairing
import LinkVocabulary

/// The form in which a file holds names: lines of text, the last of which proves that all are there.
///
/// ```
/// komoot-nav pairing 1
/// own 3146304332374542
/// peer -
/// check B52E1470
/// ```
package enum NamesFile {
    /// The longest file that can hold names.
    package static let maximumByteCount = 512

    private static let heading = "komoot-nav pairing 1"
    private static let nobody = "-"

    /// The bytes of a file that holds these names.
    package static func bytes(of names: PairingNames) -> ContiguousArray<UInt8> {
        let peer = names.peer.map { hexadecimal($0.bytes) } ?? nobody
        let text = "\(heading)\nown \(hexadecimal(names.own.bytes))\npeer \(peer)\n"
        return ContiguousArray("\(text)check \(checksum(of: text))\n".utf8)
    }

    /// The names in a file.
    ///
    /// - Throws: ``NameStoreError/unreadable`` for any file that ``bytes(of:)`` does not give.
    package static func names(
        in bytes: ContiguousArray<UInt8>
    ) throws(NameStoreError) -> PairingNames {
        let lines = bytes.split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
        ).map { String(decoding: $0, as: UTF8.self) }
        guard lines.count == 5, lines[0] == heading, let own = name(in: lines[1], after: "own ")
        else { throw .unreadable }
        let peer = name(in: lines[2], after: "peer ")
        let names = PairingNames(own: own, peer: peer)
        // There is only one way to write names, so whatever differs from it is not a file of names.
        guard self.bytes(of: names) == bytes else { throw .unreadable }
        return names
    }

    private static func name(in line: String, after key: String) -> PairingName? {
        guard line.hasPrefix(key) else { return nil }
        let digits = ContiguousArray(line.utf8.dropFirst(key.utf8.count))
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: ContiguousArray<UInt8> = []
        for position in stride(from: 0, to: digits.count, by: 2) {
            let pair = String(decoding: digits[position..<position + 2], as: UTF8.self)
            guard let byte = UInt8(pair, radix: 16) else { return nil }
            bytes.append(byte)
        }
        return PairingName(bytes.span)
    }

    private static func hexadecimal(_ bytes: ContiguousArray<UInt8>) -> String {
        var text = ""
        for byte in bytes {
            text += String(UInt16(byte) + 0x100, radix: 16, uppercase: true).dropFirst()
        }
        return text
    }

    /// The CRC-32 of a text, as in ISO 3309 and in PNG.
    private static func checksum(of text: String) -> String {
        var crc: UInt32 = .max
        for byte in text.utf8 {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 0 ? 0 : 0xEDB8_8320) }
        }
        return String(String(UInt64(~crc) + (1 << 32), radix: 16, uppercase: true).dropFirst())
    }
}
