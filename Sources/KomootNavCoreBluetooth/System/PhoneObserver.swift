package import KomootNav

/// Sees what a phone is told and does, so that tests can judge it.
package protocol PhoneObserver: Sendable {
    /// The session is about to be told something.
    func willHandle(_ event: PeripheralDriver<GATTPeer, GATTRead>.Event, at time: SessionTime)
    /// The app is about to publish an object.
    func willPublish(_ object: Span<UInt8>, at time: SessionTime)
    /// An event was handled, with everything that followed from it.
    func didHandle()
    /// It is about to notify.
    func willNotify(_ central: GATTPeer, with value: Span<UInt8>)
    /// It is about to answer a read.
    func willAnswer(_ read: GATTRead, with value: Span<UInt8>)
    /// It is about to refuse a read.
    func willReject(_ read: GATTRead, with error: ATTError)
    /// It is about to do what its session asks for.
    func willPerform(_ request: PeripheralDriver<GATTPeer, GATTRead>.Request)
}
