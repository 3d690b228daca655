import KomootNav
import Testing

/// Tests what the simulator can't see from outside or rarely meets. Campaigns check the rules
/// themselves.
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

    @Test(
        "A central session delivers an object of one chunk, lends it until the next event, and polls after 1 s"
    )
    func delivery() {
        var session = readingSession()
        let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        #expect(effects(&session, answer, at: 150) == [.deliver(.whole), .report(.navigating)])
        let lent = session.withDelivery { bytes, extent in
            extent == .whole ? bytes.count : 0
        }
        #expect(lent == object.count)
        #expect(session.phase == .ready)
        #expect(session.nextDeadline == SessionTime(milliseconds: 1150))
        #expect(effects(&session, .timePassed, at: 1149) == [])
        #expect(session.withDelivery { _, _ in true } == nil)
        let read = Effect.read(Ticket(rawValue: 4), offset: 0)
        #expect(effects(&session, .timePassed, at: 1150) == [read])
    }

    @Test(
        "A central session recognises a late answer by its ticket, and goes on as if nothing had come"
    )
    func lateAnswers() {
        var session = readingSession()
        for ticket: UInt32 in [0, 1, 2, 4, .max] {
            let late = CentralSession.Event.answered(Ticket(rawValue: ticket), object.span)
            #expect(effects(&session, late, at: 110) == [.fault(.lateArrival)])
            #expect(session.phase == .reading)
            #expect(session.nextDeadline == SessionTime(milliseconds: 5100))
        }
    }

    @Test("A central session ends the link and scans when a read is not answered in time")
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

    @Test(
        "A central session does what is due once, however late it is told, and never goes back in time"
    )
    func lateDeadlines() {
        var session = readingSession()
        let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        _ = effects(&session, answer, at: 150)
        let read = Effect.read(Ticket(rawValue: 4), offset: 0)
        #expect(effects(&session, .timePassed, at: 60_000) == [read, .report(.silent)])
        #expect(effects(&session, .timePassed, at: 10) == [])
        #expect(session.nextDeadline == SessionTime(milliseconds: 65_000))
    }

    @Test("A central session recognises a late error by its ticket, and changes nothing")
    func lateErrors() {
        let errors: [ATTError] = [
            .invalidHandle, .insufficientAuthentication, .invalidOffset, .attributeNotFound,
            .unlikelyError,
        ]
        for hasCCCD in [false, true] {
            var session = readingSession(hasCCCD: hasCCCD)
            let awaited: UInt32 = hasCCCD ? 4 : 3
            for error in errors {
                for ticket in [0, awaited - 1, awaited + 1] {
                    let late = CentralSession.Event.failed(Ticket(rawValue: ticket), error)
                    #expect(effects(&session, late, at: 110) == [.fault(.lateArrival)])
                }
                #expect(session.phase == .reading)
                #expect(session.status == .waiting)
                #expect(session.nextDeadline == SessionTime(milliseconds: 5100))
            }
            let answer = CentralSession.Event.answered(Ticket(rawValue: awaited), object.span)
            let taken = effects(&session, answer, at: 150)
            #expect(taken == [.deliver(.whole), .report(.navigating)])
        }
    }

    @Test(
        "A central session reads again after a notification, unless the last one named the object that it got"
    )
    func notifiedWhileReading() {
        let link = Ticket(rawValue: 1)
        let own: ContiguousArray<UInt8> = [7, 0, 0, 0]
        let other: ContiguousArray<UInt8> = [8, 0, 0, 0]
        let malformed: ContiguousArray<UInt8> = [1]
        let cases: [([ContiguousArray<UInt8>], readsAgain: Bool)] = [
            ([], false), ([own], false), ([other], true), ([malformed], true),
            ([other, own], false), ([own, other], true), ([own, malformed], true),
        ]
        for (notifications, readsAgain) in cases {
            var session = readingSession()
            for bytes in notifications {
                _ = effects(&session, .notified(link: link, bytes.span), at: 120)
            }
            let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
            let taken = effects(&session, answer, at: 150)
            let read = Effect.read(Ticket(rawValue: 4), offset: 0)
            #expect(taken.contains(read) == readsAgain, "\(notifications)")
            guard readsAgain else { continue }
            // The second read has taken care of every notification before it.
            let second = CentralSession.Event.answered(Ticket(rawValue: 4), object.span)
            #expect(effects(&session, second, at: 160) == [])
            #expect(session.phase == .ready)
        }
    }

    @Test("A central session remembers a notification through all chunks of an object")
    func notifiedBetweenChunks() {
        let long = object + ContiguousArray(repeating: 0x61, count: 20)
        let identifier: ContiguousArray<UInt8> = [8, 0, 0, 0]
        var session = readingSession()
        _ = effects(&session, .notified(link: Ticket(rawValue: 1), identifier.span), at: 110)
        var last: [Effect] = []
        for (ticket, chunk): (UInt32, Range<Int>) in [(3, 0..<22), (4, 22..<32), (5, 0..<22)] {
            let bytes = long.span.extracting(chunk)
            last = effects(&session, .answered(Ticket(rawValue: ticket), bytes), at: 120)
        }
        #expect(last == [.deliver(.whole), .read(Ticket(rawValue: 6), offset: 0)])
    }

    @Test("A central session is not silent on a new link, even if it was on the last one")
    func newLink() {
        var session = readingSession()
        let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        _ = effects(&session, answer, at: 150)
        let silent = effects(&session, .timePassed, at: 5150)
        #expect(silent == [.read(Ticket(rawValue: 4), offset: 0), .report(.silent)])
        _ = effects(&session, .disconnected(link: Ticket(rawValue: 1)), at: 6000)
        _ = effects(&session, .found(CentralSession.Peer(rawValue: 9)), at: 12_000)
        let connected = CentralSession.Event.connected(link: Ticket(rawValue: 5), mtu: 23)
        let setUp: [Effect] = [.discover(Ticket(rawValue: 6)), .report(.waiting)]
        #expect(effects(&session, connected, at: 20_000) == setUp)
        #expect(session.nextDeadline == SessionTime(milliseconds: 25_000))
        #expect(effects(&session, .timePassed, at: 24_999) == [])
        #expect(effects(&session, .timePassed, at: 25_000) == [.report(.silent)])
        #expect(session.nextDeadline == SessionTime(milliseconds: 30_000))
    }

    @Test("A central session shows everything again after it was stopped")
    func stopped() {
        var session = readingSession()
        let answer = CentralSession.Event.answered(Ticket(rawValue: 3), object.span)
        _ = effects(&session, answer, at: 150)
        let stop: [Effect] = [.disconnect(link: Ticket(rawValue: 1)), .report(.stopped)]
        #expect(effects(&session, .stop, at: 200) == stop)
        #expect(session.nextDeadline == nil)
        let disconnected = CentralSession.Event.disconnected(link: Ticket(rawValue: 1))
        #expect(effects(&session, disconnected, at: 210) == [.fault(.lateArrival)])
        _ = effects(&session, .start, at: 300)
        _ = effects(&session, .found(CentralSession.Peer(rawValue: 9)), at: 300)
        _ = effects(&session, .connected(link: Ticket(rawValue: 4), mtu: 23), at: 300)
        let found = CentralSession.Event.discovered(Ticket(rawValue: 5), hasCCCD: false)
        _ = effects(&session, found, at: 300)
        let again = CentralSession.Event.answered(Ticket(rawValue: 6), object.span)
        #expect(effects(&session, again, at: 300) == [.deliver(.whole), .report(.navigating)])
    }

    @Test(
        "A central session knows at the start whether Bluetooth is on, even if that changed while it was stopped"
    )
    func radioWhileStopped() {
        var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
        #expect(effects(&session, .radioOff, at: 0) == [])
        #expect(effects(&session, .start, at: 0) == [.report(.radioOff)])
        #expect(effects(&session, .stop, at: 0) == [.report(.stopped)])
        #expect(effects(&session, .start, at: 0) == [.report(.radioOff)])
        #expect(effects(&session, .stop, at: 0) == [.report(.stopped)])
        #expect(effects(&session, .radioOn, at: 0) == [])
        #expect(effects(&session, .start, at: 0) == [.startScan, .report(.searching)])
    }

    @Test(
        "A central session takes any time-out of a read, in whole milliseconds",
        arguments: [
            (Duration.seconds(3), Duration.seconds(3)), (.microseconds(500), .milliseconds(1)),
            (.microseconds(1500), .milliseconds(2)), (.zero, .zero), (.seconds(-1), .zero),
            (.seconds(Int64.max), .milliseconds(UInt64.max)),
        ])
    func readTimeout(given: Duration, kept: Duration) {
        var configuration = CentralSession.Configuration(radio: .offsetReads)
        #expect(configuration.readTimeout == .seconds(5))
        configuration.readTimeout = given
        #expect(configuration.readTimeout == kept)
    }

    @Test(
        "A central session has the most effects when a refused subscription is followed by a read that times out"
    )
    func mostEffects() {
        var configuration = CentralSession.Configuration(radio: .offsetReads)
        configuration.readTimeout = .zero
        var session = CentralSession(configuration)
        _ = effects(&session, .start, at: 0)
        _ = effects(&session, .found(CentralSession.Peer(rawValue: 9)), at: 0)
        _ = effects(&session, .connected(link: Ticket(rawValue: 1), mtu: 23), at: 0)
        _ = effects(&session, .discovered(Ticket(rawValue: 2), hasCCCD: true), at: 0)
        let all = effects(&session, .failed(Ticket(rawValue: 3), .writeNotPermitted), at: 0)
        let expected: [Effect] = [
            .fault(.refused(.writeNotPermitted)), .read(Ticket(rawValue: 4), offset: 0),
            .fault(.timedOut), .disconnect(link: Ticket(rawValue: 1)), .startScan,
            .report(.searching),
        ]
        #expect(all == expected)
        #expect(all.count == CentralSession.maximumEffects)
    }

    @Test("A central session fits into one kilobyte on a 64-bit machine")
    func size() {
        #expect(MemoryLayout<CentralSession>.size <= 1024, "\(MemoryLayout<CentralSession>.size)")
    }
}
