import KomootNav
import KomootNavFoundation
import SimulatedApps

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

/// A phone of one's own that serves navigation, and an app with a `NavigationDevice` that reads from it.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class DeviceStage: @unchecked Sendable {
    typealias Statuses = [NavigationDevice.Status]

    let world: World
    let server: GATTServer
    let bluetooth: SimulatedBluetooth
    /// What the app was told.
    let updates = Diary<NavigationDevice.Update>()
    /// That updates ended, by themselves.
    let ends = Diary<Void>()
    /// What the session noted.
    let faults = Diary<CentralSession.Fault>()
    var device: NavigationDevice?
    private var listener: Task<Void, Never>?
    private var number: UInt32 = 0

    init(
        seed: UInt64 = 1, habits: Habits = .plain, conditions: LinkConditions = LinkConditions(),
        service: GATTService? = .navigation(hasCCCD: true), advertises: Bool = true
    ) async {
        world = World(seed: seed, conditions: conditions)
        server = await world.addServer()
        bluetooth = await SimulatedBluetooth(in: world)
        bluetooth.habits = habits
        if let service { await server.add(service) }
        if advertises { await server.startAdvertising(NavigationService.uuid) }
        await publish()
    }

    /// Does something on the world's executor.
    func act<R: Sendable>(_ body: @Sendable (DeviceStage) throws -> R) async rethrows -> R {
        try await perform(on: world) { try body($0) }
    }

    private func perform<R: Sendable>(
        on world: isolated World, _ body: (DeviceStage) throws -> R
    ) rethrows -> R {
        try body(self)
    }

    func pass(_ duration: Duration) async { await world.run(for: duration) }

    /// Lets time pass, a millisecond at a time, until something is true.
    ///
    /// - Returns: whether it became true in time.
    func pass(
        atMost limit: Duration, until isTrue: @Sendable (DeviceStage) -> Bool
    ) async -> Bool {
        let end = world.clock.now.advanced(by: limit)
        while world.clock.now < end {
            if await act(isTrue) { return true }
            await pass(.milliseconds(1))
        }
        return await act(isTrue)
    }

    /// Creates a device, and starts it unless told otherwise.
    func start(restoreIdentifier: String? = nil, starts: Bool = true) async {
        await act { stage in
            let surroundings = WorldSurroundings(
                stage.bluetooth, deviceObserver: FaultObserver(stage.faults))
            let device = surroundings.run {
                NavigationDevice(restoreIdentifier: restoreIdentifier)
            }
            stage.device = device
            if starts { device.start() }
        }
    }

    /// Starts the device again, and notes all updates from now on.
    func startAgain() async {
        await act { $0.device?.start() }
        await listen()
    }

    /// Notes all updates from now on. It keeps the device at work.
    func listen() async {
        guard let newest = await act({ $0.device?.updates }) else { return }
        listener = Task(executorPreference: world.executor) {
            [updates, ends, clock = world.clock] in
            for await update in newest { updates.add(update, at: clock.now.offset) }
            if !Task.isCancelled { ends.add(()) }
        }
    }

    /// Notes nothing any more.
    func stopListening() async {
        listener?.cancel()
        await pass(.milliseconds(1))
    }

    /// Starts the app, notes all updates, and lets it connect and read.
    func navigate(
        restoreIdentifier: String? = nil, for duration: Duration = .seconds(5)
    ) async {
        await start(restoreIdentifier: restoreIdentifier)
        await listen()
        await pass(duration)
    }

    /// The system ends the app, but keeps what it wanted.
    func endApp() async {
        await stopListening()
        await act { stage in
            stage.bluetooth.terminateApp(keepsState: true)
            stage.device = nil
        }
        updates.clear()
    }

    /// The phone has another instruction from now on.
    @discardableResult
    func publish() async -> NavigationInstruction {
        number += 1
        let instruction = NavigationInstruction.number(number)
        let object = try? instruction.encoded(as: .deployed)
        await server.setValue(object ?? [], of: NavigationService.instructionCharacteristic)
        await server.notify(
            (object ?? []).prefix(4), of: NavigationService.instructionCharacteristic)
        return instruction
    }

    var statuses: Statuses {
        updates.entries.compactMap { if case .status(let status) = $0 { status } else { nil } }
    }

    var instructions: [NavigationInstruction] {
        updates.entries.compactMap {
            if case .instruction(let next) = $0 { next.instruction } else { nil }
        }
    }

    /// When an instruction was told first.
    func time(of instruction: NavigationInstruction) -> Duration? {
        let told = updates.all.first { _, update in
            guard case .instruction(let next) = update else { return false }
            return next.instruction == instruction
        }
        return told?.time
    }

    /// The links that the app was ever given, or was about to be.
    var linkCount: Int { bluetooth.linkLayer.state.links.count }

    /// The links that are up.
    var liveLinkCount: Int {
        bluetooth.linkLayer.state.links.count { $0.isUpForCentral && !$0.isLost }
    }

    var isScanning: Bool { bluetooth.centralSystem.scan != nil }
    var isConnecting: Bool {
        bluetooth.centralSystem.peers.values.contains { $0.phase == .connecting }
    }

    /// What the app has asked its phone for.
    var request: RequestKind? {
        bluetooth.centralSystem.peers.values.compactMap { $0.operations.first?.request.kind }.first
    }
}

/// Notes faults.
private struct FaultObserver: KomootNavCoreBluetooth.DeviceObserver {
    private let faults: Diary<CentralSession.Fault>

    init(_ faults: Diary<CentralSession.Fault>) { self.faults = faults }

    func willShow(_ object: Span<UInt8>, _ extent: ObjectExtent) {}
    func willReport(_ status: CentralSession.Status) {}
    func willNote(_ fault: CentralSession.Fault) { faults.add(fault) }
    func didHandle() {}
}
