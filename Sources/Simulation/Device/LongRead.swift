import KomootNav

/// A radio's reading of a whole value: requests at offsets, until one of them ends it (clause 8.4).
struct LongRead: Sendable {
    enum Progress {
        case readOn(offset: Int)
        case finished
        case failed(ATTError)
    }

    /// Tokens of a radio's own requests have this bit; a session's tickets do not.
    static let tokenBit: UInt32 = 1 << 31

    /// What the session asked with.
    let ticket: Ticket
    /// The token of the request that is outstanding.
    var token: UInt32 = 0
    private(set) var bytes: ContiguousArray<UInt8> = []
    private var chunkSize: Int?

    init(_ ticket: Ticket) { self.ticket = ticket }

    mutating func receive(_ piece: Span<UInt8>) -> Progress {
        let room = ATT.maximumValueLength - bytes.count
        for position in 0..<min(piece.count, room) { bytes.append(piece[position]) }
        let isEnd =
            if let chunkSize { piece.count < chunkSize } else {
                piece.count < ATT.smallestPayload
            }
        chunkSize = chunkSize ?? piece.count
        if isEnd || piece.isEmpty || bytes.count >= ATT.maximumValueLength { return .finished }
        return .readOn(offset: bytes.count)
    }

    func receive(_ error: ATTError) -> Progress {
        let isEnding = error == .invalidOffset || error == .attributeNotLong
        return isEnding && chunkSize != nil ? .finished : .failed(error)
    }
}
