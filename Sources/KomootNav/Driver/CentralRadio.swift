/// A central's radio, as a ``CentralDriver`` uses it: what the driver asks for, and what it tells.
///
/// A radio names phones by handles of its own, such as Core Bluetooth's `CBPeripheral`, and knows nothing of
/// tickets. It does what ``perform(_:)`` says and hands what happens to the driver, later or at once.
/// For each request that a phone answers it tells one answer, unless the link ends.
public protocol CentralRadio {
    /// The radio's handle of a phone.
    associatedtype Peer: Equatable

    /// Does what the session asks for.
    func perform(_ request: CentralDriver<Peer>.Request)
    /// Hands in ``CentralDriver/Event/timePassed`` at this time, and no longer at the one that was said before;
    /// `nil` if there is nothing to wait for. Too early does no harm.
    func wake(at time: SessionTime?)
    /// Shows an object. The bytes are lent for the call.
    func show(_ object: Span<UInt8>, extent: ObjectExtent)
    /// Tells the rider.
    func report(_ status: CentralSession.Status)
    /// Notes something that should not happen. The session has dealt with it.
    func note(_ fault: CentralSession.Fault)
}

extension CentralRadio {
    /// Does nothing.
    public func note(_ fault: CentralSession.Fault) {}
}
