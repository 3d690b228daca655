// The input is a script. Its first byte says who is at the other end of the link: an honest phone,
// of which the promise is checked that a completed object is one that it published, or a liar, of
// which only the bounds are checked. Every step of both is compared with the state table.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReassembly(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var script = Script(copied(unsafe Span(_unsafeStart: start, count: count)))
    if script.next().isMultiple(of: 2) {
        playHonestPhone(&script)
    } else {
        playLiar(&script)
    }
    return 0
}

/// Bytes that decide what happens; zeros once they are used up.
private struct Script {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isOver: Bool { position >= bytes.count }

    mutating func next() -> Int {
        guard !isOver else { return 0 }
        defer { position += 1 }
        return Int(bytes[position])
    }

    mutating func next(below bound: Int) -> Int { (next() << 8 | next()) % bound }
}

// MARK: - The reassembler and its table

/// A reassembler, and beside it an account in arrays and flags of what it must be doing.
private struct Witness {
    private(set) var reassembler: ChunkReassembler
    /// The offset that is waited for.
    private(set) var awaited: Int?
    /// The pieces of this attempt, joined; what is lent once the object is complete.
    private(set) var collected: [UInt8] = []
    private(set) var firstPieceCount = 0
    private var isConfirming = false
    private var isComplete = false
    private var restarts = 0
    private var requests = 0
    private var longestPiece = 0

    init(_ reassembler: ChunkReassembler) { self.reassembler = reassembler }

    mutating func begin() {
        check(reassembler.begin() == .read(offset: 0), "begin")
        stop()
        awaited = 0
        restarts = 0
        requests = 1
        checkState()
    }

    mutating func cancel() {
        reassembler.cancel()
        stop()
        checkState()
    }

    mutating func forgetPieceSize() {
        reassembler.forgetPieceSize()
        longestPiece = 0
        checkState()
    }

    /// Hands in a piece or an error; whether it was taken, and did not end the read for nothing.
    mutating func receive(_ answer: Answer, at offset: Int) -> Bool {
        let actual = outcome { () throws(KomootNavError) in
            switch answer {
            case .piece(let piece) where piece.count.isMultiple(of: 2):
                try reassembler.receive(piece.span, at: offset)
            case .piece(let piece): try reassembler.receive(piece, at: offset)
            case .error(let error): try reassembler.receive(error, at: offset)
            }
        }
        let expected = outcome { () throws(KomootNavError) in
            try expectedStep(answer, at: offset)
        }
        check(actual == expected, "\(answer) at \(offset): \(actual), expected \(expected)")
        switch expected {
        case .success(let step):
            awaited = step.nextOffset
            isComplete = step == .complete
            if !isComplete { requests += 1 }
            checkState()
            return true
        case .failure(let error):
            if error.code != .unexpectedOffset { stop() }
            checkState()
            return false
        }
    }

    private mutating func stop() {
        awaited = nil
        collected = []
        firstPieceCount = 0
        isConfirming = false
        isComplete = false
    }

    private mutating func expectedStep(
        _ answer: Answer, at offset: Int
    ) throws(KomootNavError) -> ChunkReassembler.Step {
        guard offset == awaited else { throw KomootNavError(.unexpectedOffset, at: offset) }
        if case .piece(let piece) = answer, offset + piece.count > 512 {
            throw KomootNavError(.oversized, at: 512)
        }
        switch answer {
        case .error(let error):
            guard offset > 0, error.rawValue == 0x07 || error.rawValue == 0x0B else {
                throw KomootNavError(.attError(error), at: offset)
            }
            isConfirming = true
            return .read(offset: 0)
        case .piece(let piece) where offset > 0:
            collected += piece
            longestPiece = max(longestPiece, piece.count)
            isConfirming = piece.count < firstPieceCount || collected.count == 512
            return .read(offset: isConfirming ? 0 : collected.count)
        case .piece(let piece):
            if isConfirming {
                if Array(collected.prefix(firstPieceCount)) == piece { return .complete }
                guard restarts < reassembler.maximumRestarts else {
                    throw KomootNavError(.restartsExhausted, at: 0)
                }
                restarts += 1
            }
            return expectedStepAfterFirst(piece)
        }
    }

    private mutating func expectedStepAfterFirst(_ piece: [UInt8]) -> ChunkReassembler.Step {
        collected = piece
        firstPieceCount = piece.count
        isConfirming = reassembler.radio == .wholeValues
        if isConfirming { return .partial(nextOffset: 0) }
        let isShortForTheLink = reassembler.trustsPieceSize && piece.count < longestPiece
        longestPiece = max(longestPiece, piece.count)
        let isWhole = piece.count < 20 || piece.count == 512 || isShortForTheLink
        return isWhole ? .complete : .partial(nextOffset: piece.count)
    }

