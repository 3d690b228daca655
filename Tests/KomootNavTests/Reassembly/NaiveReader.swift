import KomootNav

/// The rules of clauses 8.3 to 8.7 and 8.9, applied to the whole history of a read from its start
/// each time. It has no state, knows no bound on restarts, and is independent of the library.
struct NaiveReader {
    enum Verdict: Equatable {
        case ask(Int)
        case complete(ContiguousArray<UInt8>)
        case failed
    }

    var radio: ChunkReassembler.Radio
    /// Whether the first piece is read again. A reader that does not believes in torn objects.
    var rereadsFirstPiece = true
    /// Whether a first piece that is shorter than any before it on the link ends the object.
    var trustsPieceSize = false

    func verdict(on history: [Answer]) -> Verdict {
        var first: ContiguousArray<UInt8>?
        var object: ContiguousArray<UInt8> = []
        var isEnded = false
        var longest = 0
        for answer in history {
            switch answer {
            case .error(let error):
                let ends = error == .invalidOffset || error == .attributeNotLong
                guard first != nil, !isEnded, ends else { return .failed }
                isEnded = true
            case .piece(let piece):
                if isEnded && piece == first { return .complete(object) }
                if first == nil || isEnded {
                    first = piece
                    object = piece
                    isEnded = radio == .wholeValues
                    let isShort = trustsPieceSize && piece.count < longest
                    let isWhole = piece.count < 20 || piece.count == 512 || isShort
                    if isWhole && radio == .offsetReads { return .complete(piece) }
                } else {
                    object += piece
                    isEnded = piece.count < (first?.count ?? 0) || object.count == 512
                }
                longest = max(longest, piece.count)
            }
            if isEnded && !rereadsFirstPiece { return .complete(object) }
        }
        return first == nil || isEnded ? .ask(0) : .ask(object.count)
    }
}
