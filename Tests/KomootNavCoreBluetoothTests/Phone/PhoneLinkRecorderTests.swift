import KomootNav
import KomootNavCoreBluetooth
import KomootNavRecording
import Testing

@testable import Simulation

@Suite("The log that an app records of its own links as a phone")
struct PhoneLinkRecorderTests {
    private static let street = "Hegelallee an der Mühle, gleich hinter der Brücke am Kanal"

    /// The logs of a phone and of its device, of half a minute.
    private func logs(
        _ configuration: PeripheralSession.Configuration, mtu: Int,
        replacesStreets: Bool = true, losesLink: Bool = false
    ) async throws -> (phone: ContiguousArray<UInt8>, device: ContiguousArray<UInt8>) {
        let world = World(seed: 1, conditions: LinkConditions(mtu: mtu))
        return try await world.run { world in
            let phoneRecorder = PhoneLinkRecorder(
                over: SimulatedPeripheralRadio(in: world), replacesStreets: replacesStreets)
            let phone = NavigationPhone(on: GATTPeripheral(phoneRecorder), configuration)
            let deviceRecorder = LinkRecorder(
                over: SimulatedCentralRadio(in: world), replacesStreets: replacesStreets)
            let device = NavigationDevice(on: GATTCentral(deviceRecorder))
            phone.start()
            device.start()
            for number: UInt32 in 1...6 {
                try phone.publish(
                    arrow: .left, distanceInMeters: number * 100, street: Street(Self.street))
                try await world.clock.sleep(for: .seconds(5))
                if number == 3 && losesLink { try world.inject(.link(.dropped)) }
            }
            phone.stop()
            try await world.clock.sleep(for: .seconds(1))
            device.stop()
            try await world.clock.sleep(for: .seconds(1))
            return (await phoneRecorder.recordedLog(), await deviceRecorder.recordedLog())
        }
    }

    private static func distances(_ log: RecordedLog) -> [UInt32] {
        log.objects.map(\.distanceInMeters)
    }

    @Test(
        "A phone's log says what its device's says", arguments: PhoneProfile.allCases, [23, 185])
    func sameAsDevice(_ profile: PhoneProfile, _ mtu: Int) async throws {
        var generator = SplitMix64(seed: 1)
        let configuration = profile.configuration(mtu: mtu, using: &generator)
        let (phone, device) = try await logs(configuration, mtu: mtu)
        let (served, read) = (try RecordedLog(phone), try RecordedLog(device))
        #expect(served.isHostServing && !read.isHostServing)
        #expect(Self.distances(served) == Self.distances(read))
        #expect(Set(Self.distances(served)) == [100, 200, 300, 400, 500, 600])
        #expect(served.objects == read.objects)
        #expect(served.notifications.count == read.notifications.count)
        // What the phone gave to the system, which cuts it.
        for (given, came) in zip(served.notifications, read.notifications) {
            #expect(given.starts(with: came))
        }
        #expect(served.notifications.isEmpty == !configuration.hasCCCD)
        #expect(served.events.count { $0 == .connected } == 1)
        #expect(served.events.count { $0.name == .disconnected } == 1)
        #expect(served.objects.allSatisfy { !$0.street.description.contains("Hegel") })
        #expect(served.damageCount == 0 && served.firstTime == CaptureRedaction.epoch)
        #expect(served.answers[.layout] == "\(profile.layout)")
        if mtu == 23 && configuration.chunkSize == .readPayload {
            #expect(served.answers[.chunks] == "22 bytes, the MTU not shown")
        }
    }

    @Test("A link that is lost begins anew in a phone's log, and what was given meanwhile is there")
    func lostLink() async throws {
        let (phone, device) = try await logs(
            .init(layout: .deployed), mtu: 185, losesLink: true)
        let (served, read) = (try RecordedLog(phone), try RecordedLog(device))
        #expect(served.events.count { $0 == .connected } == 2)
        #expect(served.events.count { $0.name == .disconnected } == 2)
        #expect(Self.distances(served) == Self.distances(read))
        #expect(Set(served.notifications).isSuperset(of: read.notifications))
    }

