import CyclingSensors
import KomootNav
import KomootNavCoreBluetooth
import KomootNavRecording
import RepositorySupport
import SimulatedApps
import Simulation
import Testing

@Suite("The log that an app records of its own link")
struct LinkRecorderTests {
    private static let street = "Hegelallee an der Mühle"

    /// What a device's recorder has recorded of half a minute in which the link is lost once.
    private func log(
        _ profile: PhoneProfile, replacesStreets: Bool = true
    ) async throws -> ContiguousArray<UInt8> {
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        return try await world.runApp { world in
            let phone = world.addPhone(profile)
            await phone.startNavigation()
            let recorder = LinkRecorder(
                over: GATTCentral.systemRadio(), replacesStreets: replacesStreets)
            let device = NavigationDevice(on: GATTCentral(recorder))
            device.start()
            for number: UInt32 in 1...6 {
                let identifier: InstructionIdentifier =
                    profile.layout == .legacy ? .uuid(UUID128(assignedNumber: 1)) : .uint32(number)
                try await phone.publish(
                    NavigationInstruction(
                        identifier: identifier, arrow: .left, distanceInMeters: number * 100,
                        street: Street(Self.street)))
                try await world.clock.sleep(for: .seconds(5))
                if number == 3 { try world.inject(.link(.dropped)) }
            }
            device.stop()
            try await world.clock.sleep(for: .seconds(1))
            return await recorder.recordedLog()
        }
    }

    @Test(
        "The log that an app records has its links and what it read, and no street",
        arguments: PhoneProfile.allCases)
    func records(_ profile: PhoneProfile) async throws {
        let log = try RecordedLog(try await log(profile))
        let (events, objects) = (log.events, log.objects)
        #expect(log.damageCount == 0)
        #expect(events.count { $0 == .connected } == 2)
        #expect(events.count { if case .disconnected = $0 { true } else { false } } == 2)
        #expect(events.contains(.mtuAgreed(185)))
        let distances = Set(objects.map(\.distanceInMeters))
        #expect(distances == [100, 200, 300, 400, 500, 600])
        // Some phones give the street's beginning only.
        let hidden = objects.map(\.street.description)
        #expect(hidden.allSatisfy { "xxxxxxxxxxxxxxxxxxxäxxx".hasPrefix($0) && $0.count > 10 })
    }

    @Test("The log that an app records has streets if it is told to")
    func streets() async throws {
        let objects = try RecordedLog(try await log(.ios, replacesStreets: false)).objects
        #expect(Set(objects.map(\.street.description)) == [Self.street])
    }

