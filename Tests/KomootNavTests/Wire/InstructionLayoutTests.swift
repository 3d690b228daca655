import KomootNav
import PropertyTesting
import Testing

@Suite("A layout")
struct InstructionLayoutTests {
    @Test("A layout has the offsets of the protocol's clauses")
    func offsets() {
        let table: [(InstructionLayout, Int, Int, Int, Int)] = [
            (.published, 0, 4, 5, 21), (.deployed, 0, 4, 5, 9), (.legacy, 0, 16, 17, 21),
        ]
        for (layout, identifier, arrow, distance, street) in table {
            #expect(layout.identifierOffset == identifier)
            #expect(layout.arrowOffset == arrow)
            #expect(layout.distanceOffset == distance)
            #expect(layout.streetOffset == street)
            #expect(InstructionLayout(name: layout.name) == layout)
        }
        #expect(InstructionLayout(name: "auto") == nil)
    }

    @Test("A layout of your own is called custom, unless it is a known one")
    func customName() throws {
        func layout(_ streetOffset: Int) throws -> InstructionLayout {
            try InstructionLayout(
                identifierFormat: .uint32, identifierOffset: 0, arrowOffset: 4, distanceOffset: 5,
                streetOffset: streetOffset)
        }
        #expect(try layout(10).description == "custom")
        #expect(InstructionLayout(name: "custom") == nil)
        #expect(try layout(9) == .deployed)
        #expect(try layout(21) == .published)
    }

    @Test("A layout of your own is refused when a field overlaps another or the street")
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

    /// Fields in any order with small gaps, some of which are one byte too small.
    private func nearlyValidOffsets(_ choices: inout Choices) -> [Int] {
        let format = choices.integer(in: 0...1)
        var sizes = [(0, format == 0 ? 4 : 16), (1, 1), (2, 4)]
        var offsets = [0, 0, 0]
        var end = choices.element(of: [0, 0, 1, 480, -1])
        while !sizes.isEmpty {
            let (field, size) = sizes.remove(at: choices.integer(in: 0...sizes.count - 1))
            offsets[field] = end
            end += size + choices.element(of: [0, 0, 0, 1, 5, -1])
        }
        return offsets + [end, format]
    }

    /// The offset of the first field that does not end before the street, or that shares a byte
    /// with an earlier field.
    private func fault(of offsets: [Int], identifierSize: Int) -> Int? {
        guard 0...512 ~= offsets[3] else { return offsets[3] }
        var taken: Set<Int> = []
        for (offset, size) in zip(offsets, [identifierSize, 1, 4]) {
            guard 0...512 ~= offset, offset + size <= offsets[3] else { return offset }
            let bytes = offset..<offset + size
            guard taken.isDisjoint(with: bytes) else { return offset }
            taken.formUnion(bytes)
        }
        return nil
    }

    @Test("A layout of your own that is made of any numbers is refused or works")
    func anyOffsets() throws {
        try checkProperty("any offset table is refused or round-trips", count: 3000) { choices in
            let isNearlyValid = choices.integer(in: 0...3) > 0
            if isNearlyValid { return nearlyValidOffsets(&choices) }
            return (0..<4).map { _ in
                switch choices.integer(in: 0...2) {
                case 0: choices.integer(in: -2...40)
                case 1: choices.element(of: [Int.min, Int.max, 511, 512, 513, -1, 65_536])
                default: choices.integer(in: Int.min...Int.max)
                }
            } + [choices.integer(in: 0...1)]
        } holds: { offsets in
            let format: InstructionLayout.IdentifierFormat = offsets[4] == 0 ? .uint32 : .uuid
            let fault = fault(of: offsets, identifierSize: format == .uint32 ? 4 : 16)
            let layout: InstructionLayout
            do throws(KomootNavError) {
                layout = try InstructionLayout(
                    identifierFormat: format, identifierOffset: offsets[0], arrowOffset: offsets[1],
                    distanceOffset: offsets[2], streetOffset: offsets[3])
            } catch {
                let expected = fault.map { KomootNavError(.invalidLayout, at: $0) }
                return error == expected ? nil : "\(error), not \(expected as Any)"
            }
            if let fault { return "is taken in spite of \(fault)" }
            let kept = [
                layout.identifierOffset, layout.arrowOffset, layout.distanceOffset,
                layout.streetOffset,
            ]
            if kept != Array(offsets.prefix(4)) { return "keeps \(kept)" }
            let instruction = NavigationInstruction(
                identifier: format == .uint32 ? 0x0102_0304 : .uuid(UUID128(high: 1, low: 2)),
                arrow: .uTurn, distanceInMeters: 0xA1B2_C3D4)
            let object = try instruction.encoded(as: layout)
            let decoded = try NavigationInstruction(decoding: object, layout: layout)
            return decoded == instruction ? nil : "decoded as \(decoded)"
        }
    }
}
