public import KomootNav

/// The instructions that a phone gave on a ride, with their times, from a ride file or from a capture.
///
/// ```swift
/// let ride = RecordedRide(RideFile(bytes))
/// for (time, object) in try ride.objects(in: .deployed) { phone.publish(object, at: time) }
/// ```
public struct RecordedRide: Hashable, Sendable {
    /// An object, and when the phone published it; the first one's time is zero.
    public typealias Publication = (time: SessionTime, object: ContiguousArray<UInt8>)

    /// The instructions in the order in which the phone published them.
    public private(set) var instructions: [RideInstruction]
    private var lastIdentifier: InstructionIdentifier?

    /// Creates a ride of these instructions.
    public init(_ instructions: [RideInstruction] = []) { self.instructions = instructions }

    /// Takes the instructions of a ride file.
    public init(_ file: RideFile) { instructions = file.instructions }

    /// Adds the instruction that a read of a capture shows, if it is whole and not the same as the last one.
    ///
    /// Its time is that at which the read began, in whole milliseconds as in a ride file: a capture does not
    /// show when the phone published it.
    public mutating func add(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn,
            let instruction = try? NavigationInstruction(decoding: read.bytes.span),
            instruction.identifier != lastIdentifier
        else { return }
        lastIdentifier = instruction.identifier
        let time = CaptureTime(
            microsecondsSince1970: read.start.microsecondsSince1970 / 1000 * 1000)
        instructions.append(
            RideInstruction(
                time: time, arrow: instruction.arrow,
                distanceInMeters: instruction.distanceInMeters,
                street: instruction.street))
    }

    /// The ride's objects in a layout, with new identifiers.
    ///
    /// - Throws: what `NavigationInstruction.encoded(as:)` throws.
    public func objects(in layout: InstructionLayout) throws(KomootNavError) -> [Publication] {
        var identifiers = IdentifierSequence()
        var publications: [Publication] = []
        var pace = PlaybackPace()
        for ride in instructions {
            let instruction = NavigationInstruction(
                identifier: identifiers.next(layout.identifierFormat), arrow: ride.arrow,
                distanceInMeters: ride.distanceInMeters, street: ride.street)
            let time = SessionTime(pace.offset(of: ride.time))
            publications.append((time, try instruction.encoded(as: layout)))
        }
        return publications
    }
}
