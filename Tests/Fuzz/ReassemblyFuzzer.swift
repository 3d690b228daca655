// The input is a script. Its first byte chooses who is at the other end of the link: an honest
// phone or a liar. With an honest phone, a completed object must be one that it published; with a
// liar, only the bounds are checked. In both cases every step is compared with the state table.

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

// MARK: - The reassembler and its table

/// A reassembler, and an account of its own, in arrays and flags, of what the reassembler must be
/// doing.
private struct Witness {
    private(set) var reassembler: ChunkReassembler
    /// The offset of the outstanding request.
    private(set) var awaited: Int?
    /// The chunks of this attempt, joined. They are lent once the object is complete.
    private(set) var collected: [UInt8] = []
    private(set) var firstChunkCount = 0
    private var isConfirming = false
    private var isComplete = false
    private var restarts = 0
    private var requests = 0
    private var longestChunk = 0

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

    mutating func forgetChunkSize() {
        reassembler.forgetChunkSize()
        longestChunk = 0
        checkState()
    }

    /// Hands in a chunk or an error. Returns whether the reassembler took it and the read did not
    /// fail.
    mutating func receive(_ answer: Answer, at offset: Int) -> Bool {
        let actual = outcome { () throws(KomootNavError) in
            switch answer {
            case .chunk(let chunk) where chunk.count.isMultiple(of: 2):
                try reassembler.receive(chunk.span, at: offset)
            case .chunk(let chunk): try reassembler.receive(chunk, at: offset)
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
        firstChunkCount = 0
        isConfirming = false
        isComplete = false
    }

    private mutating func expectedStep(
        _ answer: Answer, at offset: Int
    ) throws(KomootNavError) -> ChunkReassembler.Step {
        guard offset == awaited else { throw KomootNavError(.unexpectedOffset, at: offset) }
        if case .chunk(let chunk) = answer, offset + chunk.count > 512 {
            throw KomootNavError(.oversized, at: 512)
        }
        switch answer {
        case .error(let error):
            guard offset > 0, error.rawValue == 0x07 || error.rawValue == 0x0B else {
                throw KomootNavError(.attError(error), at: offset)
            }
            isConfirming = true
            return .read(offset: 0)
        case .chunk(let chunk) where offset > 0:
            collected += chunk
            longestChunk = max(longestChunk, chunk.count)
            isConfirming = chunk.count < firstChunkCount || collected.count == 512
            return .read(offset: isConfirming ? 0 : collected.count)
        case .chunk(let chunk):
            if isConfirming {
                if Array(collected.prefix(firstChunkCount)) == chunk { return .complete }
                guard restarts < reassembler.maximumRestarts else {
                    throw KomootNavError(.restartsExhausted, at: 0)
                }
                restarts += 1
            }
            return expectedStepAfterFirst(chunk)
        }
    }

    private mutating func expectedStepAfterFirst(_ chunk: [UInt8]) -> ChunkReassembler.Step {
        collected = chunk
        firstChunkCount = chunk.count
        isConfirming = reassembler.radio == .wholeValues
        if isConfirming { return .partial(nextOffset: 0) }
        let isShortForTheLink = reassembler.trustsChunkSize && chunk.count < longestChunk
        longestChunk = max(longestChunk, chunk.count)
        let isWhole = chunk.count < 20 || chunk.count == 512 || isShortForTheLink
        return isWhole ? .complete : .partial(nextOffset: chunk.count)
    }

    /// Checks everything that can be seen from outside.
    private mutating func checkState() {
        check(reassembler.awaitedOffset == awaited, "awaits \(String(describing: awaited))")
        check(reassembler.restarts == restarts, "\(reassembler.restarts) restarts, not \(restarts)")
        check(restarts <= reassembler.maximumRestarts, "too many restarts")
        // With offset reads, 26 requests for 512 bytes in chunks of 20, and one to confirm. With
        // whole values, each value and an equal one.
        let attempts = restarts + 1
        let bound = reassembler.radio == .offsetReads ? 26 * attempts + 1 : attempts + 1
        check(requests <= bound, "\(requests) requests in \(attempts) attempts")

        let shown: Int? =
            if isComplete {
                collected.count
            } else if awaited == nil || awaited == 0 && !isConfirming {
                nil
            } else {
                reassembler.radio == .offsetReads ? firstChunkCount : min(firstChunkCount, 20)
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
    case chunk([UInt8])
    case error(ATTError)

    var description: String {
        switch self {
        case .chunk(let chunk): "a chunk of \(chunk.count) bytes, \(hex(chunk.prefix(40)))"
        case .error(let error): "the error \(error)"
        }
    }
}

// MARK: - An honest phone

/// Publishes up to three objects, one after another, and answers every request from the newest.
private struct Phone {
    private let objects: [[UInt8]]
    private let ending: Int
    private(set) var chunkSize: Int
    private var laterChunkSize: Int?
    private var newest: Int
    /// How many changes it has made: new objects, and another chunk size.
    private(set) var changes = 0

    init(_ script: inout Script, mayChangeChunkSize: Bool) {
        let shape = script.next()
        ending = shape & 3
        chunkSize = 20 + script.next(below: 494)
        laterChunkSize = mayChangeChunkSize && shape & 4 != 0 ? 20 + script.next(below: 494) : nil
        newest = shape & 8 != 0 ? -1 : 0
        let count = 1 + (shape >> 4) % 3
        let lengths = (0..<count).map { _ in 1 + script.next(below: 512) }
        // The objects differ in one of the first twenty bytes and in all bytes after those, so a
        // mix of two equals neither.
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
            return .chunk(Array(object[offset..<min(offset + chunkSize, object.count)]))
        }
        switch ending < 3 ? ending : script.next() % 3 {
        case 0: return .chunk([])
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
        ChunkReassembler(radio: radio, maximumRestarts: setting >> 2 & 7, trustsChunkSize: trusts))
    for _ in 0...(setting >> 5) {
        witness.begin()
        read(&witness, &phone, &script)
    }
}

/// Does one read, from its first request to its end.
private func read(_ witness: inout Witness, _ phone: inout Phone, _ script: inout Script) {
    let changesBefore = phone.changes
    while let offset = witness.awaited {
        let event = script.next()
        if event & 3 == 1 { phone.publishNext() }
        if event & 4 != 0 { phone.changeChunkSize() }
        if event & 8 != 0 {
            let isTaken = witness.receive(.chunk([UInt8(event)]), at: offset + 1)
            check(!isTaken, "an answer to another request is taken")
        }
        if event & 16 != 0 { return }
        if event & 32 != 0 {
            check(!witness.receive(.error(.unlikelyError), at: offset), "an error is not an answer")
            return
        }
        let published = phone.object
        let answer =
            witness.reassembler.radio == .offsetReads
            ? phone.answer(at: offset, &script) : wholeValue(&phone, &script)
        let isTaken = witness.receive(answer, at: offset)
        // A change within a whole value makes that value differ from the one before it and from the
        // next.
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

/// The value of a radio that makes the requests itself. It can't notice torn objects.
private func wholeValue(_ phone: inout Phone, _ script: inout Script) -> Answer {
    var value: [UInt8] = []
    while true {
        guard case .chunk(let chunk) = phone.answer(at: value.count, &script) else {
            return value.isEmpty ? .error(.attributeNotFound) : .chunk(value)
        }
        value += chunk
        if chunk.count < phone.chunkSize || value.count == 512 { return .chunk(value) }
        if script.next() & 3 == 1 { phone.publishNext() }
    }
}

/// What can be shown is the object that was the newest at the request, or its beginning.
private func checkPromise(_ reassembler: ChunkReassembler, _ published: [UInt8]?) {
    // One copy lends the bytes; the other gives the instruction.
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
            // This is the beginning of the answer. After later requests, it may be that of an older
            // object.
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
            trustsChunkSize: setting & 2 != 0))
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
        _ = witness.receive(.chunk(anyChunk(&script)), at: offset)
    case 2:
        let first = witness.collected.prefix(witness.firstChunkCount)
        _ = witness.receive(.chunk(Array(first)), at: offset)
    case 3:
        var chunk = Array(witness.collected.prefix(witness.firstChunkCount))
        let position = script.next(below: 512)
        if position < chunk.count { chunk[position] ^= 1 } else { chunk.append(0) }
        _ = witness.receive(.chunk(chunk), at: offset)
    case 4:
        _ = witness.receive(.error(ATTError(rawValue: UInt8(script.next()))), at: offset)
    case 5:
        _ = witness.receive(.chunk(anyChunk(&script)), at: anyOffset(near: offset, &script))
    case 6:
        let error = ATTError(rawValue: UInt8(script.next()))
        _ = witness.receive(.error(error), at: anyOffset(near: offset, &script))
    default:
        if kind & 8 == 0 { witness.cancel() } else { witness.forgetChunkSize() }
    }
}

private func anyChunk(_ script: inout Script) -> [UInt8] {
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
