import KomootNav
import PropertyTesting
import Testing

@Suite("A layout")
struct InstructionLayoutTests {
    @Test("has the offsets of the protocol's clauses")
    func offsets() {
        let table: [(InstructionLayout, Int, Int, Int, Int)] = [
            (.published, 0, 4, 5, 21), (.deployed, 0, 4, 5, 9), (.legacy, 0, 16, 17, 21),
        ]
        for (layout, identifier, arrow, distance, street) in table {
            #expect(layout.identifierOffset == identifier)
            #expect(layout.arrowOffset == arrow)
            #expect(layout.distanceOffset == distance)
            #expect(layout.streetOffset == street)
            #expect(InstructionLayout(name: layout.description) == layout)
        }
        #expect(InstructionLayout(name: "auto") == nil)
    }

    @Test("of one's own is refused when a field overlaps another or the street")
    func invalid() {
        func layout(_ identifier: Int, _ arrow: Int, _ distance: Int, _ street: Int) throws {
            _ = try InstructionLayout(
                identifierFormat: .uint32, identifierOffset: identifier, arrowOffset: arrow,
                distanceOffset: distance, streetOffset: street)
        }
        #expect(throws: KomootNavError(.invalidLayout, at: 3)) { try layout(0, 3, 5, 9) }
        #expect(throws: KomootNavError(.invalidLayout, at: 4)) { try layout(0, 4, 4, 9) }
        #expect(throws: KomootNavError(.invalidLayout, at: 2)) { try layout(0, 8, 2, 9) }
        #expect(throws: KomootNavError(.invalidLayout, at: 5)) { try layout(0, 4, 5, 8) }
        #expect(throws: KomootNavError(.invalidLayout, at: -1)) { try layout(-1, 4, 5, 9) }
        #expect(throws: KomootNavError(.invalidLayout, at: 513)) { try layout(0, 4, 5, 513) }
        #expect(throws: KomootNavError(.invalidLayout, at: Int.max)) {
            try layout(0, Int.max, 5, 9)
        }
        #expect(throws: KomootNavError(.invalidLayout, at: Int.min)) {
            try layout(0, 4, Int.min, 9)
        }
    }

    @Test("of one's own, from any numbers, is refused or works")
    func anyOffsets() throws {
        try checkProperty("any offset table is refused or round-trips", count: 3000) { choices in
            (0..<4).map { _ in
                choices.element(of: [0, 1]) == 0
                    ? choices.integer(in: -2...40)
                    : choices.element(of: [Int.min, Int.max, 511, 512, 513, -1])
            } + [choices.integer(in: 0...1)]
        } holds: { offsets in
            let format: InstructionLayout.IdentifierFormat = offsets[4] == 0 ? .uint32 : .uuid
            guard
                let layout = try? InstructionLayout(
                    identifierFormat: format, identifierOffset: offsets[0], arrowOffset: offsets[1],
                    distanceOffset: offsets[2], streetOffset: offsets[3])
            else { return nil }
            let instruction = NavigationInstruction(
                identifier: format == .uint32 ? 0x0102_0304 : .uuid(UUID128(high: 1, low: 2)),
                arrow: .uTurn, distanceInMeters: 0xA1B2_C3D4)
            let object = try instruction.encoded(as: layout)
            let decoded = try NavigationInstruction(decoding: object, layout: layout)
            return decoded == instruction ? nil : "decoded as \(decoded)"
        }
    }
}
