import CoreBluetooth
import KomootNav
import PropertyTesting
import Simulation
import Testing

/// An app that connects again and again, in a world in which things go wrong.
@Suite("The order of what a central is told") struct CentralOrderTests {
    private static let faults: [Fault] = [
        .link(.dropped), .link(.droppedSilently), .link(.centralRadioOff(.milliseconds(700))),
        .link(.peripheralRadioOff(.milliseconds(700))),
        .phone(.navigationStopped(.milliseconds(800))), .answer(.delayed(.milliseconds(900))),
        .answer(.failed(.unlikelyError)), .link(.mtuChanged(60)),
    ]

    /// Plays a minute.
    private func play(_ seed: UInt64) async throws -> (stage: CentralStage, hash: UInt64) {
        var habits = Habits()
        // Such an end is told while the next link is up.
        habits.tellsEndsAfterNewLinks = .never
        let stage = await CentralStage(seed: seed, habits: habits)
        var random = SplitMix64(seed: seed)
        stage.app.subscribes = true
        stage.app.listener = { [app = stage.app] event in
            guard app.manager?.state == .poweredOn else { return }
            switch event {
            case .state, .disconnected, .failedToConnect:
                app.call { app.peripheral.map { app.manager?.connect($0) } }
            case .modified: app.call { app.peripheral?.discoverServices([.navigation]) }
            case .subscribed, .value: app.read()
            default: break
            }
        }
        await stage.act { $0.app.start(on: $0.bluetooth) }
        for _ in 0..<20 {
            await stage.pass(.milliseconds(random.number(in: 1...6000)))
            if random.happens(1, in: 3) {
                await stage.act {
                    guard $0.app.manager?.state == .poweredOn else { return }
                    $0.cancel()
                    $0.reconnect()
                }
            } else {
                let fault = random.element(of: Self.faults)
                try? await stage.world.inject(fault)
            }
        }
        stage.app.listener = nil
        await stage.pass(.seconds(60))
        return (stage, await stage.world.traceHash)
    }

    @Test(
        "After a disconnection, nothing comes from a peripheral until the next link",
        arguments: propertySeeds(20))
    func silence(seed: UInt64) async throws {
        let (stage, _) = try await play(seed)
        var isLinked = false
        for event in stage.app.events {
            switch event {
            case .connected: isLinked = true
            case .disconnected, .failedToConnect: isLinked = false
            case .services, .characteristics, .subscribed, .modified, .value:
                #expect(isLinked, "\(event) in \(stage.app.events)")
            default: break
            }
        }
        #expect(stage.app.count(.connected) > 2)
        #expect(stage.bluetooth.owedRequests == 0)
        #expect(!stage.app.wasCalledInCall)
    }

    @Test("A world that is gone leaves nothing behind, even with calls that are yet to come")
    func memory() async throws {
        weak var bluetooth: SimulatedBluetooth?
        weak var manager: CBCentralManager?
        weak var peripheral: CBPeripheral?
        do {
            let stage = await CentralStage()
            await stage.connect()
            await stage.act {
                $0.app.read()
                $0.bluetooth.state = .poweredOff
            }
            (bluetooth, manager) = (stage.bluetooth, stage.app.manager)
            peripheral = stage.app.peripheral
            #expect(bluetooth != nil && manager != nil && peripheral != nil)
        }
        #expect(bluetooth == nil && manager == nil && peripheral == nil)
    }

    @Test("The same seed tells the same", arguments: 0..<5)
    func determinism(seed: UInt64) async throws {
        let first = try await play(seed)
        let second = try await play(seed)
        #expect(first.stage.app.events == second.stage.app.events)
        #expect(first.hash == second.hash)
    }
}
