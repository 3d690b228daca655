public import KomootNav

/// One instruction of a recorded ride.
public struct RideInstruction: Hashable, Sendable {
    /// When the phone published it.
    public var time: CaptureTime
    /// What to do.
    public var arrow: Arrow
    /// How far ahead, in metres; in a ride file rounded, as it was displayed.
    public var distanceInMeters: UInt32
    /// The street to turn into.
    public var street: Street

    /// Creates an instruction.
    public init(
        time: CaptureTime, arrow: Arrow, distanceInMeters: UInt32, street: Street
    ) {
        self.time = time
        self.arrow = arrow
        self.distanceInMeters = distanceInMeters
        self.street = street
    }
}
