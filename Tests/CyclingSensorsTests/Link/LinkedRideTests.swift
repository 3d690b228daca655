import PropertyTesting
import Testing

@Suite("A sensor on the simulator's link")
struct LinkedRideTests {
    @Test(
        "A sensor on the simulator's link shows no spike, the distance that can be known, and zero after a stop, whatever fails"
    )
    func faults() async throws {
        var met: [String: Int] = [:]
        let isLong = try propertyRuns(1) > 1
        for seed in 0..<UInt64(try propertyRuns(24)) {
            let judge = try await LinkedRide(seed: seed).run()
            if let wrong = judge.wrong { throw Failure("seed \(seed): \(wrong)") }
            for mark in judge.marks { met[mark, default: 0] += 1 }
        }
        let happened = [
            "link dropped", "link dropped silently", "subscriptions lost", "radio off",
            "sensor restarted", "notification lost", "notification repeated",
            "notification delayed", "notification queue full", "notification cut",
            "request failed", "value refused", "value cut", "long gap", "average", "hidden restart",
            "standstill", "steady", "stopped",
        ]
        for mark in happened {
            #expect(met[mark, default: 0] > (isLong ? 10 : 0), "too little of \(mark)")
        }
    }

    @Test("A sensor on the simulator's link is judged the same again with the same seed")
    func repeats() async throws {
        let first = try await LinkedRide(seed: 12).run()
        let second = try await LinkedRide(seed: 12).run()
        #expect(first.marks == second.marks && first.shownDistance == second.shownDistance)
    }
}
