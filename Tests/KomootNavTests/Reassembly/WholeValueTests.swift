import KomootNav
import Testing

/// Tests the table in the type's documentation, for a radio that reads whole values.
@Suite("A chunk reassembler of whole values")
struct WholeValueTests {
    private func value(_ number: UInt8, _ length: Int = 60) -> Answer {
        .chunk(ScriptedPhone.object(number, length: length))
    }

    /// A reassembler in each state that a radio of whole values can reach.
    private func states() throws -> [ChunkReassembler] {
        var idle = ChunkReassembler(radio: .wholeValues)
        idle.mtu = 185
        var first = idle
        _ = first.begin()
        var confirming = first
        _ = try confirming.receive(value(1), at: 0)
        var complete = confirming
        _ = try complete.receive(value(1), at: 0)
        return [idle, first, confirming, complete]
    }

    @Test("A chunk reassembler of whole values only ever waits for the value from its start")
    func awaited() throws {
        #expect(try states().map(\.awaitedOffset) == [nil, 0, 0, nil])
        #expect(try states().map { $0.lent?.bytes.count } == [nil, nil, 20, 60])
        #expect(try states().map { $0.lent?.extent } == [nil, nil, .possiblyCut, .whole])
    }

    @Test(
        "A chunk reassembler of whole values refuses answers that it did not ask for, and changes nothing"
    )
    func unexpectedOffset() throws {
        for state in try states() {
            for offset in [0, 1, 20, 60, -1, Int.min, Int.max] where offset != state.awaitedOffset {
                for answer in [value(1), value(2), .error(.invalidOffset)] {
                    var reassembler = state
                    #expect(throws: KomootNavError(.unexpectedOffset, at: offset)) {
                        try reassembler.receive(answer, at: offset)
                    }
                    #expect(reassembler.awaitedOffset == state.awaitedOffset)
                    #expect(reassembler.lent?.bytes == state.lent?.bytes)
                    #expect(reassembler.lent?.extent == state.lent?.extent)
                }
            }
        }
    }

    @Test(
        "A chunk reassembler of whole values ends at every error, because no error at offset 0 ends an object"
    )
    func errors() throws {
        for state in try states() where state.awaitedOffset != nil {
            for error in [ATTError.invalidOffset, .attributeNotLong, .attributeNotFound] {
                var reassembler = state
                #expect(throws: KomootNavError(.attError(error), at: 0)) {
                    try reassembler.receive(error, at: 0)
                }
                #expect(reassembler.awaitedOffset == nil && reassembler.lent == nil)
            }
        }
    }

    @Test(
        "A chunk reassembler of whole values takes two equal values of any length for the object, but not a single one"
    )
    func equalValues() throws {
        for length in [0, 1, 9, 19, 20, 21, 511, 512] {
            var reassembler = ChunkReassembler(radio: .wholeValues)
            _ = reassembler.begin()
            #expect(try reassembler.receive(value(1, length), at: 0) == .partial(nextOffset: 0))
            #expect(reassembler.lent?.bytes == ScriptedPhone.object(1, length: min(length, 20)))
            #expect(try reassembler.receive(value(1, length), at: 0) == .complete)
            #expect(reassembler.lent?.bytes == ScriptedPhone.object(1, length: length))
        }
    }

    /// How many bytes a value may have and be whole, and how many not.
    private struct Lengths {
        let mtu: Int?
        let whole: [Int]
        let possiblyCut: [Int]
    }

    private static let lengthsWithWholeValues = [
        Lengths(mtu: 23, whole: [0, 19, 21, 22, 182, 511, 512], possiblyCut: [20]),
        Lengths(mtu: 25, whole: [0, 19, 21, 23, 24, 511, 512], possiblyCut: [20, 22]),
        Lengths(
            mtu: 185, whole: [0, 19, 21, 181, 183, 184, 185, 511, 512], possiblyCut: [20, 22, 182]),
        Lengths(mtu: 517, whole: [0, 19, 21, 511, 512], possiblyCut: [20, 22]),
    ]

    /// The MTU may have grown.
    private static let lengthsWithOneCallback = [
        Lengths(mtu: 23, whole: [0, 19, 512], possiblyCut: [20, 21, 22, 60, 182, 511]),
        Lengths(mtu: 25, whole: [0, 19, 21, 512], possiblyCut: [20, 22, 23, 24, 60, 511]),
        Lengths(
            mtu: 185, whole: [0, 19, 21, 23, 181, 512],
            possiblyCut: [20, 22, 182, 183, 184, 185, 511]),
        Lengths(mtu: 517, whole: [0, 19, 21, 23, 511, 512], possiblyCut: [20, 22]),
        Lengths(mtu: 514, whole: [0, 19, 21, 23, 510, 512], possiblyCut: [20, 22, 511]),
    ]

    @Test(
        "A chunk reassembler of whole values says that a value is whole only if no first chunk of a phone can be so long",
        arguments: [ChunkReassembler.Radio.wholeValues, .oneCallback])
    func extents(_ radio: ChunkReassembler.Radio) throws {
        let known =
            radio == .wholeValues ? Self.lengthsWithWholeValues : Self.lengthsWithOneCallback
        // An MTU below 23 is none.
        let unknown = [nil, 22, 0, -1].map {
            Lengths(mtu: $0, whole: [0, 19, 512], possiblyCut: [20, 21, 60, 182, 511])
        }
        for lengths in known + unknown {
            for length in lengths.whole + lengths.possiblyCut {
                var reassembler = ChunkReassembler(radio: radio)
                reassembler.mtu = lengths.mtu
                _ = reassembler.begin()
                _ = try reassembler.receive(value(1, length), at: 0)
                #expect(try reassembler.receive(value(1, length), at: 0) == .complete)
                let expected: ObjectExtent =
                    lengths.whole.contains(length) ? .whole : .possiblyCut
                #expect(
                    reassembler.lent?.extent == expected,
                    "\(length) bytes at \(lengths.mtu as Any)")
                #expect(reassembler.lent?.bytes == ScriptedPhone.object(1, length: length))
            }
        }
    }

    @Test("A chunk reassembler of whole values knows no MTU below 23, and none above 65,535")
    func mtuBounds() {
        var reassembler = ChunkReassembler(radio: .wholeValues)
        #expect(reassembler.mtu == nil)
        let cases: [(told: Int?, known: Int?)] = [
            (23, 23), (22, nil), (517, 517), (0, nil), (65_535, 65_535), (65_536, 65_535),
            (nil, nil), (Int.max, 65_535), (Int.min, nil),
        ]
        for (told, known) in cases {
            reassembler.mtu = told
            #expect(reassembler.mtu == known)
        }
    }

    /// Reads an object twice.
    ///
    /// - Returns: what the reassembler says of it.
    private func read(
        _ length: Int, _ reassembler: inout ChunkReassembler
    ) throws -> ObjectExtent? {
        _ = reassembler.begin()
        _ = try reassembler.receive(value(1, length), at: 0)
        _ = try reassembler.receive(value(1, length), at: 0)
        return reassembler.lent?.extent
    }

    @Test(
        "A chunk reassembler of whole values takes a value that is shorter than an earlier one for whole if it is told the MTU, or trusts chunk sizes"
    )
    func shorterThanEarlier() throws {
        for radio in [ChunkReassembler.Radio.wholeValues, .oneCallback] {
            for trusts in [true, false] {
                for mtu in [nil, 23, 24, 185] {
                    for length in [20, 21, 22, 182, 183, 184, 300] {
                        var reassembler = ChunkReassembler(radio: radio, trustsChunkSize: trusts)
                        reassembler.mtu = mtu
                        _ = try read(length + 1, &reassembler)
                        // Chunks of 22 bytes fill a response at MTU 23, but not when that has grown.
                        let isDoubtful =
                            mtu == nil || length == 22 && mtu == 23 && radio == .oneCallback
                        let expected: ObjectExtent = trusts || !isDoubtful ? .whole : .possiblyCut
                        #expect(
                            try read(length, &reassembler) == expected,
                            "\(length) bytes at \(mtu as Any), \(radio)")
                    }
                }
            }
        }
    }

    @Test(
        "A chunk reassembler of whole values forgets earlier values with the link, and when the MTU changes"
    )
    func forgetsEarlierValues() throws {
        for radio in [ChunkReassembler.Radio.wholeValues, .oneCallback] {
            for forget: (inout ChunkReassembler) -> Void in [
                { $0.forgetChunkSize() }, { $0.mtu = 186 }, { $0.mtu = 184 },
                {
                    $0.mtu = nil
                    $0.mtu = 185
                },
            ] {
                var reassembler = ChunkReassembler(radio: radio)
                reassembler.mtu = 185
                _ = try read(60, &reassembler)
                reassembler.mtu = 185
                #expect(try read(22, &reassembler) == .whole)
                forget(&reassembler)
                #expect(try read(22, &reassembler) == .possiblyCut)
            }
        }
    }

    @Test(
        "A chunk reassembler of whole values gives a partial instruction from the bytes that surely are one response"
    )
    func partialInstruction() throws {
        let sent = NavigationInstruction(
            identifier: 9, arrow: .right, distanceInMeters: 40, street: "Am Neuen Garten")
        var reassembler = ChunkReassembler(radio: .wholeValues)
        let object = try sent.encoded(as: .published)
        _ = reassembler.begin()
        _ = try reassembler.receive(object, at: 0)
        var partial = sent
        partial.street = ""
        #expect(try reassembler.instruction() == partial)
        _ = try reassembler.receive(object, at: 0)
        #expect(try reassembler.instruction() == sent)
    }

    @Test(
        "A chunk reassembler of whole values does not treat two values as equal if one is the beginning of the other"
    )
    func prefixes() throws {
        var reassembler = ChunkReassembler(radio: .wholeValues)
        _ = reassembler.begin()
        for length in [60, 59, 60, 61, 0, 60] {
            #expect(try reassembler.receive(value(1, length), at: 0) == .partial(nextOffset: 0))
        }
        #expect(reassembler.restarts == 5)
    }

    @Test(
        "A chunk reassembler of whole values refuses a value of more than 512 bytes, the first time or later"
    )
    func oversized() throws {
        for state in try states() where state.awaitedOffset != nil {
            var reassembler = state
            #expect(throws: KomootNavError(.oversized, at: 512)) {
                try reassembler.receive(value(1, 513), at: 0)
            }
            #expect(reassembler.awaitedOffset == nil && reassembler.lent == nil)
        }
    }
}
