import KomootNav
import KomootNavRecording
import Testing

@Suite("Judging a device by a log")
struct CaptureJudgeTests {
    private typealias Happening = (Int64, CapturedEvent.Kind, [UInt8])
    private static let object = ReadTrackerTests.long
    private static let spliced = Array(object.prefix(22)) + ReadTrackerTests.other.suffix(12)

    /// A log, in milliseconds: what happens on connection 1.
    private func judgements(
        of happenings: [(Int64, CapturedEvent.Kind, [UInt8])], published: [[UInt8]]? = nil,
        isLogWhole: Bool = true, isInOrder: Bool = true
    ) -> [CaptureJudge.Judgement] {
        var objects = published.map { _ in PublishedObjects() }
        for object in published ?? [] { objects?.insert(ContiguousArray(object)) }
        var judge = CaptureJudge(published: objects)
        var tracker = ReadTracker()
        for (time, kind, value) in happenings {
            let event = CapturedEvent(
                kind: kind, connection: 1, time: .microseconds(time * 1000), fileOffset: 0)
            judge.take(event)
            var reads: [CapturedRead] = []
            tracker.handle(event, ContiguousArray(value).span) { reads.append($0) }
            for read in reads { judge.take(read) }
        }
        var reads: [CapturedRead] = []
        tracker.finish { reads.append($0) }
        for read in reads { judge.take(read) }
        judge.finish()
        return judge.judgements(isLogWhole: isLogWhole, isInOrder: isInOrder)
    }

    /// A read of two answers, without a check of the first.
    private func read(
        _ object: [UInt8], at time: Int64
    ) -> [(Int64, CapturedEvent.Kind, [UInt8])] {
        [0, 22].flatMap { offset -> [(Int64, CapturedEvent.Kind, [UInt8])] in
            let chunk = Array(object.dropFirst(offset).prefix(22))
            return [
                (time + Int64(offset), .requested(offset: offset), []),
                (time + Int64(offset) + 10, .chunk(offset: offset), chunk),
            ]
        }
    }

    private func verdicts(_ judgements: [CaptureJudge.Judgement]) -> [CaptureJudge.Verdict] {
        #expect(judgements.map(\.promise) == CaptureJudge.Promise.allCases)
        return judgements.map(\.verdict)
    }