    @Test("The log that an app records has nothing of a sensor's link on the same radio")
    func sensor() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.add(.heart)
        await server.startAdvertising(SensorService.heartRate)
        let log = try await world.runApp { world in
            let recorder = LinkRecorder(over: GATTCentral.systemRadio())
            let central = GATTCentral(recorder)
            let strap = try await central.find(SensorService.heartRate).peer
            await central.withSensors([strap]) { sensors in
                for await update in sensors.updates {
                    if case .status(.connected) = update.event { break }
                }
            }
            return await recorder.recordedLog()
        }
        let events = try RecordedLog(log).events
        #expect(events.isEmpty)
    }

    @Test("The log that an app records answers the questions that a real phone can answer")
    func questions() async throws {
        let log = try RecordedLog(try await log(.ios))
        #expect(log.firstTime == CaptureRedaction.epoch)
        #expect(log.answers[.layout] == "deployed")
        #expect(log.answers[.notifications] == "the identifier")
        #expect(log.answers[.repeats]?.hasPrefix("after ") == true)
        // An app is not told what these need.
        for question: PhoneQuestion in [.descriptors, .chunks, .ending, .pairing] {
            #expect(log.answers[question] == nil)
        }
    }

    @Test("The log that an app records does not tell an answer from a notification")
    func mistaken() async throws {
        #expect(try RecordedLog(try await log(.android)).answers[.notifications] == nil)
        let (recorder, radio) = Self.linkedRecorder()
        let request = Ticket(rawValue: 3)
        recorder.perform(.send(.read(Self.path), request: request, link: Self.link))
        radio.tell?(.answered(request: request, .value([1, 0, 0, 0])))
        let object = try NavigationInstruction(
            identifier: .uint32(1), arrow: .left, distanceInMeters: 70, street: "Weg"
        ).encoded(as: .deployed)
        radio.tell?(.notified(link: Self.link, Self.path, object))
        let log = try RecordedLog(await recorder.recordedLog())
        #expect(log.answers[.notifications] == "at least the identifier")
    }

    private static let path = GATTCharacteristic.Path(
        NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    private static let link = Ticket(rawValue: 1)

    /// A recorder whose radio has a link on which navigation was found.
    private static func linkedRecorder() -> (LinkRecorder, ToldRadio) {
        let radio = ToldRadio()
        let recorder = LinkRecorder(over: radio)
        recorder.open { _ in }
        let discovery = Ticket(rawValue: 2)
        radio.tell?(.connected(link: Self.link, mtu: 23))
        recorder.perform(
            .send(.discover(path.service), request: discovery, link: link))
        let service = GATTService(
            uuid: Self.path.service,
            characteristics: [
                GATTCharacteristic(
                    uuid: Self.path.characteristic, properties: [.read, .notify], hasCCCD: true)
            ])
        radio.tell?(.answered(request: discovery, .discovered([service])))
        return (recorder, radio)
    }

    @Test("The log that an app records has each subscription, with its end and its refusals")
    func subscriptions() async throws {
        let (recorder, radio) = Self.linkedRecorder()
        let answers: [(isOn: Bool, GATTAnswer)] = [
            (true, .refused(.insufficientAuthentication)), (true, .done), (false, .done),
        ]
        for (number, (isOn, answer)) in answers.enumerated() {
            let ticket = Ticket(rawValue: 3 + UInt32(number))
            recorder.perform(
                .send(.subscribe(Self.path, isOn: isOn), request: ticket, link: Self.link))
            radio.tell?(.answered(request: ticket, answer))
        }
        var reader = CaptureReader()
        var traffic = LinkTraffic()
        var packets: [ContiguousArray<UInt8>] = []
        let log = await recorder.recordedLog()
        try reader.read(log.span) { record, packet in
            traffic.handle(record, packet) { event, _, bytes in
                guard event == .attributePDU else { return }
                packets.append(ContiguousArray(copying: bytes))
            }
        }
        #expect(try RecordedLog(log).damageCount == 0)
        let (on, off): ([UInt8], [UInt8]) = ([0x12, 0x13, 0, 1, 0], [0x12, 0x13, 0, 0, 0])
        let refusal: [UInt8] = [0x01, 0x12, 0x13, 0, 0x05]
        #expect(packets.suffix(6).map(Array.init) == [on, refusal, on, [0x13], off, [0x13]])
    }

    @Test("The log that an app records keeps identifiers of any width, and a later MTU")
    func identifiers() async throws {
        let (recorder, radio) = Self.linkedRecorder()
        let (link, path) = (Self.link, Self.path)
        radio.tell?(.mtuChanged(link: link, 100))
        let uuid = try #require(UUID128("0FCA2D8B-3C44-4B21-9B60-5C0E8D1F7A33"))
        let object = try NavigationInstruction(
            identifier: .uuid(uuid), arrow: .left, distanceInMeters: 70, street: "Weg"
        ).encoded(as: .legacy)
        let identifier = ContiguousArray(object.prefix(16))
        let told: [ContiguousArray<UInt8>] = [
            identifier, [1, 2, 3, 4], [1, 2, 3, 4, 5], object, identifier,
        ]
        for value in told { radio.tell?(.notified(link: link, path, value)) }
        var kept: [ContiguousArray<UInt8>] = []
        var mtus: [Int] = []
        var reader = NavigationReader()
        try reader.read(await recorder.recordedLog().span) { event, value in
            switch event.kind {
            case .mtuAgreed(let mtu): mtus.append(mtu)
            case .notified: kept.append(ContiguousArray(copying: value))
            default: break
            }
        }
        #expect(mtus == [23, 100])
        var expected = told
        expected[2][4] = UInt8(ascii: "x")
        expected[3].replaceSubrange(21..., with: "xxx".utf8)
        #expect(kept == expected)
    }
}

/// A radio that does nothing, and tells what a test wants.
private final class ToldRadio: GATTCentralRadio, @unchecked Sendable {
    private(set) var tell: ((GATTCentralEvent) -> Void)?
    let now = SessionTime(milliseconds: 0)
    let unstoppedTime = SessionTime(milliseconds: 0)

    func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) { tell = handle }
    func perform(_: GATTCentralRequest) {}
    func run(_ work: @escaping @Sendable () -> Void) { work() }
    func runAndWait(_ work: @escaping @Sendable () -> Void) { work() }
    func begin(_: @escaping @Sendable () async -> Void) {}
    func randomNumber() -> UInt64 { 4 }
    func wake(at _: SessionTime?) {}
}
