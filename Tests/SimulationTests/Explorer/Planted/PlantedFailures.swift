@testable import KomootNav
@testable import Simulation

extension HeldCentral {
    /// Makes the session forget how many requests in a row have failed on its link.
    fileprivate mutating func endRowOfFailures() {
        guard case .connected(var link) = session.state else { return }
        link.succeed()
        session.state = .connected(link)
    }
}

/// After Invalid Handle it finds the characteristic again and asks again, as often as that happens.
struct InvalidHandleNotCounted: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        if case .failed(_, .invalidHandle) = event { held.endRowOfFailures() }
        feed(event, at: time)
    }
}

/// It takes a first chunk for progress, so an object that can't be read to its end is read for ever.
struct FirstChunkTakenForProgress: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        let isFirst = held.read?.offset == 0
        feed(event, at: time)
        if case .answered = event, isFirst { held.endRowOfFailures() }
    }
}
