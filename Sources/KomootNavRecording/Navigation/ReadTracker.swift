import KomootNav

/// Puts the reads of a capture together, and tells which are whole, unfinished or torn.
///
/// It gives a read when the next one has begun, or the link has ended: only then is it known whether the
/// device read its first chunk again. A read whose object may have been replaced meanwhile waits until the next
/// one has ended, which may show that it is torn.
public struct ReadTracker: Sendable {
    private var readers = ConnectionTable<Reader>()

    fileprivate struct Reader: Sendable {
        /// The read that is going on.
        var current: CapturedRead?
        /// The last read that ended; the next one may tell more about it.
        var last: CapturedRead?
        /// A read that ended before ``last``, and may be torn; the next complete read may tell.
        var suspect: CapturedRead?
        /// The last complete read, whose first chunk may be read again at any time.
        var known: CapturedRead?
        /// The complete read before that.
        var earlier: CapturedRead?
        /// The MTU; `nil` if it is not known, because an answer was too long for what the log shows.
        var mtu: Int? = ATT.defaultMTU
        /// The length of the shortest answer after which the device asked for more.
        var continuedCount = Int.max
        /// How many bytes the last chunk had.
        var lastCount = 0
        /// Whether the device has asked for more, and has got no answer.
        var asksForMore = false
    }

    /// Creates a tracker that has seen nothing.
    public init() {}

    /// Takes an event.
    ///
    /// - Parameters:
    ///   - event: the event.
    ///   - value: the bytes that belong to it.
    ///   - body: called with each read once nothing more can be learned about it.
    public mutating func handle(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ body: (CapturedRead) -> Void
    ) {
        readers.update(event.connection) { kept in
            if kept == nil { kept = Reader() }
            kept?.handle(event, value, body)
            if case .disconnected = event.kind { kept = nil }
        }
    }

    /// Whether a read is going on, so that the next answer belongs to it.
    mutating func isReading(on connection: Int) -> Bool {
        readers.update(connection) { $0?.current != nil }
    }

    /// Ends the capture: gives the reads that are left.
    public mutating func finish(_ body: (CapturedRead) -> Void) {
        for connection in readers.keys.sorted() {
            readers.update(connection) { $0?.end(body) }
        }
        readers.removeAll()
    }
}

extension ReadTracker.Reader {
    fileprivate mutating func handle(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ body: (CapturedRead) -> Void
    ) {
        if last?.isReadAgain == nil, let end = last?.end, !Self.isAtOnce(event.time, after: end) {
            last?.isReadAgain = false
        }
        switch event.kind {
        case .requested(let offset): request(offset, event, body)
        case .chunk(let offset): handle(value, at: offset, event, body)
        case .failed(let offset, let error): fail(error, at: offset, event, body)
        case .notified: notify(value)
        case .disconnected: end(body)
        case .mtuAgreed(let mtu): self.mtu = mtu
        case .connected, .discovered, .foundAnother, .subscribed: break
        }
    }

    fileprivate mutating func request(
        _ offset: Int, _ event: CapturedEvent, _ body: (CapturedRead) -> Void
    ) {
        guard offset == 0 else {
            // A device that goes on at another offset is not continuing this read: it knows of a gap.
            guard let count = current?.bytes.count else { return }
            if count == offset {
                continuedCount = min(continuedCount, lastCount)
                asksForMore = true
            } else {
                flushLast(body)
                last = Self.take(&current)
            }
            return
        }
        giveUpCurrent(body)
        asksForMore = false
        if let end = last?.end { last?.isReadAgain = Self.isAtOnce(event.time, after: end) }
        current = CapturedRead(
            connection: event.connection, start: event.time,
            end: event.time, outcome: .unfinished, integrity: .unproven,
            answerCount: 0, bytes: [])
    }

    fileprivate mutating func handle(
        _ value: Span<UInt8>, at offset: Int, _ event: CapturedEvent,
        _ body: (CapturedRead) -> Void
    ) {
        // Taken out, so that its bytes are not copied.
        guard var read = Self.take(&current) else { return }
        read.end = event.time
        read.answerCount += 1
        if offset == 0 {
            read.isProof = compareWithLast(value, requestedAt: read.start)
            flushLast(body)
            read.bytes.removeAll()
            read.bytes.reserveCapacity(2 * value.count)
            read.firstCount = value.count
        }
        lastCount = value.count
        asksForMore = false
        if let longest = mtu, value.count >= longest { mtu = nil }
        read.lastCount = value.count
        read.hasGap = read.hasGap || offset != read.bytes.count
        let room = ATT.maximumValueLength - read.bytes.count
        unsafe value.extracting(..<min(value.count, room)).withUnsafeBufferPointer {
            unsafe read.bytes.append(contentsOf: $0)
        }
        let isLast = offset == 0 ? value.count < ATT.smallestPayload : value.count < read.firstCount
        current = read
        if isLast || read.bytes.count == ATT.maximumValueLength { complete() }
    }

