import KomootNav

@testable import Simulation

/// When it has found the services again, it believes itself still subscribed.
struct SubscriptionOfThePast: ExplorableBrokenCentral {
    var held: HeldCentral
    private var isSubscribed = false
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        switch event {
        case .subscribed: isSubscribed = true
        case .connected, .disconnected, .radioOff: isSubscribed = false
        default: break
        }
        feed(event, at: time)
    }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        guard case .subscribe(let ticket) = effect, isSubscribed else { return held.give(effect) }
        feed(.subscribed(ticket), at: time)
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) { digest.add(isSubscribed) }
}

/// When a subscription is refused because the phone must be paired first, it never asks for it again.
struct SubscriptionNotAskedAgain: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    mutating func take(_ event: CentralSession.Event, at time: SessionTime) {
        guard case .failed(let ticket, .insufficientAuthentication) = event,
            held.session.phase == .subscribing
        else { return feed(event, at: time) }
        feed(.failed(ticket, .unlikelyError), at: time)
    }
}
