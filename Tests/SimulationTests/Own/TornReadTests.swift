import KomootNav
import Simulation
import Testing

// example:begin
/// Whether a central shows something that nobody published when the object is replaced during its read.
func showsTornObject(
    readBy read: @escaping @Sendable (GATTClient) async throws -> ContiguousArray<UInt8>,
    from profile: PhoneProfile, seed: UInt64
) async throws -> Bool {
    let world = World(seed: seed)
    let phone = await world.addPhone(profile)
    await phone.startNavigation()
    await phone.startPublishing(every: .seconds(60), streetByteCount: 40)
    try await world.inject(.phone(.objectReplaced(streetByteCount: 30)))
    let shown = try await world.run { world in try await read(world.addClient()) }
    #expect(await world.waitingFaults.isEmpty)
    return await !phone.publications.contains { $0.bytes == shown }
}
// example:end

@Suite("An object that is replaced during a read")
struct TornReadTests {
    private static let seeds: Range<UInt64> = 0..<40

    @Test(
        "The library's reassembly shows no torn object if the object is replaced during a read",
        arguments: PhoneProfile.allCases)
    func careful(_ profile: PhoneProfile) async throws {
        for seed in Self.seeds {
            let isTorn = try await showsTornObject(
                readBy: Readers.readCarefully, from: profile, seed: seed)
            #expect(!isTorn, "seed \(seed)")
        }
    }

    @Test(
        "Every central without a torn check shows a torn object if one is replaced, with every seed",
        arguments: PhoneProfile.allCases, Readers.careless.indices)
    func careless(_ profile: PhoneProfile, _ reader: Int) async throws {
        for seed in Self.seeds {
            let isTorn = try await showsTornObject(
                readBy: Readers.careless[reader], from: profile, seed: seed)
            #expect(isTorn, "seed \(seed)")
        }
    }

    @Test(
        "Centrals without a torn check read right while nothing is replaced",
        arguments: PhoneProfile.allCases, Readers.careless.indices)
    func untouched(_ profile: PhoneProfile, _ reader: Int) async throws {
        for seed in Self.seeds {
            let world = World(seed: seed)
            let phone = await world.addPhone(profile)
            await phone.startNavigation()
            await phone.startPublishing(every: .seconds(60), streetByteCount: 40)
            let read = Readers.careless[reader]
            let shown = try await world.run { world in try await read(world.addClient()) }
            #expect(await phone.publications.map(\.bytes) == [shown], "seed \(seed)")
        }
    }

    @Test(
        "An object that is replaced during a read is torn at any length that takes two requests, and at any MTU",
        arguments: [23, 50, 185])
    func lengths(_ mtu: Int) async throws {
        for profile in PhoneProfile.allCases {
            for street in [mtu, 60, 300, 503] {
                let world = World(seed: 1, conditions: LinkConditions(mtu: mtu))
                let phone = await world.addPhone(profile)
                await phone.startNavigation()
                await phone.startPublishing(every: .seconds(60), streetByteCount: street)
                try await world.inject(.phone(.objectReplaced(streetByteCount: 0)))
                let shown = try await world.run { world in
                    try await Readers.careless[0](world.addClient())
                }
                #expect(
                    await !phone.publications.contains { $0.bytes == shown },
                    "\(profile), a street of \(street) bytes")
            }
        }
    }

    @Test("A fault that replaces an object during a read waits for a second request, and says so")
    func oneRequest() async throws {
        let world = World(seed: 1)
        let phone = await world.addPhone(.published)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(60), streetByteCount: 0)
        let fault = Fault.phone(.objectReplaced(streetByteCount: 30))
        try await world.inject(fault)
        _ = try await world.run { world in
            let radio = world.addClient()
            return try await radio.read(try await Readers.instruction(of: radio))
        }
        #expect(await world.waitingFaults == [fault])
    }

    @Test("A phone's snapshot is not torn if its app only publishes during the read")
    func snapshot() async throws {
        for serving in PeripheralSession.Serving.allCases {
            let world = World(seed: 1)
            var configuration = PeripheralSession.Configuration(layout: .deployed)
            configuration.serving = serving
            let fixed = configuration
            let phone = await world.addPhone(fixed) { PeripheralSession(fixed) }
            await phone.startNavigation()
            await phone.startPublishing(every: .seconds(60), streetByteCount: 40)
            try await world.inject(.phone(.publishedInRead(streetByteCount: 30)))
            let shown = try await world.run { world in
                try await Readers.careless[0](world.addClient())
            }
            let isTorn = await phone.publications.first?.bytes != shown
            #expect(isTorn == (serving == .newestAlways))
        }
    }

    @Test("The article on tests of your own replaces an object during a read as these tests do")
    func article() throws {
        #expect(try Example(inFile: "TornReadTests.swift").isShown(in: "TestingYourOwn"))
    }
}
