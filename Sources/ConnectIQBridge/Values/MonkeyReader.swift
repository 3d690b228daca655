import KomootNav

/// Reads a serialised value in place: one token after the other, in the order in which they are written. It
/// allocates nothing.
///
/// That order is breadth-first: the elements of a container come after all values of the container's own depth. The elements
/// of the first container with any are therefore the first tokens after those of its depth. In a dictionary
/// that is not nested, the tokens are keys and values in turn.
///
/// ```swift
/// var reader = try MonkeyReader(bytes.span)
/// while let token = try reader.next() { print(reader.depth, token) }
/// ```
///
/// When ``next()`` has returned `nil`, everything was right but what only ``MonkeyValue/init(decoding:limits:)-(Span<UInt8>,_)``
/// and ``NavigationMessage/View`` check: that each key is allowed and there only once, and that each string begins where a value says it
/// does. ``string(at:)`` checks this for one string.
///
/// The work is in proportion to the number of bytes, whatever they are, and to the length of the strings that are asked for.
///
/// Source: `Docs/Watch.md`, clause 6.
public struct MonkeyReader: ~Escapable {
    private let bytes: Span<UInt8>
    private let limits: MonkeyLimits
    /// Where the strings are.
    let strings: Range<Int>
    private var position: Int
    /// How many values were announced and not read. There is a byte left for each, at least.
    private var awaited = 1
    /// How many were announced in all.
    private var announced = 1
    /// How many values of this depth, and of the next, were announced and not read.
    private var restOfLayer = 1
    private var nextLayer = 0

    /// How deep the last token is; 1 for the first one.
    public private(set) var depth = 1
    /// Where the last token begins.
    public private(set) var tokenOffset: Int

    /// Begins to read. The strings are checked at once.
    ///
    /// - Throws: ``MonkeyError``: `oversized`, `truncated`, `unexpectedSection`, `trailingBytes`,
    ///   `malformedString` or `invalidUTF8`.
    @_lifetime(copy bytes)
    public init(_ bytes: Span<UInt8>, limits: MonkeyLimits = MonkeyLimits()) throws(MonkeyError) {
        guard bytes.count <= limits.maximumByteCount else {
            throw MonkeyError(.oversized, at: limits.maximumByteCount)
        }
        let strings: Range<Int>
        if try bytes.uint32(at: 0) == MonkeySection.strings {
            strings = try bytes.section(at: 0)
        } else {
            strings = 0..<0
        }
        guard try bytes.uint32(at: strings.upperBound) == MonkeySection.objects else {
            throw MonkeyError(.unexpectedSection, at: strings.upperBound)
        }
        let objects = try bytes.section(at: strings.upperBound)
        guard objects.upperBound == bytes.count else {
            throw MonkeyError(.trailingBytes, at: objects.upperBound)
        }
        self.bytes = bytes
        self.limits = limits
        self.strings = strings
        position = objects.lowerBound
        tokenOffset = objects.lowerBound
        var start = strings.lowerBound
        while start < strings.upperBound { start = try checkString(at: start).upperBound + 1 }
    }

    /// The next token; `nil` after the last one. If it throws, it throws the same each time.
    ///
    /// - Throws: ``MonkeyError``: `truncated`, `trailingBytes`, `unknownType`, `invalidBoolean`,
    ///   `invalidCharacter`, `countTooLarge`, `tooDeep` or `tooManyValues`.
    public mutating func next() throws(MonkeyError) -> MonkeyToken? {
        guard awaited > 0 else {
            guard position == bytes.count else { throw MonkeyError(.trailingBytes, at: position) }
            return nil
        }
        let startsLayer = restOfLayer == 0
        let newDepth = startsLayer ? depth + 1 : depth
        let (token, end) = try read()
        let children = token.childCount
        guard children == 0 || newDepth < limits.maximumDepth else {
            throw MonkeyError(.tooDeep, at: position)
        }
        guard announced + children <= limits.maximumValueCount else {
            throw MonkeyError(.tooManyValues, at: position)
        }
        // Each value has a byte at least, its type.
        guard awaited - 1 + children <= bytes.count - end else {
            throw children == 0
                ? MonkeyError(.truncated, at: bytes.count)
                : MonkeyError(.countTooLarge, at: position + 1)
        }
        depth = newDepth
        if startsLayer {
            restOfLayer = nextLayer
            nextLayer = 0
        }
        restOfLayer -= 1
        nextLayer += children
        awaited += children - 1
        announced += children
        tokenOffset = position
        position = end
        return token
    }

    /// Lends the bytes of a string: well-formed UTF-8 without a zero byte.
    ///
    /// It takes the same time wherever the string is.
    ///
    /// - Parameter offset: that of a token.
    /// - Throws: ``MonkeyError``: `danglingString` at ``tokenOffset``, if no string begins there.
    @_lifetime(copy self)
    public func string(at offset: UInt32) throws(MonkeyError) -> Span<UInt8> {
        guard offset < strings.count, isStartOfString(Int(offset)) else {
            throw MonkeyError(.danglingString, at: tokenOffset)
        }
        return bytes.extracting(textOfString(at: strings.lowerBound + Int(offset)))
    }

