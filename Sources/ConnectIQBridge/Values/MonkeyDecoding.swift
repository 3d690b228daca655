extension MonkeyValue {
    /// Decodes a serialised value.
    ///
    /// Work and memory are in proportion to the number of bytes, whatever they are: at most one value for
    /// each byte is made, and each string once, however often it is referred to.
    ///
    /// - Throws: any ``MonkeyError`` but `stringTooLong` and `zeroInString`.
    public init(decoding bytes: Span<UInt8>, limits: MonkeyLimits = MonkeyLimits())
        throws(MonkeyError)
    {
        self = try MonkeyDecoder(bytes, limits: limits).value
    }

    /// Copies a serialised value from an array, `Data` or any other collection of bytes, and decodes it.
    ///
    /// - Throws: what ``init(decoding:limits:)-(Span<UInt8>,_)`` throws.
    public init(
        decoding bytes: some Collection<UInt8>, limits: MonkeyLimits = MonkeyLimits()
    ) throws(MonkeyError) {
        // One byte more than allowed is still too long.
        let copy = ContiguousArray(bytes.prefix(limits.maximumByteCount + 1))
        try self.init(decoding: copy.span, limits: limits)
    }
}

/// Puts a value together from tokens.
struct MonkeyDecoder {
    /// A token, where it begins, and which node is the first of its elements.
    private struct Node {
        let token: MonkeyToken
        let offset: Int
        let firstChild: Int
        /// Of a string: its place among all.
        let string: Int
    }

    /// What tells keys apart: the type, and the bits, for a string the number of its text.
    private struct Identity: Hashable {
        let type: MonkeyType
        let bits: UInt64
    }

    /// The decoded value.
    let value: MonkeyValue
    /// How many bytes of strings and how many values were handled, counted each time that one was.
    let stepCount: Int

    init(_ bytes: Span<UInt8>, limits: MonkeyLimits) throws(MonkeyError) {
        var reader = try MonkeyReader(bytes, limits: limits)
        let strings = MonkeyStrings(bytes, reader)
        var steps = reader.strings.count
        var nodes: [Node] = []
        var nextChild = 1
        while let token = try reader.next() {
            var string = 0
            if case .string(let offset) = token {
                guard let position = strings.position(at: offset) else {
                    throw MonkeyError(.danglingString, at: reader.tokenOffset)
                }
                string = position
            }
            nodes.append(
                Node(
                    token: token, offset: reader.tokenOffset, firstChild: nextChild,
                    string: string))
            nextChild += token.childCount
            steps += 1
        }
        try Self.checkKeys(of: nodes, strings, &steps)
        value = Self.assemble(nodes, bytes, strings, &steps)
        stepCount = steps
    }

    private static func checkKeys(
        of nodes: [Node], _ strings: MonkeyStrings, _ steps: inout Int
    ) throws(MonkeyError) {
        for node in nodes {
            steps += 1
            guard case .dictionary(let count) = node.token, count > 0 else { continue }
            var identities = Set<Identity>(minimumCapacity: count)
            for pair in 0..<count {
                steps += 1
                let key = nodes[node.firstChild + 2 * pair]
                guard let identity = identity(of: key, strings) else {
                    throw MonkeyError(.invalidKey, at: key.offset)
                }
                guard identities.insert(identity).inserted else {
                    throw MonkeyError(.duplicateKey, at: key.offset)
                }
            }
        }
    }

    private static func identity(of node: Node, _ strings: MonkeyStrings) -> Identity? {
        switch node.token {
        case .number(let number):
            Identity(type: .number, bits: UInt64(UInt32(bitPattern: number)))
        case .long(let number): Identity(type: .long, bits: UInt64(bitPattern: number))
        case .float(let number): Identity(type: .float, bits: UInt64(number.bitPattern))
        case .double(let number): Identity(type: .double, bits: number.bitPattern)
        case .boolean(let flag): Identity(type: .boolean, bits: flag ? 1 : 0)
        case .char(let character): Identity(type: .char, bits: UInt64(character.value))
        case .string: Identity(type: .string, bits: UInt64(strings.identities[node.string]))
        case .null, .array, .dictionary, .byteArray: nil
        }
    }

