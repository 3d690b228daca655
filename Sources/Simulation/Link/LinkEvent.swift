public import LinkVocabulary

/// Something that happened on the links. Links, centrals and peripherals are numbered from zero, in
/// the order in which they were added; a token belongs to a request.
public enum LinkEvent: Hashable, Sendable {
    /// What a central asks for.
    public enum RequestKind: Hashable, Sendable {
        /// The handle of a characteristic.
        case discovery
        /// A value, or a chunk of one.
        case read
        /// To write a value.
        case write
        /// To begin or end notifications.
        case subscription
    }

    /// A central began to scan.
    case scanning(central: Int32)
    /// A scanning central heard a peripheral advertise.
    case found(central: Int32, peripheral: Int32)
    /// A central asked for a link, which comes up when the peripheral advertises.
    case connecting(link: Int32, central: Int32, peripheral: Int32)
    /// A link came up.
    case connected(link: Int32)
    /// A central ended a link that was up.
    case ended(link: Int32)
    /// The central's end of a link was told that it is gone.
    case centralDisconnected(link: Int32)
    /// The peripheral's end of a link was told that it is gone.
    case peripheralDisconnected(link: Int32)
    /// A central sent a request; the offset is a read's. It is one too many if another one is still unanswered.
    case sent(link: Int32, token: UInt32, RequestKind, offset: UInt16, isOneTooMany: Bool)
    /// A request for a characteristic arrived at the peripheral; the bytes are both UUIDs.
    case discover(link: Int32, token: UInt32)
    /// A read arrived at the peripheral.
    case read(link: Int32, token: UInt32, offset: UInt16)
    /// A write arrived at the peripheral; the bytes are the value.
    case write(link: Int32, token: UInt32)
    /// A request to begin or end a subscription arrived at the peripheral.
    case subscribe(link: Int32, token: UInt32, isOn: Bool)
    /// A value arrived at the central; the bytes are the value.
    case value(link: Int32, token: UInt32)
    /// The response to a discovery, a write or a subscription arrived at the central.
    case confirmation(link: Int32, token: UInt32)
    /// An error arrived at the central.
    case refusal(link: Int32, token: UInt32, ATTError)
    /// A notification found a full queue at the peripheral.
    case queueFull(link: Int32)
    /// A notification arrived at the central; the bytes are the value.
    case notification(link: Int32)
    /// The central learned that the MTU has changed, to this many bytes.
    case mtuChanged(link: Int32, Int32)
    /// The central learned that services changed.
    case serviceChanged(link: Int32)
    /// A central's radio was switched.
    case centralRadio(Int32, isOn: Bool)
    /// A peripheral's radio was switched.
    case peripheralRadio(Int32, isOn: Bool)
}

/// Is told what happens on the links of a world.
protocol LinkObserver: AnyObject, Sendable {
    /// - Parameters:
    ///   - event: what happened.
    ///   - time: when, in microseconds since the world began.
    ///   - bytes: the bytes that came with it, lent.
    func observe(_ event: LinkEvent, at time: UInt64, _ bytes: Span<UInt8>)
}
