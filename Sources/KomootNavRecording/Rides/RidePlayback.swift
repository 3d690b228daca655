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
