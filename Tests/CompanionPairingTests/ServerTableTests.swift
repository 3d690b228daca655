import KomootNav
import PairingSimulation
import RepositorySupport
import Simulation
import Testing

@testable import CompanionPairing

@Suite("The table of the pairing server")
struct ServerTableTests {
    /// A server to which anything happens.
    private struct Walk: TableWalk {
        typealias Phase = PairingServer.Phase

        static let events = [
            "start", "loaded", "loadFailed", "stored", "storeFailed", "unpair", "radioOff",
            "radioOn",
            "connected", "disconnected", "read", "write", "timePassed",
        ]

        var session = PairingServer(PairingServer.Configuration(freshName: name("server")))
        var time = SessionTime.zero
        var random: SplitMix64
        var requests: UInt64 = 0
        var table = TransitionTable()

        init(random: SplitMix64) { self.random = random }

        private mutating func ticket() -> Ticket {
            if case .storing(let ticket, _) = session.keeper.activity, !random.happens(1, in: 5) {
                return ticket
            }
            return Ticket(rawValue: 0)
        }

        private mutating func link() -> PairingServer.Link {
            if let client = session.client, random.happens(1, in: 3) { return client }
            return PairingServer.Link(rawValue: random.next() % 6)
        }

        private mutating func request() -> PairingServer.Request {
            requests += 1
            return PairingServer.Request(rawValue: requests)
        }

        mutating func step() {
            let event = random.element(of: Self.events)
            guard happens(event, seldom: ["unpair", "radioOff", "start"]) else { return }
            switch event {
            case "start": take(event, .start)
            case "loaded":
                take(event, .loaded(drawNames(own: "server", peer: "client")))
            case "loadFailed": take(event, .loadFailed)
            case "stored": take(event, .stored(ticket()))
            case "storeFailed": take(event, .storeFailed(ticket()))
            case "unpair": take(event, .unpair)
            case "radioOff": take(event, .radioOff)
            case "radioOn": take(event, .radioOn)
            case "connected": take(event, .connected(link()))
            case "disconnected": take(event, .disconnected(link()))
            case "read":
                let characteristic: PairingServer.Characteristic =
                    random.happens(1, in: 8) ? .serverName : .pairedClientName
                let offset = random.happens(1, in: 8) ? random.number(in: -1...9) : 0
                take(event, .read(link(), characteristic, offset: offset, request()))
            case "write":
                let text = random.element(of: [
                    "client", "client", "client", "other", "UNPAIRED", "",
                ])
                let bytes = ContiguousArray(text.utf8)
                take(event, .write(link(), bytes.span, request()))
            default:
                pass(to: session.nextDeadline)
                take(event, .timePassed)
            }
        }

        private mutating func take(_ event: String, _ happened: borrowing PairingServer.Event) {
            let before = (session.phase, session.state, session.keeper.activity)
            session.handle(happened, at: time)
            var effects: [PairingServer.Effect] = []
            while let effect = session.nextEffect() { effects.append(effect) }
            #expect(effects.count <= PairingServer.maximumEffects)
            let isSame =
                effects.isEmpty && before.1 == session.state
                && before.2 == session.keeper.activity
            note(
                event, from: before.0, to: session.phase,
                isLate: effects.contains(.fault(.lateArrival)), hasChanged: !isSame)
        }
    }

    @Test("The table of the pairing server is what the server was seen to do")
    func table() throws {
        let lines = try Walk.lines()
        let documented = try TransitionTable.documented(
            in: "Sources/CompanionPairing/Server/PairingServer.swift")
        #expect(lines == documented, "\(lines.joined(separator: "\n"))")
    }
}
