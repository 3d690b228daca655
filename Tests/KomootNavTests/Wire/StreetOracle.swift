/// The meaning of a street's bytes, from the standard library's decoders.
struct StreetOracle {
    /// The text, with U+FFFD in place of each ill-formed part.
    let repaired: String
    /// The same, without an incomplete last sequence.
    let withoutIncompleteTail: String
    /// Where the first ill-formed sequence begins.
    let firstIllFormed: Int?

    init(_ bytes: [UInt8]) {
        repaired = String(decoding: bytes, as: UTF8.self)
        let tail = (1...3).first {
            $0 <= bytes.count && Self.beginnings.contains(Self.number(bytes.suffix($0)))
        }
        withoutIncompleteTail =
            tail.map { String(decoding: bytes.dropLast($0), as: UTF8.self) } ?? repaired
        firstIllFormed = Self.firstIllFormed(in: bytes)
    }

    /// Every incomplete beginning of a well-formed sequence. They come from the encodings of all
    /// scalars, skipping those that differ only in the last byte: they have the same beginnings.
    private static let beginnings: Set<Int> = {
        var beginnings: Set<Int> = []
        for value in stride(from: UInt32(0), through: 0x10_FFFF, by: 0x40) {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let encoded = Array(UTF8.encode(scalar).map(Array.init) ?? [])
            for count in stride(from: 1, to: encoded.count, by: 1) {
                beginnings.insert(number(encoded.prefix(count)))
            }
        }
        return beginnings
    }()

    /// One to three bytes, none of them zero, as a number.
    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reduce(0) { $0 << 8 | Int($1) }
    }

    private static func firstIllFormed(in bytes: [UInt8]) -> Int? {
        var parser = Unicode.UTF8.ForwardParser()
        var rest = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded): position += encoded.count
            case .error: return position
            case .emptyInput: return nil
            }
        }
    }
}
