/// Joins the chunks of a read into a data object, and proves that they all belong to the same one.
///
/// A phone may replace its object between any two requests. Chunks of two objects would then be
/// joined, and nothing in the bytes would show it. So after more than one request, the reassembler
/// reads the first chunk again. If it has not changed, the object is complete; if it has, it
/// becomes the first chunk of the next attempt.
///
/// The reassembler does no input or output. Ask ``begin()`` for the first offset, hand in each
/// answer with the offset that it answers, and do what the returned ``Step`` says:
///
/// ```swift
/// var reassembler = ChunkReassembler()
/// var step = reassembler.begin()
/// while let offset = step.nextOffset {
///     step = try reassembler.receive(link.read(at: offset), at: offset)
/// }
/// let instruction = try reassembler.instruction()
/// ```
///
/// | state | chunk | ending (0x07, 0x0B) | other ATT error | answer to another offset |
/// |---|---|---|---|---|
/// | idle | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` |
/// | first | next, confirming or complete | `attError` | `attError` | `unexpectedOffset` |
/// | next | next, confirming or complete | confirming | `attError` | `unexpectedOffset` |
/// | confirming | complete, or as in first | `attError` | `attError` | `unexpectedOffset` |
/// | complete | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` |
///
/// `unexpectedOffset` changes nothing. Every other error ends the read: the state is idle, and no
/// object is lent. A first, next or confirming chunk that makes the object too long is `oversized`;
/// more than ``maximumRestarts`` restarts are `restartsExhausted`.
///
/// **Bounds.** The state holds the 512 bytes of one object inline, and taking a chunk from a span
/// allocates nothing. With chunks of 20 bytes, a read ends after at most (``maximumRestarts`` + 1) ×
/// 27 requests, because an empty chunk ends the object and every other one adds to it.
///
/// Source: `Docs/Protocol.md`, clauses 8.3 to 8.11, which also give the proof and its assumptions.
public struct ChunkReassembler: Sendable {
    /// What to do next.
    public enum Step: Hashable, Sendable {
        /// Read at this offset.
        case read(offset: Int)
        /// The first chunk can be shown, see ``ChunkReassembler/withObject(_:)``; read on at this
        /// offset.
        case partial(nextOffset: Int)
        /// The object is complete, see ``ChunkReassembler/withObject(_:)``. Its extent says whether
        /// it is whole, or all that the radio can read (clause 8.9).
        case complete

        /// The offset to read at; `nil` when the object is complete.
        public var nextOffset: Int? {
            switch self {
            case .read(let offset), .partial(nextOffset: let offset): offset
            case .complete: nil
            }
        }
    }

    /// Each state holds only the values that have a meaning in it.
    enum State: Sendable {
        case idle
        /// The read at offset 0 is outstanding.
        case first
        /// The first chunk had `chunkSize` bytes; `count` bytes are there; the read at `count` is
        /// outstanding.
        case next(chunkSize: Int, count: Int)
        /// All `count` bytes are there; the second read at offset 0 is outstanding.
        case confirming(chunkSize: Int, count: Int)
        /// All `count` bytes are there and of one object: all of it, or perhaps its beginning.
        case complete(count: Int, ObjectExtent)
    }

    /// The default of ``maximumRestarts``.
    public static let defaultMaximumRestarts = 8

    /// What the radio can read.
    public let radio: Radio
    /// How many times one read may start again because the object changed.
    public let maximumRestarts: Int
    /// Whether a first chunk that is shorter than an earlier chunk of the link counts as a whole
    /// object (clause 8.5). This saves two requests an object. It is right only for phones that
    /// never vary the size of their chunks. ``Radio/longReads`` can't use it; radios that read whole
    /// values do so without being asked, if they tell the MTU (clause 8.9).
    public let trustsChunkSize: Bool

    /// The link's MTU in bytes; `nil` if the radio doesn't tell it. It decides what is whole with a
    /// radio that reads whole values (clause 8.9). With ``Radio/oneCallback``, until there is a
    /// subscription, it counts only as the least that the MTU can be. Less than `ATT.defaultMTU`
    /// counts as `nil`, and more than `ATT.maximumMTU` as `ATT.maximumMTU`. Another MTU forgets how
    /// long the link's chunks were: drop an answer that is still to come, and ``begin()`` again.
    public var mtu: Int? {
        didSet {
            if let told = mtu {
                mtu = told < ATT.defaultMTU ? nil : min(told, ATT.maximumMTU)
            }
            if let leastMTU, leastMTU > mtu ?? ATT.defaultMTU { expectNotifications() }
            if mtu != oldValue { forgetChunkSize() }
        }
    }

