package import KomootNav

/// Sends instructions the way a phone's bytes go: encodes them, cuts them into chunks, puts them together
/// again and decodes them. There is no radio, and no time passes.
package struct RidePlayback: Sendable {
    /// What came out at the end.
    package struct Outcome: Hashable, Sendable {
        /// The instruction as the device decoded it.
        package let instruction: NavigationInstruction
        /// The layout that was detected from the bytes. It is the one that was written, unless that is a
        /// custom layout, or the instruction breaks the assumptions of clause 3.1.
        package let detectedLayout: InstructionLayout
        /// The length of the data object in bytes.
        package let objectByteCount: Int
        /// The number of reads that it took, including the second read of the first chunk.
        package let readCount: Int
    }

    /// The layout that the phone writes.
    package let layout: InstructionLayout
    /// The number of bytes that one read carries, from `ATT.smallestPayload` to
    /// `ATT.maximumValueLength`.
    package let chunkSize: Int

    private var identifiers = IdentifierSequence()
    private var reassembler = ChunkReassembler()

    /// Creates a playback.
    ///
    /// - Parameters:
    ///   - layout: the layout that the phone writes.
    ///   - chunkSize: the number of bytes that one read carries; a number outside the range of
    ///     ``chunkSize`` counts as the nearest in it.
    package init(layout: InstructionLayout, chunkSize: Int) {
        self.layout = layout
        self.chunkSize = min(max(chunkSize, ATT.smallestPayload), ATT.maximumValueLength)
    }

    /// Sends one instruction.
    ///
    /// - Throws: what encoding, reassembly and decoding throw; the next instruction can still be sent.
    package mutating func send(_ ride: RideInstruction) throws(KomootNavError) -> Outcome {
        let sent = NavigationInstruction(
            identifier: identifiers.next(layout.identifierFormat), arrow: ride.arrow,
            distanceInMeters: ride.distanceInMeters, street: ride.street)
        let object = try sent.encoded(as: layout)
        var readCount = 0
        var step = reassembler.begin()
        while let offset = step.nextOffset {
            readCount += 1
            let end = min(offset + chunkSize, object.count)
            step = try reassembler.receive(object.span.extracting(offset..<end), at: offset)
        }
        let outcome = try reassembler.withObject { (bytes, extent) throws(KomootNavError) in
            Outcome(
                instruction: try NavigationInstruction(
                    decoding: bytes, layout: layout, extent: extent),
                detectedLayout: try InstructionLayout.detect(in: bytes, extent: extent),
                objectByteCount: bytes.count, readCount: readCount)
        }
        guard let outcome else { preconditionFailure("a completed read lends its object") }
        return outcome
    }
}

/// Turns the times of a recording into those of its playback.
///
/// A clock can be set during a ride: back, or decades forward when the phone first learns the time. So in the
/// playback no moment comes before the previous one, and none more than ``longestPause`` after it.
package struct PlaybackPace: Hashable, Sendable {
    /// The longest time between two moments of a playback: an hour.
    package static let longestPause = Duration.seconds(3600)

    private var last: CaptureTime?
    private var offset = Duration.zero

    /// Begins with the recording's first moment.
    package init() {}

    /// When to play a moment, since the first one.
    ///
    /// - Parameter time: when it was, on the recording's clock.
    package mutating func offset(of time: CaptureTime) -> Duration {
        if let last, time > last { offset += min(last.duration(to: time), Self.longestPause) }
        last = time
        return offset
    }
}

/// Where a rider was, as a line of a ride file says.
package enum RidePosition: Hashable, Sendable {
    /// The line does not say it.
    case missing
    /// The line has something else there than a latitude and a longitude.
    case malformed
    /// In degrees, north and east.
    case known(latitude: Double, longitude: Double)

    init(latitude: String, longitude: String) {
        if latitude.isEmpty && longitude.isEmpty {
            self = .missing
        } else if let latitude = Self.degrees(latitude, upTo: 90),
            let longitude = Self.degrees(longitude, upTo: 180)
        {
            self = .known(latitude: latitude, longitude: longitude)
        } else {
            self = .malformed
        }
    }

    /// A decimal number such as `-13.046652`; `nil` for anything else.
    private static func degrees(_ text: String, upTo limit: Double) -> Double? {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard digits.utf8.count <= 32, digits.utf8.first != UInt8(ascii: "."),
            digits.utf8.allSatisfy({
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
            }), let number = Double(text), number.magnitude <= limit
        else { return nil }
        return number
    }
}
