import KomootNav

/// Puts the reads of a capture together, and looks at what was wrong with them.
///
/// A read is handed on when the next one has begun, or the link has ended: only then is it known whether
/// its first piece was read again.
public struct ReadTracker: Sendable {
    private var readers: [Int: Reader] = [:]

    fileprivate struct Reader: Sendable {
        /// The read that lasts.
        var current: CapturedRead?
        /// The last one that ended, of which the next may tell more.
        var last: CapturedRead?
        /// The last one that was complete: whose first piece may be looked at again at any time.
        var known: CapturedRead?
        var mtu = ATT.defaultMTU
        /// How many bytes the last piece had.
        var lastCount = 0
    }

    /// Creates a tracker that has seen nothing.
    public init() {}

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - value: the bytes that belong to it.
    ///   - body: called with each read that nothing more can be learnt of.
    public mutating func take(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ body: (CapturedRead) -> Void
    ) {
        var reader = readers[event.connection] ?? Reader()
        switch event.kind {
        case .requested(let offset): reader.request(offset, event, body)
        case .piece(let offset): reader.take(value, at: offset, event, body)
        case .failed(let offset, let error): reader.fail(error, at: offset, event, body)
        case .notified: reader.notify(value)
        case .disconnected: reader.end(body)
        case .mtuAgreed(let mtu): reader.mtu = mtu
        case .connected, .discovered, .foundAnother: break
        }
        if case .disconnected = event.kind {
            readers[event.connection] = nil
        } else {
            readers[event.connection] = reader
        }
    }

    /// Ends the capture: hands on what is left.
    public mutating func finish(_ body: (CapturedRead) -> Void) {
        for connection in readers.keys.sorted() { readers[connection]?.end(body) }
        readers = [:]
    }
}

extension ReadTracker.Reader {
    fileprivate mutating func request(
        _ offset: Int, _ event: CapturedEvent, _ body: (CapturedRead) -> Void
    ) {
        guard offset == 0 else {
            // Who goes on elsewhere has not read on, and knows that there is more.
            if let read = current, read.bytes.count != offset {
                flushLast(body)
                last = read
                current = nil
            }
            return
        }
        giveUpCurrent(body)
        current = CapturedRead(
            connection: event.connection, startInMicroseconds: event.timeInMicroseconds,
            endInMicroseconds: event.timeInMicroseconds, outcome: .unfinished, integrity: .unproven,
            answerCount: 0, bytes: [])
    }

    fileprivate mutating func take(
        _ value: Span<UInt8>, at offset: Int, _ event: CapturedEvent,
        _ body: (CapturedRead) -> Void
    ) {
        guard var read = current else { return }
        read.endInMicroseconds = event.timeInMicroseconds
        read.answerCount += 1
        if offset == 0 {
            read.isProof = compareWithLast(value, requestedAt: read.startInMicroseconds)
            flushLast(body)
            read.bytes = []
            read.firstCount = value.count
        }
        lastCount = value.count
        read.hasGap = read.hasGap || offset != read.bytes.count
        let room = ATT.maximumValueLength - read.bytes.count
        for position in 0..<min(value.count, room) { read.bytes.append(value[position]) }
        let isLast = offset == 0 ? value.count < ATT.smallestPayload : value.count < read.firstCount
        current = read
        if isLast || read.bytes.count == ATT.maximumValueLength { complete() }
    }

    fileprivate mutating func fail(
        _ error: ATTError, at offset: Int, _ event: CapturedEvent, _ body: (CapturedRead) -> Void
    ) {
        guard var read = current else { return }
        read.endInMicroseconds = event.timeInMicroseconds
        read.answerCount += 1
        current = read
        if offset > 0 && (error == .invalidOffset || error == .attributeNotLong) {
            complete()
        } else {
            flushLast(body)
            read.outcome = .refused(error)
            current = nil
            last = read
            flushLast(body)
        }
    }

    /// A notification that names another object than the one that is read, or was read last.
    fileprivate mutating func notify(_ value: Span<UInt8>) {
        if let read = current, Self.isOfAnother(value, than: read) {
            current?.wasReplaced = true
        } else if current == nil, let read = last, Self.isOfAnother(value, than: read) {
            last?.isSuperseded = true
        }
    }

    private static func isOfAnother(_ value: Span<UInt8>, than read: CapturedRead) -> Bool {
        guard read.answerCount > 0, read.bytes.count >= 4, value.count >= 4 else { return false }
        for position in 0..<4 where value[position] != read.bytes[position] { return true }
        return false
    }

    fileprivate mutating func end(_ body: (CapturedRead) -> Void) {
        giveUpCurrent(body)
        flushLast(body)
    }

    /// Ends a read that did not end itself. One that only looked at the first piece again is no read of its
    /// own. One whose last piece was not a full one was over in the eyes of a
    /// reader that knows the MTU; whether the phone had more to say nothing shows.
    private mutating func giveUpCurrent(_ body: (CapturedRead) -> Void) {
        guard var read = current else { return }
        current = nil
        if read.isProof && read.answerCount == 1 { return }
        flushLast(body)
        if read.answerCount > 0 && !read.hasGap && lastCount < mtu - 1 {
            read.outcome = .complete
            read.integrity = read.wasReplaced ? .torn : .unproven
        }
        last = read
    }

    private mutating func complete() {
        guard var read = current else { return }
        read.outcome = read.hasGap ? .unfinished : .complete
        if read.wasReplaced {
            read.integrity = .torn
        } else if read.answerCount == 1 {
            read.integrity = .proven
        }
        last = read
        known = read
        current = nil
    }

    /// The first piece of the next read proves the last one, if it is the same and was asked for at once.
    ///
    /// - Returns: whether it is the same as that of the last complete read.
    private mutating func compareWithLast(_ value: Span<UInt8>, requestedAt: Int64) -> Bool {
        guard let known, known.answerCount > 1 else { return false }
        var isSame = value.count == known.firstCount
        if isSame {
            for position in 0..<value.count where value[position] != known.bytes[position] {
                isSame = false
            }
        }
        guard var read = last, read.outcome == .complete, read.answerCount > 1 else {
            return isSame
        }
        /// A proof is asked for at once; what is read later is another read.
        let atOnce: Int64 = 500_000
        let isAtOnce = requestedAt &- read.endInMicroseconds < atOnce
        if isSame && isAtOnce {
            read.integrity = .proven
        } else if !isSame && isAtOnce && !read.isSuperseded {
            read.integrity = .torn
        }
        last = read
        return isSame
    }

    private mutating func flushLast(_ body: (CapturedRead) -> Void) {
        if let read = last { body(read) }
        last = nil
    }
}
