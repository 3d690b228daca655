/// A peripheral's radio, as a ``PeripheralDriver`` uses it: what the driver asks for, and what it tells.
///
/// A radio names devices and reads by handles of its own, such as Core Bluetooth's `CBCentral` and `CBATTRequest`.
public protocol PeripheralRadio {
    /// The radio's handle of a device.
    associatedtype Central: Equatable
    /// The radio's handle of a device's read.
    associatedtype Read

    /// Does what the session asks for.
    func perform(_ request: PeripheralDriver<Central, Read>.Request)
    /// Notifies a device with a value. The bytes are lent for the call.
    ///
    /// - Returns: `false` if the queue is full. Then hand in
    ///   ``PeripheralDriver/Event/notificationsReady`` when it has room again.
    func notify(_ central: Central, with value: Span<UInt8>) -> Bool
    /// Answers a read with a value. The bytes are lent for the call.
    func answer(_ read: Read, with value: Span<UInt8>)
    /// Answers a read with an error.
    func reject(_ read: Read, with error: ATTError)
    /// Hands in ``PeripheralDriver/Event/timePassed`` at this time, and no longer at the one that was said before;
    /// `nil` if there is nothing to wait for. Too early does no harm.
    func wake(at time: SessionTime?)
    /// Tells the user what the phone does now, after the requests that begin it.
    func report(_ phase: PeripheralSession.Phase)
    /// Notes something that should not happen. The session has dealt with it.
    func note(_ fault: PeripheralSession.Fault)
}

extension PeripheralRadio {
    /// Does nothing.
    public func note(_ fault: PeripheralSession.Fault) {}
}
