import KomootNav
import KomootNavRecording
import Testing

@Suite("The statistics of a capture")
struct CaptureStatisticsTests {
    /// Three objects with different identifiers: 34, 24 and 12 bytes.
    static let one: [UInt8] =
        [1, 3, 2, 1, 5, 210, 0, 0, 0] + Array("Große Weinmeisterstraße".utf8)
    static let two: [UInt8] = [2, 3, 2, 1, 8, 40, 0, 0, 0] + Array("Am Neuen Garten".utf8)
    static let three: [UInt8] = [3, 3, 2, 1, 8, 40, 0, 0, 0] + Array("Hof".utf8)

    typealias Happening = (Int64, CapturedEvent.Kind, ArraySlice<UInt8>)

    /// Events at these milliseconds of one connection.
    private func statistics(
        _ happenings: [Happening], from: CaptureTime? = nil, to: CaptureTime? = nil
    ) -> ConnectionStatistics? {
        all(happenings.map { (1, $0) }, from: from, to: to).connections.first
    }

    private func all(
        _ happenings: [(Int, Happening)], from: CaptureTime? = nil, to: CaptureTime? = nil
    ) -> CaptureStatistics {
        var statistics = CaptureStatistics(from: from, to: to)
        for (connection, (milliseconds, kind, value)) in happenings {
            let event = CapturedEvent(
                kind: kind, connection: connection, time: Self.time(milliseconds))
            statistics.handle(event, ContiguousArray(value).span)
        }
        statistics.finish()
        return statistics
    }

    private static func time(_ milliseconds: Int64) -> CaptureTime {
        .microseconds(1_700_000_000_000_000 + milliseconds * 1000)
    }

    private func notified(_ object: [UInt8], at time: Int64) -> Happening {
        (time, .notified, object.prefix(20))
    }

    /// A read in chunks of 22 bytes, each requested 10 ms after the last answer and answered after 30 ms.
    private func read(_ object: [UInt8], at time: Int64) -> [Happening] {
        stride(from: 0, through: object.count, by: 22).flatMap { offset -> [Happening] in
            let start = time + Int64(offset / 22) * 40
            let chunk = object.dropFirst(offset).prefix(22)
            return [
                (start, .requested(offset: offset), []),
                (start + 30, .chunk(offset: offset), chunk),
            ]
        }
    }

