/// Puts a data object together from the pieces that reads give, and proves that it is one object.
///
/// A phone may replace its object between any two requests. Pieces of two objects would be spliced
/// without a trace, so whenever more than one request was made the first piece is read again and
/// must be unchanged; if it is not, it is the first piece of the next attempt.
///
/// It does no input or output. Ask ``begin()`` for the first offset, hand in each answer with the
/// offset it answers, and do what the returned ``Step`` says:
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
/// | state | piece | ending (0x07, 0x0B) | other ATT error | answer to another offset |
/// |---|---|---|---|---|
/// | idle | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` |
/// | first | next, confirming or complete | `attError` | `attError` | `unexpectedOffset` |
/// | next | next, confirming or complete | confirming | `attError` | `unexpectedOffset` |
/// | confirming | complete, or as in first | `attError` | `attError` | `unexpectedOffset` |
/// | complete | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` | `unexpectedOffset` |
///
/// `unexpectedOffset` changes nothing. Every other error ends the read: the state is idle, and no
/// object is lent. A first, next or confirming piece that is too long for an object is
/// `oversized`; one attempt more than ``maximumRestarts`` allows is `restartsExhausted`.
///
/// **Bounds.** One object's 512 bytes, inline; no allocation with pieces in spans. A read ends after at most
/// (``maximumRestarts`` + 1) × 27 requests when pieces have 20 bytes, because an empty piece is an
/// ending and every other one adds to the object.
///
/// Source: `Docs/Protocol.md`, clauses 8.3 to 8.11, which also has the proof and its assumptions.
public struct ChunkReassembler: Sendable {
    /// What the radio can read.
    public enum Radio: Hashable, Sendable {
        /// One read at an offset at a time, as ATT has it.
        case offsetReads
        /// The whole value in one call, made of requests that can't be seen: two equal reads in a
        /// row are the proof.
        case wholeValues
    }

    /// What to do next.
    public enum Step: Hashable, Sendable {
        /// Read at this offset.
        case read(offset: Int)
        /// The first piece of an object is there to be shown, see
        /// ``ChunkReassembler/withObject(_:)``; read on at this offset.
        case partial(nextOffset: Int)
        /// The object is complete, see ``ChunkReassembler/withObject(_:)``.
        case complete

        /// The offset to read at; `nil` when the object is complete.
        public var nextOffset: Int? {
            switch self {
            case .read(let offset), .partial(nextOffset: let offset): offset
            case .complete: nil
            }
        }
    }

    /// The payload of a state is only what has a meaning in it.
    private enum State: Sendable {
        case idle
        /// Offset 0 was asked for.
        case first
        /// The first piece has `chunkSize` bytes, `count` bytes are there, `count` was asked for.
        case next(chunkSize: Int, count: Int)
        /// All `count` bytes are there; offset 0 was asked for again.
        case confirming(chunkSize: Int, count: Int)
        case complete(count: Int)
    }

    /// The default of ``maximumRestarts``.
    public static let defaultMaximumRestarts = 8

    /// What the radio can read.
    public let radio: Radio
    /// How often one read may start again because the object changed.
    public let maximumRestarts: Int
    /// Whether a first piece that is shorter than one that the link has carried is known to be a
    /// whole object (clause 8.5). It saves two requests an object, and is right only on phones that
    /// never vary the size of their pieces.
    public let trustsPieceSize: Bool

    private var state = State.idle
    private var buffer = ObjectBuffer()
    /// The longest piece that the link has carried, in bytes.
    private var longestPiece = 0

    /// How often this read has started again.
    public private(set) var restarts = 0

    /// Creates a reassembler that reads nothing yet.
    ///
    /// - Parameters:
    ///   - radio: what the radio can read.
    ///   - maximumRestarts: how often a read may start again; less than 0 counts as 0.
    ///   - trustsPieceSize: whether to use the shortcut of ``trustsPieceSize``.
    public init(
        radio: Radio = .offsetReads, maximumRestarts: Int = defaultMaximumRestarts,
        trustsPieceSize: Bool = false
    ) {
        self.radio = radio
        self.maximumRestarts = max(maximumRestarts, 0)
        self.trustsPieceSize = trustsPieceSize
    }

    /// Begins to read an object, whatever was being read before.
    public mutating func begin() -> Step {
        state = .first
        restarts = 0
        return .read(offset: 0)
    }

    /// Gives up the read; the object of an earlier one is gone too.
    public mutating func cancel() { state = .idle }

    /// Forgets how long the link's pieces were: for a new link, and after a change of its MTU.
    public mutating func forgetPieceSize() { longestPiece = 0 }

    /// The offset of the request that is waited for; `nil` when there is none.
    public var awaitedOffset: Int? {
        switch state {
        case .idle, .complete: nil
        case .first, .confirming: 0
        case .next(_, let count): count
        }
    }

