import Foundation
import Simulation
import Testing

@testable import PropertyTesting

@Suite("A property")
struct PropertyTests {
    private func failure(
        _ name: String, replaying seeds: [UInt64] = [], count: Int = 200,
        _ holds: @escaping ([UInt8]) -> String?
    ) -> PropertyFailure? {
        do {
            try checkProperty(name, count: count, replaying: seeds, environment: [:]) {
                $0.bytes(atMost: 20)
            } holds: {
                holds($0)
            }
            return nil
        } catch {
            return error as? PropertyFailure
        }
    }

    @Test("A property that holds passes")
    func holds() {
        #expect(
            failure("lists reverse") { Array($0.reversed().reversed()) == $0 ? nil : "no" } == nil)
    }

    @Test(
        "A property that does not hold fails with the simplest case, the seed and the command to repeat it"
    )
    func shrinks() throws {
        let failed = try #require(
            failure("elements are small") { $0.contains { $0 >= 100 } ? "large" : nil })
        #expect(failed.simplest == "[100]")
        #expect(failed.reason == "large")
        #expect(failed.choices.contains(100))
        let seed = "0x" + String(failed.seed, radix: 16)
        let command =
            "KNAV_SEED=\(seed) swift test --filter 'PropertyTestingTests\\..*/failure\\('"
        for part in ["'elements are small'", seed, "[100]", "large", command] {
            #expect(failed.description.contains(part), "\(failed)")
        }
    }

    @Test(
        "A property shrinks a list to the fewest elements that still fail, each as small as possible"
    )
    func shrinksLists() throws {
        let failed = try #require(
            failure("lists are short") { $0.count > 3 ? "long" : nil })
        #expect(failed.simplest == "[0, 0, 0, 0]")
    }

    @Test("A property shrinks a number across gaps between failing ones")
    func shrinksOverGaps() {
        for divisor in [2, 3, 4] {
            let name = "multiples of \(divisor)"
            #expect {
                try checkProperty(name, count: 100, environment: [:]) {
                    $0.integer(in: 0...100_000)
                } holds: {
                    $0 % divisor == 1 ? "one too many" : nil
                }
            } throws: {
                ($0 as? PropertyFailure)?.simplest == "1"
            }
        }
    }

    @Test("A property that throws fails with what it threw")
    func throwing() {
        struct Broken: Error {}
        #expect {
            try checkProperty("never throws", count: 1, environment: [:]) {
                $0.bool()
            } holds: { _ in
                throw Broken()
            }
        } throws: {
            ($0 as? PropertyFailure)?.reason.contains("Broken") == true
        }
    }

    @Test("A property is checked with only the environment's seed, and fails with it as before")
    func environmentSeed() throws {
        func cases(_ environment: [String: String]) throws -> (count: Int, failure: String?) {
            var count = 0
            do {
                try checkProperty(
                    "numbers are even", count: 10, replaying: [1, 2], environment: environment
                ) {
                    $0.any(UInt64.self)
                } holds: {
                    count += 1
                    return $0 % 2 == 0 ? nil : "odd"
                }
                return (count, nil)
            } catch let failure as PropertyFailure {
                return (count, failure.description)
            }
        }
        let failure = try cases([:]).failure
        let description = try #require(failure)
        #expect(description.contains("simplest  1"))
        let start = try #require(description.range(of: "KNAV_SEED=")).upperBound
        let seed = String(description[start...].prefix { $0 != " " })
        #expect(try cases(["KNAV_SEED": seed]).failure == description)
        let decimal = String(try #require(UInt64(seed.dropFirst(2), radix: 16)))
        #expect(try cases(["KNAV_SEED": decimal]).failure == description)
        let passing = try #require(
            (UInt64(0)..<64).first { seed in
                var random = SplitMix64(seed: seed)
                return random.next() % 2 == 0
            })
        #expect(try cases(["KNAV_SEED": "\(passing)"]) == (1, nil))
    }

    @Test("A property has its number of cases multiplied by the environment's factor")
    func environmentRuns() throws {
        func count(_ environment: [String: String]) throws -> Int {
            var count = 0
            try checkProperty(
                "anything", count: 7, replaying: [3], environment: environment
            ) {
                $0.bool()
            } holds: { _ in
                count += 1
                return nil
            }
            return count
        }
        #expect(try count([:]) == 8)
        #expect(try count(["KNAV_PROPERTY_RUNS": "3"]) == 22)
    }

    @Test("A property has the same cases on every run, and others under another name")
    func deterministic() {
        func cases(_ name: String) -> [[UInt8]] {
            var seen: [[UInt8]] = []
            _ = failure(name, count: 20) {
                seen.append($0)
                return nil
            }
            return seen
        }
        #expect(cases("one") == cases("one"))
        #expect(cases("one") != cases("other"))
        #expect(Set(cases("one").map(\.count)).count > 3)
    }

    @Test(
        "A property takes its seed and the factor from the environment, or says that they are not numbers"
    )
    func environment() throws {
        #expect(try Replay.seed([:]) == nil)
        #expect(try Replay.seed(["KNAV_SEED": "0x1F"]) == 31)
        #expect(try Replay.seed(["KNAV_SEED": "31"]) == 31)
        #expect(throws: UnreadableVariable.self) { try Replay.seed(["KNAV_SEED": "bogus"]) }
        #expect(try Replay.factor([:]) == 1)
        #expect(try Replay.factor(["KNAV_PROPERTY_RUNS": "20"]) == 20)
        for text in ["", "0x", "-1"] {
            #expect(throws: UnreadableVariable.self) { try Replay.seed(["KNAV_SEED": text]) }
        }
        for text in ["0", "-1", "many", "9223372036854775807"] {
            #expect(throws: UnreadableVariable.self) {
                try Replay.factor(["KNAV_PROPERTY_RUNS": text])
            }
        }
    }

    @Test("A property is checked first with the seeds that once failed")
    func replays() throws {
        let failed = try #require(failure("even lengths") { $0.count % 2 == 0 ? nil : "odd" })
        let again = try #require(
            failure("another name", replaying: [failed.seed], count: 0) {
                $0.count % 2 == 0 ? nil : "odd"
            })
        #expect(again.seed == failed.seed)
    }
}

