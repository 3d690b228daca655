/// How large an array is when it is serialised, while elements are added to it. Each value is looked at once.
///
/// Source: `Docs/Watch.md`, clauses 6.2 to 6.5, 6.9 and 8.16.
struct MonkeyArraySize {
    /// The type of a value, and the number of 4 bytes that follows most types.
    private static let smallByteCount: UInt64 = 5

    private let limits: MonkeyLimits
    private var strings = Set<MonkeyKey>()
    private var stringByteCount: UInt64 = 0
    private var objectByteCount = smallByteCount
    private var valueCount: UInt64 = 1

    /// The size of an empty array.
    init(limits: MonkeyLimits) { self.limits = limits }

    /// Adds an element that can be serialised by itself. Returns whether the array stays within the limits; after
    /// `false` it means nothing.
    mutating func add(_ element: MonkeyValue) -> Bool {
        var depth = 1
        var layer = [element]
        valueCount += 1
        while !layer.isEmpty {
            // What holds this layer is at `depth`.
            guard depth < limits.maximumDepth, fits else { return false }
            var next: [MonkeyValue] = []
            for value in layer {
                valueCount += count(of: value)
                measure(value)
                guard fits else { return false }
                append(value, to: &next)
            }
            layer = next
            depth += 1
        }
        return true
    }

    private var fits: Bool {
        let head = UInt64(MonkeySection.headByteCount)
        let byteCount =
            head + objectByteCount + (strings.isEmpty ? 0 : head + stringByteCount)
        return byteCount <= UInt64(limits.maximumByteCount)
            && valueCount <= UInt64(limits.maximumValueCount)
    }

    /// The number of values in a container.
    private func count(of value: MonkeyValue) -> UInt64 {
        switch value {
        case .array(let elements): UInt64(elements.count)
        case .dictionary(let dictionary): 2 * UInt64(dictionary.pairs.count)
        case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray: 0
        }
    }

    private mutating func measure(_ value: MonkeyValue) {
        switch value {
        case .null: objectByteCount += 1
        case .boolean: objectByteCount += 2
        case .number, .float, .char, .array, .dictionary: objectByteCount += Self.smallByteCount
        case .long, .double: objectByteCount += 9
        case .byteArray(let bytes): objectByteCount += Self.smallByteCount + UInt64(bytes.count)
        case .string(let text):
            objectByteCount += Self.smallByteCount
            // A length of 2 bytes, and a zero byte at the end.
            if strings.insert(.string(text)).inserted {
                stringByteCount += UInt64(text.utf8.count) + 3
            }
        }
    }

    private func append(_ value: MonkeyValue, to layer: inout [MonkeyValue]) {
        switch value {
        case .array(let elements): layer += elements
        case .dictionary(let dictionary):
            for pair in dictionary.pairs {
                layer.append(pair.key.value)
                layer.append(pair.value)
            }
        case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray: break
        }
    }
}
