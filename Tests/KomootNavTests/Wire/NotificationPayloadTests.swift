import KomootNav
import PropertyTesting
import Testing

@Suite("A notification")
struct NotificationPayloadTests {
    /// What a payload is, as a value that can be compared and can leave a closure.
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

    @Test("of 4 bytes is an identifier")
    func identifier() {
        #expect(kind([4, 3, 2, 1]) == .identifier(0x0102_0304))
        #expect(kind([4, 3, 2, 1], .deployed) == .identifier(0x0102_0304))
        #expect(
            kind([4, 3, 2, 1], .legacy) == .refused(KomootNavError(.malformedNotification, at: 4)))
    }

    @Test("of 0 to 3 and 5 to 8 bytes is malformed")
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

    @Test("of 16 bytes is a legacy identifier if it looks like one or the layout is pinned")
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

    @Test("with an object is that object or its beginning, cut anywhere")
    func objects() throws {
        try checkProperty("a cut object is its own beginning", count: 200) { choices in
            let layout = choices.element(of: InstructionLayout.known)
            return (layout: layout, instruction: choices.conformingInstruction(for: layout))
        } holds: { (layout, instruction) in
            let object = try ContiguousArray(instruction, as: layout)
            let shortest = layout == .legacy ? 21 : 20
            guard object.count >= shortest else { return nil }
            for length in shortest...object.count {
                let cut = ContiguousArray(object[..<length])
                guard case .instruction(let shown, .possiblyCut) = kind(cut) else {
                    return "\(kind(cut)) at \(length) bytes"
                }
                let street = instruction.street.withBytes { whole in
                    shown.street.withBytes { part in
                        part.indices.allSatisfy { part[$0] == whole[$0] }
                    }
                }
                let agrees =
                    shown.identifier == instruction.identifier && shown.arrow == instruction.arrow
                    && shown.distanceInMeters == instruction.distanceInMeters && street
                if !agrees { return "\(shown) at \(length) bytes" }
            }
            return nil
        }
    }
}
