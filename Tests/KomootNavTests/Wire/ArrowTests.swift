import KomootNav
import Testing

@Suite("An arrow")
struct ArrowTests {
    private static let all = (UInt8.min...UInt8.max).map(Arrow.init(rawValue:))

    @Test("survives encoding and decoding with every value")
    func survives() throws {
        for layout in [InstructionLayout.published, .deployed] {
            for arrow in Self.all {
                let instruction = NavigationInstruction(
                    identifier: 1, arrow: arrow, distanceInMeters: 2)
                let object = try instruction.encoded(as: layout)
                #expect(try NavigationInstruction(decoding: object).arrow == arrow)
            }
        }
    }

    @Test("has a name of its own that leads back to it, and a glyph")
    func names() {
        #expect(Set(Self.all.map(\.name)).count == 256)
        for arrow in Self.all {
            #expect(Arrow(name: arrow.name) == arrow)
            #expect(arrow.glyph.count == 1)
        }
        for name in ["", "Left", "reserved", "reserved1", "reserved256", "left "] {
            #expect(Arrow(name: name) == nil)
        }
    }

    @Test("is reserved at 0, 13, 14 and from 31 on, and named so")
    func reserved() {
        let reserved = Self.all.filter(\.isReserved).map(\.rawValue)
        #expect(reserved == [0, 13, 14] + Array(31...255))
        for arrow in Self.all {
            #expect(arrow.isReserved == (arrow.name == "reserved\(arrow.rawValue)"))
        }
    }
}