    /// From the last node to the first, so that the elements of a container are there before it is.
    private static func assemble(
        _ nodes: [Node], _ bytes: Span<UInt8>, _ strings: MonkeyStrings, _ steps: inout Int
    ) -> MonkeyValue {
        var values = [MonkeyValue](repeating: .null, count: nodes.count)
        var position = nodes.count
        while position > 0 {
            position -= 1
            let node = nodes[position]
            steps += 1 + node.token.childCount
            switch node.token {
            case .null: break
            case .number(let number): values[position] = .number(number)
            case .long(let number): values[position] = .long(number)
            case .float(let number): values[position] = .float(number)
            case .double(let number): values[position] = .double(number)
            case .boolean(let flag): values[position] = .boolean(flag)
            case .char(let character): values[position] = .char(character)
            case .string: values[position] = .string(strings.texts[node.string])
            case .byteArray(let range):
                values[position] = .byteArray(range.map { bytes[$0] })
            case .array(let count):
                values[position] = .array(
                    Array(values[node.firstChild..<node.firstChild + count]))
            case .dictionary(let count):
                values[position] = .dictionary(
                    dictionary(of: values[node.firstChild..<node.firstChild + 2 * count]))
            }
        }
        return values[0]
    }

    private static func dictionary(of values: ArraySlice<MonkeyValue>) -> MonkeyDictionary {
        var pairs: [MonkeyDictionary.Pair] = []
        pairs.reserveCapacity(values.count / 2)
        for position in stride(from: values.startIndex, to: values.endIndex, by: 2) {
            // `checkKeys` has refused what is not a key.
            guard let key = MonkeyKey(values[position]) else { continue }
            pairs.append(MonkeyDictionary.Pair(key: key, value: values[position + 1]))
        }
        return MonkeyDictionary(unique: pairs)
    }
}

/// The strings of a serialised value, each made once.
private struct MonkeyStrings {
    /// For each byte of the section: which string begins there; −1 if none does.
    private var positions: [Int32]
    private(set) var texts: [String] = []
    /// For each string a number that equal ones share.
    private(set) var identities: [Int] = []

    /// Takes strings that the reader has checked.
    init(_ bytes: Span<UInt8>, _ reader: MonkeyReader) {
        let section = reader.strings
        positions = [Int32](repeating: -1, count: section.count)
        var numbers: [MonkeyKey: Int] = [:]
        var start = section.lowerBound
        while start < section.upperBound {
            let range = reader.textOfString(at: start)
            let text = unsafe bytes.extracting(range).withUnsafeBufferPointer {
                unsafe String(decoding: $0, as: UTF8.self)
            }
            positions[start - section.lowerBound] = Int32(texts.count)
            let number = numbers[.string(text)] ?? texts.count
            numbers[.string(text)] = number
            texts.append(text)
            identities.append(number)
            start = range.upperBound + 1
        }
    }

    /// Which string begins at an offset in the section.
    func position(at offset: UInt32) -> Int? {
        guard offset < positions.count else { return nil }
        let position = positions[Int(offset)]
        return position < 0 ? nil : Int(position)
    }
}

/// How large a serialised value may be. No limit of a watch is documented. The bytes have the only bound that is known, that of
/// the vendor's library for Android; depth and number are this library's. An app may choose others.
///
/// Source: `Docs/Watch.md`, clauses 5.5 and 6.9.
public struct MonkeyLimits: Hashable, Sendable {
    /// What the vendor's library for Android takes at most, in bytes.
    public static let androidByteCount = 16_384
    /// The deepest nesting that can be allowed.
    public static let largestDepth = 256
    /// The length of a string is written in two bytes, and counts the zero byte at its end.
    public static let longestStringByteCount = 65_534

    /// The largest number of bytes.
    public let maximumByteCount: Int
    /// The largest number of values inside each other: 1 for a number, 2 for an array of numbers.
    public let maximumDepth: Int
    /// The largest number of values, with those in arrays and dictionaries, keys among them.
    public let maximumValueCount: Int

    /// Creates limits. What is out of its range is taken as the nearest that is in it.
    ///
    /// - Parameters:
    ///   - maximumByteCount: at least 0, at most 2³¹ − 2, so that one more can be counted where `Int` has 32 bits.
    ///   - maximumDepth: 1 to ``largestDepth``.
    ///   - maximumValueCount: at least 1, at most 2³¹ − 1.
    public init(
        maximumByteCount: Int = MonkeyLimits.androidByteCount, maximumDepth: Int = 16,
        maximumValueCount: Int = 4096
    ) {
        self.maximumByteCount = min(max(maximumByteCount, 0), Int(Int32.max) - 1)
        self.maximumDepth = min(max(maximumDepth, 1), Self.largestDepth)
        self.maximumValueCount = min(max(maximumValueCount, 1), Int(Int32.max))
    }
}
