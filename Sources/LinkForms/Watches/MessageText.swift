package import ConnectIQBridge
import KomootNav
import KomootNavRecording

/// A message of a watch's app as lines for a person: a value with its type, and under it what is in it.
package struct MessageText {
    package private(set) var lines: [String] = []

    package init(_ value: MonkeyValue) { add(value, label: "", depth: 0) }

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

extension MalformedValue {
    /// What is wrong, and how to write it, for a person.
    package var explanation: String {
        switch reason {
        case .notJSON:
            "this is not JSON, or has a number beyond 64 bits; put quotation marks around a text"
        case .numberOutOfRange: #"a Number has 32 bits; write a Long as {"long": "5000000000"}"#
        case .fraction:
            #"a number with a fraction needs its type; write 17.5 as {"float": "17.5"}"#
        case .unknownType:
            "an object has one member: long, float, double, char, byteArray or dictionary"
        case .malformed: "this type takes \(form)"
        case .notPair: "an element of a dictionary is a key and a value, [KEY, VALUE]"
        case .notKey: "null, arrays, dictionaries and byte arrays are not keys"
        case .repeatedKey: "this key is there already"
        }
    }

    /// What the type takes that the path ends with.
    private var form: String {
        switch path.split(separator: ".").last {
        case "long": #"a decimal text of 64 bits, as in {"long": "5"}"#
        case "float": #"a decimal text with a point, or 8 hex digits, as in {"float": "17.5"}"#
        case "double": #"a decimal text with a point, or 16 hex digits, as in {"double": "17.5"}"#
        case "char": #"the number of a Unicode scalar, as in {"char": 88}"#
        case "byteArray": #"bytes in hexadecimal, as in {"byteArray": "00ff"}"#
        default: #"an array of pairs, as in {"dictionary": [["key", 1]]}"#
        }
    }
}

extension NavigationMessage {
    /// The message in one line for a person.
    package var text: String {
        guard case .instruction(let instruction) = self else { return "the navigation has ended" }
        let distance = DistanceDisplay(
            distanceInMeters: instruction.distanceInMeters, style: .metric)
        let shown = [instruction.arrow.glyph, "\(distance)", printable(instruction.street)]
        return shown.filter { !$0.isEmpty }.joined(separator: "  ")
            + "  (arrow \(instruction.arrow.rawValue) \(instruction.arrow.name), "
            + "\(instruction.distanceInMeters) m)"
    }
}