    /// Everything that can be seen from outside.
    private mutating func checkState() {
        check(reassembler.awaitedOffset == awaited, "awaits \(String(describing: awaited))")
        check(reassembler.restarts == restarts, "\(reassembler.restarts) restarts, not \(restarts)")
        check(restarts <= reassembler.maximumRestarts, "too many restarts")
        // 26 requests for 512 bytes in twenties, and one to confirm; or every whole value and the
        // one that is equal.
        let attempts = restarts + 1
        let bound = reassembler.radio == .offsetReads ? 26 * attempts + 1 : attempts + 1
        check(requests <= bound, "\(requests) requests in \(attempts) attempts")

        let shown: Int? =
            if isComplete {
                collected.count
            } else if awaited == nil || awaited == 0 && !isConfirming {
                nil
            } else {
                reassembler.radio == .offsetReads ? firstPieceCount : min(firstPieceCount, 20)
            }
        let isRight: Bool? = reassembler.withObject { bytes, extent in
            check(bytes.count <= 512, "\(bytes.count) bytes are lent")
            check((extent == .whole) == isComplete, "lent as \(extent)")
            return isSame(bytes, collected.prefix(shown ?? 0))
        }
        check(isRight == (shown == nil ? nil : true), "lent: \(String(describing: isRight))")
    }
}

private enum Answer: CustomStringConvertible {
    case piece([UInt8])
    case error(ATTError)

    var description: String {
        switch self {
        case .piece(let piece): "a piece of \(piece.count) bytes, \(hex(piece.prefix(40)))"
        case .error(let error): "the error \(error)"
        }
    }
}

// MARK: - An honest phone

/// Publishes up to three objects, one after the other, and answers every request from the newest.
private struct Phone {
    private let objects: [[UInt8]]
    private let ending: Int
    private(set) var chunkSize: Int
    private var laterChunkSize: Int?
    private var newest: Int
    /// How often an answer to a request may have become another one.
    private(set) var changes = 0

    init(_ script: inout Script, mayChangeChunkSize: Bool) {
        let shape = script.next()
        ending = shape & 3
        chunkSize = 20 + script.next(below: 494)
        laterChunkSize = mayChangeChunkSize && shape & 4 != 0 ? 20 + script.next(below: 494) : nil
        newest = shape & 8 != 0 ? -1 : 0
        let count = 1 + (shape >> 4) % 3
        let lengths = (0..<count).map { _ in 1 + script.next(below: 512) }
        // The objects differ in one byte of the first twenty, and in all that follow those: each
        // splice of two is neither.
        let mark = script.next() % lengths.reduce(20, min)
        objects = lengths.enumerated().map { number, length in
            (0..<length).map { position in
                position == mark || position >= 20 ? UInt8(number + 1) : 0xEE
            }
        }
    }

    var object: [UInt8]? { newest < 0 ? nil : objects[newest] }

    mutating func publishNext() {
        guard newest + 1 < objects.count else { return }
        newest += 1
        changes += 1
    }

    mutating func changeChunkSize() {
        guard let later = laterChunkSize else { return }
        chunkSize = later
        laterChunkSize = nil
        changes += 1
    }

    func answer(at offset: Int, _ script: inout Script) -> Answer {
        guard let object else { return .error(.attributeNotFound) }
        if offset < object.count {
            return .piece(Array(object[offset..<min(offset + chunkSize, object.count)]))
        }
        switch ending < 3 ? ending : script.next() % 3 {
        case 0: return .piece([])
        case 1: return .error(.invalidOffset)
        default: return .error(.attributeNotLong)
        }
    }
}

private func playHonestPhone(_ script: inout Script) {
    let setting = script.next()
    let radio: ChunkReassembler.Radio = setting & 1 == 0 ? .offsetReads : .wholeValues
    let trusts = setting & 2 != 0
    var phone = Phone(&script, mayChangeChunkSize: !trusts && radio == .offsetReads)
    var witness = Witness(
        ChunkReassembler(radio: radio, maximumRestarts: setting >> 2 & 7, trustsPieceSize: trusts))
    for _ in 0...(setting >> 5) {
        witness.begin()
        read(&witness, &phone, &script)
    }
}

