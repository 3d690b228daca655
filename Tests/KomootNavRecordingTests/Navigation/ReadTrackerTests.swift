import KomootNav
import KomootNavRecording
import Testing

@Suite("A captured read")
struct ReadTrackerTests {
    /// An object of 34 bytes, and one of 24.
    static let long: [UInt8] =
        [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array("Große Weinmeisterstraße".utf8)
    static let other: [UInt8] =
        [0x12, 0x34, 0x56, 0x78, 8, 40, 0, 0, 0] + Array("Am Neuen Garten".utf8)

    /// Events, each 30 ms after the one before.
    private func reads(
        _ happenings: [(CapturedEvent.Kind, [UInt8])], pauses: [Int: Int64] = [:]
    ) -> [CapturedRead] {
        var tracker = ReadTracker()
        var reads: [CapturedRead] = []
        var time: Int64 = 1_700_000_000_000_000
        for (index, (kind, value)) in happenings.enumerated() {
            time += pauses[index] ?? 30_000
            let event = CapturedEvent(
                kind: kind, connection: 1, time: .microseconds(time), fileOffset: 0)
            tracker.handle(event, ContiguousArray(value).span) { reads.append($0) }
        }
        tracker.finish { reads.append($0) }
        return reads
    }

    private func chunk(_ object: [UInt8], at offset: Int) -> [(CapturedEvent.Kind, [UInt8])] {
        [
            (.requested(offset: offset), []),
            (.chunk(offset: offset), Array(object.dropFirst(offset).prefix(22))),
        ]
    }

    @Test(
        "A captured read is proven when its first chunk is read again, which does not count as a read"
    )
    func proven() {
        let found = reads(
            chunk(Self.long, at: 0) + chunk(Self.long, at: 22) + chunk(Self.long, at: 0)
                + [(.disconnected(reason: 0x13), [])])
        #expect(found.map(\.outcome) == [.complete])
        #expect(found.map(\.integrity) == [.proven])
        #expect(found.map { Array($0.bytes) } == [Self.long])
        #expect(found.map(\.answerCount) == [2])
    }

    @Test("A captured read of one answer needs no proof")
    func short() {
        let found = reads(chunk(Array(Self.other.prefix(15)), at: 0))
        #expect(found.map(\.integrity) == [.proven])
    }

    @Test(
        "A captured read of one answer is not proven if phones fill answers so far, and nobody asked for more"
    )
    func perhapsCut() {
        func end(afterAnswerOf count: Int) -> [CapturedRead.Integrity] {
            let object = Array(repeating: UInt8(7), count: 200)
            return reads([
                (.mtuAgreed(50), []), (.requested(offset: 0), []),
                (.chunk(offset: 0), Array(object.prefix(count))), (.disconnected(reason: 8), []),
            ]).map(\.integrity)
        }
        for count in [20, 47] { #expect(end(afterAnswerOf: count) == [.unproven]) }
        for count in [19, 21, 46, 48] { #expect(end(afterAnswerOf: count) == [.proven]) }
    }

    /// Reads that the device ended after an answer of so many bytes, each of another object.
    private func answers(_ counts: [Int]) -> [(CapturedEvent.Kind, [UInt8])] {
        counts.enumerated().flatMap { number, count -> [(CapturedEvent.Kind, [UInt8])] in
            let object = [UInt8](repeating: UInt8(number), count: count)
            return [(.requested(offset: 0), []), (.chunk(offset: 0), object)]
        }
    }

    @Test(
        "A captured read of one answer is complete but not proven once an answer is too long for the MTU"
    )
    func unknownMTU() {
        let counts = [19, 36, 20, 21, 22, 40, 19]
        let proofs: [CapturedRead.Integrity] = [
            .proven, .unproven, .unproven, .unproven, .unproven, .unproven, .proven,
        ]
        for mtu in [23, 30] {
            let found = reads([(.mtuAgreed(mtu), [])] + answers(counts))
            #expect(found.map(\.outcome) == counts.map { _ in .complete })
            #expect(found.map(\.integrity) == proofs)
        }
        // An empty answer after it may be of another object.
        let ended = reads(
            answers([36]) + [(.requested(offset: 36), []), (.chunk(offset: 36), [])])
        #expect(ended.map(\.outcome) == [.complete])
        #expect(ended.map(\.integrity) == [.unproven])
        // From the agreement on it is known again.
        let agreed = reads(answers([36, 19]) + [(.mtuAgreed(50), [])] + answers([36, 49]))
        #expect(agreed.map(\.outcome) == [.complete, .complete, .complete, .unfinished])
        #expect(agreed.map(\.integrity) == [.unproven, .proven, .proven, .unproven])
    }

    @Test(
        "A captured read of one answer is unfinished if the device asked for more after one of that length"
    )
    func unknownMTUAndFullAnswers() {
        let object = [UInt8](repeating: 7, count: 60)
        let long: [(CapturedEvent.Kind, [UInt8])] = [
            (.requested(offset: 0), []), (.chunk(offset: 0), Array(object.prefix(49))),
            (.requested(offset: 49), []), (.chunk(offset: 49), Array(object.dropFirst(49))),
        ]
        let found = reads(long + answers([48, 49]))
        #expect(found.map(\.outcome) == [.complete, .complete, .unfinished])
        #expect(found.map(\.integrity) == [.unproven, .unproven, .unproven])
    }

    @Test("A captured read that may be cut does not tell that another one is torn")
    func unknownMTUAndTorn() {
        let begun = Array(Self.long.prefix(30))
        let happenings: [(CapturedEvent.Kind, [UInt8])] = [
            (.requested(offset: 0), []), (.chunk(offset: 0), begun),
            (.notified, [9, 9, 9, 9]), (.requested(offset: 30), []),
            (.chunk(offset: 30), Array(Self.long.dropFirst(30))),
            (.requested(offset: 0), []), (.chunk(offset: 0), Array(begun.prefix(29))),
        ]
        let found = reads(happenings, pauses: [5: 4_000_000])
        #expect(found.map(\.outcome) == [.complete, .complete])
        #expect(found.map(\.integrity) == [.unproven, .unproven])
    }

    @Test("A captured read of one answer is not torn, even if another object is notified after it")
    func shortAndSuperseded() {
        let answered = chunk(Array(Self.long.prefix(21)), at: 0)
        let superseded = answered + [(.notified, Array(Self.other.prefix(4)))]
        #expect(reads(superseded).map(\.integrity) == [.proven])
    }

    /// Reads of objects that fit into one answer, each with an ending of its own. The phone replaces each
    /// object during the read.
    private func readsOfOneAnswer(_ counts: [Int], mtu: Int) -> [CapturedRead] {
        var happenings: [(CapturedEvent.Kind, [UInt8])] = [(.mtuAgreed(mtu), [])]
        for (number, count) in counts.enumerated() {
            let identifier = [UInt8](repeating: UInt8(number), count: 4)
            happenings += [
                (.requested(offset: 0), []),
                (.chunk(offset: 0), identifier + [UInt8](repeating: 0x41, count: count - 4)),
                (.notified, [UInt8](repeating: UInt8(number + 1), count: 4)),
                (.requested(offset: count), []), (.chunk(offset: count), []),
            ]
        }
        return reads(happenings)
    }

    @Test(
        "A captured read of one answer with room for more, and an empty one, is proven, and not torn"
    )
    func oneAnswerAndAnEmptyOne() {
        let short = [49, 45, 181]
        #expect(
            readsOfOneAnswer(short, mtu: 185).map(\.integrity) == short.map { _ in .proven })
        // These may be full, or the MTU is not known: the rest of the object may have been replaced.
        let full = [20, 182, 184, 200]
        #expect(
            readsOfOneAnswer(full, mtu: 185).map(\.integrity) == full.map { _ in .unproven })
    }

    @Test("A captured read is not torn because the next object is shorter than it")
    func shorter() {
        let found = readsOfOneAnswer([184, 182, 20, 40], mtu: 185)
        #expect(found.map(\.integrity) == [.unproven, .unproven, .unproven, .proven])
    }

    @Test(
        "A captured read that the device did not check is unproven, even if something else is read much later"
    )
    func unproven() {
        let once = chunk(Self.long, at: 0) + chunk(Self.long, at: 22)
        #expect(reads(once).map(\.integrity) == [.unproven])
        let later = reads(once + chunk(Self.other, at: 0), pauses: [4: 4_000_000])
        #expect(later.map(\.integrity) == [.unproven, .unproven])
        #expect(later.map(\.outcome) == [.complete, .unfinished])
    }

    /// A read of one object, during which another one is notified, and whose second chunk is of a third one.
    private func replaced(
        _ one: [UInt8], by other: [UInt8], ending end: [UInt8]
    ) -> [(CapturedEvent.Kind, [UInt8])] {
        var happenings = chunk(one, at: 0) + chunk(end, at: 22)
        happenings.insert((.notified, Array(other.prefix(4))), at: 2)
        return happenings
    }

    private func whole(_ object: [UInt8]) -> [(CapturedEvent.Kind, [UInt8])] {
        chunk(object, at: 0) + chunk(object, at: 22)
    }

    @Test("A captured read is torn if it ends as the object does that replaced its own")
    func torn() {
        let spliced = replaced(Self.long, by: Self.other, ending: Self.other)
        let later = reads(spliced + whole(Self.other), pauses: [5: 4_000_000])
        #expect(later.map(\.integrity) == [.torn, .unproven])
        // Nothing shows what the other object is.
        #expect(reads(spliced).map(\.integrity) == [.unproven])
        let refused: [(CapturedEvent.Kind, [UInt8])] = [
            (.requested(offset: 0), []), (.failed(offset: 0, .attributeNotFound), []),
        ]
        #expect(reads(spliced + refused).map(\.integrity) == [.unproven, .unproven])
        #expect(
            reads(spliced + refused).map(\.outcome)
                == [.complete, .refused(.attributeNotFound)])
        // Clause 8.7, "Half": the other object ends where the first chunk does.
        let half = Array(Self.other.prefix(9)) + Array("Am Lustgarten".utf8)
        #expect(half.count == 22)
        for end in [CapturedEvent.Kind.chunk(offset: 22), .failed(offset: 22, .invalidOffset)] {
            let ending: [(CapturedEvent.Kind, [UInt8])] = [(.requested(offset: 22), []), (end, [])]
            let found = reads(
                chunk(Self.long, at: 0) + [(.notified, Array(half.prefix(4)))] + ending
                    + chunk(half, at: 0) + ending)
            #expect(found.map(\.integrity) == [.torn, .unproven])
        }
        // It is not torn by itself.
        var itself = chunk(Self.long, at: 0) + chunk(Self.other, at: 22)
        itself.insert((.notified, Array(Self.long.prefix(4))), at: 2)
        let other = reads(itself + whole(Self.other), pauses: [5: 4_000_000])
        #expect(other.map(\.integrity) == [.unproven, .unproven])
    }

