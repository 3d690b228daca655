import KomootNav

/// One answer of a phone to a read.
enum Answer: Equatable {
    case piece(ContiguousArray<UInt8>)
    case error(ATTError)
}

/// How a phone answers a read at the end of its object.
enum Ending: CaseIterable {
    case emptyPiece
    case invalidOffset
    case attributeNotLong
}

/// A phone that serves every read from its newest object, as the vendor's kit does (clause 8.7).
struct ScriptedPhone {
    var object: ContiguousArray<UInt8>
    var chunkSize: Int
    var ending: Ending
    var radio: ChunkReassembler.Radio

    func answer(at offset: Int) -> Answer {
        if radio == .wholeValues { return .piece(object) }
        if offset > object.count { return .error(.invalidOffset) }
        if offset == object.count && offset > 0 {
            switch ending {
            case .emptyPiece: return .piece([])
            case .invalidOffset: return .error(.invalidOffset)
            case .attributeNotLong: return .error(.attributeNotLong)
            }
        }
        return .piece(ContiguousArray(object[offset..<min(offset + chunkSize, object.count)]))
    }

    /// An object of a length, which differs from those of other numbers in every byte.
    static func object(_ number: UInt8, length: Int) -> ContiguousArray<UInt8> {
        ContiguousArray((0..<length).map { number << 5 | UInt8($0 % 32) })
    }
}

extension ChunkReassembler {
    /// Hands in an answer.
    mutating func receive(_ answer: Answer, at offset: Int) throws(KomootNavError) -> Step {
        switch answer {
        case .piece(let piece): try receive(piece.span, at: offset)
        case .error(let error): try receive(error, at: offset)
        }
    }

    /// A copy of the bytes that are lent.
    var lent: (bytes: ContiguousArray<UInt8>, extent: ObjectExtent)? {
        withObject { bytes, extent in
            (ContiguousArray(bytes.indices.map { bytes[$0] }), extent)
        }
    }
}
