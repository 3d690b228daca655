import KomootNav
import KomootNavRecording
import Testing

@Suite("A moment in a log")
struct CaptureTimeTests {
    private static let first = CaptureTime.microseconds(.min)
    private static let last = CaptureTime.microseconds(.max)

    @Test("A moment in a log comes before another if its clock showed less")
    func order() {
        #expect(CaptureTime.microseconds(-1) < .microseconds(0))
        #expect(Self.first < Self.last)
        #expect(!(CaptureTime.microseconds(7) < .microseconds(7)))
    }

    @Test(
        "A moment in a log can be advanced in both directions, by whole microseconds, rounded down")
    func advanced() {
        let time = CaptureTime.microseconds(1_700_000_000_000_000)
        #expect(time.advanced(by: .seconds(1)) == .microseconds(1_700_000_001_000_000))
        #expect(time.advanced(by: .milliseconds(-1)) == .microseconds(1_699_999_999_999_000))
        for origin: Int64 in [-5, 0, 5] {
            let time = CaptureTime.microseconds(origin)
            #expect(time.advanced(by: .nanoseconds(1999)) == .microseconds(origin + 1))
            #expect(time.advanced(by: .nanoseconds(-1)) == .microseconds(origin - 1))
        }
    }

    @Test("A moment in a log is advanced to the first or the last possible moment at most")
    func bounds() {
        let ages = Duration.seconds(Int64.max)
        // Within a second of the longest duration that there can be.
        let longest = ages * 18 + .seconds(4_120_486_797_083_267_205)
        for time in [Self.first, .microseconds(0), Self.last] {
            #expect(time.advanced(by: ages) == Self.last)
            #expect(time.advanced(by: .zero - ages) == Self.first)
            #expect(time.advanced(by: longest) == Self.last)
            #expect(time.advanced(by: .zero - longest) == Self.first)
        }
        #expect(Self.last.advanced(by: .microseconds(1)) == Self.last)
        #expect(Self.first.advanced(by: .nanoseconds(-1)) == Self.first)
        #expect(Self.last.advanced(by: .nanoseconds(-1)) == .microseconds(.max - 1))
        #expect(Self.first.advanced(by: .nanoseconds(1999)) == .microseconds(.min + 1))
    }

    @Test(
        "A moment in a log knows the time since any other moment, which is negative if that is later"
    )
    func duration() {
        let moments: [Int64] = [.min, .min + 1, -1, 0, 1, 1_700_000_000_000_000, .max - 1, .max]
        for one in moments {
            for other in moments {
                let duration = CaptureTime.microseconds(other).duration(to: .microseconds(one))
                #expect(
                    CaptureTime.microseconds(other).advanced(by: duration) == .microseconds(one))
                #expect((duration < .zero) == (one < other))
            }
        }
        let longest = Self.first.duration(to: Self.last)
        #expect(longest == .microseconds(UInt64.max))
        #expect(Self.last.duration(to: Self.first) == .zero - longest)
    }

    @Test("A moment in a log gives microseconds that do not overflow")
    func microseconds() {
        #expect(CaptureTime.microseconds(3).microseconds(since: .microseconds(5)) == -2)
        #expect(Self.last.microseconds(since: Self.first) == .max)
        #expect(Self.first.microseconds(since: Self.last) == .min)
        #expect(Self.last.microseconds(since: .microseconds(-1)) == .max)
        #expect(Self.first.microseconds(since: .microseconds(1)) == .min)
    }
}

@Suite("Events at the ends of time")
struct ExtremeTimeTests {
    /// A log whose times come from nowhere: each event is as far from the one before as can be.
    private static let events: [CapturedEvent] = {
        let kinds: [CapturedEvent.Kind] = [
            .connected, .discovered(handle: 18), .requested(offset: 0), .notified,
            .chunk(offset: 0), .requested(offset: 0), .chunk(offset: 0), .requested(offset: 0),
            .disconnected(reason: 8),
        ]
        return [[.min, .max], [.max, .min], [.min, 0, .max]].flatMap { times in
            kinds.enumerated().map { index, kind in
                CapturedEvent(
                    kind: kind, connection: 1, time: .microseconds(times[index % times.count]))
            }
        }
    }()

    private static let object = ContiguousArray<UInt8>(
        [1, 2, 3, 4, 5, 210, 0, 0, 0] + Array("Hof".utf8))

    @Test("Events at the ends of time are played in order, with pauses of an hour at most")
    func replay() throws {
        var recorder = PhoneRecorder()
        for event in Self.events { recorder.handle(event, Self.object.span) }
        let recording = recorder.finish()
        let times = recording.moments.map(\.time)
        #expect(times.count > 5)
        #expect(times == times.sorted())
        let hours = UInt64(times.count)
        try #require(recording.end <= SessionTime(milliseconds: hours * 3_600_000))
        var replay = CentralReplay(recording, CentralSession.Configuration(radio: .offsetReads))
        while replay.nextTime != nil { replay.step { _ in } }
    }

    @Test(
        "Events at the ends of time are drawn, ridden again, and copied to times that a reader accepts"
    )
    func tools() throws {
        var chart = SequenceChart()
        var tracker = ReadTracker()
        var ride = RecordedRide()
        var survey = CaptureSurvey()
        for event in Self.events {
            chart.handle(event, Self.object.span)
            tracker.handle(event, Self.object.span) { ride.add($0) }
            survey.handle(event, Self.object.span)
        }
        chart.finish()
        survey.finish()
        #expect(chart.rows.map(\.time).max() == .microseconds(UInt64.max))
        #expect(chart.rows.count > Self.events.count)
        #expect(chart.text.contains("9223372036854.775 s"))
        #expect(chart.svg.contains("9223372036854.775 s"))
        #expect(!ride.instructions.isEmpty)
        #expect(try ride.objects(in: .deployed).count == ride.instructions.count)

        var redaction = CaptureRedaction(try survey.choose(), replacesStreets: true)
        for event in Self.events { redaction.handle(event, Self.object.span) }
        let (seen, damage) = try CaptureReaderTests.read(redaction.takeBytes())
        #expect(damage.isEmpty)
        #expect(seen.first?.event.time == CaptureRedaction.epoch)
        #expect(seen.count >= Self.events.count)
    }

    @Test(
        "Events at the ends of time are the longest silence that there can be, and never a negative one"
    )
    func silence() {
        var tracker = SilenceTracker()
        var found: [CapturedSilence] = []
        for time: Int64 in [.min, .max, .min, 0] {
            let event = CapturedEvent(
                kind: .requested(offset: 0), connection: 1, time: .microseconds(time))
            tracker.handle(event) { found.append($0) }
        }
        #expect(
            found.map(\.duration) == [
                .microseconds(UInt64.max), .microseconds(Int64.min.magnitude),
            ])
    }

    @Test(
        "Events at the ends of time are written and read without a trap, at the nearest time that the format has"
    )
    func written() throws {
        var writer = CaptureWriter()
        for event in Self.events { writer.write(event.kind, at: event.time) }
        writer.writeSubscription(at: .microseconds(.max))
        let (seen, damage) = try CaptureReaderTests.read(writer.takeBytes())
        #expect(damage.isEmpty)
        // The format counts from the year 0.
        let last = CaptureTime.microseconds(.max - 0x00DC_DDB3_0F2F_8000)
        #expect(Set(seen.map(\.event.time)) == [.microseconds(.min), .microseconds(0), last])
    }
}
