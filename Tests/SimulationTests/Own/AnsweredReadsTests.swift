import KomootNav
import Simulation
import Testing

@Suite("A server that answers reads by a closure")
struct AnsweredReadsTests {
    private static let object: ContiguousArray<UInt8> =
        [1, 0, 0, 0, 4, 10, 0, 0, 0] + ContiguousArray(repeating: UInt8(ascii: "a"), count: 60)

    /// A world with a server that navigates, and what it answers.
    private static func world(
        mtu: Int, _ answer: @escaping @Sendable (GATTServer.Read) -> GATTServer.ReadAnswer
    ) async -> (World, GATTServer) {
        let world = World(seed: 1, conditions: LinkConditions(mtu: mtu))
        let server = await world.addServer()
        await server.add(.navigation(hasCCCD: false))
        await server.answerReads(by: answer)
        await server.startAdvertising(NavigationService.uuid)
        return (world, server)
    }

    @Test(
        "A server that answers reads by a closure is asked for a characteristic at offsets, with the link's MTU, and its errors arrive"
    )
    func requests() async throws {
        let object = Self.object
        let (world, _) = await Self.world(mtu: 50) { read in
            guard read.characteristic == NavigationService.instructionCharacteristic,
                read.mtu == 50, read.link == 0
            else { return .error(.unlikelyError) }
            guard read.offset < object.count else { return .error(.attributeNotLong) }
            // More than one answer carries: the radio cuts it.
            return .value(ContiguousArray(object[read.offset...]))
        }
        try await world.run { world in
            let client = world.addClient()
            let characteristic = try await Readers.instruction(of: client)
            #expect(try await client.read(characteristic) == ContiguousArray(object[..<49]))
            #expect(try await client.read(characteristic, at: 49) == ContiguousArray(object[49...]))
            await #expect(throws: GATTError.refused(.attributeNotLong)) {
                try await client.read(characteristic, at: 69)
            }
        }
    }

    @Test(
        "A server that answers reads by a closure chooses the size of the chunks, and can serve values again"
    )
    func device() async throws {
        let object = Self.object
        let (world, server) = await Self.world(mtu: 50) { read in
            guard read.offset < object.count else { return .error(.invalidOffset) }
            return .value(ContiguousArray(object[read.offset...].prefix(20)))
        }
        await world.recordTrace()
        let device = await world.addDevice(radio: .offsetReads)
        await device.start()
        await world.run(for: .seconds(3))
        #expect(await device.takeDeliveries().last?.bytes == object)
        let sizes = await world.trace.compactMap { entry in
            if case .link(.value) = entry.event { entry.bytes.count } else { nil }
        }
        #expect(sizes.prefix(4) == [20, 20, 20, 9])

        await server.answerReads(by: nil)
        await server.setValue([2] + object[1...], of: NavigationService.instructionCharacteristic)
        await world.run(for: .seconds(10))
        #expect(await device.takeDeliveries().last?.bytes == [2] + object[1...])
    }
}