    /// Takes a piece: the value of a Read Response (offset 0) or Read Blob Response, or with
    /// ``Radio/wholeValues`` a whole value.
    ///
    /// - Parameters:
    ///   - piece: the bytes.
    ///   - offset: the offset of the request that they answer.
    /// - Throws: ``KomootNavError/Code/unexpectedOffset``, and then nothing has changed;
    ///   ``KomootNavError/Code/oversized`` if the object would exceed 512 bytes, and
    ///   ``KomootNavError/Code/restartsExhausted``, and then the read has ended.
    public mutating func receive(
        _ piece: Span<UInt8>, at offset: Int
    ) throws(KomootNavError) -> Step {
        try expect(offset)
        guard piece.count <= ATT.maximumValueLength else {
            throw end(.oversized, at: ATT.maximumValueLength)
        }
        switch state {
        case .idle, .complete:
            throw KomootNavError(.unexpectedOffset, at: offset)
        case .first:
            return try takeFirst(piece)
        case .next(let chunkSize, let count):
            return try takeNext(piece, chunkSize: chunkSize, count: count)
        case .confirming(let chunkSize, let count):
            if piece.count == chunkSize && buffer.begins(with: piece) {
                state = .complete(count: count)
                return .complete
            }
            guard restarts < maximumRestarts else {
                throw end(.restartsExhausted, at: 0)
            }
            restarts += 1
            return try takeFirst(piece)
        }
    }

    /// Takes a piece in an array, `Data` or any other collection of bytes, which are copied.
    ///
    /// - Throws: what ``receive(_:at:)-(Span<UInt8>,_)`` throws.
    public mutating func receive(
        _ piece: some Collection<UInt8>, at offset: Int
    ) throws(KomootNavError) -> Step {
        try receive(ContiguousArray(boundedBytes: piece).span, at: offset)
    }

    /// Takes an Error Response.
    ///
    /// - Parameters:
    ///   - error: the code.
    ///   - offset: the offset of the request that it answers.
    /// - Throws: ``KomootNavError/Code/unexpectedOffset``, and then nothing has changed;
    ///   ``KomootNavError/Code/attError(_:)`` if the error is no ending, and then the read has ended.
    public mutating func receive(
        _ error: ATTError, at offset: Int
    ) throws(KomootNavError) -> Step {
        try expect(offset)
        guard case .next(let chunkSize, let count) = state,
            error == .invalidOffset || error == .attributeNotLong
        else {
            throw end(.attError(error), at: offset)
        }
        return confirm(chunkSize: chunkSize, count: count)
    }

    /// The instruction that may be shown: the whole one when the object is complete, before that
    /// what the first piece has of it.
    ///
    /// - Parameter layout: the layout that the bytes must have; `nil` to detect it.
    /// - Returns: `nil` when there is no piece yet.
    /// - Throws: what ``NavigationInstruction/init(decoding:layout:extent:)-(Span<UInt8>,_,_)``
    ///   throws.
    public mutating func instruction(
        layout: InstructionLayout? = nil
    ) throws(KomootNavError) -> NavigationInstruction? {
        try withObject { (bytes, extent) throws(KomootNavError) in
            try NavigationInstruction(decoding: bytes, layout: layout, extent: extent)
        }
    }

    /// Lends the bytes that may be shown: the first piece while a read goes on, as possibly cut;
    /// the object when it is complete, as whole.
    ///
    /// It changes nothing; it is mutating because only exclusive access lends the bytes without a copy
    /// of them.
    ///
    /// - Returns: what `body` returns; `nil`, without a call of it, when there is nothing.
    public mutating func withObject<R, E: Error>(
        _ body: (Span<UInt8>, ObjectExtent) throws(E) -> R
    ) throws(E) -> R? {
        let count: Int
        let extent: ObjectExtent
        switch state {
        case .idle, .first: return nil
        case .next(let chunkSize, _), .confirming(let chunkSize, _):
            count = radio == .offsetReads ? chunkSize : min(chunkSize, ATT.smallestPayload)
            extent = .possiblyCut
        case .complete(let all):
            count = all
            extent = .whole
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

    /// Ends the read and says why.
    private mutating func end(_ code: KomootNavError.Code, at offset: Int) -> KomootNavError {
        state = .idle
        return KomootNavError(code, at: offset)
    }

    private mutating func takeFirst(_ piece: Span<UInt8>) throws(KomootNavError) -> Step {
        guard buffer.store(piece, at: 0) else {
            throw end(.oversized, at: ATT.maximumValueLength)
        }
        let count = piece.count
        if radio == .wholeValues {
            state = .confirming(chunkSize: count, count: count)
            return .partial(nextOffset: 0)
        }
        let isShortForTheLink = trustsPieceSize && count < longestPiece
        longestPiece = max(longestPiece, count)
        let isWhole =
            count < ATT.smallestPayload || count == ATT.maximumValueLength || isShortForTheLink
        if isWhole {
            state = .complete(count: count)
            return .complete
        }
        state = .next(chunkSize: count, count: count)
        return .partial(nextOffset: count)
    }

    private mutating func takeNext(
        _ piece: Span<UInt8>, chunkSize: Int, count: Int
    ) throws(KomootNavError) -> Step {
        guard buffer.store(piece, at: count) else {
            throw end(.oversized, at: ATT.maximumValueLength)
        }
        longestPiece = max(longestPiece, piece.count)
        let total = count + piece.count
        if piece.count < chunkSize || total == ATT.maximumValueLength {
            return confirm(chunkSize: chunkSize, count: total)
        }
        state = .next(chunkSize: chunkSize, count: total)
        return .read(offset: total)
    }

    /// More than one request was made: the first piece is read again (clause 8.7).
    private mutating func confirm(chunkSize: Int, count: Int) -> Step {
        state = .confirming(chunkSize: chunkSize, count: count)
        return .read(offset: 0)
    }
}

extension ChunkReassembler {
    /// Lends the beginning of the buffer, whatever the read's state is: what was last announced
    /// stays there until the next piece comes.
    mutating func withBytes<R, E: Error>(
        count: Int, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        try buffer.withBytes(count: count, body)
    }
}
