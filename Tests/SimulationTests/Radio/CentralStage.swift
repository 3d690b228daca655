import LinkVocabulary
import RepositorySupport
import Simulation

extension GATTService {
    static let thermostat = GATTService(
        uuid: Thermostat.service,
        characteristics: [
            GATTCharacteristic(uuid: Thermostat.temperature.characteristic, properties: .notify),
            GATTCharacteristic(
                uuid: Thermostat.threshold.characteristic,
                properties: [.read, .write, .writeWithoutResponse]),
        ])
}

/// A thermostat in a world, and a central for apps.
struct CentralStage {
    let world: World
    let server: GATTServer
    let central: GATTCentral

    init(
        seed: UInt64 = 1, conditions: LinkConditions = LinkConditions(),
        services: [GATTService] = [.thermostat]
    ) async {
        world = World(seed: seed, conditions: conditions)
        server = await world.addServer()
        for service in services { await server.add(service) }
        await server.startAdvertising(Thermostat.service, name: "Kitchen")
        central = await world.addCentral()
    }

    /// Does something on the world's executor, and lets time pass.
    func run<R: Sendable>(
        _ body: @escaping @Sendable (isolated World) async throws -> R
    ) async throws -> R {
        try await world.run(body)
    }

    func link() async throws(GATTError) -> GATTLink {
        let link = try await central.connect(to: central.find(Thermostat.service).peer)
        try await link.discover(Thermostat.service)
        return link
    }
}
