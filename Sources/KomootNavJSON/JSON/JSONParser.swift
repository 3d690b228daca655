import KomootNav

/// Reads JSON (RFC 8259), and nothing else.
///
/// A suite of vectors is megabytes of JSON, and tests read it without optimisation: through `JSONDecoder` that takes
/// ten times as long.
struct JSONParser: ~Escapable {
    /// The text is not JSON, is nested too deeply, names a member twice, or has a number out of range: an integer
    /// beyond 64 bits, or one with a fraction or an exponent beyond ±2⁵³. RFC 8259 allows such limits.
    struct Malformed: Error {}

    /// The most arrays and objects inside each other: what Foundation reads too, and far from the stack's end.
    static let maximumDepth = 512

    private let bytes: Span<UInt8>
    private let end: Int
    private var position = 0
    private var depth = 0

    @_lifetime(copy bytes)
    private init(_ bytes: Span<UInt8>) {
        self.bytes = bytes
        end = bytes.count
    }

    /// Reads a text in UTF-8 that is one value.
    static func value(of bytes: Span<UInt8>) throws(Malformed) -> JSONValue {
        var parser = JSONParser(bytes)
        let value = try parser.value()
        guard parser.next() == nil else { throw Malformed() }
        return value
    }

    /// The next byte that is not white space, which stays unread; `nil` at the end.
    private mutating func next() -> UInt8? {
        while position < end {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    private mutating func value() throws(Malformed) -> JSONValue {
        switch next() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "{"): return .object(try members())
        case UInt8(ascii: "["): return .array(try elements())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(Malformed) -> JSONValue {
        for byte in "\(word)".utf8 { try take(byte) }
        return value
    }

    private mutating func take(_ byte: UInt8) throws(Malformed) {
        guard position < end, bytes[position] == byte else { throw Malformed() }
        position += 1
    }
}

extension JSONParser {
    private mutating func members() throws(Malformed) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        try open()
        if next() != UInt8(ascii: "}") {
            repeat {
                guard next() == UInt8(ascii: "\"") else { throw Malformed() }
                let name = try string()
                guard next() == UInt8(ascii: ":") else { throw Malformed() }
                position += 1
                let value = try value()
                // Which of two members of one name counts is an open question of JSON.
                guard members.updateValue(value, forKey: name) == nil else { throw Malformed() }
            } while takeComma()
        }
        try close(UInt8(ascii: "}"))
        return members
    }

    private mutating func elements() throws(Malformed) -> [JSONValue] {
        var elements: [JSONValue] = []
        try open()
        if next() != UInt8(ascii: "]") {
            repeat { elements.append(try value()) } while takeComma()
        }
        try close(UInt8(ascii: "]"))
        return elements
    }

    private mutating func open() throws(Malformed) {
        depth += 1
        guard depth <= Self.maximumDepth else { throw Malformed() }
        position += 1
    }

    private mutating func takeComma() -> Bool {
        guard next() == UInt8(ascii: ",") else { return false }
        position += 1
        return true
    }

    private mutating func close(_ bracket: UInt8) throws(Malformed) {
        _ = next()
        try take(bracket)
        depth -= 1
    }
}

extension JSONParser {
    /// Reads a number. An integer may be written with a fraction of zero or with an exponent.
    private mutating func number() throws(Malformed) -> JSONValue {
        let start = position
        if position < end, bytes[position] == UInt8(ascii: "-") { position += 1 }
        let isZero = position < end && bytes[position] == UInt8(ascii: "0")
        let digitCount = takeDigits()
        guard digitCount == 1 || digitCount > 1 && !isZero else { throw Malformed() }
        let endOfInteger = position
        if position < end, bytes[position] == UInt8(ascii: ".") {
            position += 1
            guard takeDigits() > 0 else { throw Malformed() }
        }
        if position < end, bytes[position] | 0x20 == UInt8(ascii: "e") {
            position += 1
            if position < end,
                bytes[position] == UInt8(ascii: "-") || bytes[position] == UInt8(ascii: "+")
            {
                position += 1
            }
            guard takeDigits() > 0 else { throw Malformed() }
        }
        let text = text(from: start)
        if position == endOfInteger {
            guard let number = Int64(text) else { throw Malformed() }
            return .number(number)
        }
        guard let value = Double(text), let number = JSONValue(value) else { throw Malformed() }
        return number
    }

    private mutating func takeDigits() -> Int {
        let start = position
        while position < end, bytes[position] &- UInt8(ascii: "0") < 10 { position += 1 }
        return position - start
    }
}

extension JSONParser {
    /// Reads a string, from its quote on.
    private mutating func string() throws(Malformed) -> String {
        position += 1
        var text = ""
        while true {
            let start = position
            var isASCII = true
            while position < end {
                let byte = bytes[position]
                if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { break }
                guard byte >= 0x20 else { throw Malformed() }
                if byte >= 0x80 { isASCII = false }
                position += 1
            }
            guard position < end else { throw Malformed() }
            if position > start {
                let part = self.text(from: start)
                guard isASCII || isUnrepaired(part, from: start) else { throw Malformed() }
                text = text.isEmpty ? part : text + part
            }
            position += 1
            if bytes[position - 1] == UInt8(ascii: "\"") { return text }
            text.unicodeScalars.append(try escape())
        }
    }

    /// The bytes from `start` on that were read, as a text.
    private func text(from start: Int) -> String {
        unsafe bytes.extracting(start..<position).withUnsafeBufferPointer {
            unsafe String(decoding: $0, as: UTF8.self)
        }
    }

    /// Whether a text has exactly the bytes from `start` on: ill-formed ones are replaced when a text is made of them.
    private func isUnrepaired(_ text: String, from start: Int) -> Bool {
        unsafe bytes.extracting(start..<position).withUnsafeBufferPointer {
            unsafe text.utf8.elementsEqual($0)
        }
    }

    /// Reads what follows a backslash.
    private mutating func escape() throws(Malformed) -> Unicode.Scalar {
        guard position < end else { throw Malformed() }
        let byte = bytes[position]
        position += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): break
        default: throw Malformed()
        }
        let unit = try codeUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        guard UTF16.isLeadSurrogate(unit) else { throw Malformed() }
        try take(UInt8(ascii: "\\"))
        try take(UInt8(ascii: "u"))
        let trail = try codeUnit()
        guard UTF16.isTrailSurrogate(trail) else { throw Malformed() }
        return UTF16.decode(UTF16.EncodedScalar([unit, trail]))
    }

    private mutating func codeUnit() throws(Malformed) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard position < end, let digit = HexDigits.value(of: bytes[position]) else {
                throw Malformed()
            }
            unit = unit << 4 | UInt16(digit)
            position += 1
        }
        return unit
    }
}
