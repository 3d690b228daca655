import KomootNav

/// Applies the rules of clauses 8.3 to 8.7, 8.9 and 8.11 to the whole history of a read, each time
/// from the start. It has no state and shares no code with the library.
struct NaiveReader {
    enum Verdict: Equatable {
        /// The next request. After a first chunk there is something to show.
        case ask(Int, isPartial: Bool)
        /// The bytes are of one object: all of it, or perhaps its beginning.
        case complete(ContiguousArray<UInt8>, ObjectExtent)
        case failed(KomootNavError)
    }

    var radio: ChunkReassembler.Radio
    /// The MTU that the radio tells, if it does.
    var mtu: Int?
    var maximumRestarts = ChunkReassembler.defaultMaximumRestarts
    /// Whether it reads the first chunk again. If not, it accepts torn objects.
    var rereadsFirstChunk = true
    /// Whether to trust the size of the link's chunks (clause 8.5), and the longest chunk before
    /// this read.
    var trustsChunkSize = false
    var longestChunk = 0

    func verdict(on history: [Answer]) -> Verdict {
        var first: ContiguousArray<UInt8>?
        var object: ContiguousArray<UInt8> = []
        var isEnded = false
        var isPartial = false
        var restarts = 0
        var longest = longestChunk
        for answer in history {
            isPartial = false
            switch answer {
            case .error(let error):
                let isEnding = error == .invalidOffset || error == .attributeNotLong
                guard first != nil, !isEnded, isEnding else {
                    let offset = isEnded ? 0 : object.count
                    return .failed(KomootNavError(.attError(error), at: offset))
                }
                isEnded = true
            case .chunk(let chunk):
                if chunk.count > 512 { return .failed(KomootNavError(.oversized, at: 512)) }
                if isEnded && chunk == first {
                    return .complete(object, extent(object.count, longest: longest))
                }
                if isEnded && restarts >= maximumRestarts {
                    return .failed(KomootNavError(.restartsExhausted, at: 0))
                }
                restarts += isEnded ? 1 : 0
                isPartial = first == nil || isEnded
                object = isPartial ? chunk : object + chunk
                if object.count > 512 { return .failed(KomootNavError(.oversized, at: 512)) }
                if !isPartial {
                    isEnded = chunk.count < (first?.count ?? 0) || object.count == 512
                } else {
                    if isWhole(first: chunk.count, longest: longest) {
                        return .complete(chunk, .whole)
                    }
                    first = chunk
                    isEnded = readsWholeValues || chunk.count == 512
                }
                longest = max(longest, chunk.count)
            }
            if isEnded && !rereadsFirstChunk { return .complete(object, .whole) }
        }
        return .ask(first == nil || isEnded ? 0 : object.count, isPartial: isPartial)
    }

    private var readsWholeValues: Bool { radio == .wholeValues || radio == .oneCallback }

    /// Whether a first answer of so many bytes is a whole object at once.
    private func isWhole(first count: Int, longest: Int) -> Bool {
        switch radio {
        case .offsetReads: count < 20 || count == 512 || trustsChunkSize && count < longest
        case .longReads: count < 20
        case .wholeValues, .oneCallback: false
        }
    }

    /// Whether an object of so many bytes, which is not torn, is whole.
    private func extent(_ count: Int, longest: Int) -> ObjectExtent {
        if !readsWholeValues || count < 20 || count == 512 { return .whole }
        if trustsChunkSize && count < longest { return .whole }
        guard let mtu, mtu >= 23 else { return .possiblyCut }
        if count < longest && (count, mtu) != (22, 23) { return .whole }
        guard count != 20, count != mtu - 3, count != 22 || mtu == 23 else { return .possiblyCut }
        return radio == .wholeValues || count < mtu - 3 ? .whole : .possiblyCut
    }
}

extension NaiveReader.Verdict {
    /// The verdict as the library's step; `nil` for a failure.
    var step: ChunkReassembler.Step? {
        switch self {
        case .ask(let offset, isPartial: true): .partial(nextOffset: offset)
        case .ask(let offset, isPartial: false): .read(offset: offset)
        case .complete: .complete
        case .failed: nil
        }
    }
}
