import CAllocationCounter
import CompanionPairing
import KomootNav
import Testing

@Suite("While it runs", .enabled(if: allocation_counter_is_available()))
struct AllocationTests {
    /// How many blocks the work allocates after it has run once before.
    ///
    /// Loops in it count with `Int`: in a debug build, each step of another range allocates.
    private func allocations(of work: () -> Void) -> UInt64 {
        work()
        let before = allocation_counter_value()
        work()
        return allocation_counter_value() - before
    }

    @Test("a client allocates nothing")
    func client() {
        var client = SteppedClient.connected(to: "server")
        var session = client.session
        var time = client.time
        let own = name("client")
        var ticket = Ticket(rawValue: 0)
        var reads = 0
        let count = allocations {
            for _ in 0..<100 {
                guard let deadline = session.nextDeadline else { break }
                time = deadline
                session.handle(.timePassed, at: time)
                while let effect = session.nextEffect() {
                    if case .readPairedName(let request) = effect { ticket = request }
                }
                own.withBytes { session.handle(.answered(ticket, $0), at: time) }
                while session.nextEffect() != nil {}
                reads += 1
            }
        }
        #expect(count == 0)
        #expect(reads == 200)
        #expect(session.phase == .connected)
        client.session = session
    }

    @Test("a server allocates nothing")
    func server() {
        let server = SteppedServer.paired(with: "client", on: 1)
        var session = server.session
        let stranger = name("other")
        let link = PairingServer.Link(rawValue: 1)
        let other = PairingServer.Link(rawValue: 2)
        session.handle(.connected(other), at: server.time)
        let reads = allocations {
            for number in 0..<100 {
                let request = PairingServer.Request(rawValue: UInt64(number))
                session.handle(
                    .read(link, .pairedClientName, offset: 0, request), at: server.time)
                while session.nextEffect() != nil {}
            }
        }
        #expect(reads == 0)
        let writes = allocations {
            for number in 0..<100 {
                let request = PairingServer.Request(rawValue: UInt64(number))
                stranger.withBytes {
                    session.handle(.write(other, $0, request), at: server.time)
                }
                while session.nextEffect() != nil {}
            }
        }
        #expect(writes == 0)
        #expect(session.phase == .paired)
    }
}