    @Test(
        "A read without a check of its first chunk is unknown, until the phone says what it published"
    )
    func truth() {
        let whole = read(Self.object, at: 0)
        #expect(verdicts(judgements(of: whole)) == [.unknown, .kept, .kept])
        #expect(
            verdicts(judgements(of: whole, published: [Self.object])) == [.kept, .kept, .kept])
        let left: [Happening] = [(600, .notified, [1, 2, 3, 4])]
        let invented = judgements(
            of: read(Self.spliced, at: 0) + left, published: [Self.object])
        #expect(verdicts(invented) == [.broken, .kept, .kept])
        #expect(invented[0].evidence == "1 complete read, 1 never published")
        #expect(invented[0].first?.time == .microseconds(32_000))
        // A part of an object was not published either.
        let part = read(Array(Self.object.prefix(33)), at: 0) + left
        #expect(
            verdicts(judgements(of: part, published: [Self.object])) == [.broken, .kept, .kept])
    }

    @Test("A torn read counts against a device that leaves it, and not if it reads again at once")
    func torn() {
        let other = ReadTrackerTests.other
        let identifier = Array(other.prefix(4))
        // Replaced between its two requests by an object that has the same length and another street.
        let street = other.prefix(9) + Array("Bahnhofstr. West 10 A-Z.x".utf8)
        var torn = read(Array(Self.object.prefix(22)) + street.suffix(12), at: 0)
        torn.insert((20, .notified, identifier), at: 2)
        func found(_ pause: Int64, _ published: [[UInt8]]? = nil) -> CaptureJudge.Judgement {
            let next = read(Array(street), at: 32 + pause)
            let check: [Happening] = [(next[3].0 + 5, .requested(offset: 0), [])]
            return judgements(of: torn + next + check, published: published)[0]
        }
        for published in [nil, [Self.object, Array(street)]] {
            let again = found(0, published)
            #expect(again.verdict == .kept && again.first == nil)
            #expect(again.evidence.contains("of them read again at once"))
            #expect(found(499, published).verdict == .kept)
            let left = found(500, published)
            #expect(left.verdict == .broken)
            #expect(left.first?.time == .microseconds(32_000))
            #expect(!left.evidence.contains("again") || published == nil)
        }
        // Nobody knows what the device would have done next.
        #expect(judgements(of: torn, published: [Self.object])[0].verdict == .unknown)
        let lost = torn + [(400, .disconnected(reason: 8), [])]
        #expect(judgements(of: lost, published: [Self.object])[0].verdict == .unknown)
        let kept = torn + [(600, .disconnected(reason: 8), [])]
        #expect(judgements(of: kept, published: [Self.object])[0].verdict == .broken)
        // After one answer there is nothing to notice.
        let twice: [Happening] = [
            (0, .requested(offset: 0), []), (10, .chunk(offset: 0), [1, 2]),
            (11, .requested(offset: 0), []),
        ]
        #expect(judgements(of: twice, published: [Self.object])[0].verdict == .broken)
    }

    @Test("A device reads on within 4.5 s of an answer, whatever is notified meanwhile")
    func pauses() {
        for (pause, verdict) in [(4500, CaptureJudge.Verdict.kept), (4501, .broken)] {
            let ride =
                read(Self.object, at: 0) + [(2000, .notified, [1, 2, 3, 4])]
                + read(Self.object, at: 32 + Int64(pause))
            let found = judgements(of: ride, published: [Self.object])
            #expect(verdicts(found) == [.kept, verdict, .kept])
            #expect(found[1].evidence.contains("the longest pause was \(pause / 1000).50"))
        }
        let gone = read(Self.object, at: 0) + [(9000, .disconnected(reason: 0x13), [])]
        #expect(judgements(of: gone)[1].evidence.hasSuffix("; 1 above 4.500 s"))
        // Of a link that was lost, nobody knows what was still sent; nor how long a pause was if the clock went back.
        let lost = read(Self.object, at: 0) + [(9000, .disconnected(reason: 8), [])]
        #expect(judgements(of: lost)[1].evidence.contains("pause was 0.012 s; 0 above"))
        let back = read(Self.object, at: 9000) + read(Self.object, at: 0)
        #expect(verdicts(judgements(of: back)) == [.unknown, .kept, .kept])
        // The link's end ends a pause, and nothing is asked while the link is down.
        let again =
            read(Self.object, at: 0) + [(100, .disconnected(reason: 8), [])]
            + read(Self.object, at: 60_000)
        #expect(verdicts(judgements(of: again)) == [.unknown, .kept, .kept])
    }

    @Test("Whether a device reads on is unknown as long as no request follows an answer")
    func unmeasured() {
        let reason = "no pause from an answer to a request can be measured"
        let one = Array(read(Self.object, at: 0).prefix(2))
        for more in [
            [], [(400, .notified, [1, 2, 3, 4])], [(400, .disconnected(reason: 0x13), [])],
            [(9000, .disconnected(reason: 8), []), (9900, .requested(offset: 0), [])],
            // The clock goes back.
            [(-5, .requested(offset: 0), [])],
        ] as [[(Int64, CapturedEvent.Kind, [UInt8])]] {
            let found = judgements(of: one + more)
            #expect(found[1].verdict == .unknown)
            #expect(found[1].evidence == reason)
        }
        let none = judgements(of: Array(one.prefix(1)))
        #expect(none[1].verdict == .unknown && none[1].evidence == reason)
        // A pause that is too long is proof enough, whatever ends it.
        let long = judgements(of: one + [(5000, .notified, [1, 2, 3, 4])])
        #expect(long[1].verdict == .broken)
        // No time is a time.
        let atOnce = judgements(of: one + [(10, .requested(offset: 22), [])])
        #expect(atOnce[1].verdict == .kept)
        #expect(atOnce[1].evidence.hasPrefix("the longest pause was 0.000 s"))
        // The log ends before it is too long.
        let open = judgements(
            of: one + [(1000, .requested(offset: 22), []), (1010, .chunk(offset: 22), [])]
                + [(4000, .notified, [1, 2, 3, 4])])
        #expect(open[1].verdict == .kept)
        #expect(open[1].evidence.hasSuffix("; 0 above 4.500 s; the log ends 2.990 s into one"))
    }

    @Test("A request while another one is open breaks a promise, unless the log lacks packets")
    func requests() {
        let ride = Array(read(Self.object, at: 0).prefix(1)) + read(Self.object, at: 5)
        #expect(verdicts(judgements(of: ride)) == [.unknown, .kept, .broken])
        let cut = judgements(of: ride, isLogWhole: false)
        #expect(verdicts(cut) == [.unknown, .unknown, .unknown])
        #expect(cut[2].evidence.hasSuffix("; but the log lacks packets"))
        // What was never published remains so.
        let invented = judgements(
            of: read(Self.spliced, at: 0) + [(600, .notified, [1, 2, 3, 4])],
            published: [Self.object], isLogWhole: false)
        #expect(verdicts(invented) == [.broken, .unknown, .unknown])
    }

    @Test("Out of order, nothing is broken, and only reads of what was published are kept")
    func disorder() {
        let pause: [Happening] = [
            (9000, .requested(offset: 0), []), (9001, .requested(offset: 0), []),
        ]
        for (object, reads) in [(Self.object, CaptureJudge.Verdict.kept), (Self.spliced, .unknown)]
        {
            let ride = read(object, at: 0) + pause
            let ordered = judgements(of: ride, published: [Self.object])
            #expect(verdicts(ordered) == [reads == .kept ? .kept : .broken, .broken, .broken])
            for isLogWhole in [false, true] {
                let found = judgements(
                    of: ride, published: [Self.object], isLogWhole: isLogWhole, isInOrder: false)
                #expect(verdicts(found) == [reads, .unknown, .unknown])
                for judgement in found where judgement.verdict == .unknown {
                    #expect(
                        judgement.evidence.hasSuffix(
                            "; but the clock was set, or the records are not in order"))
                    #expect(judgement.first == nil)
                }
            }
        }
    }

    @Test("Without a request, nothing is known of a device")
    func silence() {
        #expect(verdicts(judgements(of: [])) == [.unknown, .unknown, .unknown])
        let notified: [(Int64, CapturedEvent.Kind, [UInt8])] = [(0, .notified, [1, 2, 3, 4])]
        #expect(verdicts(judgements(of: notified)) == [.unknown, .unknown, .unknown])
    }
}
