import KomootNav
import Simulation
import Testing

@Suite("A fault")
struct FaultTests {
    @Test(
        "A fault is refused where there is nothing that it could happen to",
        arguments: [
            (Fault.link(.dropped), ImpossibleFault.noLink), (.link(.droppedSilently), .noLink),
            (.link(.mtuChanged(50)), .noLink), (.link(.subscriptionsLost), .noSubscription),
            (.link(.centralRadioOff(.milliseconds(1))), .noCentral),
            (.link(.peripheralRadioOff(.milliseconds(1))), .noPeripheral),
            (.link(.pairingRequired(.milliseconds(1))), .noPeripheral),
            (.phone(.objectReplaced(streetByteCount: 0)), .noPhone),
            (.phone(.publishedInRead(streetByteCount: 0)), .noPhone),
            (.phone(.navigationStopped(.milliseconds(1))), .noPeripheral),
            (.phone(.restarted(.milliseconds(1))), .noPeripheral),
            (.phone(.secondCentral(.milliseconds(1))), .noPeripheral),
        ])
    func refused(_ fault: Fault, _ obstacle: ImpossibleFault) async {
        let world = World(seed: 1)
        await world.recordTrace()
        await #expect(throws: obstacle) { try await world.inject(fault) }
        #expect(await world.waitingFaults.isEmpty)
        #expect(await world.trace.isEmpty)
    }

    /// Each number of a fault, with faults that have it.
    private static let numbers:
        [(ImpossibleFault.Quantity, ClosedRange<Int>, [@Sendable (Int) -> Fault])] = [
            (.mtu, 23...517, [{ .link(.mtuChanged($0)) }]),
            (.missedAdvertisements, 1...1_000_000, [{ .link(.advertisingMissed($0)) }]),
            (
                .position, 0...511,
                [
                    { .answer(.corrupted(position: $0, mask: 1)) },
                    { .notification(.corrupted(position: $0, mask: 1)) },
                ]
            ),
            (
                .mask, 1...255,
                [
                    { .answer(.corrupted(position: 0, mask: UInt8(clamping: $0))) },
                    { .notification(.corrupted(position: 0, mask: UInt8(clamping: $0))) },
                ]
            ),
            (
                .length, 0...512,
                [
                    { .answer(.resized($0)) }, { .notification(.resized($0)) },
                    { .notification(.cut($0)) },
                ]
            ),
            (
                .streetByteCount, 0...503,
                [
                    { .phone(.objectReplaced(streetByteCount: $0)) },
                    { .phone(.publishedInRead(streetByteCount: $0)) },
                ]
            ),
            (
                .time, 0...86_400_000,
                [
                    { .answer(.delayed(.milliseconds($0))) },
                    { .answer(.repeated(.milliseconds($0))) },
                    { .notification(.delayed(.milliseconds($0))) },
                    { .notification(.queueFull(.milliseconds($0))) },
                    { .link(.peripheralRadioOff(.milliseconds($0))) },
                    { .link(.centralRadioOff(.milliseconds($0))) },
                    { .link(.pairingRequired(.milliseconds($0))) },
                    { .phone(.navigationStopped(.milliseconds($0))) },
                    { .phone(.restarted(.milliseconds($0))) },
                    { .phone(.secondCentral(.milliseconds($0))) },
                ]
            ),
        ]

    /// The MTU of ``linkedWorld()``, in bytes.
    private static let linkedMTU = 185

    /// A world in which every fault can happen.
    private static func linkedWorld() async throws -> World {
        let world = World(seed: 1, conditions: LinkConditions(mtu: linkedMTU))
        let phone = await world.addPhone(.ios)
        let device = await world.addDevice(radio: .offsetReads)
        await phone.startNavigation()
        await phone.startPublishing(every: .seconds(1), streetByteCount: 40)
        await device.start()
        await world.run(for: .seconds(5))
        return world
    }

