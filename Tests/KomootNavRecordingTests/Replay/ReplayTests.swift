import Foundation
import KomootNav
import KomootNavRecording
import RepositorySupport
import Testing

@Suite("A recorded phone")
struct ReplayTests {
    private static func object(_ identifier: UInt8, _ street: String) -> [UInt8] {
        [identifier, 2, 3, 4, 5, 210, 0, 0, 0] + Array(street.utf8)
    }

    private static let first = object(1, "Große Weinmeisterstraße")
    private static let second = object(2, "Am Neuen Garten")

    private static func cityLoop() throws -> RideFile {
        let data = try Data(contentsOf: Repository.rides.appendingPathComponent("city-loop.csv"))
        return RideFile(ContiguousArray(data).span)
    }

    /// A capture's events, each at this many milliseconds after the one before.
    private typealias Shown = (UInt64, Int, CapturedEvent.Kind, [UInt8])

    private func recording(
        _ shown: [Shown], connection: Int? = nil, device: Int? = nil
    ) -> PhoneRecording {
        var recorder = PhoneRecorder(connection: connection)
        var time: Int64 = 1_700_000_000_000_000
        for (pause, connection, kind, value) in shown {
            time += Int64(pause) * 1000
            let event = CapturedEvent(
                kind: kind, connection: connection, time: .microseconds(time), device: device)
            recorder.handle(event, ContiguousArray(value).span)
        }
        return recorder.finish()
    }

    private func read(_ object: [UInt8], on connection: Int = 1) -> [Shown] {
        stride(from: 0, through: object.count, by: 22).flatMap { offset -> [Shown] in
            let chunk = Array(object.dropFirst(offset).prefix(22))
            return [
                (30, connection, .requested(offset: offset), []),
                (30, connection, .chunk(offset: offset), chunk),
            ]
        }
    }

    /// The whole objects that a session delivers, and when, in milliseconds.
    private func deliveries(
        _ recording: PhoneRecording, radio: ChunkReassembler.Radio = .offsetReads
    ) -> [(time: UInt64, object: [UInt8])] {
        var replay = CentralReplay(recording, CentralSession.Configuration(radio: radio))
        var found: [(time: UInt64, object: [UInt8])] = []
        var latest = SessionTime.zero
        while let time = replay.nextTime {
            #expect(time >= latest)
            latest = time
            replay.step { step in
                if let delivery = step.delivery, delivery.extent == .whole {
                    found.append((step.time.milliseconds, Array(delivery.bytes)))
                }
            }
        }
        return found
    }

