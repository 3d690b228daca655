import KomootNav
import Testing

/// What a radio may tell while it does what it was told.
@Suite("A central session whose radio refuses at once")
struct CentralInterruptionTests {
    private typealias Effect = SteppedCentral.Effect
    private typealias Event = SteppedCentral.Event

    /// An event, and what the radio may tell about one of its effects.
    private struct Case {
        let what: String
        let central: SteppedCentral
        let event: Event
        let refusals: [Event]
    }

    private static let object = deployedObject(1, count: 30)

    private static var cases: [Case] {
        let configuration = CentralSession.Configuration(radio: .offsetReads)
        var searching = SteppedCentral(configuration)
        searching.tell(.start)
        let connected = SteppedCentral(connected: configuration)
        var subscribing = connected
        subscribing.tell(.discovered(connected.request, hasCCCD: true))
        let reading = SteppedCentral(reading: configuration)
        return [
            Case(
                what: "connect", central: searching,
                event: .found(CentralSession.Peer(rawValue: 9)),
                refusals: [.disconnected(link: Ticket(rawValue: 1))]),
            Case(
                what: "subscribe", central: connected,
                event: .discovered(connected.request, hasCCCD: true),
                refusals: refusals(after: connected)),
            Case(
                what: "read", central: subscribing,
                event: .failed(subscribing.request, .insufficientAuthentication),
                refusals: refusals(after: subscribing)),
            Case(
                what: "read on", central: reading,
                event: .answered(reading.request, ContiguousArray(object[..<22])),
                refusals: refusals(after: reading)),
            Case(
                what: "disconnect", central: connected,
                event: .failed(connected.request, .unlikelyError),
                refusals: refusals(after: connected)),
        ]
    }

    /// A failure of the next request, by two errors, of an older one, and of the link.
    private static func refusals(after central: SteppedCentral) -> [Event] {
        let next = Ticket(rawValue: central.request.rawValue + 1)
        return [
            .failed(next, .invalidHandle), .failed(next, .unlikelyError),
            .failed(central.request, .unlikelyError), .disconnected(link: central.link),
        ]
    }

    /// An effect, and the bytes that are lent with a delivery.
    private struct Taken: Equatable {
        let effect: CentralSession.Effect
        var bytes: ContiguousArray<UInt8>?
    }

    /// Tells of an event, and of refusals after some of its effects are taken.
    ///
    /// - Returns: all effects, in the order in which they are taken.
    private func effects(
        _ session: inout CentralSession, _ event: Event, _ refusals: [Event], after position: Int
    ) -> [Taken] {
        let now = SessionTime(milliseconds: 0)
        session.handle(owned: event, at: now)
        var taken: [Taken] = []
        while taken.count < position, let next = take(&session) { taken.append(next) }
        for refusal in refusals { session.handle(owned: refusal, at: now) }
        while let next = take(&session) { taken.append(next) }
        return taken
    }

    private func take(_ session: inout CentralSession) -> Taken? {
        guard let effect = session.nextEffect() else { return nil }
        guard case .deliver = effect else { return Taken(effect: effect) }
        let bytes = session.withDelivery { bytes, _ in
            ContiguousArray([UInt8](copying: bytes))
        }
        return Taken(effect: effect, bytes: bytes)
    }

    /// What can be seen of a session from outside.
    private func view(of session: CentralSession) -> [String] {
        var later = session
        if let deadline = session.nextDeadline { later.handle(.timePassed, at: deadline) }
        return [
            session.phase.rawValue, session.status.rawValue, "\(session.nextDeadline as Any)",
            "\(later.takeEffects())",
        ]
    }

