import KomootNav
import Testing

@testable import Simulation

@Suite("A number out of its range")
struct RangeTests {
    @Test("A number in an event does not trap in the trace, whatever it is")
    func trace() {
        let numbers: [Int32] = [.min, -3, -1, 0, .max]
        for number in numbers {
            let events: [LinkEvent] = [
                .found(central: number, peripheral: number), .connected(link: number),
                .centralDisconnected(link: number), .peripheralDisconnected(link: number),
                .discover(link: number, token: .max),
                .read(link: number, token: .max, offset: .max), .write(link: number, token: .max),
                .subscribe(link: number, token: .max, isOn: true),
                .value(link: number, token: .max), .confirmation(link: number, token: .max),
                .refusal(link: number, token: .max, ATTError(rawValue: .max)),
                .notification(link: number), .mtuChanged(link: number, number),
                .serviceChanged(link: number), .centralRadio(number, isOn: true),
                .peripheralRadio(number, isOn: true), .ended(link: number),
            ]
            let kinds = Set(events.compactMap { $0.words?.kind })
            #expect(kinds.count == events.count)
            #expect(PhoneEvent.advertising(isOn: true).words(number)?.kind == 18)
            #expect(DeviceEvent.delivered(.whole).words(number)?.kind == 20)
        }
    }

    @Test("A world takes an MTU at the bounds of its range")
    func conditions() async throws {
        for mtu in [LinkFault.mtus.lowerBound, LinkFault.mtus.upperBound] {
            let world = World(seed: 1, conditions: LinkConditions(mtu: mtu))
            let server = await world.addServer()
            await server.startAdvertising(NavigationService.uuid)
            let client = await world.addClient()
            try await world.run { _ in await client.connect(to: NavigationService.uuid) }
            #expect(await client.mtu == mtu)
        }
    }

    @Test("Link conditions take intervals at their bounds, and a shorter one as the shortest")
    func intervals() async {
        let conditions = LinkConditions(
            connectionInterval: .seconds(-1), advertisingInterval: .zero)
        #expect(conditions.connectionInterval == .microseconds(1))
        #expect(conditions.advertisingInterval == .microseconds(1))
        for interval in [Duration.microseconds(1), .seconds(3600)] {
            _ = World(
                seed: 1,
                conditions: LinkConditions(
                    connectionInterval: interval, advertisingInterval: interval))
        }
    }

    @Test("A phone takes the length of a street, and a read an offset, at the bounds of its range")
    func bounds() async throws {
        for count in [0, 503] {
            let world = World(seed: 1)
            let phone = await world.addPhone(.ios)
            await phone.startNavigation()
            await phone.startPublishing(every: .seconds(Int64.max), streetByteCount: count)
            await world.run(for: .seconds(1))
            await phone.startPublishing(every: .seconds(Int64.max), streetByteCount: count)
            #expect(await phone.publications.map(\.bytes.count) == [count + 9, count + 9])
            let refusal = try await world.run { world in
                let client = world.addClient()
                let characteristic = try await Readers.instruction(of: client)
                _ = try await client.read(characteristic, at: 0)
                return await #expect(throws: GATTError.self) {
                    try await client.read(characteristic, at: 65_535)
                }
            }
            #expect(refusal == .refused(.invalidOffset) || refusal == .refused(.attributeNotLong))
        }
    }

    #if os(Linux) || os(macOS)
        @Test(
            "A world traps if the MTU of its links is out of its range",
            arguments: [-3, 0, 22, 518, Int.max])
        func conditionsTrap(_ mtu: Int) async {
            await #expect(processExitsWith: .failure) { [mtu] in
                _ = World(seed: 1, conditions: LinkConditions(mtu: mtu))
            }
        }

        @Test(
            "A phone traps if the length of its streets is out of its range", arguments: [-1, 504])
        func streetTraps(_ count: Int) async {
            await #expect(processExitsWith: .failure) { [count] in
                let phone = await World(seed: 1).addPhone(.ios)
                await phone.startPublishing(every: .seconds(1), streetByteCount: count)
            }
        }

        @Test(
            "An interval out of its range traps, unless link conditions are made with one that is too short"
        )
        func intervalTraps() async {
            await #expect(processExitsWith: .failure) {
                let phone = await World(seed: 1).addPhone(.ios)
                await phone.startPublishing(every: .zero, streetByteCount: 40)
            }
            await #expect(processExitsWith: .failure) {
                var conditions = LinkConditions()
                conditions.connectionInterval = .zero
                _ = World(seed: 1, conditions: conditions)
            }
            await #expect(processExitsWith: .failure) {
                let conditions = LinkConditions(advertisingInterval: .seconds(3601))
                _ = World(seed: 1, conditions: conditions)
            }
        }

        @Test("A read traps if its offset is out of its range", arguments: [-1, 65_536])
        func offsetTraps(_ offset: Int) async {
            await #expect(processExitsWith: .failure) { [offset] in
                let world = World(seed: 1)
                let server = await world.addServer()
                await server.add(.navigation(hasCCCD: true))
                await server.startAdvertising(NavigationService.uuid)
                _ = try await world.run { world in
                    let client = world.addClient()
                    let characteristic = try await Readers.instruction(of: client)
                    return try? await client.read(characteristic, at: offset)
                }
            }
        }
    #endif
}
