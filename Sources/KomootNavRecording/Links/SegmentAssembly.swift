/// Joins segments into L2CAP packets, in one direction of a connection. It keeps only packets of the
/// Attribute Protocol's fixed channel and of the channel for signalling.
struct SegmentAssembly: Sendable {
    private static let headerSize = 4
    static let attributeChannel: UInt16 = 0x0004
    private static let signallingChannel: UInt16 = 0x0005

    /// The packet so far, with its header; empty between packets.
    private var bytes: ContiguousArray<UInt8> = []
    /// How many bytes of a skipped packet are still to come.
    private var skipped = 0
    /// How many bytes the packet has, with its header.
    private var size = 0
    /// Whether the next segments may continue a packet whose beginning is known to be lost.
    private var hasLostBeginning = false

    /// Takes a segment.
    ///
    /// - Parameters:
    ///   - segment: what an ACL packet carries.
    ///   - isContinuation: whether it continues a packet.
    ///   - missing: how many bytes after it were not captured.
    ///   - body: called with a whole packet, without the L2CAP header, and with its channel.
    ///   - damage: called when segments do not fit together, or were cut.
    mutating func handle(
        _ segment: Span<UInt8>, isContinuation: Bool, missing: Int,
        _ body: (_ channel: UInt16, Span<UInt8>) -> Void, _ damage: (CaptureDamage.Reason) -> Void
    ) {
        if isContinuation {
            takeContinuation(segment, missing: missing, body, damage)
            return
        }
        if !bytes.isEmpty || skipped > 0 {
            damage(.malformedSegment)
            bytes.removeAll(keepingCapacity: true)
            skipped = 0
        }
        hasLostBeginning = false
        guard segment.count >= Self.headerSize else {
            // The header itself may be split.
            if segment.isEmpty || missing > 0 { damage(.malformedSegment) } else { append(segment) }
            return
        }
        takeBeginning(segment, missing: missing, body, damage)
    }

    /// Takes the beginning of a packet, with its whole header.
    private mutating func takeBeginning(
        _ segment: Span<UInt8>, missing: Int, _ body: (_ channel: UInt16, Span<UInt8>) -> Void,
        _ damage: (CaptureDamage.Reason) -> Void
    ) {
        size = Int(segment.littleEndian16(at: 0)) + Self.headerSize
        let channel = segment.littleEndian16(at: 2)
        let isWanted = channel == Self.attributeChannel || channel == Self.signallingChannel
        if channel == Self.attributeChannel && missing > 0 {
            damage(.cutPacket(missingByteCount: missing))
        }
        if !isWanted || missing > 0 {
            skipped = max(size - segment.count - missing, 0)
        } else if segment.count == size {
            body(channel, segment.extracting(Self.headerSize...))
        } else if segment.count < size {
            append(segment)
        } else if channel == Self.attributeChannel {
            damage(.malformedSegment)
        }
    }

    private mutating func takeContinuation(
        _ segment: Span<UInt8>, missing: Int, _ body: (_ channel: UInt16, Span<UInt8>) -> Void,
        _ damage: (CaptureDamage.Reason) -> Void
    ) {
        if skipped > 0 {
            skipped = max(skipped - segment.count - missing, 0)
            return
        }
        if hasLostBeginning { return }
        if !bytes.isEmpty && bytes.count < Self.headerSize {
            var beginning: ContiguousArray<UInt8> = []
            swap(&beginning, &bytes)
            beginning.append(segment)
            if beginning.count >= Self.headerSize {
                takeBeginning(beginning.span, missing: missing, body, damage)
            } else if missing > 0 {
                damage(.malformedSegment)
            } else {
                bytes = beginning
            }
            return
        }
        // Without a beginning, the capture began in the middle of a packet, or lost the first segment.
        guard !bytes.isEmpty, missing == 0, bytes.count + segment.count <= size else {
            let isCut = !bytes.isEmpty && missing > 0
            if !bytes.isEmpty { skipped = max(size - bytes.count - segment.count - missing, 0) }
            bytes.removeAll(keepingCapacity: true)
            damage(isCut ? .cutPacket(missingByteCount: missing) : .malformedSegment)
            return
        }
        append(segment)
        guard bytes.count == size else { return }
        body(bytes.span.littleEndian16(at: 2), bytes.span.extracting(Self.headerSize...))
        bytes.removeAll(keepingCapacity: true)
    }

    /// Forgets the packet so far, because segments are missing. The caller has reported that.
    mutating func forget() {
        hasLostBeginning = true
        bytes.removeAll(keepingCapacity: true)
        skipped = 0
    }

    private mutating func append(_ segment: Span<UInt8>) {
        bytes.append(segment)
    }
}
