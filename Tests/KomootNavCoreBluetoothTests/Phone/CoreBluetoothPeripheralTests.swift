import Foundation
import KomootNav
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import LinkVocabulary
@testable import Simulation

@Suite("A peripheral for apps on Core Bluetooth")
struct CoreBluetoothPeripheralTests {
    @Test(
        "A peripheral for apps on Core Bluetooth takes the parts of a write as one, and refuses parts that do not fit together"
    )
    func parts() async throws {
        let world = World(seed: 1)
        let made = Diary<SimulatedBluetooth>()
        let peripheral = await SharedRadio.coreBluetooth.makePeripheral(in: world, made)
        let writes = Diary<GATTWrite>()
        let share = PeripheralShare(of: peripheral) { event in
            if case .write(let write) = event { writes.add(write) }
        }
        let bluetooth = try #require(made.entries.first)
        try await world.run { world in
            peripheral.context.run { share.open() }
            try await world.clock.sleep(for: .seconds(1))
            peripheral.context.run {
                share.serve(.thermostat)
                share.advertise(Thermostat.service)
            }
            let client = world.addClient()
            await client.connect(to: Thermostat.service)
            let system = bluetooth.peripheralSystem
            let manager = try #require(system.manager)
            let central = try #require(system.links.first?.central)
            let all = system.services.first?.characteristics ?? []
            let request = { (index: Int, offset: Int, value: [UInt8]) in
                let request = CBATTRequest(
                    central, all[index], offset: offset, value: Data(value), link: 0, token: 1)
                system.untilAnswered[ObjectIdentifier(request)] = request
                return request
            }
            let tell = { (parts: [CBATTRequest]) in
                manager.delegate?.peripheralManager(manager, didReceiveWrite: parts)
                for part in parts.dropFirst() {
                    system.untilAnswered[ObjectIdentifier(part)] = nil
                }
            }
            tell([request(1, 0, [1, 2]), request(1, 2, [3])])
            #expect(writes.entries.map(\.value) == [[1, 2, 3]])
            #expect(bluetooth.unansweredRequests == 1)
            if let write = writes.entries.first {
                peripheral.context.run { share.accept(write.ticket) }
            }
            #expect(bluetooth.unansweredRequests == 0)
            tell([request(1, 0, [1, 2]), request(1, 3, [3])])
            tell([request(1, 0, [1, 2]), request(0, 2, [3])])
            tell([])
            #expect(writes.count == 1 && bluetooth.unansweredRequests == 0)
            // Who serves no more leaves nobody waiting.
            tell([request(1, 0, [4])])
            #expect(writes.count == 2 && bluetooth.unansweredRequests == 1)
            peripheral.context.run { share.withdraw(Thermostat.service) }
            #expect(bluetooth.unansweredRequests == 0 && system.services.isEmpty)
        }
        #expect(bluetooth.misuses == [])
    }

    @Test(
        "A peripheral for apps on Core Bluetooth serves several parts of an app side by side, and advertises for all"
    )
    func together() async throws {
        let world = World(seed: 1)
        let made = Diary<SimulatedBluetooth>()
        let peripheral = await SharedRadio.coreBluetooth.makePeripheral(in: world, made)
        let share = PeripheralShare(of: peripheral) { _ in }
        let phone = NavigationPhone(on: peripheral, layout: .deployed, name: "Navigator")
        let bluetooth = try #require(made.entries.first)
        let advertised = { @Sendable (world: isolated World) in
            world.linkLayer.state.peripherals[0].advertised
        }
        try await world.run { world in
            phone.start()
            peripheral.context.run { share.open() }
            try await world.clock.sleep(for: .seconds(1))
            peripheral.context.run {
                share.serve(.thermostat)
                share.advertise(Thermostat.service)
            }
            try await world.clock.sleep(for: .seconds(1))
            #expect(Set(advertised(world)) == [NavigationService.uuid, Thermostat.service])
            let client = world.addClient()
            let instruction = try await client.subscribeToInstructions()
            peripheral.context.run { share.withdraw(Thermostat.service) }
            try await world.clock.sleep(for: .seconds(1))
            // What is not served is not advertised; and the phone ends its own when it is read.
            #expect(advertised(world).isEmpty)
            try phone.publish(.number(1))
            #expect(await client.nextNotification(within: .seconds(1))?.value == [1, 0, 0, 0])
            _ = instruction
            phone.stop()
        }
        #expect(bluetooth.misuses == [])
    }

    @Test(
        "A peripheral for apps on Core Bluetooth serves for who waits what another part gives back, or is refused"
    )
    func next() async throws {
        let world = World(seed: 1)
        let made = Diary<SimulatedBluetooth>()
        let peripheral = await SharedRadio.coreBluetooth.makePeripheral(in: world, made)
        let refused = Diary<UUID128>()
        let first = PeripheralShare(of: peripheral) { _ in }
        let second = PeripheralShare(of: peripheral) { event in
            if case .serviceRefused(let uuid, .alreadyServed) = event { refused.add(uuid) }
        }
        let bluetooth = try #require(made.entries.first)
        let services = [GATTService.thermostat, .speed]
        try await world.run { world in
            peripheral.context.run {
                first.open()
                second.open()
            }
            try await world.clock.sleep(for: .seconds(1))
            let system = bluetooth.peripheralSystem
            let served = { system.services.map { UUID128($0.uuid) } }
            peripheral.context.run {
                services.forEach(first.serve)
                first.advertise(Thermostat.service, name: "First")
                services.forEach(second.serve)
                second.advertise(Thermostat.service, name: "Second")
            }
            try await world.clock.sleep(for: .seconds(1))
            #expect(refused.entries == services.map(\.uuid))
            #expect(world.linkLayer.state.peripherals[0].advertisedName == "First")
            peripheral.context.run { first.withdraw(Thermostat.service) }
            #expect(Set(served()) == Set(services.map(\.uuid)))
            // The speed is the first part's, until the system refuses it.
            let manager = try #require(system.manager)
            let speed = try #require(
                system.services.first { UUID128($0.uuid) != Thermostat.service })
            system.remove(speed)
            #expect(served() == [Thermostat.service])
            manager.delegate?.peripheralManager(manager, didAdd: speed, error: CBError(.unknown))
            #expect(Set(served()) == Set(services.map(\.uuid)))
            try await world.clock.sleep(for: .seconds(1))
            #expect(world.linkLayer.state.peripherals[0].advertisedName == "Second")
        }
        #expect(bluetooth.misuses == [])
    }
}
