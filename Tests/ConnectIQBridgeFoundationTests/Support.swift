import ConnectIQBridge
import ConnectIQBridgeFoundation
import Foundation
import PropertyTesting

func value(_ object: Any) throws -> MonkeyValue { try MonkeyValue(foundationObject: object) }

/// The error of making a value; `nil` if there is none.
func failure(_ object: Any, limits: MonkeyLimits = MonkeyLimits()) -> FoundationObjectError? {
    do throws(FoundationObjectError) {
        _ = try MonkeyValue(foundationObject: object, limits: limits)
        return nil
    } catch {
        return error
    }
}

/// The error of making objects; `nil` if there is none.
func failure(of value: MonkeyValue, limits: MonkeyLimits = MonkeyLimits()) -> FoundationObjectError?
{
    do throws(FoundationObjectError) {
        _ = try value.foundationObject(limits: limits)
        return nil
    } catch {
        return error
    }
}

/// A value in as many containers as said.
func nested(_ value: MonkeyValue, in depth: Int) -> MonkeyValue {
    (0..<depth).reduce(value) { inner, level in
        level.isMultiple(of: 2) ? [inner] : [0: inner]
    }
}

extension Choices {
    /// A key that Foundation keeps apart from the others: no two types have numbers in common.
    mutating func key() -> MonkeyKey {
        switch integer(in: 0...5) {
        case 0: .number(Int32(integer(in: 2...9)) * (bool() ? -1 : 1 << 27))
        case 1: .long(Int64(integer(in: 1...9)) << 40 | 1)
        case 2: .float(Float(integer(in: -9...9)) + 0.5)
        case 3: .double(Double(integer(in: -9...9)) + 0.25)
        case 4: .boolean(bool())
        default:
            .string(list(atMost: 3) { $0.element(of: ["a", "é", "ß", "", "0"]) }.joined())
        }
    }

    /// A value of a type that survives, or not: only a finite Float does, and only a large Long.
    mutating func scalar() -> MonkeyValue {
        switch integer(in: 0...5) {
        case 0: .null
        case 1: .number(Int32(truncatingIfNeeded: any(UInt32.self)))
        case 2: .long(Int64(truncatingIfNeeded: any(UInt64.self) >> UInt64(integer(in: 0...63))))
        case 3: .float(Float(bitPattern: any(UInt32.self)))
        case 4: .double(Double(bitPattern: any(UInt64.self)))
        default: .byteArray(bytes(atMost: 4))
        }
    }

    mutating func value(depth: Int = 4) -> MonkeyValue {
        switch integer(in: 0...(depth > 1 ? 4 : 2)) {
        case 0: return scalar()
        case 1: return key().value
        case 2: return scalar()
        case 3: return .array(list(atMost: 5) { $0.value(depth: depth - 1) })
        default:
            var dictionary = MonkeyDictionary()
            for _ in 0..<integer(in: 0...4) { dictionary[key()] = value(depth: depth - 1) }
            return .dictionary(dictionary)
        }
    }
}

extension MonkeyValue {
    /// What comes back from Foundation.
    var survivor: MonkeyValue {
        switch self {
        case .long(let number) where Int64(Int32.min)...Int64(Int32.max) ~= number:
            return .number(Int32(number))
        case .float(let number) where number.isNaN: return .double(.nan)
        case .float(let number) where number.isInfinite: return .double(Double(number))
        case .double(let number) where number.isNaN: return .double(.nan)
        case .array(let elements): return .array(elements.map { $0.survivor })
        case .dictionary(let dictionary):
            var sorted = MonkeyDictionary()
            let ranks = dictionary.pairs.sorted { sortText($0.key) < sortText($1.key) }
            for pair in ranks { sorted[pair.key] = pair.value.survivor }
            return .dictionary(sorted)
        default: return self
        }
    }
}

/// Sorts keys as the library does, in another way: by text of a fixed width.
private func sortText(_ key: MonkeyKey) -> String {
    func digits(_ number: Double) -> String { String(Int64(number * 4) + (1 << 61)) }
    return switch key {
    case .number(let number): "0" + digits(Double(number))
    case .long(let number): "1" + digits(Double(number))
    case .float(let number): "2" + digits(Double(number))
    case .double(let number): "3" + digits(number)
    case .boolean(let flag): "4\(flag)"
    case .char(let character): "5\(character)"
    case .string(let text): "6" + text.utf8.map { String(Int($0) + 1000) }.joined()
    }
}
