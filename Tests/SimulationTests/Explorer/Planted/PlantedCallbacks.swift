@testable import KomootNav
@testable import Simulation

extension HeldCentral {
    /// When the value that arrived through the one callback is read again; `nil` if there is none.
    fileprivate var quiet: SessionTime? {
        guard case .connected(let link) = session.state, case .ready(_, let quiet) = link.activity
        else { return nil }
        return quiet
    }

    /// Whether what arrives may be a notification.
    fileprivate var mayBeNotified: Bool { session.mayBeNotified }
}

extension BrokenCentral {
    /// Ends the quiet before it is over.
    fileprivate mutating func endQuiet() {
        if let quiet = held.quiet { feed(.timePassed, at: quiet) }
    }
}

/// It reads a value again at once, without a marker after what the radio has still to tell.
struct ReadAgainAtOnce: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        endQuiet()
    }
}

/// Whatever is told when the quiet is over ends it, even if it was told late.
struct QuietEndedByAnything: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if let quiet = held.quiet, quiet <= time { endQuiet() }
        feed(event, at: time)
    }
}

/// One marker is enough for all values that are to be read again: that of the first.
struct OneMarkerForAll: ExplorableBrokenCentral {
    var held: HeldCentral
    private var first: SessionTime?
    init(_ held: HeldCentral) { self.held = held }

    var nextDeadline: SessionTime? { first ?? held.session.nextDeadline }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .timePassed = event, let first, first <= time { endQuiet() }
        feed(event, at: time)
        first = held.quiet.map { min($0, first ?? $0) }
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) {
        digest.add(until: first, from: now)
    }
}

/// What came before the MTU grew can't be told after that.
struct MTUNotHeld: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        feed(event, at: time)
        if case .mtuChanged = event, held.mayBeNotified {
            held.session.reassembler.expectNotifications()
        }
    }
}

/// It takes some of what arrives for whole objects, without reading them again.
protocol TakenForWhole: ExplorableBrokenCentral {
    var shown: ContiguousArray<UInt8> { get set }
    /// Whether it takes so many bytes for a whole object.
    static func isWhole(_ count: Int) -> Bool
}

extension TakenForWhole {
    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        guard case .arrived(_, let bytes) = event, held.mayBeNotified, Self.isWhole(bytes.count)
        else { return feed(event, at: time) }
        let value = ContiguousArray(copying: bytes)
        feed(event, at: time)
        if value != shown { held.deliver(LentBytes(value, .whole)) }
        shown = value
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) { digest.add(shown.span) }
}

/// A value as long as a notification can be is whole.
struct LongestNotificationTakenForWhole: TakenForWhole {
    var held: HeldCentral
    var shown: ContiguousArray<UInt8> = []
    init(_ held: HeldCentral) { self.held = held }

    static func isWhole(_ count: Int) -> Bool { count == ATT.smallestPayload }
}

/// An answer of more than one PDU is whole.
struct AnswerNotReadAgain: TakenForWhole {
    var held: HeldCentral
    var shown: ContiguousArray<UInt8> = []
    init(_ held: HeldCentral) { self.held = held }

    static func isWhole(_ count: Int) -> Bool { count > ATT.readPayload(mtu: ATT.defaultMTU) }
}

/// On a radio that reads whole values it takes what it has read twice for a whole object, even if the
/// radio may have stopped after the phone's first chunk.
struct CutValueTakenForWhole: ExplorableBrokenCentral {
    var held: HeldCentral
    private var shown: ContiguousArray<UInt8> = []
    private var hasDelivered = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        hasDelivered = false
        guard case .answered(_, let bytes) = event, !bytes.isEmpty else {
            return feed(event, at: time)
        }
        let value = ContiguousArray(copying: bytes)
        let isSecond = value == held.firstChunk
        feed(event, at: time)
        guard isSecond && !hasDelivered && value != shown else { return }
        held.deliver(LentBytes(value, .whole))
        shown = value
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if case .deliver(let extent) = effect {
            hasDelivered = true
            if extent == .whole, let lent = held.lent { shown = lent.bytes }
        }
        held.give(effect)
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) { digest.add(shown.span) }
}

/// At a larger MTU too, it takes a value of 22 bytes for whole, although no longer one has come.
struct WholeWithoutEvidence: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard effect == .deliver(.possiblyCut), let lent = held.lent, lent.bytes.count == 22 else {
            return held.give(effect)
        }
        held.deliver(LentBytes(lent.bytes, .whole))
    }
}

/// It takes a value for whole if a longer one has come on the link, even at another MTU.
struct EvidenceKept: ExplorableBrokenCentral {
    var held: HeldCentral
    private var longest = 0
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        switch event {
        case .answered(_, let bytes), .arrived(_, let bytes): longest = max(longest, bytes.count)
        case .connected: longest = 0
        default: break
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard effect == .deliver(.possiblyCut), let lent = held.lent,
            lent.bytes.count > 20 && lent.bytes.count < longest
        else { return held.give(effect) }
        held.deliver(LentBytes(lent.bytes, .whole))
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) { digest.add(longest) }
}
