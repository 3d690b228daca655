/// What goes wrong at the first phone of a world: the first ``SimulatedPeripheral``, or the first
/// ``GATTServer`` if there is none. Only a ``SimulatedPeripheral`` publishes objects. A time is at
/// most a day.
public enum PhoneFault: Hashable, Sendable {
    /// Before the phone answers the next read at an offset above zero, new objects replace the one that is being
    /// read. There are so many that the phone no longer has the old one, so the answer comes from another
    /// object. The new streets have this many bytes; more if the read has come further than that.
    case objectReplaced(streetByteCount: Int)
    /// Before the phone answers the next read at an offset above zero, its app publishes an object with
    /// this many street bytes. A phone that serves snapshots still goes on with the old object.
    case publishedInRead(streetByteCount: Int)
    /// Navigation stops, and the service is removed although the link is up. After this time it
    /// starts again.
    case navigationStopped(Duration)
    /// The app is killed, and started again after this time; it remembers nothing.
    case restarted(Duration)
    /// A second central connects, and leaves after this time.
    case secondCentral(Duration)
}

extension PhoneFault {
    /// Which of its numbers is out of range.
    var quantityOutOfRange: ImpossibleFault.Quantity? {
        switch self {
        case .objectReplaced(let count), .publishedInRead(let count):
            .streetByteCount.refusing(count)
        case .navigationStopped(let time), .restarted(let time), .secondCentral(let time):
            .time.refusing(time)
        }
    }
}

extension PhoneFault: CustomStringConvertible {
    /// The fault in words.
    public var description: String {
        switch self {
        case .objectReplaced(let count): "object replaced by one with a street of \(count) bytes"
        case .publishedInRead(let count):
            "object with a street of \(count) bytes published during a read"
        case .navigationStopped(let time): "navigation stopped for \(time.millisecondsText)"
        case .restarted(let time): "phone's app restarted after \(time.millisecondsText)"
        case .secondCentral(let time): "second central for \(time.millisecondsText)"
        }
    }
}
