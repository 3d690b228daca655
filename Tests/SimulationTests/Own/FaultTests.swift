import KomootNav
import Simulation
import Testing

@Suite("A fault")
struct FaultTests {
    @Test(
        "is refused where there is nothing that it could happen to",
        arguments: [
            (Fault.link(.dropped), ImpossibleFault.noLink), (.link(.droppedSilently), .noLink),
            (.link(.mtuChanged(50)), .noLink), (.link(.subscriptionsLost), .noSubscription),
            (.link(.centralRadioOff(1)), .noCentral),
            (.link(.peripheralRadioOff(1)), .noPeripheral),
            (.link(.pairingRequired(1)), .noPeripheral),
            (.phone(.objectReplaced(streetByteCount: 0)), .noPhone),
            (.phone(.publishedInRead(streetByteCount: 0)), .noPhone),
            (.phone(.navigationStopped(1)), .noPeripheral), (.phone(.restarted(1)), .noPeripheral),
            (.phone(.secondCentral(1)), .noPeripheral),
        ])
    func refused(_ fault: Fault, _ obstacle: ImpossibleFault) async {
        let world = World(seed: 1)
        await world.recordTrace()
        await #expect(throws: obstacle) { try await world.inject(fault) }
        #expect(await world.waitingFaults.isEmpty)
        #expect(await world.trace.isEmpty)
    }

    @Test("is refused while it is happening already")
    func twice() async throws {
        let world = World(seed: 1)
        let phone = await world.addPhone(.ios)
        await #expect(throws: ImpossibleFault.notServing) {
            try await world.inject(.phone(.navigationStopped(1000)))
        }
        await phone.startNavigation()
        try await world.inject(.phone(.navigationStopped(1000)))
        await #expect(throws: ImpossibleFault.notServing) {
            try await world.inject(.phone(.navigationStopped(1000)))
        }
        try await world.inject(.phone(.restarted(1000)))
        await #expect(throws: ImpossibleFault.notRunning) {
            try await world.inject(.phone(.restarted(1000)))
        }
        try await world.inject(.link(.peripheralRadioOff(1000)))
        await #expect(throws: ImpossibleFault.radioOff) {
            try await world.inject(.link(.peripheralRadioOff(1000)))
        }
        await world.run(for: .seconds(2))
        try await world.inject(.phone(.navigationStopped(1000)))
    }

    @Test("of an answer, a notification or advertising waits, and then happens")
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
