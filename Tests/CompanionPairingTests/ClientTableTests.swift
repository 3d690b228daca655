import KomootNav
import PairingSimulation
import RepositorySupport
import Simulation
import Testing

@testable import CompanionPairing

@Suite("The table of the pairing client")
struct ClientTableTests {
    /// A client to which anything happens.
    private struct Walk: TableWalk {
        typealias Phase = PairingClient.Phase

        static let events = [
            "start", "loaded", "loadFailed", "stored", "storeFailed", "discover", "connect",
            "disconnect", "unpair", "radioOff", "radioOn", "found", "connected", "disconnected",
            "discovered", "notDiscovered", "answered", "written", "failed", "pairedNameChanged",
            "servicesChanged", "timePassed",
        ]

        var session = PairingClient(freshName: name("client"))
        var time = SessionTime.zero
        var random: SplitMix64
        var tickets: [Ticket] = [Ticket(rawValue: 0)]
        var table = TransitionTable()

        init(random: SplitMix64) { self.random = random }

        /// A ticket that fits, or any other.
        private mutating func ticket(_ fitting: Ticket?) -> Ticket {
            if let fitting, !random.happens(1, in: 5) { return fitting }
            return random.element(of: tickets)
        }

        private var link: Ticket? {
            switch session.state {
            case .connecting(_, _, let link, _): link
            case .linked(_, let link): link.ticket
            default: nil
            }
        }

        private var request: Ticket? {
            if case .linked(_, let link) = session.state { link.request?.ticket } else { nil }
        }

        private var store: Ticket? {
            if case .storing(let ticket, _) = session.keeper.activity { ticket } else { nil }
        }

        /// What a radio and a server would do next, so that the walk gets somewhere.
        private var fitting: (event: String, text: String)? {
            switch session.state {
            case .connecting: return ("connected", "")
            case .linked(_, let link):
                switch link.step {
                case .discovering: return ("discovered", "")
                case .readingServerName: return ("answered", "server")
                case .readingPairedName, .readingBack, .confirming: return ("answered", "client")
                case .claiming, .releasing: return ("written", "")
                case .remembering: return ("stored", "")
                case .connected(let connection):
                    guard case .reading = connection.activity else { return nil }
                    return ("answered", "client")
                }
            default: return nil
            }
        }

        mutating func step() {
            var event = random.element(of: Self.events)
            var text: String?
            if let fitting, random.happens(1, in: 2) { (event, text) = fitting }
            let seldom = ["disconnect", "radioOff", "servicesChanged"]
            guard happens(event, seldom: seldom) else { return }
            switch event {
            case "start": take(event, .start)
            case "loaded":
                take(event, .loaded(drawNames(own: "client", peer: "server")))
            case "loadFailed": take(event, .loadFailed)
            case "stored": take(event, .stored(ticket(store)))
            case "storeFailed": take(event, .storeFailed(ticket(store)))
            case "discover": take(event, .discover)
            case "connect": take(event, .connect)
            case "disconnect": take(event, .disconnect)
            case "unpair": take(event, .unpair)
            case "radioOff": take(event, .radioOff)
            case "radioOn": take(event, .radioOn)
            case "found":
                // So many that most are not avoided.
                take(event, .found(PairingClient.Peer(rawValue: random.next() % 64)))
            case "connected": take(event, .connected(link: ticket(link)))
            case "disconnected": take(event, .disconnected(link: ticket(link)))
            case "discovered": take(event, .discovered(ticket(request)))
            case "notDiscovered": take(event, .notDiscovered(ticket(request)))
            case "answered":
                let other = random.element(of: ["client", "server", "UNPAIRED", "other", ""])
                let bytes = ContiguousArray((text ?? other).utf8)
                take(event, .answered(ticket(request), bytes.span))
            case "written": take(event, .written(ticket(request)))
            case "failed":
                let errors = [ATTError.unlikelyError, .insufficientAuthorization]
                take(event, .failed(ticket(request), random.element(of: errors)))
            case "pairedNameChanged": take(event, .pairedNameChanged(link: ticket(link)))
            case "servicesChanged": take(event, .servicesChanged(link: ticket(link)))
            default:
                pass(to: session.nextDeadline)
                take(event, .timePassed)
            }
        }

        private mutating func take(_ event: String, _ happened: borrowing PairingClient.Event) {
            let before = (session.phase, session.state, session.keeper.activity, session.isRadioOn)
            session.handle(happened, at: time)
            var effects: [PairingClient.Effect] = []
            while let effect = session.nextEffect() { effects.append(effect) }
            #expect(effects.count <= PairingClient.maximumEffects)
            for effect in effects {
                switch effect {
                case .connect(_, let ticket), .store(_, let ticket), .discover(let ticket),
                    .readServerName(let ticket), .readPairedName(let ticket),
                    .writePairedName(_, let ticket):
                    tickets = [ticket] + tickets.prefix(5)
                default: break
                }
            }
            let isSame =
                effects.isEmpty && before.1 == session.state
                && before.2 == session.keeper.activity
            note(
                event, from: before.0, to: session.phase,
                isLate: effects.contains(.fault(.lateArrival)), hasChanged: !isSame)
        }
    }

    @Test("The table of the pairing client is what the client was seen to do")
    func table() throws {
        let lines = try Walk.lines(rare: [120, 211, 331, 336, 394, 498, 591, 657, 1339])
        let documented = try TransitionTable.documented(
            in: "Sources/CompanionPairing/Client/PairingClient.swift")
        #expect(lines == documented, "\(lines.joined(separator: "\n"))")
    }
}
