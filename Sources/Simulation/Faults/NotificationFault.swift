/// What goes wrong with the next notification. A time is at most a day.
public enum NotificationFault: Hashable, Sendable {
    /// It is lost.
    case lost
    /// It arrives twice.
    case repeated
    /// It is late, and so is everything that follows it on the link.
    case delayed(Duration)
    /// It is cut to this many bytes.
    case cut(Int)
    /// It finds a full queue, which has room again after this time.
    case queueFull(Duration)
    /// One byte of it is changed, by a hostile peer. The position is counted round.
    case corrupted(position: Int, mask: UInt8)
    /// Its length is changed, by a hostile peer.
    case resized(Int)
}

extension NotificationFault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .lost, .repeated: nil
        case .delayed(let time), .queueFull(let time): .time.refusing(time)
        case .cut(let count), .resized(let count): .length.refusing(count)
        case .corrupted(let position, let mask):
            .position.refusing(position) ?? .mask.refusing(Int(mask))
        }
    }
}

extension NotificationFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .lost: "notification lost"
        case .repeated: "notification repeated"
        case .delayed(let time): "notification delayed by \(time.millisecondsText)"
        case .cut(let count): "notification cut to \(count) bytes"
        case .queueFull(let time): "notification queue full for \(time.millisecondsText)"
        case .corrupted(let position, let mask):
            "notification's byte \(position) changed by mask \(mask)"
        case .resized(let count): "notification's length changed to \(count)"
        }
    }
}
