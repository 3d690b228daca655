import KomootNav
import Simulation

/// The first piece is never read again.
struct WithoutTornCheck: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .read(let ticket, offset: 0) = effect, held.isReadingAgain else {
            return held.give(effect)
        }
        answerFromMemory(ticket, at: time)
    }
}

/// The first piece is read again only if a notification came since it was asked for.
struct TornCheckByNotification: BrokenCentral {
    var held: HeldCentral
    private var isNotified = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .notified = event { isNotified = true }
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .read(let ticket, offset: 0) = effect else { return held.give(effect) }
        if held.isReadingAgain && !isNotified { return answerFromMemory(ticket, at: time) }
        isNotified = false
        held.give(effect)
    }
}

/// An empty answer ends an object, and nothing is read again.
struct EmptyAnswerTrusted: BrokenCentral {
    var held: HeldCentral
    private var isEmpty = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .answered(_, let bytes) = event { isEmpty = bytes.isEmpty } else { isEmpty = false }
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .read(let ticket, offset: 0) = effect, held.isReadingAgain, isEmpty else {
            return held.give(effect)
        }
        answerFromMemory(ticket, at: time)
    }
}

/// Every piece is taken to be 22 bytes long.
struct FixedOffsets: BrokenCentral {
    var held: HeldCentral
    private var pieces = 0
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .read(let ticket, let offset) = effect else { return held.give(effect) }
        pieces = offset == 0 ? 0 : pieces + 1
        held.give(.read(ticket, offset: 22 * pieces))
    }
}

/// A piece that is shorter than the MTU allows ends the object.
struct PieceSizeByMTU: BrokenCentral {
    var held: HeldCentral
    private var mtu = 23
    private var isShort = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        isShort = false
        switch event {
        case .connected(_, let mtu): self.mtu = mtu
        case .mtuChanged(_, let mtu): self.mtu = mtu
        case .answered(_, let bytes): isShort = bytes.count < mtu - 1
        default: break
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .read(let ticket, let offset) = effect, offset > 0, isShort else {
            return held.give(effect)
        }
        feed(.failed(ticket, .invalidOffset), at: time)
    }
}

/// A late answer is taken for the awaited one.
struct LateAnswerTaken: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        guard let awaited = held.read?.ticket else { return feed(event, at: time) }
        switch event {
        case .answered(_, let bytes): feed(.answered(awaited, bytes), at: time)
        case .failed(_, let error): feed(.failed(awaited, error), at: time)
        default: feed(event, at: time)
        }
    }
}

/// A request goes out for every notification, whatever is outstanding.
struct TwoRequestsAtOnce: BrokenCentral {
    /// The simulator's own tokens have a higher bit, the session's tickets only lower ones.
    private static let ticket = Ticket(rawValue: 1 << 30)

    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        let isReading = held.session.phase == .reading
        feed(event, at: time)
        if case .notified = event, isReading, held.session.phase == .reading {
            held.give(.read(Self.ticket, offset: 0))
        }
    }
}
