// The input is a script. Its first byte chooses who is at the other end of the link: an honest
// phone or a liar. With an honest phone, a completed object must be one that it published; with a
// liar, only the bounds are checked. In both cases every step is compared with the state table.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzReassembly(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    var script = Script(copied(unsafe Span(_unsafeStart: start, count: count)))
    let kind = script.next()
    if kind.isMultiple(of: 2) {
        playHonestPhone(&script, kind)
    } else {
        playLiar(&script, kind)
    }
    return 0
}

/// The radio that the first byte and the setting choose.
private func chosenRadio(_ kind: Int, _ setting: Int) -> ChunkReassembler.Radio {
    ChunkReassembler.Radio.allCases[setting & 1 | kind & 2]
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

    mutating func changeMTU(_ mtu: Int?) {
        reassembler.forgetChunkSize()
        reassembler.mtu = mtu
        longestChunk = 0
        if isComplete { cancel() } else { checkState() }
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
        let count = chunk.count
        firstChunkCount = count
        let isShortForTheLink = reassembler.trustsChunkSize && count < longestChunk
        longestChunk = max(longestChunk, count)
        isConfirming = false
        switch reassembler.radio {
        case .offsetReads:
            let isWhole = count < 20 || count == 512 || isShortForTheLink
            return isWhole ? .complete : .partial(nextOffset: count)
        case .longReads:
            if count < 20 { return .complete }
            isConfirming = count == 512
            return .partial(nextOffset: isConfirming ? 0 : count)
        case .wholeValues, .oneCallback:
            isConfirming = true
            return .partial(nextOffset: 0)
        }
    }

    /// Whether a complete object is lent as whole.
    private var isWhole: Bool {
        let count = collected.count
        if !reassembler.radio.readsWholeValues || count < 20 || count == 512 { return true }
        if reassembler.trustsChunkSize && count < longestChunk { return true }
        guard let mtu = reassembler.mtu else { return false }
        return count != 20 && count != mtu - 3 && (count != 22 || mtu <= 23)
    }

    /// Checks everything that can be seen from outside.
    private mutating func checkState() {
        check(reassembler.awaitedOffset == awaited, "awaits \(String(describing: awaited))")
        check(reassembler.restarts == restarts, "\(reassembler.restarts) restarts, not \(restarts)")
        check(restarts <= reassembler.maximumRestarts, "too many restarts")
        // With reads at offsets, 26 requests for 512 bytes in chunks of 20, and one to confirm. With
        // whole values, each value and an equal one.
        let attempts = restarts + 1
        let bound = reassembler.radio.readsWholeValues ? attempts + 1 : 26 * attempts + 1
        check(requests <= bound, "\(requests) requests in \(attempts) attempts")

        let shown: Int? =
            if isComplete {
                collected.count
            } else if awaited == nil || awaited == 0 && !isConfirming {
                nil
            } else {
                reassembler.radio.goesOn ? min(firstChunkCount, 20) : firstChunkCount
            }
        let extentOfAll: ObjectExtent = isComplete && isWhole ? .whole : .possiblyCut
        let isRight: Bool? = reassembler.withObject { bytes, extent in
            check(bytes.count <= 512, "\(bytes.count) bytes are lent")
            check(extent == extentOfAll, "lent as \(extent)")
            return isSame(bytes, collected.prefix(shown ?? 0))
        }
        check(isRight == (shown == nil ? nil : true), "lent: \(String(describing: isRight))")
    }
}

private enum Answer: CustomStringConvertible {
    case chunk([UInt8])
    case error(ATTError)

    var isError: Bool {
        switch self {
        case .chunk: false
        case .error: true
        }
    }

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

    /// The link's MTU, which exceeds a chunk by one or three bytes.
    let mtu: Int

    /// - Parameter kind: the script's first byte.
    init(_ script: inout Script, _ kind: Int, mayChangeChunkSize: Bool) {
        let shape = script.next()
        ending = shape & 3
        let firstChunkSize = 20 + script.next(below: 494)
        mtu = firstChunkSize + (kind & 8 == 0 ? 1 : 3)
        // Some phones answer with 20 bytes, whatever the MTU.
        chunkSize = kind & 16 == 0 ? firstChunkSize : 20
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

private func playHonestPhone(_ script: inout Script, _ kind: Int) {
    let setting = script.next()
    let radio = chosenRadio(kind, setting)
    let trusts = setting & 2 != 0
    var phone = Phone(&script, kind, mayChangeChunkSize: !trusts && !radio.goesOn)
    var reassembler = ChunkReassembler(
        radio: radio, maximumRestarts: setting >> 2 & 7, trustsChunkSize: trusts)
    reassembler.mtu = kind & 4 == 0 ? phone.mtu : nil
    var witness = Witness(reassembler)
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
        let goesOn = witness.reassembler.radio.goesOn
        let answer =
            goesOn ? longAnswer(&phone, at: offset, &script) : phone.answer(at: offset, &script)
        let isTaken = witness.receive(answer, at: offset)
        // A change within an answer makes it differ from the one before it and from the next.
        let restartsPerChange = goesOn ? 2 : 1
        check(
            witness.reassembler.restarts <= restartsPerChange * (phone.changes - changesBefore),
            "restarted, but nothing had changed")
        guard isTaken else {
            // A radio that goes on by itself meets the error at the end of the object.
            let isExcused =
                published == nil || phone.changes > changesBefore || goesOn && answer.isError
            check(isExcused, "the read fails, but the phone is honest")
            return
        }
        // After later requests, what can be shown may be the beginning of an older object.
        if offset == 0 { checkPromise(witness.reassembler, published) }
    }
}

/// The answer of a radio that goes on by itself after a full response. It can't notice torn objects,
/// and fails at any error, as BlueZ does.
private func longAnswer(
    _ phone: inout Phone, at offset: Int, _ script: inout Script
) -> Answer {
    var value: [UInt8] = []
    while true {
        let response = phone.answer(at: offset + value.count, &script)
        guard case .chunk(let chunk) = response else { return response }
        value += chunk
        if chunk.count < phone.mtu - 1 || offset + value.count >= 512 { return .chunk(value) }
        if script.next() & 3 == 1 { phone.publishNext() }
    }
}

/// What can be shown is the object that was the newest when the first chunk was read, or its
/// beginning.
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
        } else {
            check(isSame(bytes, object.prefix(bytes.count)), "a partial of no object")
        }
    }
}

// MARK: - A liar

private func playLiar(_ script: inout Script, _ kind: Int) {
    let setting = script.next()
    let restarts = [-1, 0, 1, 2, 3, 8, 100, Int.max][setting >> 2 & 7]
    var witness = Witness(
        ChunkReassembler(
            radio: chosenRadio(kind, setting), maximumRestarts: restarts,
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
        let mtus: [Int?] = [nil, 23, 25, 50, 185, 300, 512, 517]
        if kind & 8 == 0 { witness.cancel() } else { witness.changeMTU(mtus[kind >> 5]) }
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
