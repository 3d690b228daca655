extension MonkeyValue {
    /// Serialises the value as the known implementations do: equal strings once, in the order in which they are
    /// first met, and no section of strings if there are none.
    ///
    /// - Throws: ``MonkeyError``: `stringTooLong`, `zeroInString`, `tooDeep`, `tooManyValues` or `oversized`: of the first
    ///   wrong value, the first of these. What fits into the limits can be decoded within them.
    public func encoded(
        limits: MonkeyLimits = MonkeyLimits()
    ) throws(MonkeyError) -> ContiguousArray<UInt8> {
        var encoder = MonkeyEncoder(limits: limits)
        return try encoder.encode(self)
    }
}

/// Writes a value breadth-first.
private struct MonkeyEncoder {
    private let limits: MonkeyLimits
    private var strings: ContiguousArray<UInt8> = []
    private var objects: ContiguousArray<UInt8> = []
    private var offsets: [MonkeyKey: UInt32] = [:]
    /// The values in the order in which they are written; those before `position` are.
    private var values: [MonkeyValue] = []
    private var position = 0
    /// That of the value at `position`.
    private var depth = 1

    init(limits: MonkeyLimits) { self.limits = limits }

    mutating func encode(_ value: MonkeyValue) throws(MonkeyError) -> ContiguousArray<UInt8> {
        values = [value]
        var layerEnd = 1
        while position < values.count {
            if position == layerEnd {
                depth += 1
                layerEnd = values.count
            }
            try write(values[position])
            try checkSize()
            position += 1
        }
        var bytes: ContiguousArray<UInt8> = []
        bytes.reserveCapacity(byteCount)
        if !strings.isEmpty {
            bytes.append(bigEndian: MonkeySection.strings)
            bytes.append(bigEndian: UInt32(strings.count))
            bytes += strings
        }
        bytes.append(bigEndian: MonkeySection.objects)
        bytes.append(bigEndian: UInt32(objects.count))
        bytes += objects
        return bytes
    }

    private var byteCount: Int {
        MonkeySection.headByteCount + objects.count
            + (strings.isEmpty ? 0 : MonkeySection.headByteCount + strings.count)
    }

    private func checkSize() throws(MonkeyError) {
        guard byteCount <= limits.maximumByteCount else {
            throw MonkeyError(.oversized, at: limits.maximumByteCount)
        }
    }

    private mutating func write(_ value: MonkeyValue) throws(MonkeyError) {
        switch value {
        case .null: objects.append(MonkeyType.null.rawValue)
        case .number(let number): append(.number, UInt32(bitPattern: number))
        case .float(let number): append(.float, number.bitPattern)
        case .char(let character): append(.char, character.value)
        case .string(let text): append(.string, try offset(of: text))
        case .boolean(let flag):
            objects.append(MonkeyType.boolean.rawValue)
            objects.append(flag ? 1 : 0)
        case .long(let number): append(.long, UInt64(bitPattern: number))
        case .double(let number): append(.double, number.bitPattern)
        case .array(let elements):
            try checkElements(elements.count)
            append(.array, UInt32(elements.count))
            values += elements
        case .dictionary(let dictionary):
            try checkElements(2 * dictionary.pairs.count)
            append(.dictionary, UInt32(dictionary.pairs.count))
            for pair in dictionary.pairs {
                values.append(pair.key.value)
                values.append(pair.value)
            }
        case .byteArray(let bytes):
            guard bytes.count <= limits.maximumByteCount else {
                throw MonkeyError(.oversized, at: limits.maximumByteCount)
            }
            append(.byteArray, UInt32(bytes.count))
            objects += bytes
        }
    }

    /// Refuses elements that would be too deep or too many, before they are copied.
    private func checkElements(_ count: Int) throws(MonkeyError) {
        guard count == 0 || depth < limits.maximumDepth else {
            throw MonkeyError(.tooDeep, at: position)
        }
        guard count <= limits.maximumValueCount - values.count else {
            throw MonkeyError(.tooManyValues, at: position)
        }
    }

    private mutating func append(_ type: MonkeyType, _ number: some FixedWidthInteger) {
        objects.append(type.rawValue)
        objects.append(bigEndian: number)
    }

    /// Where a string is in its section, to which it is added if it is new.
    private mutating func offset(of text: String) throws(MonkeyError) -> UInt32 {
        if let offset = offsets[.string(text)] { return offset }
        let length = text.utf8.count
        guard length <= MonkeyLimits.longestStringByteCount else {
            throw MonkeyError(.stringTooLong, at: position)
        }
        guard !text.utf8.contains(0) else { throw MonkeyError(.zeroInString, at: position) }
        let offset = UInt32(strings.count)
        strings.append(bigEndian: UInt16(length + 1))
        strings.append(contentsOf: text.utf8)
        strings.append(0)
        offsets[.string(text)] = offset
        try checkSize()
        return offset
    }
}

extension ContiguousArray<UInt8> {
    fileprivate mutating func append(bigEndian number: some FixedWidthInteger) {
        // Shifts of a number of any type take long in a debug build.
        let bits = UInt64(truncatingIfNeeded: number)
        for shift in stride(from: number.bitWidth - 8, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
        }
    }
}

/// How a value's type is written.
enum MonkeyType: UInt8 {
    case null = 0
    case number = 1
    case float = 2
    case string = 3
    case array = 5
    case boolean = 9
    case dictionary = 11
    case long = 14
    case double = 15
    case char = 19
    case byteArray = 20
}

/// The markers of the two sections.
enum MonkeySection {
    static let strings: UInt32 = 0xABCD_ABCD
    static let objects: UInt32 = 0xDA7A_DA7A
    /// A marker and a length.
    static let headByteCount = 8
}

extension Span<UInt8> {
    /// - Throws: `truncated`.
    func uint32(at start: Int) throws(MonkeyError) -> UInt32 {
        guard count - start >= 4 else { throw MonkeyError(.truncated, at: count) }
        var number: UInt32 = 0
        for position in start..<start + 4 { number = number << 8 | UInt32(self[position]) }
        return number
    }

    /// - Throws: `truncated`.
    func uint64(at start: Int) throws(MonkeyError) -> UInt64 {
        guard count - start >= 8 else { throw MonkeyError(.truncated, at: count) }
        return UInt64(try uint32(at: start)) << 32 | UInt64(try uint32(at: start + 4))
    }

    /// The content of the section whose marker is at a position.
    ///
    /// - Throws: `truncated`.
    func section(at start: Int) throws(MonkeyError) -> Range<Int> {
        let length = try uint32(at: start + 4)
        let content = start + MonkeySection.headByteCount
        guard UInt64(length) <= UInt64(count - content) else {
            throw MonkeyError(.truncated, at: count)
        }
        return content..<content + Int(length)
    }
}
