import CoreBluetooth
import Foundation
import KomootNav
import Simulation
import Testing

@Suite("A peripheral that notifies") struct PeripheralNotifyingTests {
    @Test("A central keeps its identifier, and a lost one is told as unsubscribed")
    func identity() async throws {
        let stage = await PeripheralStage(conditions: LinkConditions(mtu: 100))
        stage.app.forgetEvents()
        try await stage.subscribe(stage.client)
        let central = try #require(stage.app.centrals.first)
        #expect(stage.app.events == [.subscribed(central.identifier)])
        #expect(central.maximumUpdateValueLength == 97)
        #expect(stage.app.characteristic.subscribedCentrals == [central])
        try await stage.world.inject(.link(.dropped))
        await stage.pass(.seconds(2))
        #expect(stage.app.events.last == .unsubscribed(central.identifier))
        #expect(stage.app.characteristic.subscribedCentrals == [])
        try await stage.subscribe(stage.client)
        #expect(stage.app.events.last == .subscribed(central.identifier))
        #expect(stage.app.centrals[1] === central)
    }

    @Test("A central that comes again before its loss was noticed is unsubscribed first")
    func silentLoss() async throws {
        let stage = await PeripheralStage()
        try await stage.subscribe(stage.client)
        let identifier = try #require(stage.app.centrals.first?.identifier)
        stage.app.forgetEvents()
        try await stage.world.inject(.link(.droppedSilently))
        let client = stage.client
        await stage.world.run(for: .seconds(1))
        await client.disconnect()
        try await stage.subscribe(client)
        await stage.pass(.seconds(60))
        #expect(stage.app.events == [.unsubscribed(identifier), .subscribed(identifier)])
        #expect(stage.app.characteristic.subscribedCentrals?.count == 1)
    }

    @Test("A central that subscribes again on the same link is told once")
    func resubscription() async throws {
        let stage = await PeripheralStage()
        try await stage.subscribe(stage.client)
        stage.app.forgetEvents()
        try await stage.subscribe(stage.client)
        #expect(stage.app.events.isEmpty)
    }

    @Test("A subscription that ends is told")
    func unsubscription() async throws {
        let stage = await PeripheralStage()
        try await stage.subscribe(stage.client)
        try await stage.world.inject(.link(.subscriptionsLost))
        await stage.pass(.seconds(1))
        let identifier = try #require(stage.app.centrals.first?.identifier)
        #expect(stage.app.events.last == .unsubscribed(identifier))
    }

    @Test("A notification reaches all subscribers, or those of a list, cut to MTU − 3 bytes")
    func notification() async throws {
        let stage = await PeripheralStage()
        let other = await stage.world.addClient()
        let stranger = await stage.world.addClient()
        try await stage.subscribe(stage.client)
        try await stage.subscribe(other)
        _ = try await stage.world.run { _ in try await PeripheralStage.connect(stranger) }
        await stage.act { stage in
            #expect(stage.update([1], nil))
            #expect(stage.update(Array(0..<50), [stage.app.centrals[1]]))
        }
        let client = stage.client
        let heard = try await stage.world.run { _ in
            var heard: [[ContiguousArray<UInt8>]] = []
            for client in [client, other, stranger] {
                var values: [ContiguousArray<UInt8>] = []
                while let next = await client.nextNotification(within: .seconds(1)) {
                    values.append(next.value)
                }
                heard.append(values)
            }
            return heard
        }
        #expect(heard == [[[1]], [[1], ContiguousArray(0..<20)], []])
        #expect(stage.bluetooth.misuses.isEmpty)
    }

    @Test("A full queue refuses a notification, and is told when it has room again")
    func fullQueue() async throws {
        let stage = await PeripheralStage()
        try await stage.subscribe(stage.client)
        stage.app.forgetEvents()
        try await stage.world.inject(.notification(.queueFull(.milliseconds(500))))
        await stage.act { stage in #expect(!stage.update([1], nil)) }
        await stage.pass(.milliseconds(400))
        #expect(stage.app.events.isEmpty)
        await stage.pass(.seconds(1))
        #expect(stage.app.events == [.ready])
        await stage.act { stage in #expect(stage.update([1], nil)) }
    }

    @Test("A characteristic that was not added can't be notified")
    func notAdded() async {
        let stage = await PeripheralStage()
        await stage.act { stage in
            stage.app.manager?.removeAllServices()
            #expect(!stage.update([1], nil))
        }
        #expect(stage.bluetooth.misuses == [.notAdded("updateValue")])
    }
}

extension PeripheralStage {
    func update(_ value: [UInt8], _ centrals: [CBCentral]?) -> Bool {
        app.manager?.updateValue(
            Data(value), for: app.characteristic, onSubscribedCentrals: centrals) ?? false
    }
}
