import CyclingSensors
import KomootNavJSON

extension JSONValue {
    /// An integer that is a member, and must be there and in range.
    func required<Number: FixedWidthInteger>(_ key: String) throws(MalformedForm) -> Number {
        guard let number: Number = try optional(key) else { throw .member(key) }
        return number
    }

    /// An integer that may be a member, and is in range then.
    func optional<Number: FixedWidthInteger>(_ key: String) throws(MalformedForm) -> Number? {
        switch self[key] {
        case nil: return nil
        case .number(let number):
            guard let value = Number(exactly: number) else { throw .member(key) }
            return value
        case .some(let other):
            let value = other.unsigned64.flatMap { Number(exactly: $0) }
            guard let value else { throw .member(key) }
            return value
        }
    }

    /// A member that is the raw value of a type.
    func required<Value: RawRepresentable>(
        _ key: String, _ type: Value.Type
    ) throws(MalformedForm) -> Value where Value.RawValue: FixedWidthInteger {
        guard let value = Value(rawValue: try required(key)) else { throw .member(key) }
        return value
    }

    /// A member that is an array of integers.
    func requiredNumbers<Number: FixedWidthInteger>(
        _ key: String
    ) throws(MalformedForm) -> ContiguousArray<Number> {
        guard case .array(let elements) = self[key] else { throw .member(key) }
        var numbers: ContiguousArray<Number> = []
        for element in elements {
            guard case .number(let number) = element, let value = Number(exactly: number) else {
                throw .member(key)
            }
            numbers.append(value)
        }
        return numbers
    }

    /// A member that is one of the words for an enumeration's cases.
    func requiredCase<Value: CaseIterable>(
        _ key: String, of type: Value.Type
    ) throws(MalformedForm) -> Value {
        let word = self[key]?.string
        guard let value = Value.allCases.first(where: { "\($0)" == word }) else {
            throw .member(key)
        }
        return value
    }
}

extension [String: JSONValue] {
    /// The members with one more, if it has a value.
    mutating func set(_ key: String, _ value: (some FixedWidthInteger)?) {
        if let value { self[key] = .field(value) }
    }
}

extension ShortBytes {
    /// The bytes as forms write them.
    var json: JSONValue { .bytes(ContiguousArray((0..<count).map { self[$0] })) }
}