    @Test(
        "A central session whose radio refuses at once does the same as if it had been told after the last effect, wherever it is told"
    )
    func everyPosition() {
        for test in Self.cases {
            for refusal in test.refusals {
                var told = test.central.session
                let before = effects(&told, test.event, [], after: 0)
                let expected = before + effects(&told, refusal, [], after: 0)
                #expect(expected.count > before.count)
                for position in 0...before.count {
                    var session = test.central.session
                    let taken = effects(&session, test.event, [refusal], after: position)
                    #expect(taken == expected, "\(test.what): \(refusal) after \(position)")
                    #expect(view(of: session) == view(of: told))
                }
            }
        }
    }

    @Test(
        "Of refusals told at once, a central session handles one: not a late one, and a lost link before a failure"
    )
    func several() throws {
        for test in Self.cases where test.what == "subscribe" || test.what == "read on" {
            let awaited = try #require(test.refusals.first)
            let other = test.refusals[1]
            let lost = Event.disconnected(link: test.central.link)
            let late = Event.failed(test.central.request, .unlikelyError)
            let lateLoss = Event.disconnected(link: Ticket(rawValue: 99))
            let cases: [(Event, of: [Event])] = [
                (lost, of: [awaited, lost]), (lost, of: [lost, awaited]), (lost, of: [lost, lost]),
                (lost, of: [lateLoss, lost]), (lost, of: [lost, lateLoss]),
                (lost, of: [late, lateLoss, awaited, lost]),
                (lost, of: [lost, awaited, lateLoss, late]),
                (awaited, of: [late, awaited]), (awaited, of: [awaited, late]),
                (awaited, of: [lateLoss, awaited]), (awaited, of: [awaited, lateLoss]),
                (awaited, of: [awaited, other]), (other, of: [late, other, awaited]),
                (late, of: [lateLoss, late]), (late, of: [late, late, lateLoss]),
            ]
            for (counts, refusals) in cases {
                var told = test.central.session
                let before = effects(&told, test.event, [], after: 0)
                let expected = before + effects(&told, counts, [], after: 0)
                for position in before.indices {
                    var session = test.central.session
                    let taken = effects(&session, test.event, refusals, after: position)
                    #expect(taken == expected, "\(test.what): \(refusals) after \(position)")
                    #expect(view(of: session) == view(of: told))
                }
            }
        }
    }

    @Test(
        "A central session that is refused while it connects handles the loss of that link, whatever else it is told"
    )
    func severalWhileConnecting() throws {
        let test = try #require(Self.cases.first { $0.what == "connect" })
        let lost = try #require(test.refusals.first)
        let late: [Event] = [
            .failed(Ticket(rawValue: 1), .unlikelyError), .disconnected(link: Ticket(rawValue: 99)),
        ]
        var told = test.central.session
        let expected = effects(&told, test.event, [lost], after: 9)
        for refusals in [late + [lost], [lost] + late] {
            var session = test.central.session
            #expect(effects(&session, test.event, refusals, after: 0) == expected)
            #expect(view(of: session) == view(of: told))
        }
    }

    @Test(
        "A central session whose radio refuses at once handles a refusal at the time at which it was told, and forgets the times of others"
    )
    func time() {
        let object = ContiguousArray(Self.object[..<22])
        let cases: [(times: [UInt64], deadline: UInt64)] = [
            ([400], 900), ([0], 500), ([400, 700], 900), ([400, 200], 900),
        ]
        for (times, deadline) in cases {
            let central = SteppedCentral(reading: .init(radio: .offsetReads))
            let next = Ticket(rawValue: central.request.rawValue + 1)
            var session = central.session
            session.handle(.answered(central.request, object.span), at: .zero)
            #expect(session.nextEffect() == .deliver(.possiblyCut))
            for (number, time) in times.enumerated() {
                // The second one is late.
                let ticket = number == 0 ? next : central.request
                let time = SessionTime(milliseconds: time)
                session.handle(.failed(ticket, .unlikelyError), at: time)
            }
            // Nothing has happened yet.
            #expect(session.nextDeadline == SessionTime(milliseconds: 5000))
            #expect(session.takeEffects().count == 3 && session.phase == .ready)
            #expect(session.nextDeadline == SessionTime(milliseconds: deadline), "\(times)")
        }
    }

