import KomootNav

@testable import Simulation

/// A broken device for explorations. It is kept as it is: it has references, so its memory can't be
/// copied.
///
/// A type with variables of its own that decide what it will do has to describe them too.
protocol ExplorableBrokenCentral: BrokenCentral, ExplorableCentral where Kept == Self {
    /// Adds the variables of its own.
    func describeOwn(to digest: inout StateDigest, at now: SessionTime)
}

extension ExplorableBrokenCentral {
    func kept() -> Self { self }
    init(_ kept: Self) { self = kept }
    func role(of ticket: Ticket) -> CentralSession.TicketRole { held.session.role(of: ticket) }
    func describeOwn(to digest: inout StateDigest, at now: SessionTime) {}
    var isAtRest: Bool { held.session.isAtRest }

    mutating func describe(to digest: inout StateDigest, at now: SessionTime) {
        held.describe(to: &digest, at: now)
        describeOwn(to: &digest, at: now)
    }
}

/// The same for a broken phone.
protocol ExplorableBrokenPeripheral: BrokenPeripheral, ExplorablePeripheral where Kept == Self {
    /// Adds the variables of its own.
    func describeOwn(to digest: inout StateDigest, at now: SessionTime)
}

extension ExplorableBrokenPeripheral {
    func kept() -> Self { self }
    init(_ kept: Self) { self = kept }
    func describeOwn(to digest: inout StateDigest, at now: SessionTime) {}
    var isAtRest: Bool { held.session.isAtRest }

    mutating func describe(
        to digest: inout StateDigest, at now: SessionTime,
        number: (PeripheralSession.Central) -> Int
    ) {
        held.session.describe(to: &digest, at: now, number: number)
        describeOwn(to: &digest, at: now)
    }
}

extension HonestCentral: ExplorableBrokenCentral {}
extension HonestPeripheral: ExplorableBrokenPeripheral {}
extension WithoutTornCheck: ExplorableBrokenCentral {}
extension FixedOffsets: ExplorableBrokenCentral {}
extension TwoRequestsAtOnce: ExplorableBrokenCentral {}
extension LossNotHeard: ExplorableBrokenCentral {}
extension RadioOnNotHeard: ExplorableBrokenCentral {}
extension ShownTwice: ExplorableBrokenCentral {}
extension SilenceNotTold: ExplorableBrokenCentral {}
extension ReadTimeoutIgnored: ExplorableBrokenCentral {}
extension MTUNotHeard: ExplorableBrokenCentral {}
extension ServesSnapshots: ExplorableBrokenPeripheral {}
extension OneByteOff: ExplorableBrokenPeripheral {}
