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

/// Identifiers that look random and are the same on every run. Identifiers of four bytes repeat only after
/// 2³² of them.
package struct IdentifierSequence: Hashable, Sendable {
    private var count: UInt64

    /// Begins the sequence at one of its members.
    package init(startingAt count: UInt64 = 0) { self.count = count }

    /// The next identifier, in the format of a layout; a UUID is a version-4 one.
    package mutating func next(
        _ format: InstructionLayout.IdentifierFormat
    ) -> InstructionIdentifier {
        count &+= 1
        switch format {
        case .uint32:
            // On 32 bits, multiplying by an odd number is one-to-one, and so is a shift xored in.
            var number = UInt32(truncatingIfNeeded: count) &* 0x9E37_79B1
            number ^= number >> 15
            number &*= 0x85EB_CA77
            number ^= number >> 13
            return .uint32(number)
        case .uuid:
            let high = Self.mix(count)
            let low = Self.mix(high ^ count)
            return .uuid(
                UUID128(
                    high: high & ~0xF000 | 0x4000, low: low & ~(0b11 << 62) | 0b10 << 62))
        }
    }

    /// A one-to-one mixture of 64 bits: the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
    private static func mix(_ value: UInt64) -> UInt64 {
        var bits = value &+ 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return bits ^ bits >> 31
    }
}
