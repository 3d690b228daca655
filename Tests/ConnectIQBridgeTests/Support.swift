import ConnectIQBridge
import KomootNav
import PropertyTesting
import Simulation
import Testing

/// The bytes of hexadecimal digits; spaces and line breaks are skipped.
func bytes(_ hex: String) throws -> ContiguousArray<UInt8> {
    let digits = hex.utf8.filter { $0 > UInt8(ascii: " ") }
    try #require(digits.count.isMultiple(of: 2))
    return ContiguousArray(
        try stride(from: 0, to: digits.count, by: 2).map { position in
            let high = try #require(HexDigits.value(of: digits[position]))
            let low = try #require(HexDigits.value(of: digits[position + 1]))
            return high << 4 | low
        })
}

/// The outcome of something that throws only one type.
func outcome<Value, Failure>(
    _ body: () throws(Failure) -> Value
) -> Result<Value, Failure> {
    do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
}

/// The error that something throws; `nil` if it throws none.
func failure<Value, Failure>(_ body: () throws(Failure) -> Value) -> Failure? {
    if case .failure(let error) = outcome(body) { error } else { nil }
}

func decoded(
    _ hex: String, limits: MonkeyLimits = MonkeyLimits()
) throws -> Result<MonkeyValue, MonkeyError> {
    let input = try bytes(hex)
    return outcome { () throws(MonkeyError) in
        try MonkeyValue(decoding: input.span, limits: limits)
    }
}

func uuid(_ number: UInt64) -> UUID128 { UUID128(high: 0xD0_0000, low: number) }

extension Choices {
    /// Any text without a zero byte; short, and often one that was drawn before.
    mutating func text() -> String {
        let pieces = ["a", "", "é", "e\u{301}", "street", "ß", "\u{1F6B2}", "\u{1}", "日本"]
        return list(atMost: 3) { $0.element(of: pieces) }.joined()
    }

    mutating func key() -> MonkeyKey {
        switch integer(in: 0...7) {
        case 0: .number(Int32(truncatingIfNeeded: any(UInt32.self)))
        case 1: .string(text())
        case 2: .number(Int32(integer(in: -3...3)))
        case 3: .long(Int64(truncatingIfNeeded: any(UInt64.self)))
        case 4: .float(Float(bitPattern: any(UInt32.self)))
        case 5: .double(Double(bitPattern: any(UInt64.self)))
        case 6: .boolean(bool())
        default: .char(scalar())
        }
    }

    mutating func scalar() -> Unicode.Scalar {
        Unicode.Scalar(any(UInt32.self) % 0x11_0000) ?? "x"
    }

    mutating func value(depth: Int = 4) -> MonkeyValue {
        switch integer(in: 0...(depth > 1 ? 5 : 3)) {
        case 0: return .null
        case 1, 2: return key().value
        case 3: return .byteArray(bytes(atMost: 5))
        case 4: return .array(list(atMost: 5) { $0.value(depth: depth - 1) })
        default:
            var dictionary = MonkeyDictionary()
            for _ in 0..<integer(in: 0...4) { dictionary[key()] = value(depth: depth - 1) }
            return .dictionary(dictionary)
        }
    }
}
