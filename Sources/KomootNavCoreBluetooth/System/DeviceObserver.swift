package import KomootNav

/// Sees what a device does, so that tests can judge it.
package protocol DeviceObserver: Sendable {
    /// An object is about to be shown.
    func willShow(_ object: Span<UInt8>, _ extent: ObjectExtent)
    /// The session is about to tell the rider something.
    func willReport(_ status: CentralSession.Status)
    /// Something happened that should not.
    func willNote(_ fault: CentralSession.Fault)
    /// An event was handled, with everything that followed from it.
    func didHandle()
}
