import KomootNav
import PropertyTesting
import Testing

@Suite("Encoding and decoding")
struct RoundTripTests {
    @Test("give back every instruction, in every layout", arguments: InstructionLayout.known)
    func encodeDecode(_ layout: InstructionLayout) throws {
        try checkProperty("decoding inverts encoding as \(layout)", count: 400) {
            $0.anyInstruction(for: layout)
        } holds: { instruction in
            let object = try instruction.encoded(as: layout)
            let decoded = try NavigationInstruction(decoding: object, layout: layout)
            return decoded == instruction ? nil : "decoded as \(decoded)"
        }
    }

    @Test("give back every object's bytes, whatever they are, once they decode")
    func decodeEncode() throws {
        try checkProperty("encoding inverts decoding", count: 1500) { choices in
            let size = choices.element(of: [12, 30, 64, 520])
            return (
                layout: choices.element(of: [nil] + InstructionLayout.known),
                bytes: ContiguousArray(choices.bytes(atMost: size))
            )
        } holds: { (layout, bytes) in
            guard let view = try? NavigationInstructionView(decoding: bytes.span, layout: layout)
            else { return nil }
            let encoded = try NavigationInstruction(view).encoded(as: view.layout)
            return encoded.elementsEqual(bytes) ? nil : "encoded as \(encoded)"
        }
    }

    @Test("write into a buffer what they write into an array, and nothing behind it")
    func buffer() throws {
        try checkProperty("a buffer gets the same bytes", count: 200) { choices in
            let layout = choices.element(of: InstructionLayout.known)
            return (layout: layout, instruction: choices.anyInstruction(for: layout))
        } holds: { (layout, instruction) in
            let object = try instruction.encoded(as: layout)
            var buffer = ContiguousArray<UInt8>(repeating: 0xEE, count: object.count + 3)
            var span = buffer.mutableSpan
            let count = try instruction.encode(as: layout, into: &span)
            let expected = object + [0xEE, 0xEE, 0xEE]
            return count == object.count && buffer.elementsEqual(expected) ? nil : "\(buffer)"
        }
    }

    @Test("work with a layout of one's own")
    func customLayout() throws {
        let layout = try InstructionLayout(
            identifierFormat: .uuid, identifierOffset: 8, arrowOffset: 0, distanceOffset: 2,
            streetOffset: 30)
        try checkProperty("a custom layout round-trips", count: 200) {
            $0.anyInstruction(for: layout)
        } holds: { instruction in
            let object = try instruction.encoded(as: layout)
            let decoded = try NavigationInstruction(decoding: object, layout: layout)
            return decoded == instruction ? nil : "decoded as \(decoded)"
        }
    }

    @Test("never trap, whatever bytes, layout, extent and policy")
    func neverTrap() throws {
        let custom = try InstructionLayout(
            identifierFormat: .uint32, identifierOffset: 500, arrowOffset: 511, distanceOffset: 3,
            streetOffset: 512)
        let layouts: [InstructionLayout?] = [nil, custom] + InstructionLayout.known
        try checkProperty("any bytes are decoded or refused", count: 300) { choices in
            ContiguousArray(choices.bytes(atMost: choices.element(of: [8, 24, 600])))
        } holds: { bytes in
            for layout in layouts {
                for extent in ObjectExtent.allCases {
                    let view = try? NavigationInstructionView(
                        decoding: bytes.span, layout: layout, extent: extent)
                    if let view {
                        for policy in StreetPolicy.allCases { _ = try? view.street.text(policy) }
                    }
                    _ = try? NotificationPayload(
                        decoding: bytes.span, layout: layout, extent: extent)
                }
            }
            return nil
        }
    }
}
