import ConnectIQBridge
import Foundation

/// Makes values from Foundation objects.
struct ObjectReader {
    private var path: ObjectPath

    init(limits: MonkeyLimits) { path = ObjectPath(limits: limits) }

    mutating func value(of object: Any) throws(FoundationObjectError) -> MonkeyValue {
        guard let object = Self.unwrapped(object) else { return .null }
        if let value = try simpleValue(of: object) { return value }
        // Not as Swift's: a dictionary of Foundation may have keys that are equal in Swift.
        if type(of: object) is NSDictionary.Type, let dictionary = object as? NSDictionary {
            return try self.dictionary(of: dictionary.map { ($0.key, $0.value) })
        }
        if let dictionary = object as? [AnyHashable: Any] {
            return try self.dictionary(of: dictionary.map { ($0.key.base, $0.value) })
        }
        if let elements = object as? [Any] { return try array(of: elements) }
        throw path.error(.unsupportedType)
    }

    /// A value that is not a container; `nil` for all other objects.
    private func simpleValue(of object: Any) throws(FoundationObjectError) -> MonkeyValue? {
        // Before Bool and the others: on Apple's systems, a number of Foundation that is 1 can be cast to any of them.
        if let number = object as? NSNumber { return try value(of: number) }
        if let text = object as? String {
            let isWellFormed = (object as? NSString)?.canBeConverted(to: Self.utf8) ?? true
            guard isWellFormed else { throw path.error(.malformedString) }
            return .string(text)
        }
        if let data = object as? Data { return .byteArray([UInt8](data)) }
        return object is NSNull ? .null : nil
    }

    private func value(of number: NSNumber) throws(FoundationObjectError) -> MonkeyValue {
        // Not by its type in C: that of a Boolean is that of an 8-bit integer.
        if type(of: number) == type(of: NSNumber(value: true)) {
            return .boolean(number.boolValue)
        }
        guard !(number is NSDecimalNumber) else { throw path.error(.unsupportedType) }
        switch unsafe UnicodeScalar(UInt8(bitPattern: number.objCType.pointee)) {
        case "f" where number.floatValue.isFinite: return .float(number.floatValue)
        case "f", "d":
            let double = number.doubleValue
            return .double(double.isNaN ? .nan : double)
        case "Q", "L":
            guard let integer = Int64(exactly: number.uint64Value) else {
                throw path.error(.integerTooLarge)
            }
            return Self.value(of: integer)
        case "c", "C", "s", "S", "i", "I", "l", "q": return Self.value(of: number.int64Value)
        default: throw path.error(.unsupportedType)
        }
    }

    private static func value(of integer: Int64) -> MonkeyValue {
        Int32(exactly: integer).map { .number($0) } ?? .long(integer)
    }

    private mutating func array(of elements: [Any]) throws(FoundationObjectError) -> MonkeyValue {
        try path.enterContainer(of: elements.count)
        var values: [MonkeyValue] = []
        values.reserveCapacity(elements.count)
        for (position, element) in elements.enumerated() {
            path.enter(.element(position))
            values.append(try value(of: element))
            path.leave()
        }
        return .array(values)
    }

    private mutating func dictionary(
        of entries: [(key: Any, object: Any)]
    ) throws(FoundationObjectError) -> MonkeyValue {
        try path.enterContainer(of: 2 * entries.count)
        var sorted: [(key: MonkeyKey, object: Any)] = []
        sorted.reserveCapacity(entries.count)
        for (key, object) in entries { sorted.append((try self.key(of: key), object)) }
        sorted.sort { $0.key.precedes($1.key) }
        var pairs: [MonkeyDictionary.Pair] = []
        pairs.reserveCapacity(sorted.count)
        for (key, object) in sorted {
            path.enter(.key(key))
            pairs.append(MonkeyDictionary.Pair(key: key, value: try value(of: object)))
            path.leave()
        }
        do {
            return .dictionary(try MonkeyDictionary(pairs))
        } catch {
            throw path.error(.duplicateKey)
        }
    }

    private func key(of object: Any) throws(FoundationObjectError) -> MonkeyKey {
        let object = Self.unwrapped(object)
        guard let object, let value = try? simpleValue(of: object), let key = MonkeyKey(value),
            !key.isNaN
        else { throw path.error(.invalidKey) }
        return key
    }

    private static let utf8 = String.Encoding.utf8.rawValue

    /// What is in optionals, however many; `nil` if nothing is.
    private static func unwrapped(_ object: Any) -> Any? {
        var object = object
        while let optional = object as? any AnyOptional {
            guard let wrapped = optional.wrapped else { return nil }
            object = wrapped
        }
        return object
    }
}

/// An optional of any type.
private protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    fileprivate var wrapped: Any? { self }
}

/// Where a conversion is, and how many values it has met. Both directions count alike.
struct ObjectPath {
    private let limits: MonkeyLimits
    /// The value itself is one.
    private var count = 1
    private(set) var steps: [FoundationObjectError.Step] = []

    init(limits: MonkeyLimits) { self.limits = limits }

    func error(_ code: FoundationObjectError.Code) -> FoundationObjectError {
        FoundationObjectError(code, at: steps)
    }

    /// Counts the values in a container, keys among them.
    mutating func enterContainer(of valueCount: Int) throws(FoundationObjectError) {
        guard valueCount > 0 else { return }
        guard steps.count + 1 < limits.maximumDepth else { throw error(.tooDeep) }
        guard valueCount <= limits.maximumValueCount - count else { throw error(.tooManyValues) }
        count += valueCount
    }

    mutating func enter(_ step: FoundationObjectError.Step) { steps.append(step) }

    mutating func leave() { steps.removeLast() }
}

extension MonkeyKey {
    /// Whether it is a number type's value that is not a number. To Foundation such a key may equal itself or not.
    var isNaN: Bool {
        switch self {
        case .float(let number): number.isNaN
        case .double(let number): number.isNaN
        case .number, .long, .boolean, .char, .string: false
        }
    }

    /// Whether it comes before another key in the pairs that are made from a dictionary of Foundation.
    func precedes(_ other: MonkeyKey) -> Bool {
        switch (self, other) {
        case (.number(let one), .number(let other)): one < other
        case (.long(let one), .long(let other)): one < other
        case (.float(let one), .float(let other)): one < other
        case (.double(let one), .double(let other)): one < other
        case (.boolean(let one), .boolean(let other)): !one && other
        case (.char(let one), .char(let other)): one < other
        case (.string(let one), .string(let other)):
            one.utf8.lexicographicallyPrecedes(other.utf8)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .number: 0
        case .long: 1
        case .float: 2
        case .double: 3
        case .boolean: 4
        case .char: 5
        case .string: 6
        }
    }
}
