import LinkVocabulary
import RepositorySupport
import Simulation
import Testing

@Suite("A central for apps")
struct CentralTests {
    @Test("A central for apps reads, writes, and is notified of what it has subscribed to")
    func works() async throws {
        let stage = await CentralStage()
        let heard = try await stage.run { _ in
            let link = try await stage.link()
            try await link.write([20], to: Thermostat.threshold)
            #expect(try await link.read(Thermostat.threshold) == [20])
            #expect(await stage.server.nextWrite().value == [20])
            let temperatures = try await link.subscribe(to: Thermostat.temperature)
            await stage.server.notify([21], of: Thermostat.temperature.characteristic)
            await stage.server.notify([22], of: Thermostat.temperature.characteristic)
            var heard: [ContiguousArray<UInt8>] = []
            for try await next in temperatures {
                heard.append(next.value)
                if heard.count == 2 { break }
            }
            return heard
        }
        #expect(heard == [[21], [22]])
    }

    @Test("A central for apps follows a thermostat over a lost link and Bluetooth off at either end")
    func thermostat() async throws {
        let stage = await CentralStage()
        let shown = try await stage.run { world in
            let clock = world.clock
            return try await withThrowingTaskGroup(of: Void.self) { group in
                let (shown, continuation) = AsyncStream.makeStream(of: UInt8.self)
                group.addTask {
                    try await Thermostat.follow(stage.central, above: 20) { continuation.yield($0) }
                }
                group.addTask {
                    for degrees: UInt8 in 1...40 {
                        await stage.server.notify(
                            [degrees], of: Thermostat.temperature.characteristic)
                        try await clock.sleep(for: .seconds(5))
                    }
                    continuation.finish()
                }
                try await clock.sleep(for: .seconds(30))
                try world.inject(.link(.dropped))
                try await clock.sleep(for: .seconds(30))
                try world.inject(.link(.centralRadioOff(.seconds(10))))
                try await clock.sleep(for: .seconds(30))
                try world.inject(.link(.peripheralRadioOff(.seconds(10))))
                var all: [UInt8] = []
                for await degrees in shown { all.append(degrees) }
                group.cancelAll()
                return all
            }
        }
        #expect(shown.contains(5) && shown.contains(10) && shown.contains(16))
        #expect(shown.suffix(15) == ArraySlice((26...40).map(UInt8.init)))
        #expect(shown == shown.sorted())
    }
}
