import KomootNav

/// What a reader sees of a navigation message, however it was read: the values of the four keys.
///
/// Source: `Docs/Watch.md`, clauses 7.1, 7.2, 7.6 and 7.7.
struct NavigationFields {
    /// The value of a key.
    enum Field {
        /// A `Number` or a `Long`.
        case integer(Int64)
        case string
        case null
        /// Any other value.
        case other

        fileprivate var integer: Int64? {
            if case .integer(let number) = self { number } else { nil }
        }
    }

    var version: Field?
    var arrow: Field?
    var distance: Field?
    var street: Field?

    /// Arrow and distance; `nil` if the navigation has ended.
    ///
    /// - Throws: any ``NavigationMessageError`` but `notDictionary`.
    func checked() throws(NavigationMessageError) -> (Arrow, distanceInMeters: UInt32)? {
        guard let version = version?.integer else { throw .noVersion }
        guard version == Int64(NavigationMessage.version) else { throw .unknownVersion(version) }
        guard let arrow else { return nil }
        guard let number = arrow.integer, let byte = UInt8(exactly: number) else {
            throw .invalidArrow
        }
        guard let number = distance?.integer, let distance = UInt32(exactly: number) else {
            throw .invalidDistance
        }
        switch street {
        case nil, .null, .string: return (Arrow(rawValue: byte), distance)
        case .integer, .other: throw .invalidStreet
        }
    }
}

extension NavigationFields.Field {
    init(_ value: MonkeyValue) {
        switch value {
        case .number(let number): self = .integer(Int64(number))
        case .long(let number): self = .integer(number)
        case .string: self = .string
        case .null: self = .null
        case .float, .double, .boolean, .char, .array, .dictionary, .byteArray: self = .other
        }
    }

    init(_ token: MonkeyToken) {
        switch token {
        case .number(let number): self = .integer(Int64(number))
        case .long(let number): self = .integer(number)
        case .string: self = .string
        case .null: self = .null
        case .float, .double, .boolean, .char, .array, .dictionary, .byteArray: self = .other
        }
    }
}