    /// Whether a string begins at an offset in the section, told by the bytes before it.
    ///
    /// All strings were checked, so a zero byte is the end of a string, or a part of a length. A length is not zero, and a
    /// text has no zero byte. Hence a byte that is not zero and then a zero byte are the end of a string, unless
    /// they are a length such as `01 00`, which follows the end of another string. The same bytes
    /// with a zero byte before them can also be an empty string, `00 01 00`: then it is the third byte before that ends
    /// another string.
    private func isStartOfString(_ offset: Int) -> Bool {
        guard offset > 0 else { return true }
        guard offset >= 3 else { return false }
        let start = strings.lowerBound + offset
        guard bytes[start - 1] == 0, bytes[start - 2] != 0 else { return false }
        guard bytes[start - 3] == 0 else { return true }
        return bytes[start - 2] == 1 && (offset == 3 || bytes[start - 4] == 0)
    }

    /// Where the text of a string is whose length is not zero.
    func textOfString(at start: Int) -> Range<Int> {
        let length = Int(bytes[start]) << 8 | Int(bytes[start + 1])
        return start + 2..<start + 1 + length
    }

    /// Checks the string that begins at a position; returns where its text is.
    private func checkString(at start: Int) throws(MonkeyError) -> Range<Int> {
        guard start + 2 < strings.upperBound, bytes[start] > 0 || bytes[start + 1] > 0 else {
            throw MonkeyError(.malformedString, at: start)
        }
        let text = textOfString(at: start)
        guard text.upperBound < strings.upperBound, bytes[text.upperBound] == 0 else {
            throw MonkeyError(.malformedString, at: start)
        }
        for position in text where bytes[position] == 0 {
            throw MonkeyError(.malformedString, at: start)
        }
        if let wrong = UTF8Sequence.firstIllFormed(in: bytes.extracting(text)) {
            throw MonkeyError(.invalidUTF8, at: text.lowerBound + wrong)
        }
        return text
    }

    /// The token at the position, and where it ends.
    private func read() throws(MonkeyError) -> (MonkeyToken, Int) {
        let body = position + 1
        guard body <= bytes.count else { throw MonkeyError(.truncated, at: bytes.count) }
        guard let type = MonkeyType(rawValue: bytes[position]) else {
            throw MonkeyError(.unknownType, at: position)
        }
        switch type {
        case .null: return (.null, body)
        case .number:
            return (.number(Int32(bitPattern: try bytes.uint32(at: body))), body + 4)
        case .float: return (.float(Float(bitPattern: try bytes.uint32(at: body))), body + 4)
        case .string: return (.string(offset: try bytes.uint32(at: body)), body + 4)
        case .long: return (.long(Int64(bitPattern: try bytes.uint64(at: body))), body + 8)
        case .double:
            return (.double(Double(bitPattern: try bytes.uint64(at: body))), body + 8)
        case .boolean:
            guard body < bytes.count else { throw MonkeyError(.truncated, at: bytes.count) }
            guard bytes[body] <= 1 else { throw MonkeyError(.invalidBoolean, at: position) }
            return (.boolean(bytes[body] == 1), body + 1)
        case .char:
            guard let character = Unicode.Scalar(try bytes.uint32(at: body)) else {
                throw MonkeyError(.invalidCharacter, at: position)
            }
            return (.char(character), body + 4)
        case .array: return (.array(count: try count(at: body, perElement: 1)), body + 4)
        case .dictionary: return (.dictionary(count: try count(at: body, perElement: 2)), body + 4)
        case .byteArray:
            let end = body + 4 + (try count(at: body, perElement: 1))
            return (.byteArray(body + 4..<end), end)
        }
    }

    /// The number of elements that is written at a position, if there can be so many.
    private func count(at start: Int, perElement byteCount: UInt64) throws(MonkeyError) -> Int {
        let count = try bytes.uint32(at: start)
        guard UInt64(count) * byteCount <= UInt64(bytes.count - start - 4) else {
            throw MonkeyError(.countTooLarge, at: start)
        }
        return Int(count)
    }
}

/// One value of a serialised one, without what is in it.
public enum MonkeyToken: Hashable, Sendable {
    /// Nothing.
    case null
    /// A `Number`.
    case number(Int32)
    /// A `Long`.
    case long(Int64)
    /// A `Float`.
    case float(Float)
    /// A `Double`.
    case double(Double)
    /// A `Boolean`.
    case boolean(Bool)
    /// A `Char`.
    case char(Unicode.Scalar)
    /// A `String`; ``MonkeyReader/string(at:)`` lends its bytes.
    case string(offset: UInt32)
    /// An `Array` of so many elements.
    case array(count: Int)
    /// A `Dictionary` of so many pairs.
    case dictionary(count: Int)
    /// A `ByteArray`, which has these positions in the bytes that are read.
    case byteArray(Range<Int>)

    /// The number of values in it, keys among them.
    var childCount: Int {
        switch self {
        case .array(let count): count
        case .dictionary(let count): 2 * count
        case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray: 0
        }
    }
}