    @Test("A phone's log has streets if it is told to")
    func streets() async throws {
        let phone = try await logs(.init(layout: .deployed), mtu: 23, replacesStreets: false).phone
        let objects = try RecordedLog(phone).objects
        #expect(Set(objects.map(\.street.description)) == [Self.street])
    }

    private static let device = GATTPeer(identifier: UUID128(assignedNumber: 1))
    private static let other = GATTPeer(identifier: UUID128(assignedNumber: 2))
    private static let object = try? NavigationInstruction(
        identifier: .uint32(1), arrow: .left, distanceInMeters: 10, street: Street(street)
    ).encoded(as: .deployed)

    @Test("What comes in no order is recorded as far as it belongs to a link")
    func wrongOrder() async throws {
        let radio = PlayedRadio()
        let recorder = PhoneLinkRecorder(over: radio)
        recorder.open { _ in }
        let object = try #require(Self.object)
        let unknown = Ticket(rawValue: 99)
        recorder.answer(unknown, with: object.span)
        recorder.refuse(unknown, with: .invalidOffset)
        radio.tell(.unsubscribed(Self.device, PlayedRadio.path))
        let isTaken = recorder.notify(object.span, of: PlayedRadio.path, to: Self.device)
        #expect(isTaken)
        let first = await recorder.recordedLog()
        #expect(try RecordedLog(first).events.isEmpty)

        // A device goes on reading before it begins; another's answer stays open meanwhile.
        radio.tell(.read(radio.read(by: Self.device, at: 30)))
        radio.tell(.subscribed(Self.other, PlayedRadio.path))
        radio.tell(.read(radio.read(by: Self.other, at: 0)))
        recorder.answer(Ticket(rawValue: 2), with: object.span)
        recorder.answer(Ticket(rawValue: 1), with: object.span.extracting(droppingFirst: 30))
        recorder.answer(Ticket(rawValue: 1), with: object.span)
        radio.isFull = true
        let isTakenWhenFull = recorder.notify(
            object.span, of: PlayedRadio.path, to: Self.other)
        #expect(!isTakenWhenFull)
        radio.tell(.read(radio.read(by: Self.other, at: 22)))
        radio.tell(.state(.off))
        recorder.answer(Ticket(rawValue: 3), with: object.span.extracting(droppingFirst: 22))
        let log = try RecordedLog(await recorder.recordedLog())
        let reads = log.events.filter { $0 == .requested(offset: 30) || $0 == .chunk(offset: 30) }
        #expect(reads == [.requested(offset: 30), .chunk(offset: 30)])
        #expect(log.events.count { $0 == .chunk(offset: 0) } == 1)
        #expect(log.events.count { $0.name == .disconnected } == 2)
        #expect(log.notifications.isEmpty && log.damageCount == 0)
        let chunk = log.chunks.first { $0.count == 22 }
        #expect(chunk.map { Array($0.prefix(9)) } == Array(object.prefix(9)))
        // Beyond the first chunk there is nothing but a street.
        let letters = log.chunks.filter { $0.count != 22 }.flatMap { $0.filter { $0 < 0x80 } }
        #expect(letters.count > 30 && letters.allSatisfy { $0 == UInt8(ascii: "x") })
    }

    @Test("A log is bounded, and its end is whole")
    func full() async throws {
        let radio = PlayedRadio()
        let recorder = PhoneLinkRecorder(over: radio)
        recorder.open { _ in }
        let object = try #require(Self.object)
        radio.tell(.subscribed(Self.device, PlayedRadio.path))
        #expect(await !recorder.isFull)
        for _ in 0..<60_000 {
            _ = recorder.notify(object.span, of: PlayedRadio.path, to: Self.device)
        }
        let log = await recorder.recordedLog()
        #expect(log.count >= LinkRecorder.capacity)
        #expect(log.count < LinkRecorder.capacity + 200)
        _ = recorder.notify(object.span, of: PlayedRadio.path, to: Self.device)
        #expect(await recorder.recordedLog() == log)
        #expect(await recorder.isFull)
        #expect(try RecordedLog(log).damageCount == 0)
    }

