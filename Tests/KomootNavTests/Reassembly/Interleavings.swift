import KomootNav

/// Every way in which a phone may replace its object, twice or less often, before any of the first
/// requests of one read: a tree, of which each path is one read.
struct Interleavings {
    /// Before which requests the object may be replaced.
    static let changePlaces = 7

    /// The phone with each of its objects, in the order of their publication.
    let phones: [ScriptedPhone]
    let reader: NaiveReader
    /// How many reads there were, and how many ended with an object.
    private(set) var reads = 0
    private(set) var completed = 0
    /// Objects that were completed and never published. The library has none: it is what a reader
    /// that does not read again believes in.
    private(set) var torn = 0

    init(
        lengths: [Int], chunkSize: Int, ending: Ending, reader: NaiveReader
    ) {
        phones = ScriptedPhone.alikeObjects(lengths: lengths).map {
            ScriptedPhone(object: $0, chunkSize: chunkSize, ending: ending, radio: reader.radio)
        }
        self.reader = reader
    }

    /// A read as far as it has come.
    private struct Read {
        /// What is being tested; `nil` to see what the naive reader alone believes.
        var reassembler: ChunkReassembler?
        var history: [Answer] = []
        /// Requests on the link. A radio that reads whole values makes several for each answer.
        var requests = 0
        /// The phone's object at the last request.
        var newest = 0
        /// The phone's object at the last request for offset 0: the first piece is its beginning.
        var first = 0
        var offset = 0
    }

    /// An answer, and the phone's objects at the first and the last request that it took.
    private struct Exchange {
        var answer: Answer
        var first: Int
        var newest: Int
        var requests: Int
    }

    /// Plays all reads, and compares each step of the reassembler with the naive reader.
    ///
    /// - Throws: what differs.
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
            case .complete(let object):
                reads += 1
                completed += 1
                if object != phones[next.first].object { torn += 1 }
            case .failed:
                reads += 1
            }
        }
    }

    /// The answers that there may be to the next request.
    private func exchanges(_ read: Read) -> [Exchange] {
        objects(from: read.newest, atRequest: read.requests).flatMap { newest -> [Exchange] in
            let answer = phones[newest].response(at: read.offset)
            let exchange = Exchange(
                answer: answer, first: newest, newest: newest, requests: read.requests + 1)
            return reader.radio == .offsetReads ? [exchange] : wholeValues(exchange)
        }
    }

    /// The objects that the phone may have at a request. A change from the first to the third, with
    /// none between them that any request met, is one of the ways.
    private func objects(from newest: Int, atRequest request: Int) -> ClosedRange<Int> {
        newest...(request < Self.changePlaces ? phones.count - 1 : newest)
    }

    /// The values that a radio may give that goes on by itself, and knows nothing of torn objects.
    private func wholeValues(_ exchange: Exchange) -> [Exchange] {
        guard case .piece(let value) = exchange.answer, value.count < 512,
            !value.isEmpty, value.count % phones[0].chunkSize == 0
        else { return [exchange] }
        return objects(from: exchange.newest, atRequest: exchange.requests).flatMap { newest in
            var longer = exchange
            longer.newest = newest
            longer.requests += 1
            guard case .piece(let piece) = phones[newest].response(at: value.count),
                !piece.isEmpty
            else { return [longer] }
            longer.answer = .piece(value + piece)
            return wholeValues(longer)
        }
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
            // What may be shown is the beginning of the object that the first piece was of.
            let count = min(lent?.bytes.count ?? 0, object.count)
            guard let lent, lent.extent == .possiblyCut, count >= min(20, object.count),
                lent.bytes == ContiguousArray(object[..<count])
            else { throw difference("shows \(String(describing: lent))", read) }
        case .complete:
            // The object is the one that was published last when the first piece was read (again).
            guard let lent, lent.extent == .whole, lent.bytes == object else {
                throw difference("completes \(String(describing: lent))", read)
            }
        case .failed:
            if lent != nil { throw difference("lends after an error", read) }
        }
    }

    private func difference(_ what: String, _ read: Read) -> Failure {
        Failure(
            """
            \(what) at offset \(read.offset) of objects \(phones.map(\.object.count)) in pieces of \
            \(phones[0].chunkSize), \(phones[0].ending), \(reader): \(read.history)
            """)
    }
}