    @Test("The statistics of a capture count notifications, requests, reads and instructions")
    func counts() throws {
        let found = try #require(
            statistics(
                [(0, .connected, []), (5, .mtuAgreed(50), []), (9, .discovered(handle: 18), [])]
                    + [notified(Self.one, at: 100)] + read(Self.one, at: 200)
                    + [notified(Self.one, at: 2000)] + read(Self.three, at: 3000)
                    + [(4000, .disconnected(reason: 8), [])]))
        #expect(found.mtu == 50 && found.endReason == 8)
        #expect(found.start == Self.time(9) && found.end == Self.time(4000))
        #expect(found.notificationCount == 2)
        #expect(found.requestCount == 3 && found.readCount == 2 && found.instructionCount == 2)
        #expect(found.answerLatency.count == 3)
        #expect(found.answerLatency.maximum == .milliseconds(30))
        #expect(found.chunkSizes.counts == [12: 2, 22: 1])
        #expect(found.unansweredCount == 0 && found.unfinishedCount == 0 && found.tornCount == 0)
        #expect(found.clockStepCount == 0 && found.missedCount == 0)
    }

    @Test(
        "The statistics of a capture measure from the first notification of an object to its last byte, once"
    )
    func readLatency() throws {
        let found = try #require(
            statistics(
                [notified(Self.one, at: 100), notified(Self.one, at: 400)]
                    + read(Self.one, at: 500)
                    // The phone repeats it, and the device reads it again: that is no news.
                    + [notified(Self.one, at: 2000)] + read(Self.one, at: 2100)
                    // This one was not notified.
                    + read(Self.three, at: 4000)))
        #expect(found.readLatency.count == 1)
        // The read ends with its second answer.
        #expect(found.readLatency.maximum == .milliseconds(570 - 100))
        #expect(found.instructionInterval.count == 1)
        #expect(found.instructionInterval.maximum == .milliseconds(4030 - 570))
        #expect(found.missedCount == 0)
    }

    @Test(
        "The statistics of a capture call stale what the display shows from the next notification to the end of the next read"
    )
    func staleTime() throws {
        let found = try #require(
            statistics(
                read(Self.one, at: 0) + [notified(Self.two, at: 1000)] + read(Self.two, at: 1500)))
        #expect(found.staleTime.count == 1)
        #expect(found.staleTime.total == .milliseconds(1570 - 1000))
        #expect(found.readLatency.total == .milliseconds(570))
    }

    @Test(
        "The statistics of a capture call stale what a read's first chunk shows to be replaced, until the read is whole"
    )
    func staleWithoutNotification() throws {
        let found = try #require(statistics(read(Self.one, at: 0) + read(Self.two, at: 1500)))
        #expect(found.staleTime.total == .milliseconds(40))
        #expect(found.readLatency.count == 0)
    }

    @Test(
        "The statistics of a capture leave the time stale while the device reads what the phone has already replaced again"
    )
    func staleForLong() throws {
        let found = try #require(
            statistics(
                read(Self.one, at: 0) + [notified(Self.three, at: 1000)]
                    + [(1100, .requested(offset: 0), []), notified(Self.two, at: 1115)]
                    + [(1130, .chunk(offset: 0), Self.three[...])] + read(Self.two, at: 2000)))
        // The third object is old before it is whole: its read was requested before the second was notified.
        #expect(found.staleTime.total == .milliseconds(2070 - 1000))
        #expect(found.staleTime.count == 1)
        #expect(found.readLatency.total == .milliseconds(2070 - 1115))
        #expect(found.tornCount == 0 && found.missedCount == 1 && found.clockStepCount == 0)
    }

    @Test(
        "The statistics of a capture do not call stale what the phone has again, nor a display that shows nothing yet"
    )
    func notStale() throws {
        let back = try #require(
            statistics(
                read(Self.one, at: 0) + [notified(Self.two, at: 1000)]
                    + [notified(Self.one, at: 1200), (9000, .disconnected(reason: 8), [])]))
        #expect(back.staleTime.total == .milliseconds(200))
        let empty = try #require(
            statistics([notified(Self.two, at: 1000), notified(Self.one, at: 1200)]))
        #expect(empty.staleTime.count == 0 && empty.missedCount == 1)
    }

    @Test("The statistics of a capture end a stale time with the connection, or with the log")
    func staleToTheEnd() throws {
        let stale = read(Self.one, at: 0) + [notified(Self.two, at: 1000)]
        let ended = try #require(
            statistics(
                stale + [(1700, .disconnected(reason: 8), [])] + [notified(Self.two, at: 1900)]))
        #expect(ended.staleTime.total == .milliseconds(700))
        let cut = try #require(statistics(stale + [notified(Self.two, at: 1300)]))
        #expect(cut.staleTime.total == .milliseconds(300))
    }

    @Test("The statistics of a capture show neither a torn read nor one that is not an instruction")
    func torn() throws {
        // Its second chunk is the other object's.
        var torn = read(Array(Self.one.prefix(22) + Self.two.suffix(2)), at: 1000)
        torn.insert(notified(Self.two, at: 1035), at: 2)
        let found = try #require(
            statistics([notified(Self.one, at: 900)] + torn + read(Self.two, at: 5000)))
        #expect(found.tornCount == 1 && found.readCount == 2)
        #expect(found.readLatency.count == 1 && found.readLatency.total == .milliseconds(4035))
        // Only the last one was ever shown.
        #expect(found.staleTime.count == 0 && found.instructionInterval.count == 0)
        let junk = try #require(
            statistics(read(Self.three, at: 0) + read([1, 2, 3, 4, 5], at: 1000)))
        #expect(junk.undecodableCount == 1 && junk.instructionCount == 1)
        #expect(junk.instructionInterval.count == 0)
    }

    @Test("The statistics of a capture count what was refused, not finished or not answered")
    func faults() throws {
        let found = try #require(
            statistics([
                (0, .requested(offset: 0), []), (10, .failed(offset: 0, .invalidHandle), []),
                (100, .requested(offset: 0), []), (130, .chunk(offset: 0), Self.one[..<22]),
                (140, .requested(offset: 22), []),
                // Another request comes, but no answer.
                (5000, .requested(offset: 0), []), (6000, .disconnected(reason: 8), []),
            ]))
        #expect(found.refusals == [.invalidHandle: 1])
        #expect(found.unfinishedCount == 2)
        #expect(found.unansweredCount == 2)
        #expect(found.answerLatency.count == 2)
        #expect(found.answerLatency.total == .milliseconds(40))
        #expect(found.gaps.count == 0)
    }

    @Test("The statistics of a capture find the same gaps as the tracker of silences")
    func gaps() throws {
        let found = try #require(
            statistics(
                read(Self.three, at: 0) + read(Self.three, at: 5000) + read(Self.three, at: 11_000)
                    + [notified(Self.three, at: 20_000)]))
        #expect(found.gaps.count == 2)
        #expect(found.gaps.minimum == .seconds(6) && found.gaps.maximum == .seconds(9))
    }

    @Test("The statistics of a capture leave out what lasted while the clock went back")
    func clock() throws {
        let found = try #require(
            statistics(
                [notified(Self.three, at: 10_000), (20_000, .requested(offset: 0), [])]
                    + [(15_000, .chunk(offset: 0), Self.three[...])] + read(Self.two, at: 16_000)))
        #expect(found.clockStepCount == 1)
        // The first answer would have come 5 s before it was asked for.
        #expect(found.answerLatency.count == 2)
        #expect(found.readLatency.count == 0)
        #expect(found.instructionInterval.total == .milliseconds(16_070 - 15_000))
        #expect(found.readCount == 2 && found.instructionCount == 2)
    }

    @Test("The statistics of a part of a capture count what ends in it")
    func window() throws {
        let ride =
            [(0, .connected, []), (1, .mtuAgreed(50), []), notified(Self.one, at: 100)]
            + read(Self.one, at: 500) + [notified(Self.two, at: 1000)] + read(Self.two, at: 1500)
            + [notified(Self.three, at: 2000)] + read(Self.three, at: 2500)
        let found = try #require(
            statistics(ride, from: Self.time(1000), to: Self.time(2010)))
        #expect(found.mtu == 50)
        #expect(found.notificationCount == 2 && found.readCount == 1 && found.requestCount == 2)
        #expect(found.readLatency.total == .milliseconds(570))
        #expect(found.staleTime.total == .milliseconds(570))
        #expect(found.instructionInterval.total == .milliseconds(1000))
        #expect(found.start == Self.time(1000) && found.end == Self.time(2000))
        #expect(found.unfinishedCount == 0 && found.unansweredCount == 0)
        #expect(statistics(ride, from: Self.time(9000)) == nil)
        #expect(statistics(ride, from: Self.time(2000), to: Self.time(1000)) == nil)
    }

    @Test(
        "The statistics of a capture keep connections apart, and have none for those without navigation"
    )
    func connections() {
        let found = all(
            [(3, (0, .connected, [])), (3, (1, .mtuAgreed(100), []))]
                + read(Self.one, at: 0).map { (2, $0) } + read(Self.two, at: 10).map { (1, $0) }
                + [(1, notified(Self.three, at: 500)), (2, notified(Self.one, at: 600))])
        #expect(found.connections.map(\.connection) == [1, 2])
        #expect(found.connections.map(\.readCount) == [1, 1])
        #expect(found.connections[1].staleTime.count == 0)
        #expect(!found.hasOmittedConnections)
    }

    @Test("The statistics of a capture forget the traffic of another characteristic")
    func foreign() throws {
        let foreign =
            [(0, .mtuAgreed(50), [])] + read(Self.one, at: 10)
            + [(200, .foundAnother(handle: 18), [])]
        #expect(statistics(foreign) == nil)
        let found = try #require(
            statistics(foreign + [(300, .discovered(handle: 20), [])] + read(Self.two, at: 400)))
        #expect(found.readCount == 1 && found.mtu == 50)
        #expect(found.instructionInterval.count == 0 && found.staleTime.count == 0)
    }

    @Test("The statistics of a capture are bounded in connections, and say so")
    func bounded() {
        let most = CaptureStatistics.mostConnections
        func found(_ count: Int) -> CaptureStatistics {
            all(
                (1...count).flatMap { connection in
                    read(Self.three, at: 0).map { (connection, $0) }
                })
        }
        #expect(!found(most).hasOmittedConnections)
        let more = found(most + 3)
        #expect(more.hasOmittedConnections)
        #expect(more.connections.map(\.connection) == Array(1...most))
        #expect(more.connections.allSatisfy { $0.readCount == 1 })
    }
}