    /// With ``Radio/oneCallback``, once a session has asked for a subscription on the link: the least that
    /// the MTU can have been when anything that may still arrive was asked for or notified. Then nothing
    /// that has arrived came at a larger MTU than ``mtu``.
    var leastMTU: Int? { leastKnownMTU == 0 ? nil : Int(leastKnownMTU) }
    private var leastKnownMTU: UInt16 = 0

    private(set) var state = State.idle
    private var buffer = ObjectBuffer()
    /// The longest chunk, or whole value, that the link has carried, in bytes.
    private(set) var longestChunk = 0

    /// How many times this read has started again.
    public private(set) var restarts = 0

    /// Creates an idle reassembler.
    ///
    /// - Parameters:
    ///   - radio: what the radio can read.
    ///   - maximumRestarts: how many times a read may start again; less than 0 counts as 0.
    ///   - trustsChunkSize: whether to use the shortcut of ``trustsChunkSize``.
    public init(
        radio: Radio = .offsetReads, maximumRestarts: Int = defaultMaximumRestarts,
        trustsChunkSize: Bool = false
    ) {
        self.radio = radio
        self.maximumRestarts = max(maximumRestarts, 0)
        self.trustsChunkSize = trustsChunkSize
    }

    /// Begins to read an object, and drops any read in progress.
    public mutating func begin() -> Step {
        state = .first
        restarts = 0
        return .read(offset: 0)
    }

    /// Gives up the read, and forgets any object that an earlier one gave.
    public mutating func cancel() { state = .idle }

    /// Forgets how long the link's chunks were. Call it for a new link, and when its services change.
    public mutating func forgetChunkSize() { longestChunk = 0 }

    /// From now on, what arrives may be a notification. Nothing can arrive any more that was asked for, or
    /// notified, before ``mtu`` was told.
    mutating func expectNotifications() {
        leastKnownMTU = UInt16(clamping: mtu ?? ATT.defaultMTU)
    }

    /// Nothing is notified any more, and no read is outstanding.
    mutating func expectNoNotifications() { leastKnownMTU = 0 }

    /// The offset of the outstanding request; `nil` when there is none.
    public var awaitedOffset: Int? {
        switch state {
        case .idle, .complete: nil
        case .first, .confirming: 0
        case .next(_, let count): count
        }
    }

    /// Takes a chunk: the value of a Read Response (offset 0) or Read Blob Response, or a whole
    /// value with ``Radio/wholeValues``.
    ///
    /// - Parameters:
    ///   - chunk: the bytes.
    ///   - offset: the offset of the request that the chunk answers.
    /// - Throws: ``KomootNavError/Code/unexpectedOffset``, which changes nothing;
    ///   ``KomootNavError/Code/oversized`` if the object would exceed 512 bytes, and
    ///   ``KomootNavError/Code/restartsExhausted``, both of which end the read.
    public mutating func receive(
        _ chunk: Span<UInt8>, at offset: Int
    ) throws(KomootNavError) -> Step {
        try expect(offset)
        guard chunk.count <= ATT.maximumValueLength else {
            throw end(.oversized, at: ATT.maximumValueLength)
        }
        switch state {
        case .idle, .complete:
            throw KomootNavError(.unexpectedOffset, at: offset)
        case .first:
            return try takeFirst(chunk)
        case .next(let chunkSize, let count):
            return try takeNext(chunk, chunkSize: chunkSize, count: count)
        case .confirming(let chunkSize, let count):
            if chunk.count == chunkSize && buffer.begins(with: chunk) {
                state = .complete(
                    count: count, radio.readsWholeValues ? extent(ofValue: count) : .whole)
                return .complete
            }
            guard restarts < maximumRestarts else {
                throw end(.restartsExhausted, at: 0)
            }
            restarts += 1
            return try takeFirst(chunk)
        }
    }

