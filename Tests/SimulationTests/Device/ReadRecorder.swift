import KomootNav
import Simulation

/// Reads once, at a given time, and on from each answer if its radio reads at offsets. It passes on everything that
/// it is told of values.
struct ReadRecorder: CentralStateMachine {
    /// What a state machine was told of values.
    enum Told: Hashable, Sendable {
        case answered(ContiguousArray<UInt8>)
        case failed(ATTError)
        case notified(ContiguousArray<UInt8>)
        case arrived(ContiguousArray<UInt8>)
        /// Something of another link or of another read, or something that nobody waits for.
        case other(CentralSession.OwnedEvent)
    }

    private let readsOn: Bool
    private let readTime: SessionTime
    private let subscribes: Bool
    private let before: AsyncStream<Told>.Continuation
    private let after: AsyncStream<Told>.Continuation
    private var effects: ContiguousArray<CentralSession.Effect> = []
    private var lastTicket: UInt32 = 0
    private var link: Ticket?
    private var read: (ticket: Ticket, offset: Int)?
    private(set) var nextDeadline: SessionTime?

    /// - Parameters:
    ///   - before: what it is told before it reads.
    ///   - after: what it is told after that.
    init(
        reads radio: DeviceRadio, at readTime: SessionTime, subscribes: Bool,
        _ before: AsyncStream<Told>.Continuation, _ after: AsyncStream<Told>.Continuation
    ) {
        readsOn = radio == .offsetReads || radio == .blueZOffsets
        self.readTime = readTime
        self.subscribes = subscribes
        self.before = before
        self.after = after
    }

    mutating func handle(_ event: CentralSession.Event, at time: SessionTime) {
        switch CentralSession.OwnedEvent(event) {
        case .start: effects.append(.startScan)
        case .found(let phone):
            let ticket = nextTicket()
            link = ticket
            effects += [.stopScan, .connect(phone, link: ticket)]
        case .connected(link, _): effects.append(.discover(nextTicket()))
        case .discovered:
            if subscribes { effects.append(.subscribe(nextTicket())) }
            nextDeadline = readTime
        case .subscribed: break
        case .timePassed:
            nextDeadline = nil
            request(at: 0)
        case .answered(read?.ticket, let bytes):
            tell(.answered(bytes))
            if readsOn, !bytes.isEmpty { request(at: (read?.offset ?? 0) + bytes.count) }
        case .failed(read?.ticket, let error): tell(.failed(error))
        case .notified(link, let bytes): tell(.notified(bytes))
        case .arrived(link, let bytes): tell(.arrived(bytes))
        case let other: tell(.other(other))
        }
    }

    mutating func nextEffect() -> CentralSession.Effect? {
        effects.isEmpty ? nil : effects.removeFirst()
    }

    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? { nil }

    private func tell(_ told: Told) { (read == nil ? before : after).yield(told) }

    private mutating func request(at offset: Int) {
        let ticket = nextTicket()
        read = (ticket, offset)
        effects.append(.read(ticket, offset: offset))
    }

    private mutating func nextTicket() -> Ticket {
        lastTicket += 1
        return Ticket(rawValue: lastTicket)
    }
}