    /// The sizes of the chunks that are recorded of reads at offsets of an object of 60 bytes.
    private static func chunkSizes(_ offsets: [Int], asked: Bool = false) async throws -> [Int] {
        let object = try #require(object).prefix(60)
        let radio = PlayedRadio()
        let recorder = PhoneLinkRecorder(over: radio)
        recorder.open { _ in }
        radio.tell(.subscribed(device, PlayedRadio.path))
        for offset in offsets {
            let read = radio.read(by: device, at: offset)
            radio.tell(.read(read))
            let rest = object.dropFirst(offset)
            recorder.answer(read.ticket, with: rest.span)
            if asked { _ = await recorder.recordedLog() }
        }
        let log = try RecordedLog(await recorder.recordedLog())
        #expect(log.damageCount == 0)
        return log.chunks.map(\.count)
    }

    @Test(
        "Of an answer that the device read on or anew, nothing is lost",
        arguments: [
            // The MTU grows after the first object.
            ([0, 22, 44, 0, 0], [22, 22, 16, 60, 22]),
            // A read at the end shows that all was sent.
            ([0, 22, 44, 0, 60, 0], [22, 22, 16, 60, 0, 60]),
            // No answer is as short as these.
            ([0, 9, 0], [60, 51, 60]),
            // What nothing follows is as long as the longest before it.
            ([0, 22, 44, 0], [22, 22, 16, 22]), ([0, 30, 0, 22, 44, 0], [30, 30, 22, 22, 16, 30]),
        ])
    func chunks(_ offsets: [Int], _ sizes: [Int]) async throws {
        #expect(try await Self.chunkSizes(offsets) == sizes)
        // A log that is asked for meanwhile changes nothing.
        #expect(try await Self.chunkSizes(offsets, asked: true) == sizes)
    }

    @Test("What follows an answer waits for the device to read on, but not without a bound")
    func lostDevice() async throws {
        let object = try #require(Self.object)
        for (count, size) in [(100, 22), (300, object.count)] {
            let radio = PlayedRadio()
            let recorder = PhoneLinkRecorder(over: radio)
            recorder.open { _ in }
            radio.tell(.subscribed(Self.other, PlayedRadio.path))
            radio.tell(.read(radio.read(by: Self.device, at: 0)))
            recorder.answer(Ticket(rawValue: 1), with: object.span)
            for _ in 0..<count {
                _ = recorder.notify(object.span, of: PlayedRadio.path, to: Self.other)
            }
            radio.tell(.read(radio.read(by: Self.device, at: 22)))
            let log = try RecordedLog(await recorder.recordedLog())
            #expect(log.notifications.count == count)
            #expect(log.chunks.map(\.count) == [size])
        }
    }
}

/// A peripheral's radio that does nothing, and tells what a test wants.
///
/// It may be marked as sendable because a test uses it in one place at a time.
private final class PlayedRadio: GATTPeripheralRadio, @unchecked Sendable {
    static let path = GATTCharacteristic.Path(
        NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    var isFull = false
    private var handle: (@Sendable (GATTPeripheralEvent) -> Void)?
    private var lastTicket = Ticket(rawValue: 0)

    var now: SessionTime { SessionTime(.zero) }
    func open(_ handle: @escaping @Sendable (GATTPeripheralEvent) -> Void) { self.handle = handle }
    func tell(_ event: GATTPeripheralEvent) { handle?(event) }
    func run(_ work: @escaping @Sendable () -> Void) { work() }
    func wake(at time: SessionTime?) {}
    func perform(_ request: GATTPeripheralRequest) {}
    func notify(
        _ value: Span<UInt8>, of characteristic: GATTCharacteristic.Path, to central: GATTPeer
    ) -> Bool { !isFull }
    func answer(_ read: Ticket, with value: Span<UInt8>) {}
    func accept(_ write: Ticket) {}
    func refuse(_ request: Ticket, with error: ATTError) {}

    func read(by central: GATTPeer, at offset: Int) -> GATTRead {
        lastTicket = lastTicket.next
        return GATTRead(
            ticket: lastTicket, central: central, characteristic: Self.path, offset: offset)
    }
}
