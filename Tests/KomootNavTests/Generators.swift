import KomootNav
import PropertyTesting

extension InstructionLayout {
    static let known = Known.allCases.map { InstructionLayout($0) }
}

extension ContiguousArray<UInt8> {
    /// An encoded instruction.
    init(_ instruction: NavigationInstruction, as layout: InstructionLayout) throws {
        self.init(try instruction.encoded(as: layout))
    }
}

extension Array<UInt8> {
    /// Copies bytes.
    init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}

extension Choices {
    /// An identifier that fits a layout. A UUID is of version 4, as from phones.
    mutating func identifier(for layout: InstructionLayout) -> InstructionIdentifier {
        switch layout.identifierFormat {
        case .uint32:
            return .uint32(any(UInt32.self))
        case .uuid:
            let high = any(UInt64.self) & ~0xF000 | 0x4000
            let low = any(UInt64.self) & ~(0b11 << 62) | 0b10 << 62
            return .uuid(UUID128(high: high, low: low))
        }
    }

    /// Bytes that may be an object: any bytes, sometimes with the marks by which layouts are
    /// detected.
    mutating func objectBytes() -> ContiguousArray<UInt8> {
        let size = element(of: [12, 30, 64, 600])
        var bytes = ContiguousArray(self.bytes(atMost: size))
        switch integer(in: 0...2) {
        case 1 where bytes.count >= 20:
            for position in 9..<min(21, bytes.count) { bytes[position] = 0 }
        case 2 where bytes.count >= 20:
            bytes[6] = bytes[6] & 0x0F | 0x40
            bytes[8] = bytes[8] & 0x3F | 0x80
        default:
            break
        }
        return bytes
    }

    /// The bytes of a street: text in several scripts, or any bytes; without NUL if you ask for
    /// that.
    mutating func streetBytes(atMost count: Int, withoutNUL: Bool) -> ContiguousArray<UInt8> {
        var bytes: [UInt8]
        if bool() {
            let words = ["", "Straße", "a", "Οδός", "銀座", "🚲", "e\u{301}", " "]
            bytes = Array(list(atMost: 12) { $0.element(of: words) }.joined().utf8)
        } else {
            bytes = self.bytes(atMost: element(of: [4, 16, 64, count]))
        }
        if withoutNUL { bytes = bytes.map { $0 == 0 ? 1 : $0 } }
        return ContiguousArray(bytes.prefix(count))
    }

    /// An instruction that meets the two assumptions of clause 3.1.
    mutating func conformingInstruction(for layout: InstructionLayout) -> NavigationInstruction {
        instruction(for: layout, distance: any(UInt32.self) >> 1, withoutNUL: true)
    }

    /// Any instruction that fits a layout.
    mutating func anyInstruction(for layout: InstructionLayout) -> NavigationInstruction {
        instruction(for: layout, distance: any(UInt32.self), withoutNUL: false)
    }

    private mutating func instruction(
        for layout: InstructionLayout, distance: UInt32, withoutNUL: Bool
    ) -> NavigationInstruction {
        let room = ATT.maximumValueLength - layout.streetOffset
        return NavigationInstruction(
            identifier: identifier(for: layout), arrow: Arrow(rawValue: any(UInt8.self)),
            distanceInMeters: distance,
            street: Street(streetBytes(atMost: room, withoutNUL: withoutNUL).span))
    }
}