    @Test(
        "A captured read is not torn if the phone answered all of it from the object that was replaced"
    )
    func snapshot() {
        let kept = replaced(Self.long, by: Self.other, ending: Self.long)
        let later = reads(kept + whole(Self.other), pauses: [5: 4_000_000])
        #expect(later.map(\.integrity) == [.unproven, .unproven])
        // The second look comes too late for the object that was read.
        let checked = reads(whole(Self.long) + whole(Self.other))
        #expect(checked.map(\.integrity) == [.unproven, .unproven])
        #expect(checked.map { Array($0.bytes) } == [Self.long, Self.other])
    }

    @Test("A captured read is not torn if the object that replaced its own has the same street")
    func sameStreet() {
        let nearer: [UInt8] = [9, 9, 9, 9, 5, 200, 0, 0, 0] + Self.long.dropFirst(9)
        let found = reads(
            replaced(Self.long, by: nearer, ending: nearer) + whole(nearer),
            pauses: [5: 4_000_000])
        #expect(found.map(\.integrity) == [.unproven, .unproven])
        #expect(found.map { Array($0.bytes) } == [Self.long, nearer])
    }

    @Test(
        "A captured read is torn if its own object was read whole before or after, with other bytes"
    )
    func known() {
        let spliced = replaced(Self.long, by: [7, 7, 7, 7], ending: Self.other)
        let before = reads(whole(Self.long) + spliced, pauses: [4: 4_000_000])
        #expect(before.map(\.integrity) == [.unproven, .torn])
        let after = reads(spliced + whole(Self.long), pauses: [5: 4_000_000])
        #expect(after.map(\.integrity) == [.torn, .unproven])
        let same = replaced(Self.long, by: [7, 7, 7, 7], ending: Self.long)
        let again = reads(whole(Self.long) + same, pauses: [4: 4_000_000])
        #expect(again.map(\.integrity) == [.unproven, .unproven])
    }

