import KomootNav

/// The rules of clauses 8.3 to 8.7, 8.9 and 8.11, applied to the whole history of a read from its
/// start each time. It has no state and is independent of the library.
struct NaiveReader {
    enum Verdict: Equatable {
        /// The next request; after a first piece there is something to show.
        case ask(Int, isPartial: Bool)
        case complete(ContiguousArray<UInt8>)
        case failed(KomootNavError)
    }

    var radio: ChunkReassembler.Radio
    var maximumRestarts = ChunkReassembler.defaultMaximumRestarts
    /// Whether the first piece is read again. A reader that does not believes in torn objects.
    var rereadsFirstPiece = true
    /// Whether the size of the link's pieces is trusted (clause 8.5), and the longest one before
    /// this read.
    var trustsPieceSize = false
    var longestPiece = 0

    func verdict(on history: [Answer]) -> Verdict {
        var first: ContiguousArray<UInt8>?
        var object: ContiguousArray<UInt8> = []
        var isEnded = false
        var isPartial = false
        var restarts = 0
        var longest = longestPiece
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
            case .piece(let piece):
                if piece.count > 512 { return .failed(KomootNavError(.oversized, at: 512)) }
                if isEnded && piece == first { return .complete(object) }
                if isEnded && restarts >= maximumRestarts {
                    return .failed(KomootNavError(.restartsExhausted, at: 0))
                }
                restarts += isEnded ? 1 : 0
                isPartial = first == nil || isEnded
                object = isPartial ? piece : object + piece
                if object.count > 512 { return .failed(KomootNavError(.oversized, at: 512)) }
                if !isPartial {
                    isEnded = piece.count < (first?.count ?? 0) || object.count == 512
                } else if radio == .wholeValues {
                    first = piece
                    isEnded = true
                } else {
                    let isShort = trustsPieceSize && piece.count < longest
                    if isShort || piece.count < 20 || piece.count == 512 { return .complete(piece) }
                    first = piece
                    isEnded = false
                }
                longest = max(longest, piece.count)
            }
            if isEnded && !rereadsFirstPiece { return .complete(object) }
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