@Suite("Choices")
struct ChoicesTests {
    @Test("Choices are the same when replayed, and the simplest after the end")
    func replay() {
        var drawn = Choices(seed: 5)
        let list = drawn.list(atMost: 50) { $0.integer(in: -7...900) }
        var replayed = Choices(replaying: drawn.drawn)
        #expect(replayed.list(atMost: 50) { $0.integer(in: -7...900) } == list)
        #expect(replayed.integer(in: -7...900) == -7)
        #expect(replayed.any(UInt64.self) == 0 && !replayed.bool())
    }

    @Test("Choices stay within their bounds, even if the replayed numbers do not")
    func bounds() {
        var choices = Choices(replaying: [.max, .max, .max])
        #expect(choices.integer(in: 3...9) == 9)
        #expect(choices.any(UInt8.self) == 255)
        #expect(choices.element(of: ["a", "b"]) == "b")
    }

    @Test("Choices can be any integer")
    func allIntegers() {
        var least = Choices(replaying: [0, .max])
        #expect(least.integer(in: Int.min...Int.max) == Int.min)
        #expect(least.integer(in: Int.min...Int.max) == Int.max)
        var drawn = Choices(seed: 9)
        let numbers = (0..<64).map { _ in drawn.integer(in: Int.min...Int.max) }
        #expect(numbers.contains { $0 < 0 } && numbers.contains { $0 > 0 })
        #expect((0..<64).allSatisfy { _ in (-3...3).contains(drawn.integer(in: -3...3)) })
    }
}
