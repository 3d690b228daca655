/// Something that happened in a world, and to whom. The time and the bytes are passed separately.
public enum WorldEvent: Hashable, Sendable {
    /// On a link.
    case link(LinkEvent)
    /// At a phone, by its number among all peripherals.
    case phone(Int32, PhoneEvent)
    /// At a device, by its number among all centrals.
    case device(Int32, DeviceEvent)
    /// A fault was injected.
    case fault(Fault)
}

/// Is told everything that happens in a world. Each kind of event has a function of its own, because making
/// a ``WorldEvent`` of every event would cost more than most observers do with it.
protocol Observer: LinkObserver, PhoneObserver, DeviceObserver {
    /// - Parameters:
    ///   - fault: what was injected.
    ///   - time: when, in microseconds since the world began.
    func observe(_ fault: Fault, at time: UInt64)
}

/// Passes everything that happens in a world on to its observers: the trace, and a judge if there
/// is one.
///
/// The observers are not in a list, because walking through one costs more than most of their work.
final class History: Observer {
    let trace = Trace()
    private let judge: (any Observer)?

    init(judge: (any Observer)?) { self.judge = judge }

    func observe(_ event: LinkEvent, at time: UInt64, _ bytes: Span<UInt8>) {
        trace.take(event.words, isKept: event.isKept, .link(event), at: time, bytes)
        judge?.observe(event, at: time, bytes)
    }

    func observe(_ event: PhoneEvent, of phone: Int32, at time: UInt64, _ bytes: Span<UInt8>) {
        trace.take(event.words(phone), .phone(phone, event), at: time, bytes)
        judge?.observe(event, of: phone, at: time, bytes)
    }

    func observe(_ event: DeviceEvent, of device: Int32, at time: UInt64, _ bytes: Span<UInt8>) {
        trace.take(event.words(device), .device(device, event), at: time, bytes)
        judge?.observe(event, of: device, at: time, bytes)
    }

    func observe(_ fault: Fault, at time: UInt64) {
        trace.take(fault.words, .fault(fault), at: time, Span())
        judge?.observe(fault, at: time)
    }
}

/// Something that goes wrong, sorted by what it affects.
///
/// A fault of an answer or a notification waits for the next one. Other faults happen at once when
/// they are injected, except three: ``LinkFault/advertisingMissed(_:)`` waits for advertisements, and
/// ``PhoneFault/objectReplaced(streetByteCount:)`` and ``PhoneFault/publishedInRead(streetByteCount:)``
/// for a read. ``World/waitingFaults`` says which have not happened yet.
///
/// The world's clock counts microseconds, so fractions of one are cut off a fault's time.
public enum Fault: Hashable, Sendable {
    /// The next answer to a read.
    case answer(AnswerFault)
    /// The next notification.
    case notification(NotificationFault)
    /// The links and the radios.
    case link(LinkFault)
    /// The first phone.
    case phone(PhoneFault)
}

extension Fault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .answer(let fault): fault.quantityOutOfRange
        case .notification(let fault): fault.quantityOutOfRange
        case .link(let fault): fault.quantityOutOfRange
        case .phone(let fault): fault.quantityOutOfRange
        }
    }
}

extension Fault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .answer(let fault): fault.description
        case .notification(let fault): fault.description
        case .link(let fault): fault.description
        case .phone(let fault): fault.description
        }
    }
}
