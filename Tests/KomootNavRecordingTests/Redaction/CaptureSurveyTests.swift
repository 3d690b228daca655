import KomootNav
import KomootNavRecording
import Testing

@Suite("The choice of connections to copy")
struct CaptureSurveyTests {
    /// A connection's events in a capture.
    private enum Shown {
        case nothing
        case discovery
        /// Notifications at the given handle, from one side or from both.
        case host
        case peer
        case both
    }

    private func survey(_ connections: [Shown]) -> CaptureSurvey {
        var survey = CaptureSurvey()
        for (index, shown) in connections.enumerated() {
            func take(_ kind: CapturedEvent.Kind, isHostServing: Bool = false) {
                let event = CapturedEvent(
                    kind: kind, connection: index + 1, time: .microseconds(0),
                    isHostServing: isHostServing)
                survey.handle(event, Span())
            }
            take(.connected)
            switch shown {
            case .nothing: break
            case .discovery: take(.discovered(handle: 0x12))
            case .host: take(.notified, isHostServing: true)
            case .peer: take(.notified)
            case .both:
                take(.notified)
                take(.notified, isHostServing: true)
            }
        }
        survey.finish()
        return survey
    }

    @Test(
        "Each connection with a discovery is chosen to be copied, and one without if it is the only one"
    )
    func certain() throws {
        let cases: [([Shown], [Int])] = [
            ([.discovery], [1]), ([.nothing, .discovery, .discovery], [2, 3]), ([.peer], [1]),
            ([.nothing, .host], [2]),
        ]
        for (connections, numbers) in cases {
            #expect(try survey(connections).choose().map(\.number) == numbers)
        }
        #expect(try survey([.host]).choose().map(\.isHostServing) == [true])
    }

    @Test("The choice of connections to copy is in doubt if a given handle may be another device's")
    func doubtful() {
        let cases: [([Shown], CaptureSurvey.Doubt)] = [
            ([], .withoutTraffic), ([.nothing, .nothing], .withoutTraffic),
            ([.peer, .host], .perhapsForeign([1, 2])),
            ([.discovery, .peer], .perhapsForeign([2])), ([.both], .servedByBothSides(1)),
            ([.discovery, .both], .perhapsForeign([2])),
            ([.peer, .both, .peer], .perhapsForeign([1, 2, 3])),
        ]
        for (connections, doubt) in cases {
            #expect(throws: doubt) { try survey(connections).choose() }
        }
    }

    @Test(
        "The choice of connections to copy is in doubt if damage left out what may be navigation, or values are not instructions"
    )
    func leftOut() throws {
        func survey(
            leaving: [LeftOutTraffic] = [], reading value: String
        ) -> CaptureSurvey {
            var survey = CaptureSurvey()
            for kind in [CapturedEvent.Kind.requested(offset: 0), .chunk(offset: 0)] {
                let event = CapturedEvent(
                    kind: kind, connection: 2, time: .microseconds(0),
                    handle: CapturedHandle(3, .given))
                survey.handle(event, ContiguousArray(value.utf8).span)
            }
            survey.finish(leftOut: leaving)
            return survey
        }
        let left = LeftOutTraffic(connection: 1, handle: 3, reason: .afterGap)
        let same = LeftOutTraffic(connection: 2, handle: 3, reason: .afterGap)
        let plain = "abcd\u{5}\u{5}\0\0\0Weg"
        #expect(try survey(reading: plain).choose().map(\.instructionCount) == [1])
        #expect(try survey(leaving: [same], reading: plain).choose().map(\.number) == [2])
        #expect(throws: CaptureSurvey.Doubt.perhapsForeign([2])) {
            try survey(leaving: [left], reading: plain).choose()
        }
        #expect(try survey(leaving: [left], reading: plain).choose([2]).map(\.number) == [2])
        // A value of Current Time: the seconds would be a distance, and why
        // the clock was set, a street.
        let time = "\u{7D}\u{7}\u{B}\u{19}\u{A}\u{F}\u{1E}\u{3}\0\u{1}"
        for other in ["Eva", "Eva's telephone", time] {
            let named = survey(reading: other)
            #expect(throws: CaptureSurvey.Doubt.withoutInstruction([2])) { try named.choose() }
            #expect(try named.choose([2]).map(\.otherValueCount) == [1])
        }
    }

    @Test(
        "Each connection that is asked for is chosen to be copied, if only one side of it has traffic"
    )
    func asked() throws {
        let all = survey([.peer, .discovery, .both, .nothing])
        #expect(try all.choose([1]).map(\.number) == [1])
        #expect(try all.choose([2]).map(\.number) == [2])
        #expect(try all.choose([2, 1, 2]).map(\.number) == [1, 2])
        #expect(try all.choose([]).isEmpty)
        #expect(throws: CaptureSurvey.Doubt.servedByBothSides(3)) { try all.choose([1, 3]) }
        for number in [4, 9] {
            #expect(throws: CaptureSurvey.Doubt.connectionWithoutTraffic(number)) {
                try all.choose([2, number])
            }
        }
    }
}
