/// Rare things that a campaign must have met. Without them, finding no failure proves little.
public enum Mark: Int, Hashable, Sendable, CaseIterable {
    /// The first chunk had changed when it was read again.
    case tornRead
    /// A read ended with no bytes.
    case endedEmpty
    /// A read ended with 0x07.
    case endedWithInvalidOffset
    /// A read ended with 0x0B.
    case endedWithAttributeNotLong
    /// The phone had no object yet.
    case noObjectYet
    /// An object of 512 bytes was delivered whole.
    case longestObject
    /// An object that ends where a chunk does was delivered whole.
    case exactMultiple
    /// The object changed during every attempt to read it.
    case restartsExhausted
    /// A first chunk was shown.
    case partialShown
    /// A device had a link again after an earlier one.
    case reconnected
    /// The watchdog made the phone advertise.
    case watchdogFired
    /// Advertising reached the user's limit.
    case advertisingGaveUp
    /// An instruction was repeated.
    case repeated
    /// A notification found a full queue.
    case queueFull
    /// Statuses that were reported.
    case silent, ended, pairingRequired
    /// A device recognised a late or repeated answer.
    case lateArrival
    /// A phone did not answer a request in time.
    case timedOut
    /// Too many reads failed, and the device ended the link.
    case gaveUp
    /// A notification was malformed.
    case malformedNotification
    /// A device without a subscription delivered an object.
    case polled
    /// A phone served a second central.
    case secondCentral
    /// The MTU changed while a request was outstanding.
    case mtuChangedInRead
    /// The services changed while a request was outstanding.
    case serviceChangedInRead
    /// A phone answered a read from an older object than the newest.
    case snapshotServed
    /// The phone's app was started again.
    case phoneRestarted
    /// Bluetooth was off at one end.
    case phoneRadioOff, deviceRadioOff
    /// A device delivered a whole object with a radio that goes on by itself.
    case wholeValues, blueZ, blueZOffsets, coreBluetooth
    /// A device delivered a whole object without knowing the MTU.
    case unknownMTU
    /// The clocks of the two ends ran at different speeds.
    case clockDrift
}

/// The marks that a campaign has reached.
public struct MarkSet: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// Creates an empty set.
    init() {}

    /// Whether a mark was reached.
    public func contains(_ mark: Mark) -> Bool { bits & 1 << UInt64(mark.rawValue) != 0 }

    /// Adds a mark.
    mutating func insert(_ mark: Mark) { bits |= 1 << UInt64(mark.rawValue) }

    /// Adds all marks of another set.
    mutating func formUnion(_ other: MarkSet) { bits |= other.bits }

    /// The marks that it has not reached.
    public var missing: [Mark] { Mark.allCases.filter { !contains($0) } }
}