    @Test(
        "A central session whose radio refuses at once handles the first of two late refusals, even if the second is of the last request"
    )
    func answeredRequest() {
        let object = ContiguousArray(Self.object[..<19])
        let late: [Event] = [
            .failed(Ticket(rawValue: 99), .unlikelyError),
            .disconnected(link: Ticket(rawValue: 99)),
        ]
        for first in late {
            let central = SteppedCentral(reading: .init(radio: .offsetReads))
            var session = central.session
            session.handle(.answered(central.request, object.span), at: .zero)
            #expect(session.nextEffect() == .deliver(.whole))
            session.handle(owned: first, at: SessionTime(milliseconds: 100))
            // At this time a read is due.
            session.handle(
                .failed(central.request, .unlikelyError), at: SessionTime(milliseconds: 4000))
            #expect(session.takeEffects().count == 2 && session.phase == .ready)
        }
    }

    @Test(
        "A central session whose radio refuses at once comes to rest when the radio refuses every request at once",
        arguments: ChunkReassembler.Radio.allCases)
    func everyRequest(_ radio: ChunkReassembler.Radio) {
        for error in [ATTError.invalidHandle, .insufficientAuthentication, .invalidOffset] {
            var session = SteppedCentral(connected: .init(radio: radio)).session
            session.handle(
                .discovered(Ticket(rawValue: 2), hasCCCD: true), at: SessionTime(milliseconds: 0))
            var count = 0
            while let effect = session.nextEffect(), count < 100 {
                count += 1
                switch effect {
                case .subscribe(let ticket), .read(let ticket, _):
                    session.handle(.failed(ticket, error), at: SessionTime(milliseconds: 0))
                case .discover(let ticket):
                    session.handle(
                        .failed(ticket, error), at: SessionTime(milliseconds: 0))
                default: break
                }
            }
            #expect(count < 20, "\(error)")
            #expect(session.phase == .ready || session.phase == .scanning)
        }
    }

    @Test(
        "A central session whose radio refuses at once traps at another event while a refusal waits, even after the last effect"
    )
    func otherEventBeforeRefusal() async {
        await #expect(processExitsWith: .failure) {
            var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
            session.handle(.start, at: .zero)
            session.handle(.disconnected(link: Ticket(rawValue: 1)), at: .zero)
            guard session.nextEffect() == .startScan,
                session.nextEffect() == .report(.searching)
            else { return }
            session.handle(.timePassed, at: .zero)
        }
    }

    @Test(
        "A central session whose radio refuses at once traps at any other event while effects are to be taken",
        arguments: [
            "start", "stop", "radioOff", "found", "connected", "discovered", "subscribed",
            "answered", "notified", "arrived", "mtuChanged", "serviceChanged", "timePassed",
        ])
    func otherEvents(_ name: String) async {
        await #expect(processExitsWith: .failure) { [name] in
            let link = Ticket(rawValue: 1)
            let events: [String: Event] = [
                "start": .start, "stop": .stop, "radioOff": .radioOff,
                "found": .found(CentralSession.Peer(rawValue: 1)),
                "connected": .connected(link: link, mtu: 23),
                "discovered": .discovered(link, hasCCCD: true), "subscribed": .subscribed(link),
                "answered": .answered(link, []), "notified": .notified(link: link, []),
                "arrived": .arrived(link: link, []), "mtuChanged": .mtuChanged(link: link, mtu: 23),
                "serviceChanged": .serviceChanged(link: link), "timePassed": .timePassed,
            ]
            guard let event = events[name] else { return }
            var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
            session.handle(.start, at: SessionTime(milliseconds: 0))
            session.handle(owned: event, at: SessionTime(milliseconds: 0))
        }
    }
}
