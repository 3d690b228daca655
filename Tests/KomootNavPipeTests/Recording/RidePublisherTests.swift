import KomootNav
import KomootNavPipe
import KomootNavRecording
import Testing

@Suite("A ride that a pipe publishes")
struct RidePublisherTests {
    private static let ride = RecordedRide(
        [0, 4, 9].map { seconds in
            RideInstruction(
                time: CaptureTime(microsecondsSince1970: seconds * 1_000_000), arrow: .left,
                distanceInMeters: 7, street: Street("A"))
        })

    private func line(_ event: SessionEvent) -> PipeLine? {
        let phone = PeripheralSession.Configuration(layout: .deployed)
        var pipe = SessionPipe(peripheral: phone, clock: .wall)
        var lines: [PipeLine] = []
        pipe.handle(event, at: .zero) { lines.append($0) }
        return lines.first
    }

    private func time(_ milliseconds: UInt64) -> SessionTime {
        SessionTime(milliseconds: milliseconds)
    }

    @Test(
        "A ride that a pipe publishes starts with the navigation, keeps its time at any speed, and starts again with the next"
    )
    func times() throws {
        var publisher = try RidePublisher(of: Self.ride, layout: .deployed, speed: 2)
        #expect(publisher.nextTime == nil)
        publisher.handle(try #require(line(.peripheral(.startNavigation))), at: time(100))
        #expect(publisher.nextTime == time(100))
        // Navigation that is started twice is started once.
        publisher.handle(try #require(line(.peripheral(.startNavigation))), at: time(500))
        #expect(publisher.nextTime == time(100))
        var count = 0
        while let event = publisher.next(at: time(2100)) {
            guard case .peripheral(.publish(let object)) = event else {
                Issue.record("\(event)")
                return
            }
            #expect(try NavigationInstruction(decoding: object.span).street == Street("A"))
            count += 1
        }
        #expect(count == 2)
        #expect(publisher.nextTime == time(4600))
        publisher.handle(try #require(line(.peripheral(.stopNavigation))), at: time(3000))
        #expect(publisher.next(at: time(9000)) == nil)
        publisher.handle(try #require(line(.peripheral(.startNavigation))), at: time(9000))
        #expect(publisher.nextTime == time(9000))
    }

    @Test(
        "A ride that a pipe publishes never ends if it is slow enough, and takes no time if it is fast enough"
    )
    func extremeSpeeds() throws {
        let start = try #require(line(.peripheral(.startNavigation)))
        for (speed, second) in [
            (Double.leastNonzeroMagnitude, UInt64.max), (1e-300, .max), (1e-10, 40_000_000_000_100),
            (.infinity, 100),
        ] {
            var publisher = try RidePublisher(of: Self.ride, layout: .deployed, speed: speed)
            publisher.handle(start, at: time(100))
            #expect(publisher.next(at: time(100)) != nil)
            #expect(publisher.nextTime == time(second))
        }
    }

    @Test(
        "A ride that a pipe publishes is refused at the device's end, because its events are a phone's"
    )
    func otherEnd() {
        var pipe = SessionPipe(
            central: CentralSession.Configuration(radio: .offsetReads), clock: .wall)
        var lines: [PipeLine] = []
        pipe.handle(.peripheral(.startNavigation), at: .zero) { lines.append($0) }
        #expect(lines.map(\.kind) == [.refusal])
        #expect(lines.first?.json["refused"]?["reason"] == .string("unknownEvent"))
        #expect(pipe.refusedLines == 1)
    }
}
