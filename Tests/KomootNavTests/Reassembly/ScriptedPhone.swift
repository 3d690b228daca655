import KomootNav

/// One answer of a phone to a read.
enum Answer: Equatable {
    case chunk(ContiguousArray<UInt8>)
    case error(ATTError)

    /// What a radio makes of the responses to two of its own requests: an error fails all, as on
    /// BlueZ.
    func joined(with next: Answer) -> Answer {
        guard case .chunk(let value) = self, case .chunk(let chunk) = next else { return next }
        return .chunk(value + chunk)
    }
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
    /// The link's MTU. A radio that goes on by itself does so after a response of MTU − 1 bytes.
    var mtu: Int

    /// - Parameter mtu: the link's MTU; the least that the chunks fit, if it is not given.
    init(
        object: ContiguousArray<UInt8>, chunkSize: Int, ending: Ending,
        radio: ChunkReassembler.Radio, mtu: Int? = nil
    ) {
        self.object = object
        self.chunkSize = chunkSize
        self.ending = ending
        self.radio = radio
        self.mtu = mtu ?? chunkSize + 1
    }

    /// What the radio gives for one read, while the object stays the same.
    func answer(at offset: Int) -> Answer {
        var answer = response(at: offset)
        var last = answer
        while let next = nextOffset(after: last, of: answer, from: offset) {
            last = response(at: next)
            answer = answer.joined(with: last)
        }
        return answer
    }

    /// Where the radio goes on by itself; `nil` if its read has ended.
    ///
    /// - Parameters:
    ///   - last: the last response.
    ///   - answer: all responses of the read so far, joined.
    ///   - offset: where the read began.
    func nextOffset(after last: Answer, of answer: Answer, from offset: Int) -> Int? {
        guard radio != .offsetReads, case .chunk(let chunk) = last, chunk.count == mtu - 1,
            case .chunk(let value) = answer, offset + value.count < 512
        else { return nil }
        return offset + value.count
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
        ContiguousArray(longObjects[Int(number % 8)][..<length])
    }

    /// The objects with the greatest length that a test takes: to make each byte anew is slow in a debug build.
    private static let longObjects = (0..<8 as Range<UInt8>).map { number in
        ContiguousArray((0..<1024).map { number << 5 | UInt8($0 % 32) })
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
