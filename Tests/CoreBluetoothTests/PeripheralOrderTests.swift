import CoreBluetooth
import Foundation
import KomootNav
import PropertyTesting
import Simulation
import Testing

/// An app that serves and notifies three devices, in a world in which things go wrong.
@Suite("The order of what a peripheral is told") struct PeripheralOrderTests {
    private static let faults: [LinkFault] = [
        .dropped, .droppedSilently, .centralRadioOff(.milliseconds(700)),
        .peripheralRadioOff(.milliseconds(900)),
        .subscriptionsLost, .mtuChanged(60),
    ]

    @Test(
        "A central is subscribed and unsubscribed in turn, and is one of those that are listed",
        arguments: propertySeeds(15))
    func turns(seed: UInt64) async throws {
        let stage = await PeripheralStage(seed: seed, habits: Habits())
        let object = try NavigationInstruction(
            identifier: 5, arrow: .left, distanceInMeters: 100, street: "Am Neuen Garten"
        ).encoded(as: .deployed)
        stage.app.value = Array(object)
        for _ in 0..<3 { await stage.world.addDevice(radio: .wholeValues).start() }
        var random = SplitMix64(seed: seed)
        for _ in 0..<20 {
            await stage.pass(.milliseconds(random.number(in: 1...6000)))
            try? await stage.world.inject(.link(random.element(of: Self.faults)))
            await stage.act {
                guard $0.app.manager?.state == .poweredOn else { return }
                _ = $0.update(Array(object), nil)
            }
        }
        await stage.pass(.seconds(60))
        var subscribed: Set<UUID> = []
        /// Those that were subscribed when Bluetooth went off. They may be told as unsubscribed.
        var ended: Set<UUID> = []
        for event in stage.app.events {
            switch event {
            case .subscribed(let central): #expect(subscribed.insert(central).inserted)
            case .unsubscribed(let central):
                #expect(subscribed.remove(central) ?? ended.remove(central) != nil)
            case .state(.poweredOff):
                ended = subscribed
                subscribed = []
            default: break
            }
        }
        #expect(stage.bluetooth.misuses.isEmpty)
        #expect(stage.bluetooth.unansweredRequests == 0)
        #expect(!stage.app.wasCalledInCall)
        let listed = Set((stage.app.characteristic.subscribedCentrals ?? []).map(\.identifier))
        #expect(listed == subscribed)
        #expect(stage.app.events.contains(.read(offset: 22)))
    }
}
