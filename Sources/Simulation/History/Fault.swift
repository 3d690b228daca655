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
