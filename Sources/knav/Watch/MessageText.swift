import ConnectIQBridge
import KomootNav
import KomootNavRecording

/// A message of a watch's app as lines for a person: a value with its type, and under it what is in it.
struct MessageText {
    private(set) var lines: [String] = []

    init(_ value: MonkeyValue) { add(value, label: "", depth: 0) }

    private mutating func add(_ value: MonkeyValue, label: String, depth: Int) {
        lines.append(String(repeating: "  ", count: depth) + label + Self.text(of: value))
        switch value {
        case .array(let elements):
            for element in elements { add(element, label: "", depth: depth + 1) }
        case .dictionary(let dictionary):
            for pair in dictionary.pairs {
                add(pair.value, label: Self.label(pair.key), depth: depth + 1)
            }
        case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray: break
        }
    }

    /// Numbers and strings are most keys, so they have no type before them.
    private static func label(_ key: MonkeyKey) -> String {
        switch key {
        case .number(let number): "\(number): "
        case .string(let text): "\(quoted(text)): "
        case .long, .float, .double, .boolean, .char: "\(text(of: key.value)): "
        }
    }

    private static func text(of value: MonkeyValue) -> String {
        switch value {
        case .null: "null"
        case .number(let number): "Number \(number)"
        case .long(let number): "Long \(number)"
        case .float(let number): "Float \(number)"
        case .double(let number): "Double \(number)"
        case .boolean(let flag): "Boolean \(flag)"
        case .char(let character): "Char \(quoted(String(character))), \(character.value)"
        case .string(let text): "String \(quoted(text))"
        case .array(let elements): "Array of \(elements.count)"
        case .dictionary(let dictionary): "Dictionary of \(dictionary.pairs.count)"
        case .byteArray(let bytes): "ByteArray of \(counted(bytes.count, "byte"))\(hex(bytes))"
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.isEmpty ? "" : ": " + bytes.map(HexDigits.lowercase).joined()
    }

    private static func quoted(_ text: String) -> String { "\"\(printable(text))\"" }
}
