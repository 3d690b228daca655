import KomootNav

/// Every way in which a phone can replace its object, at most twice, before any of the first
/// requests of one read. The ways form a tree; each path in it is one read.
struct Interleavings {
    /// The number of requests before which the object may be replaced.
    static let changePlaces = 7

    /// The phone with each of its objects, in the order in which they are published.
    let phones: [ScriptedPhone]
    let reader: NaiveReader
    /// How many reads there were, and how many of them gave an object.
    private(set) var reads = 0
    private(set) var completed = 0
    /// How many completed objects were never published, nor begin one that was. With the library
    /// there are none; with a reader that does not read the first chunk again there are.
    private(set) var torn = 0

    init(
        lengths: [Int], chunkSize: Int, mtu: Int, ending: Ending, reader: NaiveReader
    ) {
        phones = ScriptedPhone.alikeObjects(lengths: lengths).map {
            ScriptedPhone(
                object: $0, chunkSize: chunkSize, ending: ending, radio: reader.radio, mtu: mtu)
        }
        self.reader = reader
    }

    /// The state of a read so far.
    private struct Read {
        /// The reassembler to test; `nil` to follow only the naive reader.
        var reassembler: ChunkReassembler?
        var history: [Answer] = []
        /// Requests on the link. A radio that goes on by itself makes several for each answer.
        var requests = 0
        /// The phone's object at the last request.
        var newest = 0
        /// The phone's object at the last request for offset 0, which gave the first chunk.
        var first = 0
        var offset = 0
    }

    /// An answer, and the phone's objects at the first and the last of the requests that made it.
    private struct Exchange {
        var answer: Answer
        var first: Int
        var newest: Int
        var requests: Int
    }

    /// Plays all reads, and compares each step of the reassembler with the naive reader's.
    ///
    /// - Throws: the first difference.
    mutating func play(_ reassembler: ChunkReassembler?) throws(Failure) {
        var reassembler = reassembler
        _ = reassembler?.begin()
        try goOn(Read(reassembler: reassembler))
    }

    private mutating func goOn(_ read: Read) throws(Failure) {
        for exchange in exchanges(read) {
            var next = read
            next.history.append(exchange.answer)
            next.requests = exchange.requests
            next.newest = exchange.newest
            if read.offset == 0 { next.first = exchange.first }
            let verdict = reader.verdict(on: next.history)
            if next.reassembler != nil { try check(&next, exchange.answer, verdict) }
            switch verdict {
            case .ask(let offset, _):
                next.offset = offset
                try goOn(next)
            case .complete(let object, let extent):
                reads += 1
                completed += 1
                if !isTrue(object, extent, of: phones[next.first].object) { torn += 1 }
            case .failed:
                reads += 1
            }
        }
    }

    /// All possible answers to the next request.
    private func exchanges(_ read: Read) -> [Exchange] {
        objects(from: read.newest, atRequest: read.requests).flatMap { newest -> [Exchange] in
            let answer = phones[newest].response(at: read.offset)
            let exchange = Exchange(
                answer: answer, first: newest, newest: newest, requests: read.requests + 1)
            return goneOn(exchange, after: answer, from: read.offset)
        }
    }

    /// The objects that the phone may have at a request. It may even go from the first to the
    /// third, if no request came while it had the second.
    private func objects(from newest: Int, atRequest request: Int) -> ClosedRange<Int> {
        newest...(request < Self.changePlaces ? phones.count - 1 : newest)
    }

    /// The answers that a radio may give when it goes on by itself and knows nothing of torn
    /// objects.
    private func goneOn(
        _ exchange: Exchange, after last: Answer, from offset: Int
    ) -> [Exchange] {
        guard let next = phones[0].nextOffset(after: last, of: exchange.answer, from: offset)
        else { return [exchange] }
        return objects(from: exchange.newest, atRequest: exchange.requests).flatMap { newest in
            let response = phones[newest].response(at: next)
            var longer = exchange
            longer.answer = exchange.answer.joined(with: response)
            longer.newest = newest
            longer.requests += 1
            return goneOn(longer, after: response, from: offset)
        }
    }

    private func isTrue(
        _ bytes: ContiguousArray<UInt8>, _ extent: ObjectExtent, of object: ContiguousArray<UInt8>
    ) -> Bool {
        extent == .whole
            ? bytes == object
            : bytes.count <= object.count && bytes == ContiguousArray(object[..<bytes.count])
    }
}

extension Interleavings {
    private func check(
        _ read: inout Read, _ answer: Answer, _ verdict: NaiveReader.Verdict
    ) throws(Failure) {
        let outcome: NaiveReader.Verdict?
        do throws(KomootNavError) {
            let step = try read.reassembler?.receive(answer, at: read.offset)
            outcome = step == verdict.step ? verdict : nil
        } catch {
            outcome = .failed(error)
        }
        guard outcome == verdict else {
            throw difference("not \(verdict), but \(String(describing: outcome))", read)
        }
        let lent = read.reassembler?.lent
        let object = phones[read.first].object
        switch verdict {
        case .ask:
            // What can be shown is the beginning of the object that gave the first chunk.
            let count = min(lent?.bytes.count ?? 0, object.count)
            guard let lent, lent.extent == .possiblyCut, count >= min(20, object.count),
                lent.bytes == ContiguousArray(object[..<count])
            else { throw difference("shows \(String(describing: lent))", read) }
        case .complete(let bytes, let extent):
            // The object is the newest one at the last read of the first chunk.
            guard let lent, lent.extent == extent, lent.bytes == bytes,
                isTrue(lent.bytes, extent, of: object)
            else { throw difference("completes \(String(describing: lent))", read) }
        case .failed:
            if lent != nil { throw difference("lends after an error", read) }
        }
    }

    private func difference(_ what: String, _ read: Read) -> Failure {
        Failure(
            """
            \(what) at offset \(read.offset) of objects \(phones.map(\.object.count)) in chunks of \
            \(phones[0].chunkSize) at MTU \(phones[0].mtu), \(phones[0].ending), \(reader): \
            \(read.history)
            """)
    }
}
