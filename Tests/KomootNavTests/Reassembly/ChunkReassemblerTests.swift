import KomootNav
import Testing

/// Tests the states and events of the table in the type's documentation.
@Suite("A chunk reassembler")
struct ChunkReassemblerTests {
    private static let chunkSize = 22

    private func chunk(_ count: Int, of number: UInt8 = 1) -> Answer {
        .chunk(ScriptedPhone.object(number, length: count))
    }

    /// A reassembler in each state.
    private func states() throws -> [(name: String, reassembler: ChunkReassembler)] {
        let idle = ChunkReassembler()
        var first = idle
        _ = first.begin()
        var next = first
        _ = try next.receive(chunk(22), at: 0)
        var confirming = next
        _ = try confirming.receive(chunk(3), at: 22)
        var complete = confirming
        _ = try complete.receive(chunk(22), at: 0)
        return [
            ("idle", idle), ("first", first), ("next", next), ("confirming", confirming),
            ("complete", complete),
        ]
    }

    @Test("A chunk reassembler waits for the offset that its state needs")
    func awaited() throws {
        #expect(try states().map(\.reassembler.awaitedOffset) == [nil, 0, 22, 0, nil])
    }

    @Test(
        "A chunk reassembler refuses an answer to a request that it did not make, and changes nothing"
    )
    func unexpectedOffset() throws {
        for (name, state) in try states() {
            for offset in [0, 1, 21, 22, 23, -1, Int.max, Int.min]
            where offset != state.awaitedOffset {
                for answer in [chunk(22), chunk(0), .error(.invalidOffset), .error(.unlikelyError)]
                {
                    var reassembler = state
                    #expect(throws: KomootNavError(.unexpectedOffset, at: offset), "\(name)") {
                        try reassembler.receive(answer, at: offset)
                    }
                    #expect(reassembler.awaitedOffset == state.awaitedOffset)
                    #expect(reassembler.lent?.bytes == state.lent?.bytes)
                    #expect(reassembler.lent?.extent == state.lent?.extent)
                    #expect(reassembler.restarts == state.restarts)
                }
            }
        }
    }

    @Test("A chunk reassembler ends the read at any other error, and lends nothing any more")
    func otherErrors() throws {
        let endings: [ATTError] = [.invalidOffset, .attributeNotLong]
        for code in UInt8.min...UInt8.max {
            let error = ATTError(rawValue: code)
            for (name, state) in try states() {
                guard let offset = state.awaitedOffset, !(name == "next" && endings.contains(error))
                else { continue }
                var reassembler = state
                #expect(throws: KomootNavError(.attError(error), at: offset)) {
                    try reassembler.receive(error, at: offset)
                }
                #expect(reassembler.awaitedOffset == nil && reassembler.lent == nil)
            }
        }
    }

    @Test("A chunk reassembler takes 0x07 and 0x0B at an offset above zero for the end")
    func endings() throws {
        for error in [ATTError.invalidOffset, .attributeNotLong] {
            var reassembler = ChunkReassembler()
            _ = reassembler.begin()
            #expect(try reassembler.receive(chunk(22), at: 0) == .partial(nextOffset: 22))
            #expect(try reassembler.receive(error, at: 22) == .read(offset: 0))
            #expect(try reassembler.receive(chunk(22), at: 0) == .complete)
            #expect(reassembler.lent?.bytes == ScriptedPhone.object(1, length: 22))
        }
    }

    @Test("A chunk reassembler takes a first chunk of less than 20 bytes for the whole object")
    func shortObjects() throws {
        for count in 0..<20 {
            var reassembler = ChunkReassembler()
            _ = reassembler.begin()
            #expect(try reassembler.receive(chunk(count), at: 0) == .complete)
            #expect(reassembler.lent?.extent == .whole)
        }
        var reassembler = ChunkReassembler()
        _ = reassembler.begin()
        #expect(try reassembler.receive(chunk(20), at: 0) == .partial(nextOffset: 20))
    }

    @Test("A chunk reassembler lends the first chunk only while it reads on")
    func partial() throws {
        var reassembler = ChunkReassembler()
        _ = reassembler.begin()
        #expect(reassembler.lent == nil)
        let object = ContiguousArray((0..<60).map { UInt8($0) })
        _ = try reassembler.receive(object.span.extracting(..<22), at: 0)
        _ = try reassembler.receive(object.span.extracting(22..<44), at: 22)
        #expect(reassembler.lent?.bytes == ContiguousArray(object[..<22]))
        _ = try reassembler.receive(object.span.extracting(44...), at: 44)
        #expect(reassembler.lent?.bytes == ContiguousArray(object[..<22]))
        #expect(reassembler.lent?.extent == .possiblyCut)
        _ = try reassembler.receive(object.span.extracting(..<22), at: 0)
        #expect(reassembler.lent?.bytes == object)
        #expect(reassembler.lent?.extent == .whole)
    }

    @Test(
        "A chunk reassembler lends only the first 20 bytes of a whole value until it is proven")
    func wholeValuePartial() throws {
        var reassembler = ChunkReassembler(radio: .wholeValues)
        _ = reassembler.begin()
        #expect(try reassembler.receive(chunk(60), at: 0) == .partial(nextOffset: 0))
        #expect(reassembler.lent?.bytes.count == 20)
        #expect(try reassembler.receive(chunk(60, of: 2), at: 0) == .partial(nextOffset: 0))
        #expect(try reassembler.receive(chunk(60, of: 2), at: 0) == .complete)
        #expect(reassembler.lent?.bytes == ScriptedPhone.object(2, length: 60))
    }

    @Test(
        "A chunk reassembler takes chunks of any size, even longer ones later, and reads on where the bytes end"
    )
    func longerChunks() throws {
        var reassembler = ChunkReassembler()
        _ = reassembler.begin()
        let object = ScriptedPhone.object(3, length: 100)
        _ = try reassembler.receive(object.span.extracting(..<20), at: 0)
        #expect(
            try reassembler.receive(object.span.extracting(20..<70), at: 20) == .read(offset: 70))
        #expect(
            try reassembler.receive(object.span.extracting(70...), at: 70) == .read(offset: 100))
        #expect(try reassembler.receive(chunk(0), at: 100) == .read(offset: 0))
        #expect(try reassembler.receive(object.span.extracting(..<20), at: 0) == .complete)
        #expect(reassembler.lent?.bytes == object)
    }

    @Test("A chunk reassembler takes an object of 512 bytes, and refuses a longer one")
    func bound() throws {
        var whole = ChunkReassembler()
        _ = whole.begin()
        #expect(try whole.receive(chunk(512), at: 0) == .complete)
        var tooLong = ChunkReassembler()
        _ = tooLong.begin()
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try tooLong.receive(chunk(513), at: 0)
        }
        #expect(tooLong.awaitedOffset == nil && tooLong.lent == nil)
        var later = ChunkReassembler()
        _ = later.begin()
        _ = try later.receive(chunk(500), at: 0)
        var reaching = later
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try later.receive(chunk(13), at: 500)
        }
        #expect(later.awaitedOffset == nil)
        #expect(try reaching.receive(chunk(12), at: 500) == .read(offset: 0))
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try reaching.receive([UInt8](repeating: 7, count: 100_000), at: 0)
        }
    }

    @Test("A chunk reassembler refuses a re-read that is too long before it counts a restart")
    func oversizedReread() throws {
        var reassembler = ChunkReassembler(maximumRestarts: 0)
        _ = reassembler.begin()
        _ = try reassembler.receive(chunk(22), at: 0)
        _ = try reassembler.receive(chunk(0), at: 22)
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try reassembler.receive(chunk(513), at: 0)
        }
        #expect(reassembler.restarts == 0)
    }

    @Test("A chunk reassembler gives the instruction that can be shown, at every step")
    func instruction() throws {
        let sent = NavigationInstruction(
            identifier: 9, arrow: .right, distanceInMeters: 40, street: "Am Neuen Garten")
        let object = try ContiguousArray(sent, as: .deployed)
        var reassembler = ChunkReassembler()
        #expect(try reassembler.instruction() == nil)
        _ = reassembler.begin()
        #expect(try reassembler.instruction() == nil)
        _ = try reassembler.receive(object[..<22], at: 0)
        #expect(try reassembler.instruction()?.street == "Am Neuen Gart")
        _ = try reassembler.receive(object[22...], at: 22)
        _ = try reassembler.receive(object[..<22], at: 0)
        #expect(try reassembler.instruction() == sent)
        #expect(throws: KomootNavError(.reservedNotZero, at: 9)) {
            try reassembler.instruction(layout: .published)
        }
    }

    @Test(
        "A chunk reassembler starts again with the new first chunk, but not more often than it may")
    func restarts() throws {
        for limit in [0, 1, 3, -5] {
            var reassembler = ChunkReassembler(maximumRestarts: limit)
            #expect(reassembler.maximumRestarts == max(limit, 0))
            _ = reassembler.begin()
            var number: UInt8 = 1
            _ = try reassembler.receive(chunk(22, of: number), at: 0)
            for restart in 1...(max(limit, 0) + 1) {
                _ = try reassembler.receive(chunk(0), at: 22)
                number = number % 7 + 1
                if restart <= max(limit, 0) {
                    #expect(
                        try reassembler.receive(chunk(22, of: number), at: 0)
                            == .partial(nextOffset: 22))
                    #expect(reassembler.restarts == restart)
                    #expect(reassembler.lent?.bytes == ScriptedPhone.object(number, length: 22))
                } else {
                    #expect(throws: KomootNavError(.restartsExhausted, at: 0)) {
                        try reassembler.receive(chunk(22, of: number), at: 0)
                    }
                    #expect(reassembler.awaitedOffset == nil && reassembler.lent == nil)
                }
            }
            #expect(reassembler.begin() == .read(offset: 0))
            #expect(reassembler.restarts == 0)
        }
    }

    @Test(
        "A chunk reassembler starts again when the first chunk is the same but longer or shorter than before"
    )
    func prefixIsNotEqual() throws {
        var reassembler = ChunkReassembler()
        _ = reassembler.begin()
        _ = try reassembler.receive(chunk(22), at: 0)
        _ = try reassembler.receive(chunk(0), at: 22)
        #expect(try reassembler.receive(chunk(21), at: 0) == .partial(nextOffset: 21))
        _ = try reassembler.receive(chunk(0), at: 21)
        #expect(try reassembler.receive(chunk(22), at: 0) == .partial(nextOffset: 22))
    }

    @Test("A chunk reassembler can be cancelled in every state")
    func cancel() throws {
        for (_, state) in try states() {
            var reassembler = state
            reassembler.cancel()
            #expect(reassembler.awaitedOffset == nil && reassembler.lent == nil)
            #expect(reassembler.begin() == .read(offset: 0))
        }
    }
}
