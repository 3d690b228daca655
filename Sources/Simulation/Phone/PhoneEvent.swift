public import KomootNav

/// Something that a phone did and the link does not show.
public enum PhoneEvent: Hashable, Sendable {
    /// Its state machine was told something, at a time on its own clock.
    case told(PhoneInput, at: SessionTime)
    /// It has done everything that followed from its last input.
    case acted
    /// It began or ended advertising.
    case advertising(isOn: Bool)
    /// It tried to notify the central of a link, whose queue may refuse; the bytes are the value.
    case notified(link: Int32)
    /// It answered a read; the bytes are the value.
    case answered(link: Int32, offset: Int)
    /// It answered a read with an error.
    case rejected(link: Int32, offset: Int, ATTError)
    /// Its app was killed.
    case killed
}

/// Is told what the phones of a world do.
protocol PhoneObserver: AnyObject, Sendable {
    func observe(
        _ event: PhoneEvent, of phone: Int32, at time: UInt64, _ bytes: Span<UInt8>)
}
