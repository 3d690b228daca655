import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("The details of a failed case")
struct CaseDetailsTests {
    private func details(
        of id: String, _ change: (JSONValue) -> Verdict
    ) throws -> [String] {
        let vector = try #require(GoldenFixtures.suite().vectors.first { $0.id == id })
        let result = CaseResult(
            vector: vector, layer: vector.operation.layer, topic: "",
            verdict: change(vector.expected),
            expectedFailure: nil)
        return result.details
    }

    /// A script's answer with another value for a member of one step.
    private func wrong(_ answer: JSONValue, step: Int, _ name: String) -> Verdict {
        guard case .array(var steps) = answer["steps"], case .object(var members) = steps[step - 1]
        else { return .passed }
        members[name] = .string("x")
        steps[step - 1] = .object(members)
        return .wrong(answer: .object(["steps": .array(steps)]))
    }

    @Test("The details of a failed case begin with the bytes of a codec's case, whatever happened")
    func bytes() throws {
        let input =
            #"input: {"bytes":"01000000010a00000152696e67","extent":"whole","layout":"auto"}"#
        let id = "KBC/CODEC/HAND-WRITTEN/BV-06"
        let wrong = try details(of: id) { answer in
            guard case .object(var members) = answer else { return .passed }
            members["distanceInMeters"] = .number(10)
            return .wrong(answer: .object(members))
        }
        #expect(wrong == [input, "distanceInMeters: expected 16777226, answered 10"])
        #expect(try details(of: id) { _ in .timedOut } == [input, "no answer in time"])
    }

    @Test("The details of a failed case begin with the style and the metres of a distance")
    func distance() throws {
        let lines = try details(of: "KBC/DISTANCE/VENDOR/BV-01") { _ in
            .wrong(answer: .object(["error": .object(["code": .string("truncated")])]))
        }
        #expect(
            lines == [
                #"input: {"distanceInMeters":0,"style":"vendor"}"#,
                #"expected {"now":true,"text":"Now"}"#,
                #"answered {"error":{"code":"truncated"}}"#,
            ])
    }

    @Test("The details of a failed case with a long input have its beginning")
    func long() throws {
        let suite = try GoldenFixtures.suite()
        for vector in suite.vectors where "\(vector.input)".count > 5000 {
            let lines = try details(of: vector.id) { _ in .timedOut }
            #expect(lines.count <= 7 && lines.allSatisfy { $0.count < 500 }, "\(vector.id)")
        }
    }

    @Test(
        "The details of a script's failed case have its events up to the first wrong step, and what differs there"
    )
    func script() throws {
        let id = "KBC/SESSION-CENTRAL/CONNECTING/BV-03"
        let lines = try details(of: id) { wrong($0, step: 2, "deadline") }
        #expect(
            lines == [
                #"input: {"configuration":{"layout":"deployed","radio":"offsetReads"}}"#,
                #"event 1 of 3: {"at":0,"event":"start"}"#,
                #"event 2 of 3: {"at":10,"event":"found","peer":7}"#,
                "step 2:", #"  deadline: expected 10010, answered "x""#,
            ])
        let few = try details(of: id) { _ in .wrong(answer: .object(["steps": .array([])])) }
        #expect(few.count == 3 && few[2].hasPrefix("step 1: expected {"))
        #expect(few[2].hasSuffix(", answered no more"))
        let crash = try details(of: id) { _ in .crashed(.signalled(11), lastErrors: "") }
        #expect(crash.count == 5 && crash[3].hasPrefix("event 3 of 3"))
    }

    @Test("The details of a long script's failed case have the last events before the wrong step")
    func longScript() throws {
        let vector = try #require(
            GoldenFixtures.suite().vectors.first {
                guard case .array(let events) = $0.input["events"] else { return false }
                return $0.operation == .centralSession && events.count > 9
            })
        let lines = try details(of: vector.id) { wrong($0, step: 8, "phase") }
        #expect(lines[1] == "… after 3 events")
        #expect(lines[2].hasPrefix("event 4 of ") && lines[6].hasPrefix("event 8 of "))
        #expect(lines[7] == "step 8:")
    }

    @Test(
        "The details of a ride's failed case end with the reading that is wrong: other events have no step"
    )
    func ride() throws {
        let vector = try #require(
            GoldenFixtures.suite().vectors.first {
                guard case .array(let events) = $0.input["events"] else { return false }
                return $0.operation == .sensorRide && events.count > 2
                    && events.last?["event"]?.string == "read"
                    && events.dropLast().allSatisfy { $0["event"]?.string != "read" }
            })
        let lines = try details(of: vector.id) { wrong($0, step: 1, "speed") }
        let last = try #require(lines.last { $0.hasPrefix("event ") })
        #expect(last.contains(#""event":"read""#))
        #expect(lines.suffix(2).first == "step 1:")
    }

    @Test("The details of a failed case have twelve differences at most")
    func many() throws {
        let members = (0..<20).map { ("m\($0)", JSONValue.null) }
        let lines = try details(of: "KBC/DISTANCE/VENDOR/BV-01") { _ in
            .wrong(answer: .object(Dictionary(uniqueKeysWithValues: members)))
        }
        #expect(lines.count == 14 && lines.last == "… and 10 other differences")
    }
}
