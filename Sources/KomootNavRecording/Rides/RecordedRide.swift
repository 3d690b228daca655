public import KomootNav

/// What a phone said on a ride, and when, however it was recorded.
///
/// ```swift
/// let ride = RecordedRide(RideFile(bytes))
/// for (time, object) in try ride.objects(in: .deployed) { phone.publish(object, after: time) }
/// ```
public struct RecordedRide: Hashable, Sendable {
    /// An object, and when the phone had it.
    public typealias Publication = (
        millisecondsFromStart: UInt64, object: ContiguousArray<UInt8>
    )

    /// The instructions in the order in which the phone had them.
    public private(set) var instructions: [RideInstruction]
    private var lastIdentifier: InstructionIdentifier?

    /// Creates a ride of these instructions; of none if nothing is known of it yet.
    public init(_ instructions: [RideInstruction] = []) { self.instructions = instructions }

    /// Takes the instructions of a ride file.
    public init(_ file: RideFile) { instructions = file.instructions }

    /// Takes what a read of a capture shows, if it is a whole instruction and not the one before.
    ///
    /// It counts from the beginning of the read on: when the phone had it first is not in a capture.
    public mutating func add(_ read: CapturedRead) {
        guard read.outcome == .complete, read.integrity != .torn,
            let instruction = try? NavigationInstruction(decoding: read.bytes.span),
            instruction.identifier != lastIdentifier
        else { return }
        lastIdentifier = instruction.identifier
        instructions.append(
            RideInstruction(
                timeInMilliseconds: UInt64(clamping: read.startInMicroseconds / 1000),
                arrow: instruction.arrow, distanceInMeters: instruction.distanceInMeters,
                street: instruction.street))
    }

    /// The ride's objects in a layout, with identifiers of their own.
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
            let time = pace.millisecondOffset(of: ride.timeInMilliseconds)
            publications.append((time, ContiguousArray(try instruction.encoded(as: layout))))
        }
        return publications
    }
}
