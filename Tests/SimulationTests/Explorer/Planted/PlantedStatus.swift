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
