import LinkVocabulary
import RepositorySupport
import Testing

@testable import Simulation

/// A simulated radio that notes what it is asked for, does not do some of it, and tells what did not happen.
///
/// It may be marked as sendable because it is used only on its world's executor.
final class TamperedRadio: GATTCentralRadio, @unchecked Sendable {
    private let radio: SimulatedCentralRadio
    private var handle: (@Sendable (GATTCentralEvent) -> Void)?
    /// What it was asked for.
    private(set) var requests: [GATTCentralRequest] = []
    /// When it was asked to tell that time has passed.
    private(set) var wakes: [SessionTime?] = []
    /// Whether it does not do something.
    var ignores: (GATTCentralRequest) -> Bool = { _ in false }

    init(in world: isolated World) { radio = SimulatedCentralRadio(in: world) }

    func run(_ work: @escaping @Sendable () -> Void) { radio.run(work) }
    func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) {
        self.handle = handle
        radio.open(handle)
    }
    func perform(_ request: GATTCentralRequest) {
        requests.append(request)
        if !ignores(request) { radio.perform(request) }
    }
    var now: SessionTime { radio.now }
    func wake(at time: SessionTime?) {
        wakes.append(time)
        radio.wake(at: time)
    }

    func tell(_ event: GATTCentralEvent) { handle?(event) }

    /// The links that it was asked for, in order.
    var links: [Ticket] {
        requests.compactMap { if case .connect(_, let link) = $0 { link } else { nil } }
    }
    /// The requests that it was asked to send, in order.
    var sent: [(request: GATTRequest, ticket: Ticket)] {
        requests.compactMap {
            if case .send(let request, let ticket, _) = $0 { (request, ticket) } else { nil }
        }
    }
    var disconnects: [Ticket] {
        requests.compactMap { if case .disconnect(let link) = $0 { link } else { nil } }
    }

    /// A thermostat, and a central on a radio that can be tampered with.
    static func stage() async throws -> (CentralStage, TamperedRadio) {
        let made = Lock<TamperedRadio?>(nil)
        let stage = await CentralStage { world in
            let radio = TamperedRadio(in: world)
            made.with { $0 = radio }
            return GATTCentral(radio)
        }
        return (stage, try #require(made.with { $0 }))
    }
}
