import KomootNav

/// One answer of a phone to a read.
enum Answer: Equatable {
    case chunk(ContiguousArray<UInt8>)
    case error(ATTError)
}

/// How a phone answers a read at the end of its object.
enum Ending: CaseIterable {
    case emptyChunk
    case invalidOffset
    case attributeNotLong
}

/// A phone that answers every read from its newest object, as the vendor's kit does (clause 8.7).
struct ScriptedPhone {
    var object: ContiguousArray<UInt8>
    var chunkSize: Int
    var ending: Ending
    var radio: ChunkReassembler.Radio

    /// What the radio gives: one chunk, or the whole value if the radio reads whole values.
    func answer(at offset: Int) -> Answer {
        radio == .wholeValues ? .chunk(object) : response(at: offset)
    }

    /// The answer to one request.
    func response(at offset: Int) -> Answer {
        if offset > object.count { return .error(.invalidOffset) }
        if offset == object.count && offset > 0 {
            switch ending {
            case .emptyChunk: return .chunk([])
            case .invalidOffset: return .error(.invalidOffset)
            case .attributeNotLong: return .error(.attributeNotLong)
            }
        }
        return .chunk(ContiguousArray(object[offset..<min(offset + chunkSize, object.count)]))
    }

    /// An object with this length. Each of its bytes differs from those of objects with other
    /// numbers.
    static func object(_ number: UInt8, length: Int) -> ContiguousArray<UInt8> {
        ContiguousArray((0..<length).map { number << 5 | UInt8($0 % 32) })
    }

    /// Objects that are as alike as the proof of clause 8.8 allows. They differ in the last of the
    /// first twenty bytes that all of them have, and in every byte after the twentieth, so a mix of
    /// two equals neither.
    static func alikeObjects(lengths: [Int]) -> [ContiguousArray<UInt8>] {
        let mark = lengths.reduce(20, min) - 1
        return lengths.enumerated().map { number, length in
            var object = object(UInt8(number), length: length)
            for position in object.indices.prefix(20) where position != mark {
                object[position] = 0xEE
            }
            return object
        }
    }
}

extension ChunkReassembler {
    /// Hands in an answer.
    mutating func receive(_ answer: Answer, at offset: Int) throws(KomootNavError) -> Step {
        switch answer {
        case .chunk(let chunk): try receive(chunk.span, at: offset)
        case .error(let error): try receive(error, at: offset)
        }
    }

    /// A copy of the lent bytes.
    var lent: (bytes: ContiguousArray<UInt8>, extent: ObjectExtent)? {
        var copy = self
        return copy.withObject { bytes, extent in
            (unsafe bytes.withUnsafeBufferPointer { unsafe ContiguousArray($0) }, extent)
        }
    }
}
