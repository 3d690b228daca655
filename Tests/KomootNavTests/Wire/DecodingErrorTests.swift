import KomootNav
import Testing

@Suite("Refused bytes")
struct DecodingErrorTests {
    private func decode(
        _ count: Int, _ layout: InstructionLayout?, _ extent: ObjectExtent = .whole
    ) throws {
        _ = try NavigationInstruction(
            decoding: ContiguousArray<UInt8>(repeating: 0, count: count).span, layout: layout,
            extent: extent)
    }

    @Test("are truncated where the layout needs more of them")
    func truncated() throws {
        let shortest: [(InstructionLayout, Int)] = [
            (.deployed, 9), (.published, 21), (.legacy, 21),
        ]
        for (layout, needed) in shortest {
            for count in 0..<needed {
                #expect(throws: KomootNavError(.truncated, at: count)) { try decode(count, layout) }
            }
            try decode(needed, layout)
        }
    }

    @Test("that may be cut need identifier, arrow and distance only, from 20 bytes on")
    func cut() throws {
        for count in 9..<20 {
            #expect(throws: KomootNavError(.truncated, at: count)) {
                try decode(count, .published, .possiblyCut)
            }
        }
        try decode(20, .published, .possiblyCut)
        #expect(throws: KomootNavError(.truncated, at: 20)) {
            try decode(20, .legacy, .possiblyCut)
        }
        try decode(21, .legacy, .possiblyCut)
    }

    @Test("are oversized from 513 on, in an array of any length too")
    func oversized() throws {
        try decode(512, nil)
        for count in [513, 514, 100_000] {
            #expect(throws: KomootNavError(.oversized, at: 512)) { try decode(count, nil) }
            #expect(throws: KomootNavError(.oversized, at: 512)) {
                try NavigationInstruction(decoding: [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("have the first reserved byte that is not zero")
    func reserved() {
        for position in 9...20 {
            var object = ContiguousArray<UInt8>(repeating: 0, count: 24)
            object[position] = 1
            object[20] = 1
            #expect(throws: KomootNavError(.reservedNotZero, at: position)) {
                try NavigationInstruction(decoding: object.span, layout: .published)
            }
        }
    }

    @Test("describe themselves")
    func descriptions() {
        #expect(KomootNavError(.truncated, at: 7).description == "truncated at byte 7")
        #expect(
            KomootNavError(.attError(.attributeNotFound), at: 0).description
                == "attError 0x0A at byte 0")
    }
}

@Suite("Refused instructions")
struct EncodingErrorTests {
    private let instruction = NavigationInstruction(
        identifier: 7, arrow: .left, distanceInMeters: 100, street: "Straße")

    @Test("have an identifier of the wrong width")
    func identifier() {
        let uuid = NavigationInstruction(
            identifier: .uuid(UUID128(high: 0, low: 0)), arrow: .left, distanceInMeters: 1)
        #expect(throws: KomootNavError(.identifierMismatch, at: 0)) {
            try instruction.encoded(as: .legacy)
        }
        #expect(throws: KomootNavError(.identifierMismatch, at: 0)) {
            try uuid.encoded(as: .deployed)
        }
    }

    @Test("have a street that does not fit; one that just fits is written")
    func oversized() throws {
        for layout in [InstructionLayout.published, .deployed] {
            var long = instruction
            long.street = Street(String(repeating: "x", count: 512 - layout.streetOffset))
            #expect(try long.encoded(as: layout).count == 512)
            long.street = Street(String(repeating: "x", count: 513 - layout.streetOffset))
            #expect(throws: KomootNavError(.oversized, at: 512)) { try long.encoded(as: layout) }
        }
    }

    @Test("leave a buffer that is too small as it was")
    func buffer() throws {
        let count = try instruction.encodedByteCount(as: .deployed)
        for size in 0..<count {
            var buffer = ContiguousArray<UInt8>(repeating: 0xEE, count: size)
            #expect(throws: KomootNavError(.bufferTooSmall, at: size)) {
                var span = buffer.mutableSpan
                _ = try instruction.encode(as: .deployed, into: &span)
            }
            #expect(buffer.allSatisfy { $0 == 0xEE })
        }
    }
}
