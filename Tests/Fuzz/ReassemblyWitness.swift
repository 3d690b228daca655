// Compiled into the fuzz target of reassembly.

/// A reassembler, and an account of its own, in arrays and flags, of what the reassembler must be
/// doing.
struct Witness {
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
        let before = reassembler.mtu
        reassembler.mtu = mtu
        if reassembler.mtu != before { longestChunk = 0 }
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
        if count < longestChunk && !(count == 22 && mtu == 23) { return true }
        // With one callback the MTU is only the least that it can be.
        if reassembler.radio == .oneCallback {
            return count < mtu - 3 && count != 20 && count != 22
        }
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
