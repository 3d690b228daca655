package import KomootNav

/// A read that a radio goes on with by itself: after a full response it requests the rest (clause
/// 8.9).
package struct LongRead: Sendable {
    package enum Progress {
        case readOn(offset: Int)
        case finished
        case failed(ATTError)
    }

    /// The tokens of a radio's own requests have this bit set; a session's tickets do not.
    static let tokenBit: UInt32 = 1 << 31

    /// The ticket of the session's request.
    package let ticket: Ticket
    /// Where it begins.
    package let offset: Int
    /// The token of the request that is outstanding.
    package var token: UInt32 = 0
    package private(set) var bytes: ContiguousArray<UInt8> = []
    private(set) var hasChunk = false

    package init(_ ticket: Ticket, at offset: Int) {
        self.ticket = ticket
        self.offset = offset
    }

    /// - Parameter mtu: the link's MTU at this moment, in bytes.
    package mutating func receive(_ chunk: Span<UInt8>, mtu: Int) -> Progress {
        let room = ATT.maximumValueLength - offset - bytes.count
        for position in 0..<min(chunk.count, room) { bytes.append(chunk[position]) }
        hasChunk = true
        let isFull = chunk.count >= ATT.readPayload(mtu: mtu)
        guard isFull && offset + bytes.count < ATT.maximumValueLength else { return .finished }
        return .readOn(offset: offset + bytes.count)
    }

    package func receive(_ error: ATTError, on radio: DeviceRadio) -> Progress {
        error.endsObject && hasChunk && radio.takesErrorsForEndings ? .finished : .failed(error)
    }
}
