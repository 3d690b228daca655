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

    @Test("Refused bytes are truncated if the layout needs more of them")
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

    @Test(
        "Refused bytes that may be cut need only identifier, arrow and distance, from 20 bytes up")
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

    @Test("Refused bytes are oversized from 513 up, even in an array of any length")
    func oversized() throws {
        try decode(512, nil)
        for count in [513, 514, 100_000] {
            #expect(throws: KomootNavError(.oversized, at: 512)) { try decode(count, nil) }
            #expect(throws: KomootNavError(.oversized, at: 512)) {
                try NavigationInstruction(decoding: [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("Refused bytes are reported at the first reserved byte that is not zero")
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

    @Test("Refused bytes that may be cut are checked for the reserved bytes that are there")
    func reservedInCutObjects() throws {
        var object = ContiguousArray<UInt8>(repeating: 0, count: 21)
        object[20] = 1
        #expect(throws: KomootNavError(.reservedNotZero, at: 20)) {
            try NavigationInstruction(
                decoding: object.span, layout: .published, extent: .possiblyCut)
        }
        let cut = ContiguousArray(object[..<20])
        let view = try NavigationInstructionView(
            decoding: cut.span, layout: .published, extent: .possiblyCut)
        #expect(view.street.isEmpty && view.extent == .possiblyCut)
        object[19] = 1
        #expect(throws: KomootNavError(.reservedNotZero, at: 19)) {
            try NavigationInstruction(
                decoding: object.span.extracting(..<20), layout: .published, extent: .possiblyCut)
        }
    }

    @Test(
        "Refused bytes are refused for being too long first, then too short, then for reserved bytes"
    )
    func order() {
        func decode(_ count: Int, _ layout: InstructionLayout?) throws {
            let bytes = ContiguousArray<UInt8>(repeating: 1, count: count)
            _ = try NavigationInstruction(decoding: bytes.span, layout: layout)
        }
        #expect(throws: KomootNavError(.oversized, at: 512)) { try decode(513, .published) }
        #expect(throws: KomootNavError(.truncated, at: 20)) { try decode(20, .published) }
        #expect(throws: KomootNavError(.reservedNotZero, at: 9)) { try decode(21, .published) }
    }

    @Test("Refused bytes that are fewer than 20 count as whole, whatever the caller says")
    func extent() throws {
        for count in 9...40 {
            let bytes = ContiguousArray<UInt8>(repeating: 1, count: count)
            let whole = try NavigationInstructionView(decoding: bytes.span)
            #expect(whole.extent == .whole)
            let cut = try NavigationInstructionView(decoding: bytes.span, extent: .possiblyCut)
            #expect(cut.extent == (count < 20 ? .whole : .possiblyCut))
        }
    }

    @Test("Refused bytes describe themselves")
    func descriptions() {
        #expect(KomootNavError(.truncated, at: 7).description == "truncated at byte 7")
        #expect(
            KomootNavError(.attError(.attributeNotFound), at: 0).description
                == "attError 0x0A at byte 0")
        let codes: [(KomootNavError.Code, String)] = [
            (.truncated, "truncated"), (.oversized, "oversized"),
            (.malformedNotification, "malformedNotification"), (.invalidUTF8, "invalidUTF8"),
            (.reservedNotZero, "reservedNotZero"), (.unexpectedOffset, "unexpectedOffset"),
            (.attError(.unlikelyError), "attError"), (.restartsExhausted, "restartsExhausted"),
            (.identifierMismatch, "identifierMismatch"), (.bufferTooSmall, "bufferTooSmall"),
            (.invalidLayout, "invalidLayout"),
        ]
        for (code, name) in codes { #expect(code.name == name) }
    }
}

@Suite("Refused instructions")
struct EncodingErrorTests {
    private let instruction = NavigationInstruction(
        identifier: 7, arrow: .left, distanceInMeters: 100, street: "Straße")

    @Test("Refused instructions can have an identifier of the wrong width")
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

    @Test("Refused instructions can have a street that does not fit; one that just fits is written")
    func oversized() throws {
        for layout in [InstructionLayout.published, .deployed] {
            var long = instruction
            long.street = Street(String(repeating: "x", count: 512 - layout.streetOffset))
            #expect(try long.encoded(as: layout).count == 512)
            long.street = Street(String(repeating: "x", count: 513 - layout.streetOffset))
            #expect(throws: KomootNavError(.oversized, at: 512)) { try long.encoded(as: layout) }
        }
    }

    /// Fails to encode into a buffer, which must not change.
    private func expect(
        _ error: KomootNavError, _ instruction: NavigationInstruction, as layout: InstructionLayout,
        bufferSize: Int
    ) {
        var buffer = ContiguousArray<UInt8>(repeating: 0xEE, count: bufferSize)
        #expect(throws: error) {
            var span = buffer.mutableSpan
            _ = try instruction.encode(as: layout, into: &span)
        }
        #expect(buffer == ContiguousArray(repeating: 0xEE, count: bufferSize))
    }

    @Test(
        "Refused instructions do not change a buffer that is too small",
        arguments: InstructionLayout.known)
    func buffer(_ layout: InstructionLayout) throws {
        var instruction = instruction
        if layout == .legacy { instruction.identifier = .uuid(UUID128(high: 1, low: 2)) }
        let count = try instruction.encodedByteCount(as: layout)
        for size in 0..<count {
            expect(
                KomootNavError(.bufferTooSmall, at: size), instruction, as: layout, bufferSize: size
            )
        }
        var exact = ContiguousArray<UInt8>(repeating: 0xEE, count: count)
        var span = exact.mutableSpan
        #expect(try instruction.encode(as: layout, into: &span) == count)
        #expect(try exact.elementsEqual(instruction.encoded(as: layout)))
    }

    @Test("Refused instructions do not change a buffer that is large enough")
    func largeBuffer() throws {
        expect(
            KomootNavError(.identifierMismatch, at: 0), instruction, as: .legacy, bufferSize: 600)
        var long = instruction
        long.street = Street(String(repeating: "x", count: 504))
        expect(KomootNavError(.oversized, at: 512), long, as: .deployed, bufferSize: 600)
        // If there are two faults, the error names the identifier's.
        expect(KomootNavError(.identifierMismatch, at: 0), long, as: .legacy, bufferSize: 0)
        let layout = try InstructionLayout(
            identifierFormat: .uuid, identifierOffset: 6, arrowOffset: 0, distanceOffset: 1,
            streetOffset: 22)
        expect(
            KomootNavError(.identifierMismatch, at: 6), instruction, as: layout, bufferSize: 600)
    }
}
