/// The request of a client that waits for its answer.
///
/// A client may have one open request at a time. If it has two, nothing tells which of them an answer belongs to,
/// or whether an answer is missing in the log. Then no answer is believed until all have come, or until the last request
/// is so old that it can't be answered any more.
///
/// Source: Bluetooth Core Specification, Vol 3 Part F, 3.3.2 and 3.3.3.
struct OpenRequest<Request: Sendable>: Sendable {
    /// How long a request waits for its answer, in microseconds.
    private static var timeout: Int64 { 30_000_000 }

    private var request: Request?
    /// How many requests are not answered.
    private var count = 0
    /// When the last one was made.
    private var last: CaptureTime?

    /// Makes a request.
    mutating func ask(_ request: Request, at time: CaptureTime) {
        if let last, time.microseconds(since: last) >= Self.timeout { count = 0 }
        count += 1
        last = time
        self.request = count == 1 ? request : nil
    }

    /// Takes an answer.
    ///
    /// - Returns: the request that it belongs to; `nil` if nobody can tell.
    mutating func answer() -> Request? {
        count = max(count - 1, 0)
        defer { request = nil }
        return request
    }

    /// Forgets what is open: packets are missing, and the next answer may belong to another request.
    mutating func forget() {
        request = nil
        count = 0
    }
}
