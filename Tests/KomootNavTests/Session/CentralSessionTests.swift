import KomootNav
import Testing

/// What the simulator can't see from outside, or rarely meets. The rules themselves are checked by
/// campaigns.
@Suite("A central session")
struct CentralSessionTests {
    private typealias Effect = CentralSession.Effect

    private let object = ContiguousArray<UInt8>([7, 0, 0, 0, 5, 40, 0, 0, 0] + Array("Weg".utf8))

    private func effects(
        _ session: inout CentralSession, _ event: CentralSession.Event, at milliseconds: UInt64
    ) -> [CentralSession.Effect] {
        session.handle(event, at: SessionTime(milliseconds: milliseconds))
        var effects: [CentralSession.Effect] = []
        while let effect = session.nextEffect() { effects.append(effect) }
        return effects
    }

    /// A session whose first read, with ticket 3, goes out at 100 ms.
    private func readingSession(
        radio: ChunkReassembler.Radio = .offsetReads, hasCCCD: Bool = false
    ) -> CentralSession {
        var session = CentralSession(CentralSession.Configuration(radio: radio))
        _ = effects(&session, .start, at: 0)
        _ = effects(&session, .found(CentralSession.Peer(rawValue: 9)), at: 10)
        _ = effects(&session, .connected(link: Ticket(rawValue: 1), mtu: 23), at: 20)
        let found = CentralSession.Event.discovered(Ticket(rawValue: 2), hasCCCD: hasCCCD)
        _ = effects(&session, found, at: hasCCCD ? 50 : 100)
        if hasCCCD { _ = effects(&session, .subscribed(Ticket(rawValue: 3)), at: 100) }
        return session
    }

    @Test("delivers an object of one piece, lends it until the next event, and rests for 4 s")
    func delivery() {
        var session = readingSession()
        let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        #expect(effects(&session, answer, at: 150) == [.deliver(.whole), .report(.navigating)])
        let lent = session.withDelivery { bytes, extent in
            extent == .whole ? bytes.count : 0
        }
        #expect(lent == object.count)
        #expect(session.phase == .ready)
        #expect(session.nextDeadline == SessionTime(milliseconds: 4150))
        #expect(effects(&session, .timePassed, at: 4149) == [])
        #expect(session.withDelivery { _, _ in true } == nil)
        let read = Effect.read(Ticket(rawValue: 4), offset: 0)
        #expect(effects(&session, .timePassed, at: 4150) == [read])
    }

    @Test("knows a late answer by its ticket, and goes on as if nothing had come")
    func lateAnswers() {
        var session = readingSession()
        for ticket: UInt32 in [0, 1, 2, 4, .max] {
            let late = CentralSession.Event.answered(Ticket(rawValue: ticket), object.span)
            #expect(effects(&session, late, at: 110) == [.fault(.lateArrival)])
            #expect(session.phase == .reading)
            #expect(session.nextDeadline == SessionTime(milliseconds: 5100))
        }
    }

    @Test("ends a link whose read is not answered in time, and scans")
    func timeOut() {
        var session = readingSession()
        #expect(effects(&session, .timePassed, at: 5099) == [])
        let ended: [Effect] = [
            .fault(.timedOut), .disconnect(link: Ticket(rawValue: 1)), .startScan,
            .report(.searching),
        ]
        #expect(effects(&session, .timePassed, at: 5100) == ended)
        let late = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        #expect(effects(&session, late, at: 5200) == [.fault(.lateArrival)])
    }

    @Test("does what is due once, however late it is told, and takes no time back")
    func lateDeadlines() {
        var session = readingSession()
        let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        _ = effects(&session, answer, at: 150)
        let read = Effect.read(Ticket(rawValue: 4), offset: 0)
        #expect(effects(&session, .timePassed, at: 60_000) == [read, .report(.silent)])
        #expect(effects(&session, .timePassed, at: 10) == [])
        #expect(session.nextDeadline == SessionTime(milliseconds: 65_000))
    }

    @Test("takes values of unknown kind for answers, but no bare identifier of a subscription")
    func arrivals() {
        let link = Ticket(rawValue: 1)
        var session = readingSession(radio: .wholeValues, hasCCCD: true)
        let first = effects(&session, .arrived(link: link, object.span), at: 120)
        #expect(first.contains(.deliver(.possiblyCut)))
        let second = effects(&session, .arrived(link: link, object.span), at: 130)
        #expect(second.contains(.deliver(.whole)))
        #expect(session.phase == .ready)
        // What was shown already is no reason to read; anything else is.
        #expect(effects(&session, .arrived(link: link, object.span), at: 140) == [])
        let identifier: ContiguousArray<UInt8> = [8, 0, 0, 0]
        let reason = effects(&session, .arrived(link: link, identifier.span), at: 150)
        #expect(reason == [.read(Ticket(rawValue: 6), offset: 0)])
        // And while a read is outstanding, it is not its answer.
        #expect(effects(&session, .arrived(link: link, identifier.span), at: 160) == [])
        #expect(session.phase == .reading)
    }

    @Test("keeps within one kilobyte and a little on a 64-bit machine")
    func size() {
        #expect(MemoryLayout<CentralSession>.size <= 1200)
    }
}