    @Test("A recorded phone had an object from when it was notified, or else from when it was read")
    func publications() {
        let shown: [Shown] =
            [(0, 1, .connected, []), (10, 1, .mtuAgreed(50), [])]
            + read(Self.first)
            + [(1000, 1, .notified, Array(Self.second.prefix(4)))]
            + read(Self.second) + [(500, 1, .disconnected(reason: 0x13), [])]
        let moments = recording(shown).moments
        #expect(
            moments.map(\.act) == [
                .appeared(mtu: 50), .published(ContiguousArray(Self.first)),
                .published(ContiguousArray(Self.second)),
                .notified(ContiguousArray(Self.second.prefix(4))), .left,
            ])
        // From its first traffic on: 40 ms after the beginning of the connection.
        #expect(moments.map(\.time.milliseconds) == [0, 0, 1090, 1090, 1710])
    }

    @Test("A recorded phone drives a session that delivers what it had, with any radio")
    func replay() {
        for radio in ChunkReassembler.Radio.allCases {
            // With one callback no object of MTU − 3 bytes or more is known to be whole.
            let mtu: [Shown] = radio == .oneCallback ? [(0, 1, .mtuAgreed(50), [])] : []
            let shown: [Shown] =
                [(0, 1, .connected, [])] + mtu + read(Self.first)
                + [(3000, 1, .notified, Array(Self.second.prefix(4)))] + read(Self.second)
            let found = deliveries(recording(shown), radio: radio)
            #expect(found.map(\.object) == [Self.first, Self.second])
            guard found.count == 2 else { continue }
            #expect(found[0].time < 1000)
            #expect((3000..<4000).contains(found[1].time))
        }
    }

    @Test(
        "A recorded phone left when it connected again, even if the log does not show the first link's end"
    )
    func missingEnd() {
        let shown: [Shown] =
            [(0, 1, .connected, [])] + read(Self.first, on: 1)
            + [(9000, 2, .connected, [])] + read(Self.second, on: 2)
        let seen = deliveries(recording(shown, device: 1)).map(\.object)
        #expect(seen == [Self.first, Self.second])
        // Two devices may be connected at once, and the first one counts.
        #expect(deliveries(recording(shown)).map(\.object) == [Self.first])
    }

    @Test("A recorded phone is found even if it connects second, and phones are followed in turn")
    func connections() {
        let shown: [Shown] =
            [(0, 1, .connected, []), (0, 2, .connected, [])] + read(Self.first, on: 2)
            + [(3000, 2, .disconnected(reason: 8), []), (5000, 3, .connected, [])]
            + read(Self.second, on: 3)
        #expect(deliveries(recording(shown)).map(\.object) == [Self.first, Self.second])
        #expect(deliveries(recording(shown, connection: 3)).map(\.object) == [Self.second])
        #expect(!recording(shown, connection: 1).hasTraffic)
    }

    @Test("A recorded phone refuses again what it refused, and the session reads on")
    func refusals() {
        let shown: [Shown] =
            [
                (0, 1, .connected, []), (30, 1, .requested(offset: 0), []),
                (30, 1, .failed(offset: 0, ATTError(rawValue: 0x0E)), []),
            ] + read(Self.second)
        let recorded = recording(shown)
        #expect(recorded.moments.map(\.act).contains(.refused(ATTError(rawValue: 0x0E))))
        #expect(deliveries(recorded).map(\.object) == [Self.second])
    }

    @Test(
        "A recorded phone whose clock jumps by decades is played with a pause of an hour, and ends")
    func clockJump() {
        let decades: UInt64 = 50 * 365 * 86_400_000
        let shown: [Shown] =
            [(0, 1, .connected, [])] + read(Self.first)
            + [(decades, 1, .notified, Array(Self.second.prefix(4)))] + read(Self.second)
        let recorded = recording(shown)
        #expect(recorded.end.milliseconds < 3_700_000)
        #expect(deliveries(recorded).map(\.object) == [Self.first, Self.second])
        var pace = PlaybackPace()
        #expect(
            [5_000_000, 3_000_000, 4_000_000, .max].map { pace.offset(of: .microseconds($0)) } == [
                .zero, .zero, .seconds(1), .seconds(3601),
            ])
    }

    @Test("A recorded phone made from a ride file has all of its instructions")
    func rideFile() throws {
        let data = try Self.cityLoop()
        let ride = RecordedRide(data)
        let recorded = try PhoneRecording(ride, layout: .deployed, mtu: 23)
        let objects = try ride.objects(in: .deployed).map { Array($0.object) }
        #expect(objects.count == 52)
        #expect(deliveries(recorded).map(\.object) == objects)
        #expect(throws: KomootNavError.self) {
            let long = RideInstruction(
                time: .microseconds(0), arrow: .left, distanceInMeters: 1,
                street: Street(String(repeating: "x", count: 500)))
            _ = try PhoneRecording(
                RecordedRide([long]), layout: .published)
        }
    }

    @Test(
        "A recorded phone can be cut into parts, each beginning with the object that the phone had")
    func parts() throws {
        let ride = RecordedRide(try Self.cityLoop())
        let recorded = try PhoneRecording(ride, layout: .deployed)
        let parts = recorded.parts(ofMoments: 10)
        #expect(parts.count == (recorded.moments.count + 9) / 10)
        for part in parts.dropFirst() {
            #expect(part.recording.moments[0].act == .appeared(mtu: 23))
            guard case .published = part.recording.moments[1].act else {
                Issue.record("a part without an object")
                continue
            }
        }
        let all = Set(deliveries(recorded).map(\.object))
        let some = Set(parts.flatMap { deliveries($0.recording).map(\.object) })
        #expect(all == some)
    }

    @Test("A recorded phone is a ride too: the instructions that were read whole, each once")
    func ride() {
        var ride = RecordedRide()
        var tracker = ReadTracker()
        var time: Int64 = 1_700_000_000_000_000
        let shown = read(Self.first) + read(Self.first) + read(Self.second)
        for (pause, connection, kind, value) in shown {
            time += Int64(pause) * 1000
            let event = CapturedEvent(
                kind: kind, connection: connection, time: .microseconds(time))
            tracker.handle(event, ContiguousArray(value).span) { ride.add($0) }
        }
        tracker.finish { ride.add($0) }
        #expect(ride.instructions.map(\.street.description).first == "Große Weinmeisterstraße")
        #expect(ride.instructions.count == 2)
    }
}
