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
            await stage.notify(21)
            await stage.notify(22)
            var heard: [ContiguousArray<UInt8>] = []
            for try await next in temperatures {
                heard.append(next.value)
                if heard.count == 2 { break }
            }
            return heard
        }
        #expect(heard == [[21], [22]])
    }

    @Test("A central for apps follows a thermostat whatever goes wrong", arguments: 0..<40 as Range<UInt64>)
    func thermostat(seed: UInt64) async throws {
        let run = try await ThermostatRun(seed: seed, on: await CentralStage(seed: seed))
        #expect(run.fault == nil)
        #expect(run.count > 30)
    }
}
