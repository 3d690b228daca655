#if canImport(CoreBluetooth)
    package import CoreBluetooth
    package import Foundation
    package import KomootNav

    /// Sees what a phone is told and does, so that tests can judge it. A device is named by Core Bluetooth's
    /// identifier.
    package protocol PhoneObserver: Sendable {
        /// The session is about to be told something.
        func willHandle(_ event: PeripheralDriver<UUID, CBATTRequest>.Event, at time: SessionTime)
        /// The app is about to publish an object.
        func willPublish(_ object: Span<UInt8>, at time: SessionTime)
        /// An event was handled, with everything that followed from it.
        func didHandle()
        /// It is about to notify.
        func willNotify(_ central: UUID, with value: Span<UInt8>)
        /// It is about to answer a read.
        func willAnswer(_ read: CBATTRequest, with value: Span<UInt8>)
        /// It is about to refuse a read.
        func willReject(_ read: CBATTRequest, with error: ATTError)
        /// It is about to do what its session asks for.
        func willPerform(_ request: PeripheralDriver<UUID, CBATTRequest>.Request)
    }
#endif