    /// Copies a chunk from an array, `Data` or any other collection of bytes, and takes it.
    ///
    /// - Throws: what ``receive(_:at:)-(Span<UInt8>,_)`` throws.
    public mutating func receive(
        _ chunk: some Collection<UInt8>, at offset: Int
    ) throws(KomootNavError) -> Step {
        try receive(ContiguousArray(boundedBytes: chunk).span, at: offset)
    }

    /// Takes an Error Response.
    ///
    /// - Parameters:
    ///   - error: the code.
    ///   - offset: the offset of the request that it answers.
    /// - Throws: ``KomootNavError/Code/unexpectedOffset``, which changes nothing;
    ///   ``KomootNavError/Code/attError(_:)``, which ends the read, if the error does not end the
    ///   object.
    public mutating func receive(
        _ error: ATTError, at offset: Int
    ) throws(KomootNavError) -> Step {
        try expect(offset)
        guard case .next(let chunkSize, let count) = state, error.endsObject else {
            throw end(.attError(error), at: offset)
        }
        return confirm(chunkSize: chunkSize, count: count)
    }

    /// The instruction that can be shown: all that was read when the object is complete; before
    /// that, the part of it that the first chunk holds.
    ///
    /// - Parameter layout: the layout that the bytes must have; `nil` to detect it.
    /// - Returns: `nil` when there is no chunk yet.
    /// - Throws: what ``NavigationInstruction/init(decoding:layout:extent:)-(Span<UInt8>,_,_)``
    ///   throws.
    public mutating func instruction(
        layout: InstructionLayout? = nil
    ) throws(KomootNavError) -> NavigationInstruction? {
        try withObject { (bytes, extent) throws(KomootNavError) in
            try NavigationInstruction(decoding: bytes, layout: layout, extent: extent)
        }
    }

    /// Lends the bytes that can be shown: the first chunk as possibly cut while a read goes on; the
    /// object when it is complete, as whole unless the radio can't tell (clause 8.9).
    ///
    /// This changes nothing. It is mutating because only exclusive access can lend the bytes
    /// without copying them.
    ///
    /// - Returns: what `body` returns; `nil` when there are no bytes, and then `body` is not
    ///   called.
    public mutating func withObject<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        let count: Int
        let extent: ObjectExtent
        switch state {
        case .idle, .first: return nil
        case .next(let chunkSize, _), .confirming(let chunkSize, _):
            count = radio.goesOn ? min(chunkSize, ATT.smallestPayload) : chunkSize
            extent = .possiblyCut
        case .complete(let all, let known):
            count = all
            extent = known
        }
        return try buffer.withBytes(count: count) { (bytes) throws(E) in
            try body(bytes, extent)
        }
    }
}

extension ChunkReassembler {
    private func expect(_ offset: Int) throws(KomootNavError) {
        guard offset == awaitedOffset else {
            throw KomootNavError(.unexpectedOffset, at: offset)
        }
    }

    /// Ends the read, and returns the error for the caller to throw.
    private mutating func end(_ code: KomootNavError.Code, at offset: Int) -> KomootNavError {
        state = .idle
        return KomootNavError(code, at: offset)
    }

    private mutating func takeFirst(_ chunk: Span<UInt8>) throws(KomootNavError) -> Step {
        guard buffer.store(chunk, at: 0) else {
            throw end(.oversized, at: ATT.maximumValueLength)
        }
        let count = chunk.count
        let isShort = isShortForTheLink(count)
        if isEvidence(count) { longestChunk = max(longestChunk, count) }
        // Fewer bytes than any phone fills a response with are one response, and its value.
        let isOneResponse = count < ATT.smallestPayload
        let isEnd = isOneResponse || count == ATT.maximumValueLength
        switch radio {
        case .offsetReads where isEnd || isShort, .longReads where isOneResponse:
            state = .complete(count: count, .whole)
            return .complete
        case .oneCallback where isOnePDU(count):
            state = .complete(count: count, extent(ofValue: count))
            return .complete
        case .longReads where isEnd, .wholeValues, .oneCallback:
            state = .confirming(chunkSize: count, count: count)
            return .partial(nextOffset: 0)
        case .offsetReads, .longReads:
            state = .next(chunkSize: count, count: count)
            return .partial(nextOffset: count)
        }
    }

    private func isShortForTheLink(_ count: Int) -> Bool { trustsChunkSize && count < longestChunk }