/// One read, from its first request to its end.
private func read(_ witness: inout Witness, _ phone: inout Phone, _ script: inout Script) {
    let changesBefore = phone.changes
    while let offset = witness.awaited {
        let event = script.next()
        if event & 3 == 1 { phone.publishNext() }
        if event & 4 != 0 { phone.changeChunkSize() }
        if event & 8 != 0 {
            let isTaken = witness.receive(.piece([UInt8(event)]), at: offset + 1)
            check(!isTaken, "an answer to another request is taken")
        }
        if event & 16 != 0 { return }
        if event & 32 != 0 {
            check(!witness.receive(.error(.unlikelyError), at: offset), "an error is no answer")
            return
        }
        let published = phone.object
        let answer =
            witness.reassembler.radio == .offsetReads
            ? phone.answer(at: offset, &script) : wholeValue(&phone, &script)
        let isTaken = witness.receive(answer, at: offset)
        // A change within a whole value makes that value differ from the one before and the next.
        let restartsPerChange = witness.reassembler.radio == .offsetReads ? 1 : 2
        check(
            witness.reassembler.restarts <= restartsPerChange * (phone.changes - changesBefore),
            "restarted, but nothing had changed")
        guard isTaken else {
            let isExcused = published == nil || phone.changes > changesBefore
            check(isExcused, "the read fails, but the phone is honest")
            return
        }
        checkPromise(witness.reassembler, published)
    }
}

/// What a radio gives that makes the requests itself. It can't know of torn objects.
private func wholeValue(_ phone: inout Phone, _ script: inout Script) -> Answer {
    var value: [UInt8] = []
    while true {
        guard case .piece(let piece) = phone.answer(at: value.count, &script) else {
            return value.isEmpty ? .error(.attributeNotFound) : .piece(value)
        }
        value += piece
        if piece.count < phone.chunkSize || value.count == 512 { return .piece(value) }
        if script.next() & 3 == 1 { phone.publishNext() }
    }
}

/// What may be shown is the object that was the newest when the request was made, or its beginning.
private func checkPromise(_ reassembler: ChunkReassembler, _ published: [UInt8]?) {
    // The bytes are lent by one copy, the instruction by the other.
    var lender = reassembler
    var other = reassembler
    lender.withObject { bytes, extent in
        let decoded = outcome { () throws(KomootNavError) -> NavigationInstruction? in
            try NavigationInstruction(decoding: bytes, extent: extent)
        }
        let lent = outcome { () throws(KomootNavError) in try other.instruction() }
        check(lent == decoded, "\(lent), but the bytes that are lent say \(decoded)")
        let object = published ?? []
        if extent == .whole {
            check(isSame(bytes, object[...]), "\(hex(copied(bytes))) was never published")
        } else if reassembler.radio == .wholeValues || reassembler.awaitedOffset == bytes.count {
            // It is this answer's beginning; later, it may be that of an older object.
            check(isSame(bytes, object.prefix(bytes.count)), "a partial of no object")
        }
    }
}

// MARK: - A liar

private func playLiar(_ script: inout Script) {
    let setting = script.next()
    let restarts = [-1, 0, 1, 2, 3, 8, 100, Int.max][setting >> 2 & 7]
    var witness = Witness(
        ChunkReassembler(
            radio: setting & 1 == 0 ? .offsetReads : .wholeValues, maximumRestarts: restarts,
            trustsPieceSize: setting & 2 != 0))
    var steps = 0
    while !script.isOver && steps < 200 {
        steps += 1
        lie(&witness, &script)
    }
}

private func lie(_ witness: inout Witness, _ script: inout Script) {
    let offset = witness.awaited ?? 0
    let kind = script.next()
    switch kind % 8 {
    case 0:
        witness.begin()
    case 1:
        _ = witness.receive(.piece(anyPiece(&script)), at: offset)
    case 2:
        let first = witness.collected.prefix(witness.firstPieceCount)
        _ = witness.receive(.piece(Array(first)), at: offset)
    case 3:
        var piece = Array(witness.collected.prefix(witness.firstPieceCount))
        let position = script.next(below: 512)
        if position < piece.count { piece[position] ^= 1 } else { piece.append(0) }
        _ = witness.receive(.piece(piece), at: offset)
    case 4:
        _ = witness.receive(.error(ATTError(rawValue: UInt8(script.next()))), at: offset)
    case 5:
        _ = witness.receive(.piece(anyPiece(&script)), at: anyOffset(near: offset, &script))
    case 6:
        let error = ATTError(rawValue: UInt8(script.next()))
        _ = witness.receive(.error(error), at: anyOffset(near: offset, &script))
    default:
        if kind & 8 == 0 { witness.cancel() } else { witness.forgetPieceSize() }
    }
}

private func anyPiece(_ script: inout Script) -> [UInt8] {
    let count = script.next(below: 601)
    return [UInt8](repeating: UInt8(count & 0xFF), count: count)
}

private func anyOffset(near offset: Int, _ script: inout Script) -> Int {
    let byte = script.next()
    switch byte {
    case 0: return Int.min
    case 1: return Int.max
    default: return offset + byte - 128
    }
}
