import ConnectIQBridge
import Simulation
import Testing
import WatchSimulation

@Suite("A campaign with a planted mistake")
struct PlantedMistakeTests {
    /// Those that show what few do, which are tried first.
    private static let rareSeeds: [UInt64] = [53, 67, 69]

    @Test(
        "A campaign with a planted mistake finds the promise that it breaks",
        arguments: PlantedMistake.allCases)
    func finds(mistake: PlantedMistake) {
        let finds = (Self.rareSeeds + Array(0..<200)).contains { seed in
            var run = WatchRun(seed: seed)
            run.promises = [mistake.promise]
            run.makeMachine = { PlantedMachine($0, mistake) }
            return !run.run().broken.isEmpty
        }
        #expect(finds)
    }

    @Test("There is a planted mistake for each promise")
    func all() {
        #expect(Set(PlantedMistake.allCases.map(\.promise)) == Set(WatchPromise.allCases))
    }

    @Test("A machine without a mistake keeps all promises")
    func none() async {
        var run = WatchRun(seed: 0)
        run.makeMachine = { PlantedMachine($0, nil) }
        let report = await WatchCampaign(seeds: 0..<40, of: run).run()
        #expect(report.broken.isEmpty, "\(report.broken)")
    }
}
