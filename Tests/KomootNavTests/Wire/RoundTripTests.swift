import KomootNav
import PropertyTesting
import Testing

@Suite("Encoding and decoding")
struct RoundTripTests {
    @Test(
        "Encoding and decoding return every instruction, in every layout",
        arguments: InstructionLayout.known)
    func encodeDecode(_ layout: InstructionLayout) throws {
        try checkProperty("decoding inverts encoding as \(layout)", count: 400) {
            $0.anyInstruction(for: layout)
        } holds: { instruction in
            let object = try instruction.encoded(as: layout)
            let decoded = try NavigationInstruction(decoding: object, layout: layout)
            return decoded == instruction ? nil : "decoded as \(decoded)"
        }
    }

    @Test("Encoding and decoding return the bytes of every object that can be decoded")
    func decodeEncode() throws {
        var decodedCount: [InstructionLayout: Int] = [:]
        let isFull = try checkProperty("encoding inverts decoding", count: 2000) { choices in
            (
                layout: choices.element(of: [nil] + InstructionLayout.known),
                extent: choices.element(of: ObjectExtent.allCases), bytes: choices.objectBytes()
            )
        } holds: { (layout, extent, bytes) in
            let view = try? NavigationInstructionView(
                decoding: bytes.span, layout: layout, extent: extent)
            // Encoding adds the reserved bytes that a cut object lacks before its street.
            guard let view, bytes.count >= view.layout.streetOffset else { return nil }
            decodedCount[view.layout, default: 0] += 1
            let encoded = try NavigationInstruction(view).encoded(as: view.layout)
            return encoded.elementsEqual(bytes) ? nil : "encoded as \(encoded)"
        }
        for layout in InstructionLayout.known {
            let count = decodedCount[layout, default: 0]
            #expect(count > 50 || !isFull, "too few objects of \(layout)")
        }
    }

    @Test(
        "Encoding and decoding return the bytes of every whole object, with its layout detected or given"
    )
    func wholeObjects() throws {
        try checkProperty("whole objects decode, and encode to the same bytes", count: 800) {
            choices in
            let layout = choices.element(of: [nil] + InstructionLayout.known)
            var bytes = ContiguousArray(choices.bytes(atMost: choices.element(of: [12, 64, 512])))
            let shortest = layout?.streetOffset ?? 9
            while bytes.count < shortest { bytes.append(choices.any(UInt8.self)) }
            if layout == .published {
                for position in 9...20 { bytes[position] = 0 }
            }
            return (layout: layout, bytes: bytes)
        } holds: { (layout, bytes) in
            let view = try NavigationInstructionView(decoding: bytes.span, layout: layout)
            if let layout, view.layout != layout { return "taken for \(view.layout)" }
            let encoded = try NavigationInstruction(view).encoded(as: view.layout)
            return encoded == bytes ? nil : "encoded as \(encoded)"
        }
    }

    @Test(
        "Encoding and decoding give the same for a span, an array, and any other collection of bytes"
    )
    func collections() throws {
        try checkProperty("collections decode alike", count: 300) { choices in
            let layout = choices.element(of: [nil] + InstructionLayout.known)
            return (
                layout: layout, extent: choices.element(of: ObjectExtent.allCases),
                bytes: ContiguousArray(choices.bytes(atMost: choices.element(of: [24, 520])))
            )
        } holds: { (layout, extent, bytes) in
            func outcome(
                _ decode: () throws(KomootNavError) -> NavigationInstruction
            ) -> Result<NavigationInstruction, KomootNavError> {
                do throws(KomootNavError) { return .success(try decode()) } catch {
                    return .failure(error)
                }
            }
            let span = outcome { () throws(KomootNavError) in
                try NavigationInstruction(decoding: bytes.span, layout: layout, extent: extent)
            }
            let array = outcome { () throws(KomootNavError) in
                try NavigationInstruction(decoding: Array(bytes), layout: layout, extent: extent)
            }
            let lazy = outcome { () throws(KomootNavError) in
                try NavigationInstruction(
                    decoding: bytes.lazy.map { $0 }, layout: layout, extent: extent)
            }
            return span == array && span == lazy ? nil : "\(span), \(array), \(lazy)"
        }
    }

    @Test(
        "Encoding and decoding write the same into a buffer as into an array, and nothing after it")
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

    @Test("Encoding and decoding work with a layout of your own")
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

    @Test("Encoding and decoding never trap, whatever the bytes, layout, extent and policy")
    func neverTrap() throws {
        let late = try InstructionLayout(
            identifierFormat: .uint32, identifierOffset: 500, arrowOffset: 511, distanceOffset: 3,
            streetOffset: 512)
        // Its fields end at 25, and its street begins at 40. An object that ends in between must be
        // cut.
        let gap = try InstructionLayout(
            identifierFormat: .uuid, identifierOffset: 9, arrowOffset: 2, distanceOffset: 3,
            streetOffset: 40)
        let layouts: [InstructionLayout?] = [nil, late, gap] + InstructionLayout.known
        try checkProperty("any bytes are decoded or refused", count: 300) { choices in
            choices.bool()
                ? ContiguousArray(repeating: 0, count: choices.integer(in: 0...520))
                : choices.objectBytes()
        } holds: { bytes in
            for layout in layouts {
                for extent in ObjectExtent.allCases {
                    if let view = try? NavigationInstructionView(
                        decoding: bytes.span, layout: layout, extent: extent)
                    {
                        touch(view)
                    }
                    if let payload = try? NotificationPayload(
                        decoding: bytes.span, layout: layout, extent: extent),
                        case .instruction(let view) = payload
                    {
                        touch(view)
                    }
                }
            }
            for extent in ObjectExtent.allCases {
                _ = try? InstructionLayout.detect(in: bytes.span, extent: extent)
            }
            let street = Street(bytes.span)
            for policy in StreetPolicy.allCases { _ = try? street.text(policy) }
            return street.byteCount == bytes.count ? nil : "\(street.byteCount) bytes"
        }
    }

    /// Reads everything that a view has.
    private func touch(_ view: NavigationInstructionView) {
        _ = (view.identifier, view.arrow, view.distanceInMeters, view.layout, view.extent)
        _ = (view.street.isEmpty, view.street.wholeCharacters.count, view.street.description)
        _ = try? view.street.validate()
        for policy in StreetPolicy.allCases { _ = try? view.street.text(policy) }
        _ = try? NavigationInstruction(view).encoded(as: view.layout)
    }
}
