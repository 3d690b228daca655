/// Writes a C header: arrays, and the bytes that they point to, without repeats.
struct CHeader {
    private let name: String
    private var bytes: [UInt8] = []
    private var places: [[UInt8]: Int] = [:]
    private var declarations: [String] = []
    /// The arrays that begin with these elements, after their type.
    private var arrays: [[String]: String] = [:]
    private var arrayCount = 0

    init(name: String) { self.name = name }

    /// Bytes, as an initialiser of `kbc_bytes`.
    mutating func pooled(_ content: [UInt8]) -> String {
        let place = places[content] ?? bytes.count
        if places.updateValue(place, forKey: content) == nil { bytes += content }
        return "{\(name)_bytes + \(place), \(content.count)}"
    }

    /// Adds an array.
    mutating func addArray(_ type: String, _ name: String, _ elements: [String]) {
        // C has no empty arrays.
        let body =
            elements.isEmpty ? "    {0}" : elements.map { "    \($0)" }.joined(separator: ",\n")
        declarations.append("static const \(type) \(name)[] = {\n\(body)\n};")
    }

    /// Adds an array that only this header's arrays point to, unless one that begins with its elements
    /// is there already. So the longest ones should come first.
    ///
    /// - Returns: the array's name; `NULL` for no elements.
    mutating func addNamelessArray(_ type: String, _ elements: [String]) -> String {
        guard !elements.isEmpty else { return "NULL" }
        if let name = arrays[[type] + elements] { return name }
        arrayCount += 1
        let name = "\(self.name)_\(arrayCount)"
        var beginning = [type]
        for element in elements {
            beginning.append(element)
            arrays[beginning] = arrays[beginning] ?? name
        }
        addArray(type, name, elements)
        return name
    }

    /// Adds a count as a constant.
    mutating func addCount(_ name: String, _ count: Int) {
        declarations.append("enum { \(name) = \(count) };")
    }

    /// The header's text.
    func content(_ subject: String, suiteVersion: String) -> String {
        let guardName = "\(name)_h".uppercased()
        let pool =
            places.isEmpty
            ? "" : "static const uint8_t \(name)_bytes[] = {\n\(Self.rows(of: bytes + [0]))\n};\n\n"
        return """
            /* \(subject), suite KBC \(suiteVersion). Generated: do not edit. */
            #ifndef \(guardName)
            #define \(guardName)

            #include "kbc_vectors.h"

            \(pool)\(declarations.joined(separator: "\n\n"))

            #endif

            """
    }

    private static func rows(of bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 20).map { start in
            let row = bytes[start..<min(start + 20, bytes.count)]
            return "    " + row.map(String.init).joined(separator: ", ")
        }.joined(separator: ",\n")
    }

    /// A text as a C string literal.
    static func literal(_ text: String) -> String {
        let escaped = text.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "?"):
                "\\" + String(UnicodeScalar(byte))
            case 0x20...0x7E: String(UnicodeScalar(byte))
            default:
                "\\" + [6, 3, 0].map { String((byte >> $0) & 7) }.joined()
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
