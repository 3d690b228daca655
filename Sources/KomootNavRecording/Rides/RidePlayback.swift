public import KomootNav

/// Sends instructions the way that a phone's bytes go: encoded, cut into pieces, put together again
/// and decoded. No radio, no time.
public struct RidePlayback: Sendable {
    /// What came out at the end.
    public struct Outcome: Hashable, Sendable {
        /// The instruction as the device decoded it.
        public let instruction: NavigationInstruction
        /// The layout that the device detected.
        public let detectedLayout: InstructionLayout
        /// The length of the data object in bytes.
        public let objectByteCount: Int
        /// The number of reads that it took, the re-read of the first piece included.
        public let readCount: Int
    }

    /// The layout that the phone writes.
    public let layout: InstructionLayout
    /// The number of bytes that one read carries, ``ATT/smallestPayload`` or more.
    public let chunkSize: Int

    private var identifiers = IdentifierSequence()
    private var reassembler = ChunkReassembler()

    /// Creates a playback.
    ///
    /// - Parameters:
    ///   - layout: the layout that the phone writes.
    ///   - chunkSize: the number of bytes that one read carries; less than ``ATT/smallestPayload``
    ///     counts as that.
    public init(layout: InstructionLayout, chunkSize: Int) {
        self.layout = layout
        self.chunkSize = max(chunkSize, ATT.smallestPayload)
    }

    /// Sends one instruction.
    ///
    /// - Throws: what encoding, reassembly and decoding throw; the next instruction can be sent
    ///   all the same.
    public mutating func send(_ ride: RideInstruction) throws(KomootNavError) -> Outcome {
        let sent = NavigationInstruction(
            identifier: identifiers.next(layout.identifierFormat), arrow: ride.arrow,
            distanceInMeters: ride.distanceInMeters, street: ride.street)
        let object = ContiguousArray(try sent.encoded(as: layout))
        var readCount = 0
        var step = reassembler.begin()
        while let offset = step.nextOffset {
            readCount += 1
            let end = min(offset + chunkSize, object.count)
            step = try reassembler.receive(object.span.extracting(offset..<end), at: offset)
        }
        let outcome = try reassembler.withObject { (bytes, extent) throws(KomootNavError) in
            let view = try NavigationInstructionView(decoding: bytes, extent: extent)
            return Outcome(
                instruction: NavigationInstruction(view), detectedLayout: view.layout,
                objectByteCount: bytes.count, readCount: readCount)
        }
        guard let outcome else { preconditionFailure("a completed read lends its object") }
        return outcome
    }
}
