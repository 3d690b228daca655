import Testing

@testable import KomootNav

/// The digests of both sessions, on which an exploration of all states relies.
@Suite("A session's digest")
struct StateDigestTests {
    /// The digest of a central that began at a time, with as many connections before as given, and
    /// was then led to a read.
    private func digestOfReading(
        from start: UInt64, connections: Int, chunk: [UInt8] = Array(0..<22), after wait: UInt64 = 0
    ) -> StateDigest {
        func time(_ milliseconds: UInt64) -> SessionTime {
            SessionTime(milliseconds: start + milliseconds)
        }
        var session = CentralSession(CentralSession.Configuration(radio: .offsetReads))
        func handle(_ event: CentralSession.OwnedEvent, _ milliseconds: UInt64 = 0) {
            session.handle(owned: event, at: time(milliseconds))
            _ = session.takeEffects()
        }
        handle(.start)
        for _ in 0..<connections {
            handle(.found(CentralSession.Peer(rawValue: 1)))
            handle(.disconnected(link: session.lastTicket))
        }
        handle(.found(CentralSession.Peer(rawValue: 1)))
        handle(.connected(link: session.lastTicket, mtu: 23))
        handle(.discovered(session.lastTicket, hasCCCD: false))
        handle(.answered(session.lastTicket, ContiguousArray(chunk)), 10)
        var digest = StateDigest()
        session.describe(to: &digest, at: time(10 + wait))
        return digest
    }

    @Test(
        "The digest of a central's session does not depend on when it began, nor on how many tickets it issued"
    )
    func centralIsRelative() {
        let digest = digestOfReading(from: 0, connections: 0)
        #expect(digestOfReading(from: 1_000_000, connections: 0) == digest)
        #expect(digestOfReading(from: 0, connections: 5) == digest)
        #expect(digestOfReading(from: 0, connections: 0, after: 1) != digest)
        var other = Array<UInt8>(0..<22)
        other[21] = 0
        #expect(digestOfReading(from: 0, connections: 0, chunk: other) != digest)
    }

    /// The digest of a phone with a subscriber, which began at a time and published as often before.
    private func digestOfServing(
        from start: UInt64, handle: UInt32, stops: Int, byte: UInt8 = 7, after wait: UInt64 = 0
    ) -> StateDigest {
        let now = SessionTime(milliseconds: start)
        let central = PeripheralSession.Central(rawValue: handle)
        var session = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        func feed(_ event: PeripheralSession.OwnedEvent) {
            session.handle(owned: event, at: now)
            _ = session.takeEffects()
        }
        for _ in 0..<stops {
            feed(.startNavigation)
            feed(.publish(ContiguousArray(repeating: 1, count: 30)))
            feed(.stopNavigation)
        }
        feed(.startNavigation)
        feed(.connected(central, mtu: 23))
        feed(.subscribed(central))
        feed(.publish(ContiguousArray(repeating: byte, count: 9)))
        feed(.read(central, offset: 0, identifier: nil))
        var digest = StateDigest()
        session.describe(to: &digest, at: SessionTime(milliseconds: start + wait)) {
            $0.rawValue == handle ? 0 : 1
        }
        return digest
    }

    @Test(
        "The digest of a phone's session does not depend on when it began, on handles, nor on forgotten objects"
    )
    func phoneIsRelative() {
        let digest = digestOfServing(from: 0, handle: 3, stops: 0)
        #expect(digestOfServing(from: 5000, handle: 3, stops: 0) == digest)
        #expect(digestOfServing(from: 0, handle: 9, stops: 0) == digest)
        #expect(digestOfServing(from: 0, handle: 3, stops: 4) == digest)
        #expect(digestOfServing(from: 0, handle: 3, stops: 0, after: 1) != digest)
        #expect(digestOfServing(from: 0, handle: 3, stops: 0, byte: 8) != digest)
    }

    /// The variables of a value, by their names.
    private func variables(of value: Any) -> [String] {
        Mirror(reflecting: value).children.compactMap(\.label)
    }

    @Test(
        "A session's digest covers every variable: describe a new one to the digest, then add it here"
    )
    func coversAll() {
        let time = SessionTime.zero
        let ticket = Ticket(rawValue: 1)
        let request = CentralLink.Request(ticket, deadline: time)
        let central = CentralSession(CentralSession.Configuration(radio: .offsetReads))
        let phone = PeripheralSession(PeripheralSession.Configuration(layout: .deployed))
        #expect(
            variables(of: central) == [
                "configuration", "state", "reassembler", "effects", "now", "lastTicket", "shown",
                "interruption", "delivery", "nextDeadline", "status",
            ])
        #expect(
            variables(of: CentralLink(ticket, at: time)) == [
                "ticket", "lastArrival", "activity", "hasValue", "lostObjects",
                "needsPairingToRead", "owesSubscription", "mustSubscribe", "isSubscribed",
                "finalDeadline",
                "notifiesObjects", "mayOweAnswer", "earlierMTUEnd", "failedRequests",
                "unreadableObjects",
            ])
        #expect(variables(of: request) == ["ticket", "deadline", "mustDiscover"])
        #expect(
            variables(of: CentralLink.ObjectRead()) == [
                "offset", "isDiscarded", "notice", "isUnasked",
            ])
        #expect(
            variables(of: ShownNavigation()) == [
                "hasEnded", "lastShown", "lastExtent",
            ])
        #expect(variables(of: DeliveredObject()) == ["count", "hash", "prefixHash"])
        #expect(
            variables(of: ChunkReassembler()) == [
                "radio", "maximumRestarts", "trustsChunkSize", "mtu", "leastKnownMTU", "state",
                "buffer", "longestChunk", "restarts",
            ])
        #expect(
            variables(of: phone) == [
                "configuration", "state", "centrals", "objects", "effects", "now", "nextDeadline",
            ])
        #expect(
            variables(of: PeripheralSession.Navigation()) == [
                "missing", "advertising", "watchdog", "repeatDue",
            ])
        #expect(
            variables(
                of: ConnectedCentral(
                    handle: PeripheralSession.Central(rawValue: 1), mtu: 23, lastHeard: time))
                == [
                    "handle", "mtu", "lastHeard", "isSubscribed", "refusedAt", "hasArrived",
                    "watchdog", "snapshot",
                ])
        #expect(variables(of: CentralTable()) == ["slots"])
        #expect(variables(of: ObjectCache()) == ["lastNumber", "sizes", "bytes"])
    }
}
