import KomootNav
import Simulation

/// A device whose radio tells late that a link has ended which the device gave up. As a real radio, it tells of no new
/// link to that phone before.
struct LateEndRadio: CentralStateMachine {
    /// How the device takes the end of a link.
    enum Adapter: String, Sendable, CaseIterable {
        /// By the driver.
        case driver
        /// By a session that is told the link's own ticket.
        case ticket
        /// By a session that is told the newest link's ticket, as an adapter that only knows the phone would do.
        case newest
    }

    private let adapter: Adapter
    /// How late it tells, in milliseconds.
    private let delay: UInt64
    private var device: any CentralStateMachine
    private var newest = Ticket(rawValue: 0)
    /// The end that is still to be told.
    private var end: (link: Ticket, time: SessionTime)?
    /// The connection that waits for it.
    private var connection: (link: Ticket, mtu: Int?)?
    private var now = SessionTime.zero

    init(_ adapter: Adapter, delay: UInt64) {
        self.adapter = adapter
        self.delay = delay
        let configuration = CentralSession.Configuration(radio: .offsetReads)
        device =
            adapter == .driver ? DrivenCentral(configuration) : CentralSession(configuration)
    }

    var nextDeadline: SessionTime? {
        // The connection is told right after the end.
        let told = end?.time ?? connection.map { _ in now }
        return [device.nextDeadline, told].compactMap { $0 }.min()
    }

    mutating func handle(_ event: CentralSession.Event, at time: SessionTime) {
        now = time
        if case .connected(let link, let mtu) = event, end != nil {
            connection = (link, mtu)
        } else if case .timePassed = event {
            passTime()
        } else {
            device.handle(event, at: time)
        }
    }

    private mutating func passTime() {
        if let (link, time) = end, time <= now {
            end = nil
            device.handle(.disconnected(link: adapter == .newest ? newest : link), at: now)
        } else if end == nil, let (link, mtu) = connection {
            connection = nil
            device.handle(.connected(link: link, mtu: mtu), at: now)
        } else {
            device.handle(.timePassed, at: now)
        }
    }

    mutating func nextEffect() -> CentralSession.Effect? {
        let effect = device.nextEffect()
        if case .connect(_, let link) = effect { newest = link }
        if case .disconnect(let link) = effect {
            end = (link, now.advanced(byMilliseconds: delay))
        }
        return effect
    }

    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        try device.withDelivery(body)
    }
}
