import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("The file of a log that an app records")
@MainActor
struct LogModelTests {
    /// What a log's reader finds in a file.
    private static func distances(_ file: URL?) throws -> [UInt32] {
        let file = try #require(file)
        var ride = RecordedRide()
        var reader = NavigationReader()
        let log = ContiguousArray(try Data(contentsOf: file))
        try reader.read(log.span, { _, _ in }, reads: { ride.add($0) })
        try reader.finish({ _, _ in }, reads: { ride.add($0) })
        return ride.instructions.map(\.distanceInMeters)
    }

    @Test("The logs of a device and of a phone are saved with all that was recorded so far")
    func saves() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        try await world.run { world in
            let recorder = PhoneLinkRecorder(over: world.peripheralRadio())
            let deviceRecorder = LinkRecorder(over: world.centralRadio())
            let phone = NavigationPhone(on: GATTPeripheral(recorder), layout: .deployed)
            let device = NavigationDevice(on: GATTCentral(deviceRecorder))
            try await Self.saves(
                LogModel(recorder, file: folder.appendingPathComponent("phone")),
                LogModel(deviceRecorder, file: folder.appendingPathComponent("device")),
                phone, device, world.clock)
            // A view that is shown again has another model.
            let again = await LogModel(recorder, file: folder.appendingPathComponent("phone"))
            await again.save()
            #expect(try await Self.distances(again.file) == [100, 90])
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    }

    private static func saves(
        _ phoneLog: LogModel, _ deviceLog: LogModel, _ phone: NavigationPhone,
        _ device: NavigationDevice, _ clock: VirtualClock
    ) async throws {
        await phoneLog.save()
        #expect(phoneLog.file == nil)
        #expect(phoneLog.problem == RecordingText.empty.text())
        phone.start()
        device.start()
        defer {
            phone.stop()
            device.stop()
        }
        for distance: UInt32 in [100, 90] {
            try phone.publish(arrow: .left, distanceInMeters: distance)
            try await clock.sleep(for: .seconds(5))
            await phoneLog.save()
            await deviceLog.save()
            let expected: [UInt32] = distance == 100 ? [100] : [100, 90]
            #expect(try distances(phoneLog.file) == expected)
            #expect(try distances(deviceLog.file) == expected)
        }
        #expect(phoneLog.problem == nil && deviceLog.problem == nil)
    }

    @Test("A log that can't be saved says so, and is saved with all that it has when it can")
    func fails() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let missing = folder.appendingPathComponent("missing")
        let world = World(seed: 1)
        try await world.run { world in
            let recorder = PhoneLinkRecorder(over: world.peripheralRadio())
            let phone = NavigationPhone(on: GATTPeripheral(recorder), layout: .deployed)
            let device = NavigationDevice(on: world.addCentral())
            phone.start()
            device.start()
            try await world.clock.sleep(for: .seconds(5))
            let log = await LogModel(recorder, file: missing.appendingPathComponent("log"))
            await log.save()
            #expect(await log.file == nil)
            #expect(await log.problem != nil)
            try FileManager.default.createDirectory(
                at: missing, withIntermediateDirectories: false)
            await log.save()
            #expect(await log.problem == nil)
            let file = try #require(await log.file)
            #expect(try Data(contentsOf: file).starts(with: Data("btsnoop".utf8)))
        }
    }

    @Test("A log that is full is saved, and says that its end is missing, in the app's language")
    func full() async throws {
        let folder = try FileManager.default.makeTemporaryFolder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let recorder = LinkRecorder(over: FullRadio())
        let german = Locale(identifier: "de")
        let log = LogModel(recorder, file: folder.appendingPathComponent("log"), locale: german)
        await log.save()
        #expect(log.problem == "Noch ist nichts aufgezeichnet")
        recorder.open { _ in }
        recorder.perform(
            .send(
                .discover(NavigationService.uuid), request: FullRadio.request, link: FullRadio.link)
        )
        await log.save()
        let file = try #require(log.file)
        #expect(try Data(contentsOf: file).count >= LinkRecorder.capacity)
        #expect(log.problem == "Das Protokoll ist voll: Was danach kam, fehlt")
    }
}

/// A radio on which a phone notifies more than a log holds as soon as its service is found.
///
/// It may be marked as sendable because a test uses it in one place at a time.
private final class FullRadio: GATTCentralRadio, @unchecked Sendable {
    static let (request, link) = (Ticket(rawValue: 1), Ticket(rawValue: 2))
    private var tell: ((GATTCentralEvent) -> Void)?
    let now = SessionTime(milliseconds: 0)
    let unstoppedTime = SessionTime(milliseconds: 0)

    func open(_ handle: @escaping @Sendable (GATTCentralEvent) -> Void) { tell = handle }
    func perform(_: GATTCentralRequest) {
        let path = GATTCharacteristic.Path(
            NavigationService.instructionCharacteristic, in: NavigationService.uuid)
        let characteristic = GATTCharacteristic(
            uuid: path.characteristic, properties: [.read, .notify], hasCCCD: true)
        let service = GATTService(uuid: path.service, characteristics: [characteristic])
        let value = ContiguousArray<UInt8>(repeating: 0, count: 500)
        tell?(.connected(link: Self.link, mtu: 517))
        tell?(.answered(request: Self.request, .discovered([service])))
        for _ in 0..<9_000 { tell?(.notified(link: Self.link, path, value)) }
    }
    func run(_ work: @escaping @Sendable () -> Void) { work() }
    func runAndWait(_ work: @escaping @Sendable () -> Void) { work() }
    func begin(_: @escaping @Sendable () async -> Void) {}
    func randomNumber() -> UInt64 { 4 }
    func wake(at _: SessionTime?) {}
}