    @Test(
        "A fault is refused with a number out of its range, and changes nothing",
        arguments: numbers.indices
    )
    func outOfRange(_ index: Int) async throws {
        let (quantity, range, faults) = Self.numbers[index]
        #expect(quantity.range == range)
        let world = try await Self.linkedWorld()
        await world.recordTrace()
        var outside = [range.lowerBound - 1, range.upperBound + 1, -3, .min, .max]
        // A mask has eight bits.
        if quantity == .mask { outside = [0] }
        for fault in faults {
            for number in outside {
                await #expect(throws: ImpossibleFault.outOfRange(quantity)) {
                    try await world.inject(fault(number))
                }
            }
        }
        #expect(await world.waitingFaults.isEmpty)
        #expect(await world.trace.isEmpty)
    }

    @Test(
        "A fault is accepted with the lowest and with the highest number, and happens",
        arguments: numbers.indices)
    func inRange(_ index: Int) async throws {
        let (quantity, range, faults) = Self.numbers[index]
        for fault in faults {
            // The MTU only grows.
            let lowest = quantity == .mtu ? Self.linkedMTU + 1 : range.lowerBound
            for number in [lowest, range.upperBound] {
                let world = try await Self.linkedWorld()
                try await world.inject(fault(number))
                await world.run(for: .seconds(5))
                // The link is up, so nobody has to hear advertising.
                let waits = quantity == .missedAdvertisements
                #expect(await world.waitingFaults == (waits ? [fault(number)] : []))
            }
        }
    }

    @Test("A fault has a range for every number")
    func ranges() {
        #expect(Self.numbers.map(\.0) == ImpossibleFault.Quantity.allCases)
    }

    @Test("A fault says why it is refused, as a sentence")
    func reasons() {
        let reasons: [(ImpossibleFault, String)] = [
            (.outOfRange(.mtu), "an MTU has 23 to 517 bytes"),
            (
                .outOfRange(.missedAdvertisements),
                "1 to 1000000 chances to hear advertising can be missed"
            ),
            (.outOfRange(.streetByteCount), "a street has 0 to 503 bytes"),
            (.outOfRange(.time), "a fault's time is at least zero, and at most a day"),
            (.mtuNotGreater, "every link has this MTU, or a greater one: choose a greater one"),
            (.noPhone, "no peripheral publishes objects: add a phone first, with addPhone"),
            (.noCCCD, "no phone here has a CCCD, so nobody can ever be notified"),
        ]
        for (reason, sentence) in reasons { #expect("\(reason)" == sentence) }
    }

    @Test("A fault of a notification is refused where every phone lacks a CCCD, and nowhere else")
    func noCCCD() async throws {
        let fault = Fault.notification(.lost)
        let world = World(seed: 1)
        try await world.inject(fault)
        #expect(await world.waitingFaults == [fault])
        _ = await world.addPhone(.androidNoCCCD)
        await #expect(throws: ImpossibleFault.noCCCD) { try await world.inject(fault) }
        #expect(await world.waitingFaults == [fault])
        _ = await world.addPhone(.android)
        try await world.inject(fault)

        let own = World(seed: 1)
        _ = await own.addPhone(.androidNoCCCD)
        _ = await own.addServer()
        try await own.inject(fault)
    }

    @Test("A fault is refused while it is happening already")
    func twice() async throws {
        let world = World(seed: 1)
        let phone = await world.addPhone(.ios)
        await #expect(throws: ImpossibleFault.notServing) {
            try await world.inject(.phone(.navigationStopped(.seconds(1))))
        }
        await phone.startNavigation()
        try await world.inject(.phone(.navigationStopped(.seconds(1))))
        await #expect(throws: ImpossibleFault.notServing) {
            try await world.inject(.phone(.navigationStopped(.seconds(1))))
        }
        try await world.inject(.phone(.restarted(.seconds(1))))
        await #expect(throws: ImpossibleFault.notRunning) {
            try await world.inject(.phone(.restarted(.seconds(1))))
        }
        try await world.inject(.link(.peripheralRadioOff(.seconds(1))))
        await #expect(throws: ImpossibleFault.radioOff) {
            try await world.inject(.link(.peripheralRadioOff(.seconds(1))))
        }
        await world.run(for: .seconds(2))
        try await world.inject(.phone(.navigationStopped(.seconds(1))))
    }

    @Test("A fault of the MTU is refused if no link would get a greater one, and changes nothing")
    func mtuNotGreater() async throws {
        let world = try await Self.linkedWorld()
        await world.recordTrace()
        let same = Fault.link(.mtuChanged(Self.linkedMTU))
        await #expect(throws: ImpossibleFault.mtuNotGreater) { try await world.inject(same) }
        await world.run(for: .milliseconds(1))
        #expect(await world.trace.isEmpty)

        let other = Fault.link(.mtuChanged(Self.linkedMTU + 1))
        try await world.inject(other)
        await #expect(throws: ImpossibleFault.mtuNotGreater) { try await world.inject(other) }
        await #expect(throws: ImpossibleFault.mtuNotGreater) { try await world.inject(same) }
        // A link that is gone has no MTU.
        try await world.inject(.link(.dropped))
        await #expect(throws: ImpossibleFault.noLink) { try await world.inject(same) }
    }

    @Test("A fault of the MTU is accepted while one of several links has a smaller MTU")
    func smallerMTU() async throws {
        let world = World(seed: 1)
        let server = await world.addServer()
        await server.startAdvertising(NavigationService.uuid)
        let clients = [await world.addClient(), await world.addClient()]
        let fault = Fault.link(.mtuChanged(50))
        for client in clients {
            try await world.run { _ in await client.connect(to: NavigationService.uuid) }
            try await world.inject(fault)
            await #expect(throws: ImpossibleFault.mtuNotGreater) { try await world.inject(fault) }
        }
    }

    @Test("A fault of an answer, a notification or advertising waits, and then happens")
    func waits() async throws {
        let world = World(seed: 1)
        let faults: [Fault] = [
            .answer(.lost), .notification(.repeated), .link(.advertisingMissed(2)),
        ]
        for fault in faults { try await world.inject(fault) }
        #expect(await world.waitingFaults == faults)
        let phone = await world.addPhone(.ios)
        let device = await world.addDevice(radio: .offsetReads)
        await phone.startNavigation()
        await device.start()
        await phone.startPublishing(every: .seconds(1), streetByteCount: 40)
        await world.run(for: .seconds(20))
        #expect(await world.waitingFaults.isEmpty)
    }
}
