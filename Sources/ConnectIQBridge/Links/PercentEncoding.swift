import KomootNav

/// Bytes as `%` and two digits.
///
/// Source: RFC 3986, sections 2.1 and 2.3.
enum PercentEncoding {
    /// The text, with all bytes encoded that are not unreserved.
    static func encoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                result += "%" + HexDigits.uppercase(byte)
            }
        }
        return result
    }

    /// The text that a part of a URL stands for. A plus sign stays one.
    ///
    /// - Throws: `invalidPercentEncoding` or `invalidUTF8`.
    static func decoded(
        _ range: Range<Int>, of url: ContiguousArray<UInt8>
    ) throws(LinkError) -> String {
        var bytes: ContiguousArray<UInt8> = []
        bytes.reserveCapacity(range.count)
        var position = range.lowerBound
        while position < range.upperBound {
            guard url[position] == UInt8(ascii: "%") else {
                bytes.append(url[position])
                position += 1
                continue
            }
            guard position + 2 < range.upperBound,
                let high = HexDigits.value(of: url[position + 1]),
                let low = HexDigits.value(of: url[position + 2])
            else { throw LinkError(.invalidPercentEncoding, at: position) }
            bytes.append(high << 4 | low)
            position += 3
        }
        guard UTF8Sequence.firstIllFormed(in: bytes.span) == nil else {
            throw LinkError(.invalidUTF8, at: range.lowerBound)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
