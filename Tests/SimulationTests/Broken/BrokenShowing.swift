import KomootNav
import Simulation

/// It shows an object again after a newer one.
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

/// It shows every object twice.
struct ShownTwice: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
        if effect == .deliver(.whole) { held.give(effect) }
    }
}

/// It takes a bare identifier for a whole object.
struct IdentifierShownAsWhole: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        if case .notified(_, let bytes) = event, bytes.count == 4 {
            held.deliver(LentBytes(ContiguousArray(copying: bytes), .whole))
        }
    }
}

/// It takes a bare identifier for the beginning of an object, and shows zeros after it.
struct IdentifierShownAsBeginning: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        guard case .notified(_, let bytes) = event, bytes.count == 4 else { return }
        let zeros = ContiguousArray<UInt8>(repeating: 0, count: 5)
        held.deliver(LentBytes(ContiguousArray(copying: bytes) + zeros, .possiblyCut))
    }
}

/// It shows first chunks, but no whole objects.
struct NeverWhole: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if effect != .deliver(.whole) { held.give(effect) }
    }
}

/// It never reports that a phone is silent.
struct SilenceNotTold: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if effect != .report(.silent) { held.give(effect) }
    }
}

/// It reports that a phone is silent too early.
struct SilenceToldEarly: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect == .report(.navigating) ? .report(.silent) : effect)
    }
}

/// It reports each fault over and over.
struct MuchToSay: BrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
        guard case .fault = effect else { return }
        for _ in 0..<CentralSession.maximumEffects { held.give(effect) }
    }
}

/// It shows the beginning of an object again after a newer one.
struct OlderBeginningShown: BrokenCentral {
    var held: HeldCentral
    private var last: LentBytes?
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        held.give(effect)
        guard effect == .deliver(.whole), let lent = held.lent else { return }
        if let last { held.deliver(last) }
        last = LentBytes(ContiguousArray(lent.bytes.prefix(12)), .possiblyCut)
    }
}

/// It goes on reporting silence although something has arrived.
struct SilenceNotEnded: BrokenCentral {
    var held: HeldCentral
    private var isSilent = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if effect == .report(.silent) { isSilent = true }
        if case .report(let status) = effect, status != .silent, isSilent { return }
        held.give(effect)
    }
}
