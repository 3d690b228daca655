import Foundation
import KomootNav
import SimulatedApps

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

/// An app with a `NavigationPhone`, in a world of clients of one's own.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class PhoneStage: @unchecked Sendable {
    let world: World
    let bluetooth: SimulatedBluetooth
    /// What the app was told.
    let updates = Diary<NavigationPhone.Update>()
    /// That updates ended, by themselves.
    let ends = Diary<Void>()
    var phone: NavigationPhone?
    private var listener: Task<Void, Never>?

    init(
        seed: UInt64 = 1, habits: Habits = .plain, conditions: LinkConditions = LinkConditions()
    ) async {
        world = World(seed: seed, conditions: conditions)
        bluetooth = await SimulatedBluetooth(in: world)
        bluetooth.habits = habits
    }

    func pass(_ duration: Duration) async { await world.run(for: duration) }

    /// Calls a function in which phones can be made that run in the world.
    func run<R>(_ body: () throws -> R) rethrows -> R {
        try WorldSurroundings(bluetooth).run(body)
    }

    /// Does something on the world's executor, where phones can be made that run in the world.
    func act<R: Sendable>(_ body: @Sendable (PhoneStage) throws -> R) async rethrows -> R {
        try await perform(on: world) { stage in try stage.run { try body(stage) } }
    }

    private func perform<R: Sendable>(
        on world: isolated World, _ body: (PhoneStage) throws -> R
    ) rethrows -> R {
        try body(self)
    }

    /// Creates a phone, and starts it unless told otherwise. To be called on the world's executor.
    func start(
        _ configuration: PeripheralSession.Configuration?, restoreIdentifier: String? = nil,
        starts: Bool
    ) {
        run {
            let phone =
                configuration.map {
                    NavigationPhone($0, restoreIdentifier: restoreIdentifier)
                } ?? NavigationPhone(layout: .deployed, restoreIdentifier: restoreIdentifier)
            self.phone = phone
            if starts { phone.start() }
        }
    }

    /// Creates a phone, and starts it unless told otherwise.
    func start(
        _ configuration: PeripheralSession.Configuration? = nil, restoreIdentifier: String? = nil,
        starts: Bool = true
    ) async {
        await act {
            $0.start(configuration, restoreIdentifier: restoreIdentifier, starts: starts)
        }
    }

    /// Starts the phone again, and notes all updates from now on.
    func startAgain() async {
        await act { $0.phone?.start() }
        await listen()
    }

    /// Notes all updates from now on. It keeps the phone at work.
    func listen() async {
        guard let newest = await act({ $0.phone?.updates }) else { return }
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

    func publish(_ number: UInt32, streetByteCount: Int = 30) throws {
        try phone?.publish(.number(number, streetByteCount: streetByteCount))
    }

    var statuses: [NavigationPhone.Status] {
        updates.entries.compactMap { if case .status(let status) = $0 { status } else { nil } }
    }

    var failures: [NavigationPhone.Failure] {
        updates.entries.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
    }

    /// How many services the system serves for the app.
    var serviceCount: Int { bluetooth.peripheralSystem.services.count }
    var isAdvertising: Bool { bluetooth.peripheralSystem.advertisement != nil }
}

extension GATTClient {
    /// Connects to the phone, and finds its characteristic.
    func findInstruction() async throws -> Characteristic {
        await connect(to: NavigationService.uuid)
        return try await discover(
            NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    }

    /// Connects to the phone, and subscribes.
    func subscribeToInstructions() async throws -> Characteristic {
        let characteristic = try await findInstruction()
        try await subscribe(to: characteristic)
        // The phone's app is told a little later.
        try? await clock.sleep(for: .milliseconds(100))
        return characteristic
    }

    /// The identifiers that were notified, until none comes for a while.
    func notifiedIdentifiers(within limit: Duration) async -> [ContiguousArray<UInt8>] {
        var all: [ContiguousArray<UInt8>] = []
        while let next = await nextNotification(within: limit) { all.append(next.value) }
        return all
    }

    /// Reads a whole object by offsets.
    func readObject(_ characteristic: Characteristic) async throws -> ContiguousArray<UInt8> {
        var object = try await read(characteristic, at: 0)
        while true {
            let rest = try await read(characteristic, at: object.count)
            if rest.isEmpty { return object }
            object += rest
        }
    }
}
