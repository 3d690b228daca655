/// Rare things that a campaign must have met, or its silence proves little.
public enum Mark: Int, Hashable, Sendable, CaseIterable {
    /// A first piece that was read again was another one.
    case tornRead
    /// A read ended with no bytes.
    case endedEmpty
    /// A read ended with 0x07.
    case endedWithInvalidOffset
    /// A read ended with 0x0B.
    case endedWithAttributeNotLong
    /// There was no object yet.
    case noObjectYet
    /// An object of 512 bytes was delivered whole.
    case longestObject
    /// An object that ends where a piece does was delivered whole.
    case exactMultiple
    /// The object changed under every attempt to read it.
    case restartsExhausted
    /// A first piece was shown.
    case partialShown
    /// A link came up after another.
    case reconnected
    /// The watchdog had the phone advertise.
    case watchdogFired
    /// Advertising reached the user's limit.
    case advertisingGaveUp
    /// An instruction was repeated.
    case repeated
    /// A notification found a full queue.
    case queueFull
    /// Statuses that were reported.
    case silent, stale, ended, pairingRequired
    /// A late or repeated answer was told from the awaited one.
    case lateArrival
    /// A request was not answered in time.
    case timedOut
    /// Too many reads failed.
    case gaveUp
    /// A notification was malformed.
    case malformedNotification
    /// A link without a subscription delivered.
    case polled
    /// A second central was served.
    case secondCentral
    /// The MTU changed while a request was outstanding.
    case mtuChangedInRead
    /// The services changed while a request was outstanding.
    case servicesChangedInRead
    /// A read was answered from an older object than the newest.
    case snapshotServed
    /// The phone's app was started again.
    case phoneRestarted
    /// Bluetooth was off.
    case phoneRadioOff, deviceRadioOff
    /// Radios that read whole values delivered.
    case wholeValues, oneCallback
    /// The two clocks ran differently.
    case clockDrift
}

/// The marks that were reached.
public struct MarkSet: Hashable, Sendable {
    private var bits: UInt64 = 0

    /// Creates an empty set.
    public init() {}

    /// Whether a mark was reached.
    public func contains(_ mark: Mark) -> Bool { bits & 1 << UInt64(mark.rawValue) != 0 }

    /// Takes a mark for reached.
    public mutating func insert(_ mark: Mark) { bits |= 1 << UInt64(mark.rawValue) }

    /// Takes all marks of another set for reached.
    public mutating func formUnion(_ other: MarkSet) { bits |= other.bits }

    /// The marks that were not reached.
    public var missing: [Mark] { Mark.allCases.filter { !contains($0) } }
}
