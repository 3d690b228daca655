import KomootNav
import PropertyTesting
import Testing

@Suite("A notification")
struct NotificationPayloadTests {
    /// The meaning of a payload, as a value that can be compared and returned from a closure.
    private enum Kind: Equatable {
        case identifier(InstructionIdentifier)
        case instruction(NavigationInstruction, ObjectExtent)
        case refused(KomootNavError)
    }

    private func kind(
        _ bytes: ContiguousArray<UInt8>, _ layout: InstructionLayout? = nil
    ) -> Kind {
        do throws(KomootNavError) {
            switch try NotificationPayload(decoding: bytes.span, layout: layout) {
            case .identifier(let identifier): return .identifier(identifier)
            case .instruction(let view):
                return .instruction(NavigationInstruction(view), view.extent)
            }
        } catch {
            return .refused(error)
        }
    }

    private let uuid: ContiguousArray<UInt8> = [
        0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0x4D, 0xEF, 0x81, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD,
        0xEF,
    ]
    private let parsed = UUID128("01234567-89AB-4DEF-8123-456789ABCDEF")

    @Test("A notification of 4 bytes is an identifier")
    func identifier() {
        #expect(kind([4, 3, 2, 1]) == .identifier(0x0102_0304))
        #expect(kind([4, 3, 2, 1], .deployed) == .identifier(0x0102_0304))
        #expect(
            kind([4, 3, 2, 1], .legacy) == .refused(KomootNavError(.malformedNotification, at: 4)))
    }

    @Test("A notification of 0 to 3 and 5 to 8 bytes is malformed")
    func malformed() {
        for layout in [nil] + InstructionLayout.known {
            for count in [0, 1, 2, 3, 5, 6, 7, 8] {
                let bytes = ContiguousArray<UInt8>(repeating: 0x41, count: count)
                #expect(
                    kind(bytes, layout)
                        == .refused(KomootNavError(.malformedNotification, at: count)))
            }
        }
    }

    @Test("A notification of 9 bytes is the shortest object, and one of 9 to 19 bytes is whole")
    func shortObjects() {
        for count in 9...19 {
            let bytes = ContiguousArray<UInt8>(repeating: 0x31, count: count)
            let object = NavigationInstruction(
                identifier: 0x3131_3131, arrow: Arrow(rawValue: 0x31),
                distanceInMeters: 0x3131_3131,
                street: Street(String(repeating: "1", count: count - 9)))
            #expect(kind(bytes) == .instruction(object, .whole))
            #expect(kind(bytes, .deployed) == .instruction(object, .whole))
        }
    }

    @Test(
        "A notification of 16 bytes is a legacy identifier if it looks like one or the layout is pinned"
    )
    func legacyIdentifier() throws {
        let parsed = try #require(parsed)
        #expect(kind(uuid) == .identifier(.uuid(parsed)))
        #expect(kind(uuid, .legacy) == .identifier(.uuid(parsed)))
        var other = uuid
        other[6] = 0x1D
        guard case .instruction(let instruction, .whole) = kind(other) else {
            Issue.record("not an instruction")
            return
        }
        #expect(instruction.street.byteCount == 7)
        guard case .identifier(.uuid) = kind(other, .legacy) else {
            Issue.record("not an identifier")
            return
        }
    }

    @Test(
        "A notification of 16 bytes with another version or variant is an object, if it can be one")
    func sixteenBytes() {
        for (position, byte) in [(6, 0x3D), (6, 0x5D), (8, 0x41), (8, 0xC1), (8, 0x01)] {
            var other = uuid
            other[position] = UInt8(byte)
            guard case .instruction(_, .whole) = kind(other) else {
                Issue.record("\(position): \(byte)")
                continue
            }
        }
        // A layout with four-byte identifiers can't have a bare identifier of 16 bytes.
        guard case .instruction(_, .whole) = kind(uuid, .deployed) else {
            Issue.record("not an instruction")
            return
        }
        #expect(kind(uuid, .published) == .refused(KomootNavError(.truncated, at: 16)))
        for count in [15, 17] {
            let bytes = ContiguousArray((uuid + uuid)[..<count])
            guard case .instruction(_, .whole) = kind(bytes) else {
                Issue.record("\(count) bytes")
                continue
            }
            #expect(kind(bytes, .legacy) == .refused(KomootNavError(.truncated, at: count)))
        }
    }

    @Test("A notification is whole or cut as the caller says")
    func extent() throws {
        let bytes = ContiguousArray<UInt8>(repeating: 0, count: 20)
        guard
            case .instruction(let whole) = try NotificationPayload(
                decoding: bytes.span, extent: .whole),
            case .instruction(let cut) = try NotificationPayload(decoding: bytes.span)
        else {
            Issue.record("not instructions")
            return
        }
        #expect(whole.extent == .whole && whole.layout == .deployed)
        #expect(cut.extent == .possiblyCut && cut.layout == .published)
    }

    @Test(
        "A notification of more than 512 bytes is oversized, and a pinned layout refuses one that does not fit"
    )
    func refused() {
        #expect(kind(.init(repeating: 1, count: 513)) == .refused(.init(.oversized, at: 512)))
        #expect(
            kind(.init(repeating: 1, count: 30), .published)
                == .refused(.init(.reservedNotZero, at: 9)))
        #expect(
            kind(.init(repeating: 1, count: 20), .legacy) == .refused(.init(.truncated, at: 20)))
    }

    @Test(
        "A notification with an object decodes to that object or its beginning, wherever it is cut")
    func objects() throws {
        try checkProperty("a cut object is its own beginning", count: 200) { choices in
            let layout = choices.element(of: InstructionLayout.known)
            return (layout: layout, instruction: choices.conformingInstruction(for: layout))
        } holds: { (layout, instruction) in
            let object = try ContiguousArray(instruction, as: layout)
            let whole = instruction.street.withBytes { Array(copying: $0) }
            let shortest = layout == .legacy ? 21 : 20
            guard object.count >= shortest else { return nil }
            // Cuts a short object at every place, and a long one near its beginning and its end.
            for length in shortest...object.count where length < 64 || length > object.count - 4 {
                let cut = ContiguousArray(object[..<length])
                guard case .instruction(let shown, .possiblyCut) = kind(cut) else {
                    return "\(kind(cut)) at \(length) bytes"
                }
                let part = shown.street.withBytes { Array(copying: $0) }
                let street = part == Array(whole.prefix(max(length - layout.streetOffset, 0)))
                let agrees =
                    shown.identifier == instruction.identifier && shown.arrow == instruction.arrow
                    && shown.distanceInMeters == instruction.distanceInMeters && street
                if !agrees { return "\(shown) at \(length) bytes" }
            }
            return nil
        }
    }
}
