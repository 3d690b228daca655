import CCoreBluetooth
import KomootNav
import Simulation

/// What all central managers of a simulated Apple device share: a scan for what each of them looks for, and one link
/// to each peripheral, with one request at a time.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class CentralRadio: RoleRadio<CentralSystem>, CentralHost, @unchecked Sendable {
    /// A request that waits until another one on its link is answered.
    private struct WaitingRequest {
        let request: Simulation.Request
        let link: Int32
        let token: UInt32
        let bytes: ContiguousArray<UInt8>
    }

    /// Its number among the centrals of its world.
    private(set) var number: Int32 = -1
    private var lastToken: UInt32 = 0
    private var waiting: [WaitingRequest] = []

    override init(_ bluetooth: SimulatedBluetooth) {
        super.init(bluetooth)
        number = linkLayer.addCentral(self)
        join(as: .central(number))
    }

    override func makeSystem() -> CentralSystem { CentralSystem(on: self) }

    func nextToken() -> UInt32 {
        lastToken += 1
        return lastToken
    }

    /// Scans for what any manager looks for.
    func scan() {
        let services = systems.flatMap { $0.scan?.services ?? [] }
        if services.isEmpty {
            linkLayer.stopScan(number)
        } else {
            linkLayer.startScan(number, for: services.map(\.full))
        }
    }

    /// The numbers of the peripherals that this device has ever heard.
    var heard: [Int32] { Set(systems.flatMap(\.peers.keys)).sorted() }

    /// What the managers know of a peripheral.
    func peers(_ number: Int32) -> [Peer] { systems.compactMap { $0.peers[number] } }

    /// What a manager knows of a peripheral to which it is connected or connecting; `nil` if no manager is.
    func user(of number: Int32, besides other: Peer? = nil) -> Peer? {
        peers(number).first {
            $0 !== other && $0.link != nil && ($0.phase == .connecting || $0.phase == .connected)
        }
    }

    /// Sends a request, when the one before on its link is answered.
    func send(
        _ request: Simulation.Request, on link: Int32, token: UInt32,
        _ bytes: ContiguousArray<UInt8>
    ) {
        guard linkLayer.state.links[Int(link)].outstanding == nil else {
            return waiting.append(
                WaitingRequest(request: request, link: link, token: token, bytes: bytes))
        }
        let payload = linkLayer.state.payloads.store(bytes.span)
        linkLayer.send(request, on: link, token: token, payload: payload)
        if bluetooth.draws(bluetooth.habits.endsUnansweredLinks) {
            linkLayer.schedule(
                .transactionTimeout(link: link), after: LinkLayer.transactionTimeout)
        }
    }

    private func sendWaiting() {
        let links = linkLayer.state.links
        waiting.removeAll { !links[Int($0.link)].isUpForCentral }
        let next = waiting.firstIndex { links[Int($0.link)].outstanding == nil }
        guard let first = next.map({ waiting.remove(at: $0) }) else { return }
        send(first.request, on: first.link, token: first.token, first.bytes)
    }

    func hear(_ indication: CentralIndication, _ payload: Span<UInt8>) {
        linkLayer.state.mayHaveResumed = true
        switch indication {
        case .radioOff:
            let new = takeNextState()
            for system in systems { system.switchOff(new) }
        case .radioOn:
            takeOn()
            for system in systems { system.change(to: .poweredOn) }
        case .response:
            sendWaiting()
            for system in systems { system.hear(indication, payload) }
        default: for system in systems { system.hear(indication, payload) }
        }
    }
}