    /// Whether an untorn value of this many bytes is whole: whether no first chunk of the link's phone
    /// can be so long and end the radio's read (clause 8.9, assumptions g and h).
    private func extent(ofValue count: Int) -> ObjectExtent {
        if count < ATT.smallestPayload || count == ATT.maximumValueLength { return .whole }
        if let leastMTU { return extent(ofArrival: count, leastMTU) }
        if isShortForTheLink(count) { return .whole }
        guard let mtu else { return .possiblyCut }
        let fullAtFirst = ATT.readPayload(mtu: ATT.defaultMTU)
        if count == fullAtFirst && mtu == ATT.defaultMTU {
            // A full response makes the radio read on, so the value has an end. With one callback the
            // MTU may have grown, and such chunks fill no response any more.
            return radio == .oneCallback ? .possiblyCut : .whole
        }
        // Chunks of this size could not have given the longer value.
        if count < longestChunk { return .whole }
        let notified = ATT.notificationPayload(mtu: mtu)
        let mayBeChunk =
            count == ATT.smallestPayload || count == fullAtFirst || count == notified
            || count > notified && radio == .oneCallback
        return mayBeChunk ? .possiblyCut : .whole
    }

    /// As ``extent(ofValue:)``, with one callback and a subscription: the value may be a notification, and
    /// of any MTU from the least one on.
    private func extent(ofArrival count: Int, _ leastMTU: Int) -> ObjectExtent {
        guard let mtu else { return .possiblyCut }
        let isLongerThanNotified = count > ATT.notificationPayload(mtu: mtu)
        if count >= ATT.notificationPayload(mtu: leastMTU) && !isLongerThanNotified {
            return .possiblyCut
        }
        let isFullAtFirst = count == ATT.readPayload(mtu: ATT.defaultMTU)
        // A full response makes the radio read on, so the value has an end.
        if isFullAtFirst && mtu == ATT.defaultMTU { return .whole }
        // Chunks of this size could not have given the longer value.
        if count < longestChunk { return .whole }
        return isFullAtFirst || count == ATT.smallestPayload ? .possiblyCut : .whole
    }

    /// Whether the first chunk of a read in progress may be a notification.
    var isFirstChunkDoubtful: Bool {
        guard leastMTU != nil, case .confirming(let count, _) = state else { return false }
        return mtu.map { count <= ATT.notificationPayload(mtu: $0) } ?? true
    }

    /// Whether so many bytes came in one PDU, be it an answer or a notification.
    func isOnePDU(_ count: Int) -> Bool {
        leastMTU.map { count <= ATT.notificationPayload(mtu: $0) } ?? false
    }

    /// Whether so many bytes are certainly an answer, of the MTU of now: then they say how long the phone's
    /// chunks are.
    private func isEvidence(_ count: Int) -> Bool {
        guard let leastMTU else { return true }
        return leastMTU == mtu && count > ATT.notificationPayload(mtu: leastMTU)
    }

    private mutating func takeNext(
        _ chunk: Span<UInt8>, chunkSize: Int, count: Int
    ) throws(KomootNavError) -> Step {
        guard buffer.store(chunk, at: count) else {
            throw end(.oversized, at: ATT.maximumValueLength)
        }
        longestChunk = max(longestChunk, chunk.count)
        let total = count + chunk.count
        if chunk.count < chunkSize || total == ATT.maximumValueLength {
            return confirm(chunkSize: chunkSize, count: total)
        }
        state = .next(chunkSize: chunkSize, count: total)
        return .read(offset: total)
    }

    /// After more than one request, reads the first chunk again (clause 8.7).
    private mutating func confirm(chunkSize: Int, count: Int) -> Step {
        state = .confirming(chunkSize: chunkSize, count: count)
        return .read(offset: 0)
    }
}

extension ChunkReassembler {
    /// Lends the beginning of the buffer in any state: the bytes that were last announced stay
    /// there until the next chunk comes.
    mutating func withBytes<R, E: Error>(
        count: Int, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try buffer.withBytes(count: count, body)
    }
}

extension ATTError {
    /// Whether a phone may answer a read at the object's end with this error. There it ends the
    /// object and is not a failure (clause 8.4).
    package var endsObject: Bool { self == .invalidOffset || self == .attributeNotLong }
}
