import KomootNav

/// Applies the rules of clauses 8.3 to 8.7, 8.9 and 8.11 to the whole history of a read, each time
/// from the start. It has no state and shares no code with the library.
struct NaiveReader {
    enum Verdict: Equatable {
        /// The next request. After a first chunk there is something to show.
        case ask(Int, isPartial: Bool)
        case complete(ContiguousArray<UInt8>)
        case failed(KomootNavError)
    }

    var radio: ChunkReassembler.Radio
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
                if isEnded && chunk == first { return .complete(object) }
                if isEnded && restarts >= maximumRestarts {
                    return .failed(KomootNavError(.restartsExhausted, at: 0))
                }
                restarts += isEnded ? 1 : 0
                isPartial = first == nil || isEnded
                object = isPartial ? chunk : object + chunk
                if object.count > 512 { return .failed(KomootNavError(.oversized, at: 512)) }
                if !isPartial {
                    isEnded = chunk.count < (first?.count ?? 0) || object.count == 512
                } else if radio == .wholeValues {
                    first = chunk
                    isEnded = true
                } else {
                    let isShort = trustsChunkSize && chunk.count < longest
                    if isShort || chunk.count < 20 || chunk.count == 512 { return .complete(chunk) }
                    first = chunk
                    isEnded = false
                }
                longest = max(longest, chunk.count)
            }
            if isEnded && !rereadsFirstChunk { return .complete(object) }
        }
        return .ask(first == nil || isEnded ? 0 : object.count, isPartial: isPartial)
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
