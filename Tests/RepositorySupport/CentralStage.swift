package import LinkVocabulary
package import Simulation

extension GATTService {
    package static let thermostat = GATTService(
        uuid: Thermostat.service,
        characteristics: [
            GATTCharacteristic(uuid: Thermostat.temperature.characteristic, properties: .notify),
            GATTCharacteristic(
                uuid: Thermostat.threshold.characteristic,
                properties: [.read, .write, .writeWithoutResponse]),
        ])
}

/// A thermostat in a world, and a central for apps, whose radio is the simulated one or another.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
package struct CentralStage: Sendable {
    package let world: World
    package let server: GATTServer
    package let central: GATTCentral

    package init(
        seed: UInt64 = 1, conditions: LinkConditions = LinkConditions(),
        services: [GATTService] = [.thermostat],
        makeCentral: @Sendable (isolated World) -> GATTCentral = { $0.addCentral() }
    ) async {
        world = World(seed: seed, conditions: conditions)
        server = await world.addServer()
        for service in services { await server.add(service) }
        await server.startAdvertising(Thermostat.service, name: "Kitchen")
        central = await makeCentral(world)
    }

    /// Does something on the world's executor, and lets time pass.
    package func run<R: Sendable>(
        _ body: @escaping @Sendable (isolated World) async throws -> R
    ) async throws -> R {
        try await world.run(body)
    }

    /// Finds the thermostat, connects and discovers it.
    package func link() async throws(GATTError) -> GATTLink {
        let link = try await central.connect(to: central.find(Thermostat.service).peer)
        try await link.discover(Thermostat.service)
        return link
    }

    /// Notifies of a temperature.
    package func notify(_ degrees: UInt8) async {
        await server.notify([degrees], of: Thermostat.temperature.characteristic)
    }
}

/// Follows a thermostat while links, services and Bluetooth at both ends come and go.
@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
package struct ThermostatRun {
    /// What was shown and is wrong; `nil` if nothing is.
    package private(set) var fault: String?
    /// How many temperatures were shown.
    package private(set) var count = 0

    private static let faultsEnd = 300
    /// A search, an attempt to connect, an unanswered request and a silent link, one after another.
    private static let recovery = 30 + 30 + 35 + 60 + 45

    /// - Parameter others: what else the app does on the same radio, until it is cancelled.
    package init(
        seed: UInt64, on stage: CentralStage,
        beside others: @escaping @Sendable (isolated World) async throws -> Void = { _ in }
    ) async throws {
        let (shown, error) = try await stage.run { world in
            let clock = world.clock
            return try await withThrowingTaskGroup(of: Void.self) { group in
                let (shown, continuation) = AsyncStream.makeStream(of: Int.self)
                group.addTask { try await others(world) }
                group.addTask {
                    while !Task.isCancelled {
                        do {
                            try await Thermostat.follow(stage.central, above: 0) {
                                continuation.yield(Int($0))
                            }
                        } catch GATTError.notDiscovered {
                            // Its app has just ended.
                        }
                    }
                }
                for second in 0..<Self.faultsEnd + Self.recovery + 10 {
                    await stage.notify(UInt8(second / 2))
                    try await clock.sleep(for: .seconds(1))
                    if second < Self.faultsEnd {
                        Self.fail(&world.linkLayer.state.random, world)
                    } else {
                        // Those that wait for an answer would go on for minutes.
                        world.disarmFaults()
                    }
                }
                group.cancelAll()
                var failure: (any Error)?
                do { try await group.waitForAll() } catch { failure = error }
                continuation.finish()
                var all: [Int] = []
                for await degrees in shown { all.append(degrees) }
                return (all, failure as? GATTError)
            }
        }
        count = shown.count
        if let error, error != .cancelled { fault = "it ends, as \(error)" }
        if shown != shown.sorted() { fault = "temperatures are shown in another order" }
        let end = (Self.faultsEnd + Self.recovery + 8) / 2
        if fault == nil, shown.last ?? 0 < end {
            fault = "\(shown.last ?? -1) is shown, but it is \(end)"
        }
    }

    /// Lets something go wrong, once in five seconds.
    private static func fail(_ random: inout SplitMix64, _ world: isolated World) {
        guard random.happens(1, in: 5) else { return }
        let time = Duration.milliseconds(random.number(in: 1...20_000))
        let faults: [Fault] = [
            .link(.dropped), .link(.droppedSilently), .link(.advertisingMissed(20)),
            .link(.subscriptionsLost), .link(.centralRadioOff(time)),
            .link(.peripheralRadioOff(time)), .phone(.navigationStopped(time)),
            .phone(.restarted(time)), .answer(.delayed(time)), .answer(.lost),
            .link(.mtuChanged(random.number(in: 23...200))),
        ]
        try? world.inject(random.element(of: faults))
    }
}
