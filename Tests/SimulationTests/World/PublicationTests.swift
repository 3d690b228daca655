import KomootNav
import Simulation
import Testing

@Suite("A simulated phone's publications")
struct PublicationTests {
    @Test(
        "A simulated phone's publications are what its app published while it navigated, with their times"
    )
    func kept() async throws {
        let world = World(seed: 1)
        let phone = await world.addPhone(.published)
        let instruction = NavigationInstruction(
            identifier: 77, arrow: .left, distanceInMeters: 210, street: "Lennéstraße")
        try await phone.publish(instruction)
        #expect(await phone.publications.isEmpty)
        await phone.startNavigation()
        await world.run(for: .seconds(1))
        try await phone.publish(instruction)
        await phone.startPublishing(every: .seconds(2), streetByteCount: 40)
        await world.run(for: .seconds(3))
        let publications = await phone.publications
        #expect(
            publications.map(\.time.offset) == [.seconds(1), .seconds(1), .seconds(3)])
        #expect(try publications.first?.instruction() == instruction)
        try await world.inject(.phone(.restarted(.seconds(1))))
        try await phone.publish(instruction)
        #expect(await phone.publications == publications)
    }

    @Test("A simulated phone's publications are not kept where nobody wants them")
    func notKept() async {
        let world = World(seed: 1)
        let phone = await world.addPhone(.published, keepsPublications: false)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(2), streetByteCount: 40)
        #expect(await phone.publications.isEmpty)
    }
}
