import KomootNav

/// How a radio reads a whole value: requests at offsets, until an answer ends it (clause 8.4).
struct LongRead: Sendable {
    enum Progress {
        case readOn(offset: Int)
        case finished
        case failed(ATTError)
    }

    /// The tokens of a radio's own requests have this bit set; a session's tickets do not.
    static let tokenBit: UInt32 = 1 << 31

    /// The ticket of the session's request.
    let ticket: Ticket
    /// The token of the request that is outstanding.
    var token: UInt32 = 0
    private(set) var bytes: ContiguousArray<UInt8> = []
    private var chunkSize: Int?

    init(_ ticket: Ticket) { self.ticket = ticket }

    mutating func receive(_ chunk: Span<UInt8>) -> Progress {
        let room = ATT.maximumValueLength - bytes.count
        for position in 0..<min(chunk.count, room) { bytes.append(chunk[position]) }
        let isEnd =
            if let chunkSize { chunk.count < chunkSize } else {
                chunk.count < ATT.smallestPayload
            }
        chunkSize = chunkSize ?? chunk.count
        if isEnd || chunk.isEmpty || bytes.count >= ATT.maximumValueLength { return .finished }
        return .readOn(offset: bytes.count)
    }

    func receive(_ error: ATTError) -> Progress {
        error.endsObject && chunkSize != nil ? .finished : .failed(error)
    }
}
