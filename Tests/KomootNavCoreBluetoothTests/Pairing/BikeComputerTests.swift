import CompanionPairing
import CyclingSensors
import KomootNav
import RepositorySupport
import SimulatedApps
import Testing

@testable import CoreBluetooth
@testable import KomootNavCoreBluetooth
@testable import Simulation

@Suite("A bike computer with one radio")
struct BikeComputerTests {
    @Test(
        "A bike computer with one radio shows directions and speed, and goes on with one while the other is lost",
        arguments: SharedRadio.allCases)
    func goesOn(_ radio: SharedRadio) async throws {
        let made = Diary<SimulatedBluetooth>()
        let world = World(seed: 1, conditions: LinkConditions(mtu: 185))
        let central = await radio.makeCentral(in: world, made)
        let peripheral = await radio.makePeripheral(in: world, made)
        let sensor = await world.addServer()
        await sensor.add(.speed)
        await sensor.startAdvertising(SensorService.speedAndCadence)
        let name = PairingName(random: 0xF0)
        let phoneNames = MemoryNameStore(PairingNames(own: name))
        let navigate: @Sendable (String) throws -> PairedPhone = { street in
            let phone = PairedPhone(on: peripheral, names: phoneNames)
            phone.start()
            try phone.publish(arrow: .left, distanceInMeters: 90, street: Street(street))
            return phone
        }
        try await world.run { world in
            var phone = try navigate("Am Tor")
            let own = PairingName(random: 0xD15)
            let computer = BikeComputer(
                on: central, names: MemoryNameStore(PairingNames(own: own)))
            let peer = try await central.find(SensorService.speedAndCadence).peer
            async let _: Void = computer.run(sensor: peer)
            var turns: UInt32 = 0
            let ticks = Locked<UInt32>(0)
            let ride: @Sendable (Int, UInt32, UInt32) async throws -> UInt32 = {
                seconds, pace, turns in
                for second in 1...UInt32(seconds) {
                    ticks.with { $0 += 1024 }
                    let wheel = WheelRevolutionData(
                        cumulativeRevolutions: turns + pace * second,
                        lastEventTime: UInt16(truncatingIfNeeded: ticks.with { $0 }))
                    await sensor.notify(
                        CSCMeasurement(wheel: wheel).encoded(),
                        of: SensorCharacteristic.cscMeasurement)
                    try await world.clock.sleep(for: .seconds(1))
                }
                return turns + pace * UInt32(seconds)
            }
            turns = try await ride(3, 4, turns)
            computer.display.press(.discover)
            turns = try await ride(8, 4, turns)
            #expect(await computer.direction == "Am Tor")
            #expect(await computer.pairing == "Connected to server \(name)")
            #expect(await computer.speed == 30.312)

            // The sensor is gone: directions go on.
            await sensor.stopAdvertising()
            await sensor.die()
            try phone.publish(arrow: .left, distanceInMeters: 90, street: "Am Seeweg")
            try await world.clock.sleep(for: .seconds(5))
            #expect(await computer.direction == "Am Seeweg")
            #expect(await computer.speed == nil)
            await sensor.restart()
            await sensor.startAdvertising(SensorService.speedAndCadence)

            // The phone is gone: speed goes on.
            phone.stop()
            try await world.clock.sleep(for: .seconds(20))
            #expect(await computer.pairing == "Connecting to server \(name)…")
            #expect(await computer.status == "stopped")
            turns = try await ride(20, 8, turns)
            #expect(await computer.sensorStatus.hasPrefix("connected"))
            #expect(await computer.speed == 60.624)

            // It is back.
            phone = try navigate("Am Alten Markt")
            turns = try await ride(15, 4, turns)
            #expect(await computer.pairing == "Connected to server \(name)")
            #expect(await computer.direction == "Am Alten Markt")
            computer.display.stop()
            phone.stop()
        }
        #expect(made.entries.allSatisfy { $0.misuses.isEmpty })
    }

    @Test(
        "A bike computer with one radio shows each instruction and the speed in time, whenever the other link is lost",
        arguments: SharedRadio.allCases, [false, true])
    func anyTime(_ radio: SharedRadio, _ losesPhone: Bool) async throws {
        for seed in 0..<UInt64(4) { try await ride(radio, losesPhone, seed) }
    }

    /// Rides for a minute in which one link is lost and found again at random times.
    private func ride(_ radio: SharedRadio, _ losesPhone: Bool, _ seed: UInt64) async throws {
        let made = Diary<SimulatedBluetooth>()
        let world = World(seed: seed, conditions: LinkConditions(mtu: 185))
        let central = await radio.makeCentral(in: world, made)
        let peripheral = await radio.makePeripheral(in: world, made)
        let sensor = await world.addServer()
        await sensor.add(.speed)
        await sensor.startAdvertising(SensorService.speedAndCadence)
        let phoneName = PairingName(random: 0xF0)
        let name = PairingName(random: 0xD15)
        let phone = PairedPhone(
            on: peripheral, names: MemoryNameStore(PairingNames(own: phoneName, peer: name)))
        try await world.run { world in
            phone.start()
            let computer = BikeComputer(
                on: central,
                names: MemoryNameStore(PairingNames(own: name, peer: phoneName)))
            let peer = try await central.find(SensorService.speedAndCadence).peer
            async let _: Void = computer.run(sensor: peer)
            var random = SplitMix64(seed: seed)
            var isThere = true
            var nextChange = 10
            var turns: UInt32 = 0
            for second in 1...80 {
                // In the end the lost link comes back.
                if second == 60 { nextChange = isThere ? 0 : 60 }
                if second == nextChange {
                    nextChange += Int(random.next() % 8) + 1
                    if second == 60 { nextChange = 0 }
                    isThere.toggle()
                    switch (losesPhone, isThere) {
                    case (true, true): phone.start()
                    case (true, false): phone.stop()
                    case (false, true):
                        await sensor.restart()
                        await sensor.startAdvertising(SensorService.speedAndCadence)
                    case (false, false): await sensor.die()
                    }
                }
                if isThere || !losesPhone {
                    try phone.publish(arrow: .left, distanceInMeters: 90, street: "\(second)")
                }
                let pace = UInt32(random.next() % 6) + 2
                turns += pace
                let wheel = WheelRevolutionData(
                    cumulativeRevolutions: turns,
                    lastEventTime: UInt16(truncatingIfNeeded: second * 1024))
                await sensor.notify(
                    CSCMeasurement(wheel: wheel).encoded(),
                    of: SensorCharacteristic.cscMeasurement)
                try await world.clock.sleep(for: .seconds(1))
                guard second >= 10 else { continue }
                if losesPhone || second == 80 {
                    let speed = await computer.speed ?? 0
                    #expect(abs(speed - Double(pace) * 7.578) < 0.01, "seed \(seed)")
                }
                if !losesPhone || second == 80 {
                    #expect(await computer.direction == "\(second)", "seed \(seed)")
                }
            }
            computer.display.stop()
            phone.stop()
        }
        #expect(made.entries.allSatisfy { $0.misuses.isEmpty })
    }
}
