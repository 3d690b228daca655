import KomootNavPipe
import Testing

@testable import KomootNavConformance

@Suite("A diagnosis")
struct DiagnosisTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    /// The verdict on an implementation that has the bug.
    private func verdict(of flag: String, over vector: Vector) -> Verdict? {
        vector.wrongAnswers?[flag].flatMap { MadeUpBug.verdict($0, over: vector) }
    }

    private func wrong(_ vector: Vector, _ changes: [String: JSONValue?]) -> Verdict {
        MadeUpBug.wrong(vector, changes)
    }

    @Test("names each bug by what it does, with certainty, and leaves nothing unexplained")
    func certain() {
        #expect(suite.flags.count >= 100)
        for (flag, meaning) in suite.flags {
            let report = MadeUpReport.of(suite) { verdict(of: flag, over: $0) }
            let diagnosis = report.diagnosis
            #expect(diagnosis.findings.map(\.flag) == [flag])
            #expect(diagnosis.findings.first?.isCertain == true, "\(flag)")
            #expect(diagnosis.findings.first?.effect == meaning.effect)
            #expect(diagnosis.unexplained.isEmpty, "\(flag)")
            #expect(report.formatted(as: .text).contains(meaning.effect))
        }
    }

    @Test("names two bugs at once, though each hides some of what the other does")
    func two() {
        let pairs = [
            ("signedArrow", "bigEndianDistance"), ("fieldsShifted", "splicedObjects"),
            ("arrows15And16Swapped", "byte21Trap"), ("streetOverflow22", "bigEndianDistance"),
            ("roundedDown", "neverNow"), ("fixedChunkSize", "cutSequenceDropsStreet"),
        ]
        for (one, other) in pairs {
            let diagnosis = MadeUpReport.of(suite) {
                verdict(of: one, over: $0) ?? verdict(of: other, over: $0)
            }.diagnosis
            #expect(Set(diagnosis.findings.map(\.flag)) == [one, other])
            #expect(!diagnosis.findings.contains { !$0.isCertain }, "\(one), \(other)")
        }
    }

    @Test("names two bugs of which one changes what the other has to do with")
    func together() {
        let pairs = [
            ("byte21Trap", "streetOverflow13"), ("byte21Trap", "streetOverflow22"),
            ("bigEndianDistance", "signedDistanceBytes"),
            ("bigEndianDistance", "distanceByteDropped"),
        ]
        for (one, other) in pairs {
            let report = MadeUpReport.of(suite) { vector in
                if let both = vector.wrongAnswers?["\(one)+\(other)"] {
                    return MadeUpBug.verdict(both, over: vector)
                }
                return verdict(of: other, over: vector) ?? verdict(of: one, over: vector)
            }
            let diagnosis = report.diagnosis
            #expect(Set(diagnosis.findings.map(\.flag)) == [one, other])
            #expect(!diagnosis.findings.contains { !$0.isCertain }, "\(one), \(other)")
            #expect(diagnosis.unexplained.isEmpty, "\(one), \(other)")
        }
    }

    @Test(
        "is not misled to another size by sessions, in which another bug makes streets longer or shorter",
        arguments: [
            ("splicedObjects", "streetOverflow11", true), ("byte21Trap", "streetOverflow32", false),
        ])
    func otherSize(_ one: String, _ sizeInSessions: String, _ isOnlyBesideTheOne: Bool) {
        let size = "streetOverflow22"
        let diagnosis = MadeUpReport.of(suite) { vector in
            if let both = vector.wrongAnswers?["\(one)+\(size)"] {
                return MadeUpBug.verdict(both, over: vector)
            }
            guard vector.operation == .centralSession else {
                return verdict(of: size, over: vector) ?? verdict(of: one, over: vector)
            }
            let wrong = verdict(of: one, over: vector)
            if wrong == nil && isOnlyBesideTheOne { return nil }
            return verdict(of: sizeInSessions, over: vector) ?? wrong
        }.diagnosis
        let certain = diagnosis.findings.filter(\.isCertain).map(\.flag)
        #expect(Set(certain) == [one, size])
    }

    @Test("gives no size of a buffer with certainty if another bug changes the streets")
    func noSize() {
        let diagnosis = MadeUpReport.of(suite) { vector in
            vector.operation == .centralSession
                ? verdict(of: "streetOverflow13", over: vector)
                : verdict(of: "fieldsShifted", over: vector)
        }.diagnosis
        let certain = diagnosis.findings.filter(\.isCertain).map(\.flag)
        #expect(certain == ["fieldsShifted"])
        #expect(diagnosis.findings.map(\.flag).contains("streetOverflow13"))
    }

    @Test("names no bug with certainty if its cases fail in another way")
    func otherwise() {
        for flag in suite.flags.keys {
            let diagnosis = MadeUpReport.of(suite) {
                $0.flags.contains(flag) ? wrong($0, ["nonsense": .bool(true)]) : nil
            }.diagnosis
            #expect(!diagnosis.findings.contains { $0.isCertain }, "\(flag)")
        }
    }

    @Test("does not name a bug if half of its cases pass")
    func notNamed() {
        let flag = "cutSequenceDropsStreet"
        var count = 0
        let diagnosis = MadeUpReport.of(suite) { vector in
            guard let verdict = verdict(of: flag, over: vector) else { return nil }
            count += 1
            return count.isMultiple(of: 2) ? verdict : nil
        }.diagnosis
        #expect(count > 20)
        #expect(diagnosis.findings.map(\.flag) == [])
        #expect(diagnosis.unexplained.count > count / 4)
    }

    @Test("takes no crash for a time-out")
    func crash() {
        let flag = "shortStreetLoops"
        let diagnosis = MadeUpReport.of(suite) {
            verdict(of: flag, over: $0) == nil ? nil : .crashed(.signalled(6), lastErrors: "")
        }.diagnosis
        #expect(!diagnosis.findings.contains { $0.flag == flag })
    }

    @Test("considers only the cases that were run")
    func notRun() {
        let flag = "shortStreetLoops"
        var failures = 0
        let diagnosis = MadeUpReport.of(suite) { vector in
            guard let verdict = verdict(of: flag, over: vector) else { return nil }
            failures += 1
            return failures > 5 ? .notRun(reason: "given up") : verdict
        }.diagnosis
        #expect(diagnosis.findings.map(\.flag) == [flag])
        #expect(diagnosis.findings.first?.isCertain == true)
    }

    @Test("blames what a testee always does, not a bug that does it sometimes")
    func habits() {
        let isDecoded: (Vector) -> Bool = {
            $0.operation == .decode && $0.expected["error"] == nil
        }
        let crashing = MadeUpReport.of(suite) {
            isDecoded($0) ? .crashed(.signalled(6), lastErrors: "") : nil
        }.diagnosis
        #expect(crashing.habits == [Habit(kind: .noInstruction, operations: [.decode])])
        #expect(crashing.findings.isEmpty)
        let distances = MadeUpReport.of(suite) {
            isDecoded($0) ? wrong($0, ["distanceInMeters": .number(7)]) : nil
        }.diagnosis
        let kind = Habit.Kind.constant(member: "distanceInMeters", .number(7))
        #expect(distances.habits == [Habit(kind: kind, operations: [.decode])])
        #expect(distances.findings.isEmpty)
        let streets = MadeUpReport.of(suite) { vector in
            guard let street = vector.expected["streetBytes"]?.string, street.utf8.count > 62 else {
                return nil
            }
            let cut = JSONValue.string(String(street.prefix(62)))
            return wrong(vector, ["streetBytes": cut, "street": .string("cut")])
        }.diagnosis
        #expect(streets.habits.map(\.kind) == [.cutStreet(byteCount: 31)])
        #expect(streets.findings.isEmpty)
    }

    @Test("says for which arrow, and for which street, there is never an answer")
    func valuesWithoutAnswer() {
        func habits(_ member: String, _ value: JSONValue, _ verdict: Verdict) -> [Habit] {
            let diagnosis = MadeUpReport.of(suite) {
                $0.operation == .decode && $0.expected[member] == value ? verdict : nil
            }.diagnosis
            #expect(diagnosis.findings.isEmpty && diagnosis.unexplained.isEmpty)
            return diagnosis.habits
        }
        let arrow = habits("arrow", .number(12), .timedOut)
        #expect(arrow.map(\.kind) == [.noAnswerWith(member: "arrow", .number(12))])
        #expect(
            arrow.map(\.description) == ["decode: there is never a valid answer if arrow is 12"])
        let street = habits("streetBytes", .string(""), .malformed(reason: "boom"))
        #expect(street.map(\.kind) == [.noAnswerWith(member: "streetBytes", .string(""))])
    }

    @Test("counts crashes, late answers and malformed ones apart")
    func breakdowns() {
        let vectors = suite.vectors.filter { $0.operation == .distance }.prefix(6)
        let verdicts: [Verdict] = [
            .crashed(.signalled(6), lastErrors: ""), .timedOut, .timedOut,
            .malformed(reason: "boom"), .malformed(reason: "boom"), .malformed(reason: "boom"),
        ]
        let given = Dictionary(uniqueKeysWithValues: zip(vectors.map(\.id), verdicts))
        let text = MadeUpReport.of(suite) { given[$0.id] }.formatted(as: .text)
        let count = suite.vectors.count { $0.operation == .distance }
        #expect(
            text.contains(
                "  distance: malformed answer in 3 of \(count), timed out in 2 of \(count), "
                    + "crashed in 1 of \(count)\n"))
    }

    @Test("says from which byte a street is read, and that it ends at a zero byte")
    func streets() {
        func diagnosis(_ street: (_ object: String, _ right: String) -> String?) -> Diagnosis {
            MadeUpReport.of(suite) { vector in
                guard vector.operation == .decode, let object = vector.input["bytes"]?.string,
                    let right = vector.expected["streetBytes"]?.string,
                    let given = street(object, right), given != right
                else { return nil }
                return wrong(vector, ["streetBytes": .string(given), "street": .string(given)])
            }.diagnosis
        }
        for byte in [8, 10, 12] {
            let found = diagnosis { object, _ in String(object.dropFirst(2 * byte)) }
            #expect(found.habits.map(\.kind) == [.streetBegins(byte: byte)])
            #expect(found.findings.isEmpty && found.unexplained.isEmpty)
        }
        let atZero = diagnosis { _, right in
            let bytes = stride(from: 0, to: right.utf8.count, by: 2).map {
                right.dropFirst($0).prefix(2)
            }
            return bytes.prefix { $0 != "00" }.joined()
        }
        #expect(atZero.habits.map(\.kind) == [.streetEndsAtZero])
        #expect(atZero.findings.isEmpty && atZero.unexplained.isEmpty)
    }

    @Test("is not certain of a crash's cause if other crashes remain")
    func otherCrashes() {
        let crashing = MadeUpReport.of(suite) { vector in
            guard vector.operation == .decode, case .number(let arrow) = vector.expected["arrow"],
                arrow >= 128 || (40..<120).contains(arrow)
            else { return nil }
            return .crashed(.signalled(11), lastErrors: "")
        }.diagnosis
        #expect(!crashing.findings.contains { $0.flag == "signedArrow" && $0.isCertain })
    }

    @Test("says that a member is always wrong, and takes that for no bug")
    func alwaysWrong() throws {
        let diagnosis = MadeUpReport.of(suite) { vector in
            guard vector.operation == .decode,
                case .number(let distance) = vector.expected["distanceInMeters"]
            else { return nil }
            return wrong(vector, ["distanceInMeters": .number(distance + 1)])
        }.diagnosis
        #expect(diagnosis.habits.map(\.kind) == [.wrong(member: "distanceInMeters")])
        #expect(diagnosis.findings.isEmpty)
        let tally = try #require(diagnosis.tallies.first)
        #expect(tally.member == "distanceInMeters")
        #expect(tally.wrongCount > 500 && tally.wrongCount <= tally.caseCount)
    }

    @Test("finds nothing if all cases pass, and says so if no known bug explains a failure")
    func nothing() throws {
        let none = MadeUpReport.of(suite) { _ in nil }
        #expect(none.diagnosis.findings.isEmpty)
        #expect(none.diagnosis.tallies.isEmpty)
        #expect(none.diagnosis.unexplained.isEmpty)
        let strange = try #require(suite.vectors.first { $0.wrongAnswers == nil })
        let report = MadeUpReport.of(suite) { $0 == strange ? .timedOut : nil }
        #expect(report.diagnosis.findings.isEmpty)
        #expect(report.diagnosis.unexplained.map(\.vector) == [strange])
        let text = report.formatted(as: .text)
        #expect(text.contains("\(strange.operation.rawValue): timed out in 1 of "))
        #expect(text.contains("something else in codec/"))
    }
}

