/// Something that is done in a run, and when.
public struct ScriptEntry: Hashable, Sendable {
    /// What is done.
    public enum Action: Hashable, Sendable {
        /// The phone publishes an object with a street of this many bytes; the key decides the
        /// rest.
        case publish(streetByteCount: Int, key: UInt64)
        /// Something goes wrong.
        case fault(Fault)
        /// The device starts to look for a phone.
        case startDevice
        /// Nothing goes wrong any more, and the user has the phone advertise.
        case calmDown
    }

    /// When, in microseconds since the run began.
    package let microseconds: UInt64
    /// What is done.
    public let action: Action

    /// When it is done: a moment of a world that begins with the run.
    public var time: VirtualClock.Instant { VirtualClock.Instant(microseconds: microseconds) }
}

extension ScriptEntry.Action: CustomStringConvertible {
    /// The action, in words.
    public var description: String {
        switch self {
        case .publish(let count, _): "object published with a street of \(count) bytes"
        case .fault(let fault): fault.description
        case .startDevice: "device started"
        case .calmDown: "nothing goes wrong any more, and the phone advertises"
        }
    }
}
