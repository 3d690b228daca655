public import KomootNav

/// Makes objects. Their identifiers look random, and no two are equal.
package struct ObjectFactory {
    let layout: InstructionLayout
    /// Makes the identifiers differ from those of a factory with another salt.
    let salt: UInt32
    private(set) var count: UInt32 = 0
    private var object: ContiguousArray<UInt8> = []

    package init(layout: InstructionLayout, salt: UInt32) {
        self.layout = layout
        self.salt = salt
    }

    /// Lends an object with a street of this many bytes; the key decides the rest.
    package mutating func withObject<R>(
        streetByteCount: Int, key: UInt64, _ body: (Span<UInt8>) -> R
    ) -> R {
        count += 1
        var random = SplitMix64(seed: key)
        let identifier = Self.scatter(count &+ salt)
        let drawn = random.next()
        let distance = UInt32(truncatingIfNeeded: drawn) & 0x000F_FFFF
        let end = min(layout.streetOffset + streetByteCount, ATT.maximumValueLength)
        object.removeAll(keepingCapacity: true)
        object.reserveCapacity(end)
        append(identifier)
        object.append(UInt8(truncatingIfNeeded: drawn >> 32) % 31)
        append(distance)
        while object.count < layout.streetOffset { object.append(0) }
        while object.count < end {
            var letters = random.next()
            for _ in 0..<8 where object.count < end {
                object.append(UInt8(ascii: "a") + UInt8(truncatingIfNeeded: letters & 15))
                letters >>= 8
            }
        }
        return body(object.span)
    }

    private mutating func append(_ number: UInt32) {
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            object.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    /// A bijection of 32-bit numbers (the finaliser of MurmurHash3; Appleby, 2011).
    private static func scatter(_ number: UInt32) -> UInt32 {
        var bits = number
        bits = (bits ^ bits >> 16) &* 0x85EB_CA6B
        bits = (bits ^ bits >> 13) &* 0xC2B2_AE35
        return bits ^ bits >> 16
    }
}

/// An object that a simulated phone's app published: what a central may show.
public struct Publication: Hashable, Sendable {
    /// When.
    public let time: VirtualClock.Instant
    /// The layout that the object is written in.
    public let layout: InstructionLayout
    /// The bytes.
    public let bytes: ContiguousArray<UInt8>

    /// The instruction.
    ///
    /// - Throws: what `NavigationInstruction(decoding:layout:extent:)` throws.
    public func instruction() throws(KomootNavError) -> NavigationInstruction {
        try NavigationInstruction(decoding: bytes.span, layout: layout, extent: .whole)
    }
}

extension GATTService {
    /// The service of a navigating phone.
    public static func navigation(hasCCCD: Bool) -> GATTService {
        GATTService(
            uuid: NavigationService.uuid,
            characteristics: [
                GATTCharacteristic(
                    uuid: NavigationService.instructionCharacteristic,
                    properties: [.read, .notify], hasCCCD: hasCCCD)
            ])
    }
}