/// What an implementation with a bug does.
private enum MadeUpBug {
    /// The first thing that a bug may do instead of the right answer.
    static func verdict(_ wrongAnswer: Vector.WrongAnswer, over vector: Vector) -> Verdict? {
        for alternative in wrongAnswer.alternatives where alternative != .members([:]) {
            switch alternative {
            case .crash, .anything: return .crashed(.signalled(11), lastErrors: "")
            case .hang: return .timedOut
            case .members(let members): return wrong(vector, members.mapValues(value))
            case .step(let number, let step):
                guard case .array(let steps) = vector.expected["steps"] else { return nil }
                let given = steps.prefix(number - 1) + (step.map { [$0] } ?? [])
                return wrong(vector, ["steps": .array(Array(given))])
            }
        }
        return nil
    }

    /// The verdict on an answer that is right but for some members; `nil` stands for a member that is left out.
    static func wrong(_ vector: Vector, _ changes: [String: JSONValue?]) -> Verdict {
        guard case .object(var answer) = vector.expected else { return .timedOut }
        for (name, value) in changes { answer[name] = value }
        return .wrong(answer: .object(answer))
    }

    private static func value(_ pattern: Vector.WrongAnswer.Pattern) -> JSONValue? {
        switch pattern {
        case .missing: nil
        case .exactly(let value): value
        case .among(let values): values.first
        case .beginning(let text): .string(text + "aa")
        case .any: .string("whatever was in memory")
        }
    }
}
