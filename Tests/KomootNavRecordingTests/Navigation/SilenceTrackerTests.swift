import KomootNav
import KomootNavRecording
import Testing

@Suite("A silence of a capture")
struct SilenceTrackerTests {
    private static let start: Int64 = 1_700_000_000_000_000

    /// The silences among events at these times, in microseconds after the start.
    private func silences(_ events: [(Int64, CapturedEvent.Kind)]) -> [CapturedSilence] {
        silences(events.map { (1, $0.0, $0.1) })
    }

    /// The same for several connections, which come first.
    private func silences(_ events: [(Int, Int64, CapturedEvent.Kind)]) -> [CapturedSilence] {
        var tracker = SilenceTracker()
        var found: [CapturedSilence] = []
        for (connection, time, kind) in events {
            let event = CapturedEvent(
                kind: kind, connection: connection, time: .microseconds(Self.start + time))
            tracker.handle(event) { found.append($0) }
        }
        tracker.finish { found.append($0) }
        return found
    }

    @Test("A silence of a capture is more than the 5 s after which a phone considers the link lost")
    func limit() {
        #expect(SilenceTracker.longestPause == .seconds(5))
        for (pause, count) in [(4_999_999, 0), (5_000_000, 0), (5_000_001, 1)] as [(Int64, Int)] {
            let found = silences([(0, .requested(offset: 0)), (pause, .requested(offset: 0))])
            #expect(found.count == count, "\(pause)")
            #expect(found.allSatisfy { $0.duration == .microseconds(pause) })
        }
    }

    @Test("A silence of a capture lasts from request to request, whatever else happens")
    func requests() {
        let found = silences([
            (0, .connected), (9_000_000, .requested(offset: 0)), (9_100_000, .chunk(offset: 0)),
            (12_000_000, .notified), (14_500_000, .requested(offset: 22)),
            (14_600_000, .failed(offset: 22, .invalidOffset)), (19_000_000, .requested(offset: 0)),
        ])
        #expect(found.map(\.start) == [.microseconds(Self.start + 9_000_000)])
        #expect(found.map(\.end) == [.microseconds(Self.start + 14_500_000)])
        #expect(found.map(\.connection) == [1])
    }

    @Test("A silence of a capture belongs to one connection, whatever another one asks for")
    func connections() {
        let found = silences([
            (1, 0, .requested(offset: 0)), (2, 1_000_000, .requested(offset: 0)),
            (2, 4_000_000, .requested(offset: 0)), (1, 7_000_000, .requested(offset: 0)),
            (2, 8_000_000, .requested(offset: 0)),
        ])
        #expect(found.map(\.connection) == [1])
        #expect(found.map(\.duration) == [.seconds(7)])
    }

    @Test("A silence of a capture lasts up to the connection's end, or its last event")
    func ends() {
        let read: [(Int64, CapturedEvent.Kind)] = [(0, .requested(offset: 0))]
        let lost = silences(read + [(6_000_000, .disconnected(reason: 8))])
        #expect(lost.map(\.duration) == [.seconds(6)])
        let cut = silences(read + [(7_000_000, .notified)])
        #expect(cut.map(\.duration) == [.seconds(7)])
        // After the end another connection begins.
        let again = silences(
            read + [(1_000_000, .disconnected(reason: 8)), (9_000_000, .requested(offset: 0))])
        #expect(again.isEmpty)
    }
}