    fileprivate mutating func fail(
        _ error: ATTError, at offset: Int, _ event: CapturedEvent, _ body: (CapturedRead) -> Void
    ) {
        guard var read = current else { return }
        read.end = event.time
        read.answerCount += 1
        current = read
        if offset > 0 && error.endsObject {
            current?.lastCount = 0
            complete()
        } else {
            flushLast(body)
            read.outcome = .refused(error)
            current = nil
            last = read
            flushLast(body)
        }
    }

    /// Notes a notification of an object that is not the one being read or, between reads, the last one read.
    fileprivate mutating func notify(_ value: Span<UInt8>) {
        if current?.isOfAnotherObject(than: value) == true {
            current?.wasReplaced = true
        } else if current == nil, last?.isOfAnotherObject(than: value) == true {
            last?.isSuperseded = true
        }
    }

    fileprivate mutating func end(_ body: (CapturedRead) -> Void) {
        giveUpCurrent(body)
        flushLast(body)
        flushSuspect(body)
    }

    /// Ends a read that did not end by itself. If the device only read the first chunk again, that does
    /// not count as a read. If the last chunk was not full, a device that knows the MTU took the read for
    /// complete, unless it asked for more; nothing shows whether the phone had more. If the MTU is not known, a chunk
    /// counts as full if the device asked for more after one of its length.
    private mutating func giveUpCurrent(_ body: (CapturedRead) -> Void) {
        guard var read = Self.take(&current) else { return }
        if read.isProof && read.answerCount == 1 { return }
        flushLast(body)
        let fullCount = mtu.map { $0 - 1 } ?? continuedCount
        if read.answerCount > 0 && !read.hasGap && !asksForMore && lastCount < fullCount {
            read.outcome = .complete
            read.integrity = ownIntegrity(of: read)
            // If it may be cut, it does not tell.
            if mtu != nil { judgeSuspect(by: read) }
        }
        last = read
    }

    private mutating func complete() {
        guard var read = Self.take(&current) else { return }
        read.outcome = read.hasGap ? .unfinished : .complete
        read.integrity = ownIntegrity(of: read)
        if read.outcome == .complete { judgeSuspect(by: read) }
        last = read
        earlier = known
        known = read
    }

    /// What a complete read shows by itself. If the first answer had all the bytes, and had room for more, they are of
    /// one object, whatever was notified after it. If the MTU is not known, only an answer that is shorter than
    /// any full one had room.
    private func ownIntegrity(of read: CapturedRead) -> CapturedRead.Integrity {
        guard let mtu else {
            let isShort = read.answerCount == 1 && read.firstCount < ATT.smallestPayload
            return isShort ? .proven : .unproven
        }
        let payload = ATT.notificationPayload(mtu: mtu)
        let isFull = read.firstCount == ATT.smallestPayload || read.firstCount >= payload
        let isOneAnswer =
            read.answerCount == 1
            // A phone that fills each answer so far has more, and was not asked for it.
            ? read.firstCount != ATT.smallestPayload && read.firstCount != payload
            : read.answerCount == 2 && read.lastCount == 0 && !isFull
        return isOneAnswer ? .proven : .unproven
    }

    /// Looks at a read that may be torn: another one has come to its end, and may tell.
    private mutating func judgeSuspect(by read: CapturedRead) {
        if suspect?.isTorn(by: read) == true { suspect?.integrity = .torn }
    }

    /// Looks at the first chunk of the next read: if it is the same and was requested at once, the last read
    /// is proven.
    ///
    /// - Returns: whether it is the same as the first chunk of the last complete read.
    private mutating func compareWithLast(_ value: Span<UInt8>, requestedAt: CaptureTime) -> Bool {
        guard let count = known?.answerCount, count > 1 else { return false }
        let isSame = known?.begins(withChunk: value) == true
        guard last?.outcome == .complete, let end = last?.end, let count = last?.answerCount,
            count > 1
        else { return isSame }
        guard Self.isAtOnce(requestedAt, after: end) else { return isSame }
        if isSame {
            last?.integrity = .proven
        } else if last?.isSuperseded == false {
            last?.wasReplaced = true
        }
        return isSame
    }

    /// A device asks for the proof at once; a later request begins another read.
    private static func isAtOnce(_ time: CaptureTime, after end: CaptureTime) -> Bool {
        time.microseconds(since: end) < 500_000
    }

    /// Gives the last read, or lets it wait if it may be torn.
    private mutating func flushLast(_ body: (CapturedRead) -> Void) {
        guard var read = Self.take(&last) else { return }
        flushSuspect(body)
        guard read.isSuspect else { return body(read) }
        // The last complete read may be this one itself, which then does not tell.
        if known.map(read.isTorn(by:)) == true || earlier.map(read.isTorn(by:)) == true {
            read.integrity = .torn
        }
        suspect = read
    }

    private mutating func flushSuspect(_ body: (CapturedRead) -> Void) {
        if let read = Self.take(&suspect) { body(read) }
    }

    /// Takes a read out of its place, so that its bytes are not copied when it changes. `Optional.take()` would
    /// move it through the witnesses of its type.
    private static func take(_ place: inout CapturedRead?) -> CapturedRead? {
        let read = place
        place = nil
        return read
    }
}
