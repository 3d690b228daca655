import KomootNav
import Simulation

/// Bytes that a broken session lends.
struct LentBytes: Sendable {
    let bytes: ContiguousArray<UInt8>
    let extent: ObjectExtent

    init(_ bytes: ContiguousArray<UInt8>, _ extent: ObjectExtent) {
        self.bytes = bytes
        self.extent = extent
    }
}

/// A central's session with its effects, held back so that they can be changed.
struct HeldCentral: Sendable {
    var session: CentralSession
    /// The read to which the session expects an answer.
    private(set) var read: (ticket: Ticket, offset: Int)?
    /// The answer to the last read at offset 0.
    private(set) var firstChunk: ContiguousArray<UInt8> = []
    /// Whether a read at offset 0 among this event's effects reads the first chunk again.
    private(set) var isReadingAgain = false
    /// The bytes that the session last delivered.
    private(set) var lent: LentBytes?

    private var isDiscarded = false
    private var effects: ContiguousArray<(effect: CentralSession.Effect, lent: LentBytes?)> = []
    private var position = 0
    private var current: LentBytes?

    init(_ session: CentralSession) { self.session = session }

    /// Begins an event: nothing is lent any more.
    mutating func begin() {
        effects.removeAll(keepingCapacity: true)
        position = 0
        current = nil
    }

    /// Makes the session handle an event, and takes its effects.
    mutating func effects(
        of event: CentralSession.Event, at time: SessionTime
    ) -> ContiguousArray<CentralSession.Effect> {
        note(event)
        session.handle(event, at: time)
        var taken: ContiguousArray<CentralSession.Effect> = []
        while let effect = session.nextEffect() {
            if case .deliver = effect {
                lent = session.withDelivery { bytes, extent in
                    LentBytes(ContiguousArray(copying: bytes), extent)
                }
            }
            if case .read(let ticket, let offset) = effect {
                read = (ticket, offset)
                if offset == 0 { isDiscarded = false }
            }
            taken.append(effect)
        }
        return taken
    }

    /// Adds everything that decides what the session, and what is held back of it, will do.
    mutating func describe(to digest: inout StateDigest, at now: SessionTime) {
        session.describe(to: &digest, at: now)
        digest.add(read?.offset)
        digest.add(firstChunk.span)
        digest.add(isDiscarded)
    }

    private mutating func note(_ event: CentralSession.Event) {
        isReadingAgain = false
        switch event {
        case .answered(let ticket, let bytes): noteAnswer(ticket, bytes)
        case .failed(let ticket, let error):
            if error == .invalidOffset || error == .attributeNotLong {
                noteAnswer(ticket, nil)
            } else if ticket == read?.ticket {
                read = nil
            }
        case .mtuChanged: isDiscarded = true
        case .connected, .disconnected, .radioOff: read = nil
        default: break
        }
    }

    private mutating func noteAnswer(_ ticket: Ticket, _ bytes: Span<UInt8>?) {
        guard let read, read.ticket == ticket else { return }
        if let bytes, read.offset == 0 { firstChunk = ContiguousArray(copying: bytes) }
        isReadingAgain = read.offset > 0 && !isDiscarded
        self.read = nil
    }

    /// Passes on an effect of the session.
    mutating func give(_ effect: CentralSession.Effect) {
        var bytes: LentBytes?
        if case .deliver = effect { bytes = lent }
        effects.append((effect, bytes))
    }

    /// Delivers bytes that the session did not deliver.
    mutating func deliver(_ bytes: LentBytes) { effects.append((.deliver(bytes.extent), bytes)) }

    mutating func nextEffect() -> CentralSession.Effect? {
        guard position < effects.count else { return nil }
        let next = effects[position]
        position += 1
        if let lent = next.lent { current = lent }
        return next.effect
    }

    func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        guard let current else { return nil }
        return try body(current.bytes.span, current.extent)
    }
}

/// A central that behaves like its session, except for what a conforming type changes.
protocol BrokenCentral: CentralStateMachine {
    var held: HeldCentral { get set }
    /// Takes an event. By default it passes the event on unchanged.
    mutating func take(_ event: CentralSession.Event, at time: SessionTime)
    /// Passes on an effect. By default it does not change it.
    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime)
    init(_ held: HeldCentral)
}

extension BrokenCentral {
    var nextDeadline: SessionTime? { held.session.nextDeadline }

    mutating func handle(_ event: CentralSession.Event, at time: SessionTime) {
        held.begin()
        take(event, at: time)
    }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
    }

    /// Makes the session handle an event, and passes on its effects.
    mutating func feed(_ event: CentralSession.Event, at time: SessionTime) {
        for effect in held.effects(of: event, at: time) { give(effect, at: time) }
    }

    /// Answers the session's read with the first chunk from memory.
    mutating func answerFromMemory(_ ticket: Ticket, at time: SessionTime) {
        let chunk = held.firstChunk
        feed(.answered(ticket, chunk.span), at: time)
    }

    mutating func nextEffect() -> CentralSession.Effect? { held.nextEffect() }

    mutating func withDelivery<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        try held.withDelivery(body)
    }
}

/// Changes nothing.
struct HonestCentral: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }
}
