import KomootNavJSON
import PropertyTesting
import Testing

@testable import KomootNavConformance

@Suite("A diagnosis")
struct DiagnosisTests {
    let suite: VectorSuite
    /// The layers that the bugs of a decoder show in.
    let layers: Set = ["codec", "notification", "reassembly", "distance", "session/central"]

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    /// The layers that a bug shows in.
    private func layers(of flag: String) -> Set<String> {
        let files = suite.files.filter { file in
            file.vectors.contains { $0.wrongAnswers?[flag] != nil }
        }
        return Set(files.map(\.layer))
    }

    /// The verdict on an implementation that has the bug.
    private func verdict(of flag: String, over vector: Vector) -> Verdict? {
        vector.wrongAnswers?[flag].flatMap { MadeUpBug.verdict($0, over: vector) }
    }

    private func wrong(_ vector: Vector, _ changes: [String: JSONValue?]) -> Verdict {
        MadeUpBug.wrong(vector, changes)
    }

    @Test(
        "A diagnosis names each bug by what it does, with certainty, and leaves nothing unexplained"
    )
    func certain() {
        #expect(suite.flags.count >= 100)
        // `.ci/diagnosis` gives each of these bugs to a decoder.
        let flags = suite.flags.sorted { $0.key < $1.key }
        for index in stride(from: 0, to: flags.count, by: asksForMore ? 1 : 10) {
            let (flag, meaning) = flags[index]
            let report = MadeUpReport.of(suite, layers: layers(of: flag)) {
                verdict(of: flag, over: $0)
            }
            let diagnosis = report.diagnosis
            #expect(diagnosis.findings.map(\.flag) == [flag])
            #expect(diagnosis.findings.first?.isCertain == true, "\(flag)")
            #expect(diagnosis.findings.first?.effect == meaning.effect)
            #expect(diagnosis.unexplained.isEmpty, "\(flag)")
        }
    }

    @Test("A diagnosis is written into the report as text: a bug by its effect and its flag")
    func text() throws {
        let flag = "bigEndianDistance"
        let effect = try #require(suite.flags[flag]?.effect)
        let text = MadeUpReport.of(suite, layers: ["codec"]) { verdict(of: flag, over: $0) }
            .formatted(as: .text)
        #expect(text.contains("\n  \(effect) "))
        #expect(text.contains(" (\(flag))\n"))
    }

    @Test(
        "A diagnosis says of a bug of signed bytes that a device whose char is unsigned may not have it",
        arguments: [
            ("signedDistanceBytes", nil), ("signedDistanceBytes", false),
            ("signedDistanceBytes", true), ("bigEndianDistance", true),
        ])
    func signedChar(flag: String, isSigned: Bool?) {
        let report = MadeUpReport.of(suite, layers: ["codec"], hasSignedChar: isSigned) {
            verdict(of: flag, over: $0)
        }
        for format in [ReportFormat.text, .json] {
            let text = report.formatted(as: format)
            #expect(text.contains(flag))
            let isTold = flag == "signedDistanceBytes" && isSigned == true
            #expect(text.contains("-funsigned-char") == isTold)
        }
    }

    @Test("A diagnosis names two bugs at once, though each hides some of what the other does")
    func two() {
        let pairs = [
            ("fieldsShifted", "splicedObjects"), ("streetOverflow22", "bigEndianDistance"),
            ("roundedDown", "neverNow"),
        ]
        for (one, other) in pairs {
            let diagnosis = MadeUpReport.of(suite, layers: layers) {
                verdict(of: one, over: $0) ?? verdict(of: other, over: $0)
            }.diagnosis
            #expect(Set(diagnosis.findings.map(\.flag)) == [one, other])
            #expect(!diagnosis.findings.contains { !$0.isCertain }, "\(one), \(other)")
        }
    }

