package import CyclingSensors

/// A sensor's value with a JSON form: its fields by their names in Swift, absent ones left out.
///
/// Source: `Fixtures/README.md`.
package protocol SensorForm: SensorValue {
    /// Reads the fields; members that do not belong to the value are ignored.
    init(json: JSONValue) throws(MalformedForm)

    /// The fields.
    var members: [String: JSONValue] { get }
}

extension JSONValue {
    /// An integer that is a member, and must be there and in range.
    func required<Number: FixedWidthInteger>(
        _ key: String, _ type: Number.Type = Number.self
    ) throws(MalformedForm) -> Number {
        guard let number: Number = try optional(key) else { throw .member(key) }
        return number
    }

    /// An integer that may be a member, and is in range then.
    func optional<Number: FixedWidthInteger>(
        _ key: String, _ type: Number.Type = Number.self
    ) throws(MalformedForm) -> Number? {
        switch self[key] {
        case nil: return nil
        case .number(let number):
            guard let value = Number(exactly: number) else { throw .member(key) }
            return value
        case .some(let text):
            guard let value = text.unsigned.flatMap({ Number(exactly: $0) }) else {
                throw .member(key)
            }
            return value
        }
    }

    /// An integer as the fixtures write it.
    static func field(_ value: some FixedWidthInteger) -> JSONValue {
        UInt32(exactly: value).map(JSONValue.integer) ?? .number(Int64(clamping: value))
    }
}

extension SensorError {
    /// The error's code and offset.
    package var json: JSONValue {
        .object(["code": .string(code.name), "offset": .size(offset)])
    }
}
