/// The request of a client that waits for its answer.
///
/// A client may have one open request at a time. If it has two, nothing tells which of them an answer belongs to,
/// or whether an answer is missing in the log. Then no answer is believed until all have come, or the last request is so
/// old that it can't be answered any more. If one came and nothing follows it for a while, the log lacks the others, and
/// a ride does not lose the rest of its reads.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, 3.3.2 and 3.3.3.
struct OpenRequest<Request: Sendable>: Sendable {
    /// How long a request waits for its answer, in microseconds.
    private static var timeout: Int64 { 30_000_000 }
    /// How long nothing follows an answer, in microseconds, if no other one is to come. Devices read once a second.
    private static var quiet: Int64 { 500_000 }

    private var request: Request?
    /// How many requests are not answered.
    private var count = 0
    /// When the last one was made.
    private var last: CaptureTime?
    /// When an answer came after that; `nil` if none did.
    private var lastAnswer: CaptureTime?

    /// Makes a request.
    mutating func ask(_ request: Request, at time: CaptureTime) {
        if let last, time.microseconds(since: last) >= Self.timeout { count = 0 }
        if let lastAnswer, time.microseconds(since: lastAnswer) >= Self.quiet { count = 0 }
        count += 1
        last = time
        lastAnswer = nil
        self.request = count == 1 ? request : nil
    }

    /// Takes an answer.
    ///
    /// - Returns: the request that it belongs to; `nil` if nobody can tell.
    mutating func answer(at time: CaptureTime) -> Request? {
        count = max(count - 1, 0)
        lastAnswer = time
        defer { request = nil }
        return request
    }

    /// Forgets what is open: packets are missing, and the next answer may belong to another request.
    mutating func forget() {
        request = nil
        count = 0
    }
}