    @Test("A diagnosis names two bugs of which one changes what the other has to do with")
    func together() {
        let pairs = [
            ("byte21Trap", "streetOverflow13"), ("bigEndianDistance", "distanceByteDropped"),
        ]
        for (one, other) in pairs {
            let report = MadeUpReport.of(suite, layers: layers) { vector in
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
        "A diagnosis is not misled to another size by sessions, in which another bug makes streets longer or shorter",
        arguments: [
            ("splicedObjects", "streetOverflow11", true), ("byte21Trap", "streetOverflow32", false),
        ])
    func otherSize(_ one: String, _ sizeInSessions: String, _ isOnlyBesideTheOne: Bool) {
        let size = "streetOverflow22"
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
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
        let certain = Set(diagnosis.findings.filter(\.isCertain).map(\.flag))
        // If most wrong answers show the other size, none is certain.
        let known: Set = isOnlyBesideTheOne ? [one, size] : [one]
        #expect(certain == known, "\(diagnosis.findings)")
    }

    @Test("A diagnosis names no bug by sessions alone in which another bug may do anything")
    func besideAnything() {
        let flag = "identifierNotificationAsObject"
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard let verdict = verdict(of: flag, over: vector) else { return nil }
            guard vector.operation == .centralSession else { return verdict }
            return self.verdict(of: "fieldsShifted", over: vector) ?? verdict
        }.diagnosis
        #expect(diagnosis.findings.map(\.flag) == [flag])
        #expect(diagnosis.certain == [flag])
    }

    @Test("A diagnosis gives no size of a buffer with certainty if another bug changes the streets")
    func noSize() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            vector.operation == .centralSession
                ? verdict(of: "streetOverflow13", over: vector)
                : verdict(of: "fieldsShifted", over: vector)
        }.diagnosis
        let certain = diagnosis.findings.filter(\.isCertain).map(\.flag)
        #expect(certain == ["fieldsShifted"])
        #expect(diagnosis.findings.map(\.flag).contains("streetOverflow13"))
    }

    @Test("A diagnosis names no bug with certainty if its cases fail in another way")
    func otherwise() throws {
        let flags = suite.flags.keys.sorted()
        for index in stride(from: 0, to: flags.count, by: asksForMore ? 1 : 12) {
            let flag = flags[index]
            let diagnosis = MadeUpReport.of(suite, layers: layers(of: flag)) {
                $0.flags.contains(flag) ? wrong($0, ["nonsense": .bool(true)]) : nil
            }.diagnosis
            #expect(!diagnosis.findings.contains { $0.isCertain }, "\(flag)")
        }
    }

    @Test("A diagnosis does not name a bug if half of its cases pass")
    func notNamed() {
        let flag = "cutSequenceDropsStreet"
        var count = 0
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard let verdict = verdict(of: flag, over: vector) else { return nil }
            count += 1
            return count.isMultiple(of: 2) ? verdict : nil
        }.diagnosis
        #expect(count > 20)
        #expect(diagnosis.findings.map(\.flag) == [])
        #expect(diagnosis.unexplained.count > count / 4)
    }

    @Test("A diagnosis takes no crash for a time-out")
    func crash() {
        let flag = "shortStreetLoops"
        let diagnosis = MadeUpReport.of(suite, layers: layers) {
            verdict(of: flag, over: $0) == nil ? nil : .crashed(.signalled(6), lastErrors: "")
        }.diagnosis
        #expect(!diagnosis.findings.contains { $0.flag == flag })
    }

    @Test("A diagnosis quotes an exception of Python, with the decoder's own file and line")
    func exception() {
        let errors = """
            Traceback (most recent call last):
              File "a/turn.py", line 12, in decode
                return ARROWS[29]
              File "b/kbc_harness.py", line 600, in run
            IndexError: out of range
            """
        let text = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            vector.expected["arrow"] == .number(29)
                ? .crashed(.exited(1), lastErrors: errors) : nil
        }.formatted(as: .text)
        #expect(text.contains("\n  ended at turn.py:12 in 1 case: IndexError: out of range\n"))
        let refused = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            vector.expected["arrow"] == .number(29)
                ? .crashed(.exited(70), lastErrors: "kbc_harness: no such arrow") : nil
        }.formatted(as: .text)
        #expect(refused.contains("\n  ended with kbc_harness: no such arrow in 1 case\n"))
    }

    @Test("A diagnosis considers only the cases that were run")
    func notRun() {
        let flag = "shortStreetLoops"
        var failures = 0
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard let verdict = verdict(of: flag, over: vector) else { return nil }
            failures += 1
            return failures > 5 ? .notRun(reason: "given up") : verdict
        }.diagnosis
        #expect(diagnosis.findings.map(\.flag) == [flag])
        #expect(diagnosis.findings.first?.isCertain == true)
    }

    @Test("A diagnosis counts crashes, late answers and malformed ones apart")
    func breakdowns() {
        let vectors = suite.vectors.filter { $0.operation == .distance }.prefix(6)
        let verdicts: [Verdict] = [
            .crashed(.signalled(6), lastErrors: ""), .timedOut, .timedOut,
            .malformed(reason: "boom"), .malformed(reason: "boom"), .malformed(reason: "boom"),
        ]
        let given = Dictionary(uniqueKeysWithValues: zip(vectors.map(\.id), verdicts))
        let text = MadeUpReport.of(suite, layers: layers) { given[$0.id] }.formatted(as: .text)
        let count = suite.vectors.count { $0.operation == .distance }
        #expect(
            text.contains(
                "\n  distance, of \(count) cases: malformed answer in 3, timed out in 2, crashed in 1\n"
            ))
    }

    @Test("A diagnosis is not certain of a crash's cause if other crashes remain")
    func otherCrashes() {
        let crashing = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode, case .number(let arrow) = vector.expected["arrow"],
                arrow >= 128 || (40..<120).contains(arrow)
            else { return nil }
            return .crashed(.signalled(11), lastErrors: "")
        }.diagnosis
        #expect(!crashing.findings.contains { $0.flag == "signedArrow" && $0.isCertain })
    }

    @Test(
        "A diagnosis finds nothing if all cases pass, and says so if no known bug explains a failure"
    )
    func nothing() throws {
        let none = MadeUpReport.of(suite, layers: layers) { _ in nil }
        #expect(none.diagnosis.findings.isEmpty)
        #expect(none.diagnosis.tallies.isEmpty)
        #expect(none.diagnosis.unexplained.isEmpty)
        let strange = try #require(suite.vectors.first { $0.wrongAnswers == nil })
        let report = MadeUpReport.of(suite, layers: layers) { $0 == strange ? .timedOut : nil }
        #expect(report.diagnosis.findings.isEmpty)
        #expect(report.diagnosis.unexplained.map(\.vector) == [strange])
        let text = report.formatted(as: .text)
        let count = suite.vectors.count { $0.operation == strange.operation }
        let tally = "  \(strange.operation.rawValue), of \(count) cases: timed out in 1\n"
        #expect(text.contains(tally))
        #expect(text.contains("something else in codec/"))
    }

    @Test(
        "A diagnosis names no bug with certainty if what is wrong has nothing to do with what the bug depends on",
        arguments: ["arrow", "distanceInMeters", "identifier"])
    func otherFault(_ member: String) {
        for mask in [64] as [UInt32] {
            let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
                guard vector.operation == .decode || vector.operation == .notification,
                    let value = vector.expected[member]?.unsigned
                else { return nil }
                let changed = value | mask
                return changed == value ? nil : wrong(vector, [member: .integer(changed)])
            }.diagnosis
            #expect(!diagnosis.findings.contains { $0.isCertain }, "\(member), \(mask)")
        }
    }

    @Test(
        "A diagnosis is not certain of a street's size by sessions alone if decoding never shows it"
    )
    func sessionsAlone() {
        for flag in ["streetOverflow11", "streetOverflow32"] {
            let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
                vector.operation == .centralSession ? verdict(of: flag, over: vector) : nil
            }.diagnosis
            #expect(diagnosis.certain == [])
        }
    }

    @Test(
        "A diagnosis takes no match for evidence beside a member for which the bug would have another value"
    )
    func besideConflict() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .street,
                case .wrong(.object(var members)) = verdict(
                    of: "cutSequenceDropsStreet", over: vector)
            else { return nil }
            members["text"] = .string("another text")
            return .wrong(answer: .object(members))
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis is not certain of a bug of the distance that explains one distance only")
    func oneDistance() {
        let usual = JSONValue.number(120)
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard let verdict = verdict(of: "bigEndianDistance", over: vector),
                let distance = vector.expected["distanceInMeters"]
            else { return nil }
            return distance == usual
                ? verdict : wrong(vector, ["distanceInMeters": .string(vector.id)])
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis takes an identifier for no object")
    func otherKind() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .notification,
                verdict(of: "shortNotificationAccepted", over: vector) != nil
            else { return nil }
            return wrong(
                vector, ["error": nil, "kind": .string("identifier"), "identifier": .number(7)])
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis knows two arrows that are swapped by their names alone")
    func names() {
        let swapped = suite.vectors.reduce(into: [Int: JSONValue]()) { names, vector in
            if let arrow = vector.expected.int("arrow") {
                names[arrow] = vector.expected["arrowName"]
            }
        }
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard let arrow = vector.expected.int("arrow"), arrow == 15 || arrow == 16,
                vector.expected["arrowName"] != nil
            else { return nil }
            return wrong(vector, ["arrowName": swapped[31 - arrow]])
        }.diagnosis
        #expect(diagnosis.certain == ["arrows15And16Swapped"])
        #expect(diagnosis.unexplained.isEmpty)
    }

    @Test("A diagnosis does not take each arrow's successor for two arrows that are swapped")
    func successors() {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard vector.operation == .decode, let arrow = vector.expected.int("arrow") else {
                return nil
            }
            return wrong(
                vector, ["arrow": .size(arrow + 1), "arrowName": .string("\(arrow + 1)")])
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test(
        "A diagnosis takes time-outs within a shortened wait for slow crashes, and not surely for a hang"
    )
    func hurried() {
        let slow = MadeUpReport.of(suite, layers: layers, isHurried: true) { vector in
            verdict(of: "unterminatedStreet", over: vector).map { verdict in
                // What crashes plainly is not slow.
                if case .crashed = verdict, vector.id.utf8.reduce(0, { $0 + Int($1) }) % 4 != 0 {
                    return .timedOut
                }
                return verdict
            }
        }.diagnosis
        #expect(slow.certain == ["unterminatedStreet"])
        let hang = MadeUpReport.of(suite, layers: layers, isHurried: true) {
            verdict(of: "shortStreetLoops", over: $0)
        }.diagnosis
        #expect(hang.findings.map(\.flag) == ["shortStreetLoops"])
        #expect(hang.certain == [])
    }

    @Test(
        "A diagnosis takes the end of a program that finds a fault of its own for no crash of a bug"
    )
    func ownFault() {
        let flag = "identifierNotificationAsObject"
        let diagnosis = MadeUpReport.of(suite, layers: layers) {
            verdict(of: flag, over: $0) == nil ? nil : .crashed(.exited(70), lastErrors: "")
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis leaves a second fault unexplained, also in cases in which a bug shows")
    func secondFault() throws {
        let diagnosis = MadeUpReport.of(suite, layers: layers) { vector in
            guard case .wrong(let answer) = verdict(of: "bigEndianDistance", over: vector),
                case .object(var members) = answer, vector.operation == .decode
            else { return verdict(of: "bigEndianDistance", over: vector) }
            if let arrow = vector.expected.int("arrow"), arrow % 3 == 1 {
                members["arrow"] = .size(arrow - 1)
            }
            return .wrong(answer: .object(members))
        }.diagnosis
        #expect(diagnosis.findings.filter(\.isCertain).map(\.flag) == ["bigEndianDistance"])
        let traits = diagnosis.habits.reduce(0) { $0 + $1.shownCount }
        let count = diagnosis.unexplained.count + traits
        #expect(count > 50, "\(diagnosis.unexplained.count), \(diagnosis.words)")
        #expect(
            diagnosis.unexplained.allSatisfy { $0.vector.expected.int("arrow").map { $0 % 3 } == 1 }
        )
    }
}
