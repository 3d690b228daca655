import KomootNav

@testable import Simulation

/// It goes on saying that there are instructions when the phone says that there is none any more.
struct NoObjectNotBelieved: ExplorableBrokenCentral {
    var held: HeldCentral
    private var told = CentralSession.Status.stopped
    init(_ held: HeldCentral) { self.held = held }

    mutating func give(_ effect: CentralSession.Effect, at time: SessionTime) {
        if case .report(let status) = effect {
            if status == told || status == .waiting && told == .navigating { return }
            told = status
        }
        held.give(effect)
    }

    func describeOwn(to digest: inout StateDigest, at now: SessionTime) {
        digest.add(CentralSession.Status.allCases.firstIndex(of: told))
    }
}

/// It waits for the phone's service without end.
struct DiscoveryWithoutEnd: ExplorableBrokenCentral {
    var held: HeldCentral
    init(_ held: HeldCentral) { self.held = held }

    var nextDeadline: SessionTime? {
        held.session.phase == .discovering ? nil : held.session.nextDeadline
    }
}

/// It advertises without end although the user wanted it only for a while.
struct AdvertisingWithoutEnd: ExplorableBrokenPeripheral {
    var held: HeldPeripheral
    init(_ held: HeldPeripheral) { self.held = held }

    var nextDeadline: SessionTime? {
        held.session.phase == .advertising ? nil : held.session.nextDeadline
    }
}
