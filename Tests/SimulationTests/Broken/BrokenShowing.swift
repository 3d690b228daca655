import KomootNav
import Simulation

/// An object that was shown is shown again behind a newer one.
struct OlderShownAgain: BrokenCentral {
    var held: HeldCentral
    private var last: LentBytes?
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
        guard effect == .deliver(.whole) else { return }
        if let last { held.deliver(last) }
        last = held.lent
    }
}

/// Every object is shown twice.
struct ShownTwice: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
        if effect == .deliver(.whole) { held.give(effect) }
    }
}

/// A bare identifier is taken for a whole object.
struct IdentifierShownAsWhole: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        if case .notified(_, let bytes) = event, bytes.count == 4 {
            held.deliver(LentBytes(ContiguousArray(copyOf: bytes), .whole))
        }
    }
}

/// A bare identifier is taken for the beginning of an object, with zeros behind it.
struct IdentifierShownAsBeginning: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        guard case .notified(_, let bytes) = event, bytes.count == 4 else { return }
        let zeros = ContiguousArray<UInt8>(repeating: 0, count: 5)
        held.deliver(LentBytes(ContiguousArray(copyOf: bytes) + zeros, .possiblyCut))
    }
}

/// First pieces are shown, whole objects are not.
struct NeverWhole: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if effect != .deliver(.whole) { held.give(effect) }
    }
}

/// A phone that says nothing is never reported.
struct SilenceNotTold: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if effect != .report(.silent) { held.give(effect) }
    }
}

/// A phone is reported as silent before it was silent for long enough.
struct SilenceToldEarly: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect == .report(.stale) ? .report(.silent) : effect)
    }
}

/// Everything is logged, over and over.
struct MuchToSay: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
        guard case .fault = effect else { return }
        for _ in 0..<CentralSession.maximumEffects { held.give(effect) }
    }
}
