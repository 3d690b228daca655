import KomootNav
import Simulation

/// It never reads the first chunk again.
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

/// It reads the first chunk again only if a notification has come since the first read of it.
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

/// It takes an empty answer for the end of an object, and never reads the first chunk again.
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

/// It assumes that every chunk has 22 bytes.
struct FixedOffsets: BrokenCentral {
    var held: HeldCentral
    private var chunks = 0
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .read(let ticket, let offset) = effect else { return held.give(effect) }
        chunks = offset == 0 ? 0 : chunks + 1
        held.give(.read(ticket, offset: 22 * chunks))
    }
}

/// It takes a chunk that is shorter than the MTU allows for the end of the object.
struct ChunkSizeByMTU: BrokenCentral {
    var held: HeldCentral
    private var mtu = 23
    private var isShort = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        isShort = false
        switch event {
        case .connected(_, let mtu): self.mtu = mtu ?? 23
        case .mtuChanged(_, let mtu): self.mtu = mtu ?? 23
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

/// It takes a late answer for the expected one.
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

/// It sends a request for every notification, even while another one is outstanding.
struct TwoRequestsAtOnce: BrokenCentral {
    /// This bit is free: the simulator's own tokens have a higher bit, and the session's tickets
    /// only lower ones.
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
