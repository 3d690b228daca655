package import ConnectIQBridge
package import KomootNavJSON

/// The types that JSON does not have: the one member of an object names them.
private enum TypedMember: String {
    case long, float, double, char, byteArray, dictionary

    /// An object with this member alone.
    func json(_ value: JSONValue) -> JSONValue { .object([rawValue: value]) }
}

extension MonkeyValue {
    /// The value with its types: an integer is a Number, and `{"long": "5"}` a Long.
    ///
    /// Source: `Fixtures/README.md`.
    package var json: JSONValue {
        switch self {
        case .null: .null
        case .number(let number): .number(Int64(number))
        case .boolean(let flag): .bool(flag)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.json))
        case .long(let number): TypedMember.long.json(.string(String(number)))
        case .float(let number): TypedMember.float.json(Self.bits(number.bitPattern))
        case .double(let number): TypedMember.double.json(Self.bits(number.bitPattern))
        case .char(let character): TypedMember.char.json(.number(Int64(character.value)))
        case .byteArray(let bytes): TypedMember.byteArray.json(.string(HexBytes.encode(bytes)))
        case .dictionary(let dictionary):
            TypedMember.dictionary.json(
                .array(dictionary.pairs.map { .array([$0.key.value.json, $0.value.json]) }))
        }
    }

    private static func bits(_ bits: some FixedWidthInteger & UnsignedInteger) -> JSONValue {
        let digits = String(bits, radix: 16)
        return .string(String(repeating: "0", count: bits.bitWidth / 4 - digits.count) + digits)
    }

    /// Reads the form that ``json`` writes. A Float or a Double may also be a decimal text with a point.
    package init(json: JSONValue) throws(MalformedValue) {
        try self.init(json, at: "")
    }

    private init(_ json: JSONValue, at path: String) throws(MalformedValue) {
        switch json {
        case .null: self = .null
        case .bool(let flag): self = .boolean(flag)
        case .string(let text): self = .string(text)
        case .number(let number):
            guard let value = Int32(exactly: number) else {
                throw MalformedValue(.numberOutOfRange, at: path)
            }
            self = .number(value)
        case .fraction: throw MalformedValue(.fraction, at: path)
        case .array(let elements):
            self = .array(try Self.elements(elements, at: path))
        case .object(let members):
            guard members.count == 1, let (name, value) = members.first,
                let member = TypedMember(rawValue: name)
            else { throw MalformedValue(.unknownType, at: path) }
            try self.init(member, value, at: "\(path).\(name)")
        }
    }

    private static func elements(
        _ elements: [JSONValue], at path: String
    ) throws(MalformedValue) -> [MonkeyValue] {
        var values: [MonkeyValue] = []
        for (position, element) in elements.enumerated() {
            values.append(try MonkeyValue(element, at: "\(path)[\(position)]"))
        }
        return values
    }

    private init(
        _ member: TypedMember, _ json: JSONValue, at path: String
    ) throws(MalformedValue) {
        let value: MonkeyValue? =
            switch member {
            case .long: json.string.flatMap(Int64.init(plain:)).map(MonkeyValue.long)
            case .float:
                json.string.flatMap(UInt32.init(bits:)).map { .float(Float(bitPattern: $0)) }
                    ?? json.string.flatMap(Float.init(decimal:)).map(MonkeyValue.float)
            case .double:
                json.string.flatMap(UInt64.init(bits:)).map { .double(Double(bitPattern: $0)) }
                    ?? json.string.flatMap(Double.init(decimal:)).map(MonkeyValue.double)
            case .char: json.unsigned.flatMap(Unicode.Scalar.init).map(MonkeyValue.char)
            case .byteArray:
                json.string.flatMap { try? HexBytes.decode($0) }.map { .byteArray(Array($0)) }
            case .dictionary: .dictionary(try Self.dictionary(json, at: path))
            }
        guard let value else { throw MalformedValue(.malformed, at: path) }
        self = value
    }

    private static func dictionary(
        _ json: JSONValue, at path: String
    ) throws(MalformedValue) -> MonkeyDictionary {
        guard case .array(let elements) = json else { throw MalformedValue(.malformed, at: path) }
        // Inner dictionaries are made before this one.
        var members: [[MonkeyValue]] = []
        for (position, element) in elements.enumerated() {
            let place = "\(path)[\(position)]"
            guard case .array(let parts) = element, parts.count == 2 else {
                throw MalformedValue(.notPair, at: place)
            }
            members.append(try Self.elements(parts, at: place))
        }
        var pairs: [MonkeyDictionary.Pair] = []
        for member in members {
            guard let key = MonkeyKey(member[0]) else { break }
            pairs.append(MonkeyDictionary.Pair(key: key, value: member[1]))
        }
        do throws(MonkeyError) {
            let dictionary = try MonkeyDictionary(pairs)
            guard pairs.count == members.count else {
                throw MonkeyError(.invalidKey, at: pairs.count)
            }
            return dictionary
        } catch {
            throw MalformedValue(error, at: "\(path)[\(error.offset)]")
        }
    }
}

extension MonkeyValue {
    /// Reads a value's JSON text, also in the object that `knav watch decode --json` prints.
    package init(line: String) throws(MalformedValue) {
        guard let json = JSONValue(line: line) else { throw MalformedValue(.notJSON, at: "") }
        if case .object(let members) = json, members.count == 1, let value = members["message"] {
            self = try MonkeyValue(json: value)
        } else {
            self = try MonkeyValue(json: json)
        }
    }
}

/// Why a JSON value does not stand for one of Monkey C, and where.
package struct MalformedValue: Error, Hashable {
    /// What is wrong.
    package enum Reason: Hashable, Sendable {
        /// A text that is not JSON.
        case notJSON
        /// An integer that is not a Number.
        case numberOutOfRange
        /// A number with a fraction: nothing says whether it is a Float or a Double.
        case fraction
        /// An object that does not have one member with the name of a type.
        case unknownType
        /// A member that does not have the form of its type.
        case malformed
        /// An element of a dictionary that is not a pair.
        case notPair
        /// A key that can't be one.
        case notKey
        /// A key that is there already.
        case repeatedKey
    }

    package let reason: Reason
    /// The place, as in `[2].dictionary[0][1]`; empty for the whole value.
    package let path: String
    /// Of a key, the error that the dictionary has with it.
    package let keyError: MonkeyError?

    init(_ reason: Reason, at path: String) {
        self.reason = reason
        self.path = path
        keyError = nil
    }

    init(_ error: MonkeyError, at path: String) {
        reason = error.code == .duplicateKey ? .repeatedKey : .notKey
        self.path = path
        keyError = error
    }
}

extension FixedWidthInteger {
    /// Reads a number in its only form: without a plus sign and leading zeros.
    fileprivate init?(plain text: String) {
        guard let number = Self(text), String(number) == text else { return nil }
        self = number
    }

    /// Reads all bits in hexadecimal.
    fileprivate init?(bits text: String) {
        guard text.utf8.count == Self.bitWidth / 4, text.allSatisfy(\.isHexDigit) else {
            return nil
        }
        self.init(text, radix: 16)
    }
}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    /// Reads a decimal number with a point, which tells it from bits; not one that is too large.
    fileprivate init?(decimal text: String) {
        let isDecimal = text.utf8.allSatisfy { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "+-.eE".utf8.contains(byte)
        }
        guard isDecimal, text.contains("."), let number = Self(text), number.isFinite else {
            return nil
        }
        self = number
    }
}
