import KomootNav
import KomootNavRecording

/// Shows a log's reads and what went wrong, and where its chart can be divided into parts.
final class LogOverview: Job {
    /// How many objects of one kind the page gets at most; more are only counted.
    private enum Limit {
        static let reads = 20_000
        static let silences = 1000
        static let damages = 200
        static let connections = 500
        static let parts = 50_000
    }

    /// How many rows a part of the chart has at least.
    private static let rowsInPart = 200

    private struct Connection {
        var isBegun = false
        var hasTraffic = false
        var isHostServing = false
        var mtu: Int?
        var handle: UInt16?
        var start: CaptureTime
        var end: CaptureTime
        var instructionCount = 0
        /// Why it ended; `nil` while it lasts.
        var endReason: UInt8?
    }

    private var reads = ReadTracker()
    private var silences = SilenceTracker()
    private var start: CaptureTime?
    /// The connections that last, or had traffic.
    private var connections: [Int: Connection] = [:]
    private var connectionCount = 0

    private var readCount = 0
    private var instructionCount = 0
    private var tornCount = 0
    private var unfinishedCount = 0
    private var silenceCount = 0

    /// The rows of the current part so far, and when it begins.
    private var rowCount = 0
    private var partStart = Int64.min
    private var partCount = 1

    override func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        reads.handle(event, value) { self.show($0) }
        if start == nil { start = event.time }
        countRow(at: event.time)
        silences.handle(event) { self.show($0) }
        note(event)
    }

    override func take(_ damage: CaptureDamage) {
        if reader.damageCount <= Limit.damages { output.add(damage) }
    }

    override func end() -> Bool {
        reads.finish { self.show($0) }
        silences.finish { self.show($0) }
        for number in connections.keys.sorted() { showConnection(number) }
        reader.leftOut.forEach { output.add($0) }
        summarize()
        return false
    }

    // MARK: - What is found

    private func note(_ event: CapturedEvent) {
        var connection =
            connections[event.connection] ?? Connection(start: event.time, end: event.time)
        connection.end = event.time
        if event.kind.isTraffic {
            connection.hasTraffic = true
            connection.isHostServing = event.isHostServing
        }
        switch event.kind {
        case .connected: connection.isBegun = true
        case .mtuAgreed(let mtu): connection.mtu = mtu
        case .discovered(let handle): connection.handle = handle
        case .disconnected(let reason): connection.endReason = reason
        case .foundAnother, .subscribed, .requested, .chunk, .failed, .notified: break
        }
        connections[event.connection] = connection
        if connection.endReason != nil { showConnection(event.connection) }
    }

    private func show(_ read: CapturedRead) {
        readCount += 1
        if read.outcome == .unfinished { unfinishedCount += 1 }
        if read.integrity == .torn { tornCount += 1 }
        if case .refused = read.outcome {} else { countRow(at: read.end) }
        var isInstruction = false
        var invalidUTF8At: Int?
        if read.outcome == .complete,
            let view = try? NavigationInstructionView(decoding: read.bytes.span)
        {
            isInstruction = true
            do throws(KomootNavError) { try view.street.validate() } catch {
                invalidUTF8At = error.offset
            }
            instructionCount += 1
            connections[read.connection]?.instructionCount += 1
        }
        guard readCount <= Limit.reads else { return }
        output.add("read") {
            $0.member("start", self.sinceStart(read.start))
            $0.member("time", self.sinceStart(read.end))
            $0.add(read)
            $0.member("isInstruction", isInstruction)
            if let invalidUTF8At { $0.member("invalidUTF8At", invalidUTF8At) }
        }
    }

    private func show(_ silence: CapturedSilence) {
        silenceCount += 1
        guard silenceCount <= Limit.silences else { return }
        output.add("silence") {
            $0.member("connection", silence.connection)
            $0.member("start", self.sinceStart(silence.start))
            $0.member("time", self.sinceStart(silence.end))
        }
    }

    /// Counts a row of the chart. A part ends with a moment, so rows of one moment are in one part.
    private func countRow(at time: CaptureTime) {
        rowCount += 1
        let moment = sinceStart(time)
        guard rowCount > Self.rowsInPart, moment > partStart, partCount < Limit.parts else {
            return
        }
        partCount += 1
        partStart = moment
        rowCount = 1
        output.add("part") { $0.member("start", moment) }
    }

    // MARK: - At the end

    /// Gives a connection that has ended, or whose end is not in the log.
    private func showConnection(_ number: Int) {
        guard let connection = connections.removeValue(forKey: number), connection.hasTraffic
        else { return }
        connectionCount += 1
        guard connectionCount <= Limit.connections else { return }
        output.add("connection") {
            $0.member("connection", number)
            $0.member("start", self.sinceStart(connection.start))
            $0.member("time", self.sinceStart(connection.end))
            $0.member("isBegun", connection.isBegun)
            $0.member("isHostServing", connection.isHostServing)
            $0.member("instructionCount", connection.instructionCount)
            if let mtu = connection.mtu { $0.member("mtu", mtu) }
            if let handle = connection.handle { $0.member("handle", handle) }
            if let reason = connection.endReason { $0.member("endReason", reason) }
        }
    }

    private func summarize() {
        output.add("summary") {
            if let format = self.reader.format { $0.member("format", format) }
            if let start = self.start { $0.member("start", start.microsecondsSince1970) }
            $0.member("hasTraffic", self.reader.hasTraffic)
            $0.member("connections", self.connectionCount)
            $0.member("reads", self.readCount)
            $0.member("instructions", self.instructionCount)
            $0.member("torn", self.tornCount)
            $0.member("unfinished", self.unfinishedCount)
            $0.member("silences", self.silenceCount)
            $0.member("damages", self.reader.damageCount)
            $0.member("hasMoreLeftOut", self.reader.hasOmittedLeftOut)
        }
    }

    private func sinceStart(_ time: CaptureTime) -> Int64 {
        time.microseconds(since: start ?? time)
    }
}
