import KomootNav

@testable import Simulation

/// On a radio with one callback it subscribes, and takes everything that arrives during a read for its
/// answer. So it asks again while the radio still owes the answer.
struct NotificationTakenForAnswer: ExplorableBrokenCentral {
    var held: HeldCentral

    init(_ held: HeldCentral) {
        var configuration = held.session.configuration
        configuration.radio = .wholeValues
        self.held = HeldCentral(CentralSession(configuration))
    }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        guard case .arrived(let link, let bytes) = event else { return feed(event, at: time) }
        if held.session.phase == .reading, let read = held.read {
            feed(.answered(read.ticket, bytes), at: time)
        } else {
            feed(.notified(link: link, bytes), at: time)
        }
    }
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
