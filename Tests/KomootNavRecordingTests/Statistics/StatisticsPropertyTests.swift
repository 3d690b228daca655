import KomootNav
import KomootNavRecording
import PropertyTesting
import Testing

@Suite("The statistics of any capture")
struct StatisticsPropertyTests {
    private static let objects = [
        CaptureStatisticsTests.one, CaptureStatisticsTests.two, CaptureStatisticsTests.three,
        [4, 3, 2, 1, 5, 9, 0, 0, 0] + Array("Straße des 17. Juni, Ecke Hofjägerallee".utf8),
        [5, 3, 2, 1, 5],
    ]

    /// What a device and a phone with the four objects, and one that is not an instruction, may do.
    private struct Ride: CustomStringConvertible {
        var happenings: [StatisticsModel.Happening] = []
        private var object = StatisticsPropertyTests.objects[0]
        private var milliseconds: Int64 = 1_700_000_000_000
        private var offset = 0

        var description: String {
            happenings.map { "\($0.microseconds % 100_000_000) \($0.kind) \(Array($0.value))" }
                .joined(separator: "\n")
        }

        init(_ choices: inout Choices) {
            for action in choices.list(atMost: 25, { $0.integer(in: 0...14) }) {
                act(action, &choices)
            }
        }

        private mutating func add(
            _ kind: CapturedEvent.Kind, _ value: ArraySlice<UInt8> = [], _ choices: inout Choices
        ) {
            milliseconds += choices.element(of: [30, 1, 470, 600, 5100])
            // Each time is of its own, even if the clock goes back.
            let microseconds = milliseconds * 1000 + Int64(happenings.count)
            happenings.append(
                StatisticsModel.Happening(kind: kind, value: value, microseconds: microseconds))
        }

        private mutating func act(_ action: Int, _ choices: inout Choices) {
            switch action {
            case 0...2:
                object = choices.element(of: StatisticsPropertyTests.objects)
                add(.notified, object.prefix(20), &choices)
            case 3: object = choices.element(of: StatisticsPropertyTests.objects)
            case 4: add(.notified, object.prefix(20), &choices)
            case 5, 6: answer(from: 0, &choices)
            case 7: answer(from: offset, &choices)
            case 8...10:
                answer(from: 0, &choices)
                while offset > 0 && offset % 22 == 0 {
                    if choices.integer(in: 0...4) == 4 { act(0, &choices) }
                    answer(from: offset, &choices)
                }
            case 11: add(.requested(offset: choices.bool() ? 0 : 22), [], &choices)
            case 12:
                add(.requested(offset: 0), [], &choices)
                add(.failed(offset: 0, .unlikelyError), [], &choices)
            case 13:
                guard choices.bool() else { return milliseconds -= 3000 }
                add(.mtuAgreed(choices.element(of: [23, 50])), [], &choices)
            default: add(.disconnected(reason: 8), [], &choices)
            }
        }

        private mutating func answer(from start: Int, _ choices: inout Choices) {
            add(.requested(offset: start), [], &choices)
            let object = object
            if choices.integer(in: 0...5) == 5 { act(0, &choices) }
            guard start <= object.count else {
                add(.failed(offset: start, .invalidOffset), [], &choices)
                return offset = 0
            }
            let chunk = object.dropFirst(start).prefix(22)
            add(.chunk(offset: start), chunk, &choices)
            offset = start + chunk.count
        }
    }

    @Test("The statistics of any capture are those of a slow model")
    func model() throws {
        var showings = 0
        var steps = 0
        try checkProperty("statistics are the model's", count: 1200) {
            Ride(&$0)
        } holds: { ride in
            var statistics = CaptureStatistics()
            for happening in ride.happenings {
                let event = CapturedEvent(
                    kind: happening.kind, connection: 1,
                    time: .microseconds(happening.microseconds))
                statistics.handle(event, ContiguousArray(happening.value).span)
            }
            statistics.finish()
            let model = StatisticsModel(ride.happenings)
            guard let found = statistics.connections.first else {
                return ride.happenings.contains { $0.kind.isTraffic } ? "nothing found" : nil
            }
            showings += found.readLatency.count
            steps += found.clockStepCount
            for (name, times, expected) in [
                ("read latencies", found.readLatency, model.readLatencies),
                ("answer latencies", found.answerLatency, model.answerLatencies),
                ("intervals", found.instructionInterval, model.intervals),
                ("stale times", found.staleTime, model.staleTimes),
            ] {
                var wanted = DurationDistribution()
                for time in expected { wanted.add(microseconds: time) }
                guard times == wanted else { return "\(name): \(times), wanted \(expected)" }
            }
            guard found.missedCount == model.missedCount else {
                return "\(found.missedCount) missed, wanted \(model.missedCount)"
            }
            return found.unansweredCount == model.unansweredCount
                ? nil : "\(found.unansweredCount) unanswered, wanted \(model.unansweredCount)"
        }
        // The cases are not empty ones.
        #expect(showings > 1000 && steps > 100)
    }
}