    @Test(
        "A captured read is torn if a second look at once differs, and shows where its end comes from"
    )
    func secondLook() {
        let halves = chunk(Self.long, at: 0) + chunk(Self.other, at: 22)
        let next = reads(halves + whole(Self.other))
        #expect(next.map(\.integrity) == [.torn, .unproven])
        #expect(
            next.map { Array($0.bytes) } == [
                Array(Self.long.prefix(22)) + [0x65, 0x6E], Self.other,
            ])
    }

    @Test("A captured read ends with an error after its last byte, and is refused by any other")
    func errors() {
        let full = Array(Self.long.prefix(22))
        for error in [ATTError.invalidOffset, .attributeNotLong] {
            let found = reads(
                chunk(full, at: 0)
                    + [(.requested(offset: 22), []), (.failed(offset: 22, error), [])])
            #expect(found.map(\.outcome) == [.complete])
            #expect(found.map { Array($0.bytes) } == [full])
        }
        let refused = reads([
            (.requested(offset: 0), []), (.failed(offset: 0, .attributeNotFound), []),
        ])
        #expect(refused.map(\.outcome) == [.refused(.attributeNotFound)])
    }

    @Test("A captured read that is given up is unfinished")
    func unfinished() {
        let begun = chunk(Self.long, at: 0)
        #expect(reads(begun).map(\.outcome) == [.unfinished])
        #expect(reads(begun + [(.disconnected(reason: 8), [])]).map(\.outcome) == [.unfinished])
        let gap = reads(begun + [(.requested(offset: 30), []), (.chunk(offset: 30), [0x65])])
        #expect(gap.map(\.outcome) == [.unfinished], "bytes 22 to 29 were never read")
    }

    @Test("A captured read never holds more than an attribute can")
    func bounded() {
        let endless = (0..<100).flatMap { chunk(Array(repeating: 7, count: 4000), at: $0 * 22) }
        let found = reads(endless)
        #expect(found.allSatisfy { $0.bytes.count <= ATT.maximumValueLength })
    }
}
