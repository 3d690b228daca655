import KomootNav
import KomootNavCoreBluetooth
import Testing

@testable import CoreBluetooth
@testable import Simulation

@Suite("A phone that serves four devices")
struct ServingTests {
    /// Starts navigation, and lets four clients subscribe.
    private static func subscribe(
        _ stage: PhoneStage, in world: isolated World
    ) async throws -> [GATTClient] {
        let clients = (0..<4).map { _ in world.addClient() }
        for client in clients {
            stage.phone?.advertise()
            _ = try await client.subscribeToInstructions()
        }
        return clients
    }

    /// What each client is notified of, as the numbers of instructions.
    private static func drain(_ clients: [GATTClient]) async -> [[UInt8]] {
        var all: [[UInt8]] = []
        for client in clients {
            all.append(await client.notifiedIdentifiers(within: .milliseconds(1)).map { $0[0] })
        }
        return all
    }

    @Test(
        "A phone that serves four devices notifies each one once when its queue has room again, and loses nothing else",
        arguments: [0, 1, 2, 3])
    func fullQueue(acceptedFirst: Int) async throws {
        let stage = await PhoneStage(seed: UInt64(acceptedFirst))
        await stage.start()
        try await stage.world.run { world in
            let clients = try await Self.subscribe(stage, in: world)
            try stage.publish(1)
            try await world.clock.sleep(for: .milliseconds(100))
            #expect(await Self.drain(clients) == [[1], [1], [1], [1]])
            for _ in 0..<acceptedFirst { try world.inject(.notification(.delayed(.zero))) }
            try world.inject(.notification(.queueFull(.milliseconds(300))))
            try stage.publish(2)
            try await world.clock.sleep(for: .milliseconds(250))
            let early = Array(repeating: [UInt8(2)], count: acceptedFirst)
            let late = Array(repeating: [UInt8](), count: 4 - acceptedFirst)
            #expect(await Set(Self.drain(clients)) == Set(early + late))
            try await world.clock.sleep(for: .milliseconds(250))
            #expect(
                await Set(Self.drain(clients)) == Set(early.map { _ in [] } + late.map { _ in [2] })
            )
            try stage.publish(3)
            try await world.clock.sleep(for: .milliseconds(200))
            #expect(await Self.drain(clients) == [[3], [3], [3], [3]])
        }
        #expect(stage.bluetooth.misuses == [])
    }

    @Test(
        "A phone that serves four devices notifies of the newest instruction if another one came while its queue was full"
    )
    func newestAfterFullQueue() async throws {
        let stage = await PhoneStage()
        await stage.start()
        try await stage.world.run { world in
            let clients = try await Self.subscribe(stage, in: world)
            try world.inject(.notification(.queueFull(.milliseconds(300))))
            try stage.publish(1)
            try await world.clock.sleep(for: .milliseconds(100))
            try stage.publish(2)
            try await world.clock.sleep(for: .milliseconds(500))
            #expect(await Self.drain(clients) == [[2], [2], [2], [2]])
        }
    }

    @Test(
        "A phone that serves four devices answers each long read from one object, with as much as an answer carries",
        arguments: [23, 24, 64, 185, 517])
    func longReads(mtu: Int) async throws {
        let stage = await PhoneStage(conditions: LinkConditions(mtu: mtu))
        await stage.start()
        try await stage.world.run { world in
            var clients: [(GATTClient, GATTClient.Characteristic)] = []
            for _ in 0..<4 {
                stage.phone?.advertise()
                let client = world.addClient()
                clients.append((client, try await client.findInstruction()))
            }
            let readers = clients
            var published: Set<ContiguousArray<UInt8>> = []
            try stage.publish(1, streetByteCount: 380)
            published.insert(try Self.object(1))
            async let first = readers[0].0.chunks(of: readers[0].1, reads: 4)
            async let second = readers[1].0.chunks(of: readers[1].1, reads: 4)
            async let third = readers[2].0.chunks(of: readers[2].1, reads: 4)
            async let fourth = readers[3].0.chunks(of: readers[3].1, reads: 4)
            for number in 2...UInt32(24) {
                try await world.clock.sleep(for: .milliseconds(250))
                try stage.publish(number, streetByteCount: 380 + Int(number % 2))
                published.insert(try Self.object(number))
            }
            for object in try await first + second + third + fourth {
                let whole = ContiguousArray(object.joined())
                #expect(published.contains(whole))
                let sizes = object.map(\.count)
                #expect(sizes.dropLast().allSatisfy { $0 == mtu - 1 }, "\(sizes)")
            }
        }
        #expect(stage.bluetooth.misuses == [])
    }

    private static func object(_ number: UInt32) throws -> ContiguousArray<UInt8> {
        let count = number == 1 ? 380 : 380 + Int(number % 2)
        return try NavigationInstruction.number(number, streetByteCount: count)
            .encoded(as: .deployed)
    }

    @Test("A phone that serves four devices answers with more as soon as the MTU has grown")
    func grownMTU() async throws {
        let stage = await PhoneStage()
        await stage.start()
        try await stage.world.run { world in
            let client = world.addClient()
            let characteristic = try await client.findInstruction()
            try stage.publish(1, streetByteCount: 380)
            #expect(try await client.read(characteristic, at: 0).count == 22)
            try world.inject(.link(.mtuChanged(185)))
            try await world.clock.sleep(for: .milliseconds(100))
            #expect(try await client.read(characteristic, at: 22).count == 184)
        }
    }
}

extension GATTClient {
    /// Reads whole objects, in the chunks in which they came.
    fileprivate func chunks(
        of characteristic: Characteristic, reads: Int
    ) async throws -> [[ContiguousArray<UInt8>]] {
        var objects: [[ContiguousArray<UInt8>]] = []
        for _ in 0..<reads {
            var chunks: [ContiguousArray<UInt8>] = []
            while true {
                let offset = chunks.reduce(0) { $0 + $1.count }
                let chunk = try await read(characteristic, at: offset)
                if chunk.isEmpty { break }
                chunks.append(chunk)
            }
            objects.append(chunks)
        }
        return objects
    }
}
