import KomootNavJSON
import PropertyTesting
import Testing

@testable import KomootNavConformance

@Suite("A diagnosis that is in doubt")
struct DoubtfulDiagnosisTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    @Test(
        "A diagnosis is not misled to another size by sessions, in which another bug makes streets longer or shorter",
        arguments: [
            ("splicedObjects", "streetOverflow11", true), ("byte21Trap", "streetOverflow32", false),
        ])
    func otherSize(_ one: String, _ sizeInSessions: String, _ isOnlyBesideTheOne: Bool) {
        let size = "streetOverflow22"
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            if let both = vector.wrongAnswers?["\(one)+\(size)"] {
                return MadeUpBug.verdict(both, over: vector)
            }
            guard vector.operation == .centralSession else {
                return MadeUpBug.verdict(of: size, over: vector)
                    ?? MadeUpBug.verdict(of: one, over: vector)
            }
            let wrong = MadeUpBug.verdict(of: one, over: vector)
            if wrong == nil && isOnlyBesideTheOne { return nil }
            return MadeUpBug.verdict(of: sizeInSessions, over: vector) ?? wrong
        }.diagnosis
        let certain = Set(diagnosis.findings.filter(\.isCertain).map(\.flag))
        // If most wrong answers show the other size, none is certain.
        let known: Set = isOnlyBesideTheOne ? [one, size] : [one]
        #expect(certain == known, "\(diagnosis.findings)")
    }

    @Test("A diagnosis names no bug by sessions alone in which another bug may do anything")
    func besideAnything() {
        let flag = "identifierNotificationAsObject"
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard let verdict = MadeUpBug.verdict(of: flag, over: vector) else { return nil }
            guard vector.operation == .centralSession else { return verdict }
            return MadeUpBug.verdict(of: "fieldsShifted", over: vector) ?? verdict
        }.diagnosis
        #expect(diagnosis.findings.map(\.flag) == [flag])
        #expect(diagnosis.certain == [flag])
    }

    @Test("A diagnosis gives no size of a buffer with certainty if another bug changes the streets")
    func noSize() {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            vector.operation == .centralSession
                ? MadeUpBug.verdict(of: "streetOverflow13", over: vector)
                : MadeUpBug.verdict(of: "fieldsShifted", over: vector)
        }.diagnosis
        let certain = diagnosis.findings.filter(\.isCertain).map(\.flag)
        #expect(certain == ["fieldsShifted"])
        #expect(diagnosis.findings.map(\.flag).contains("streetOverflow13"))
    }

    @Test("A diagnosis names no bug with certainty if its cases fail in another way")
    func otherwise() throws {
        let flags = suite.flags.keys.sorted()
        for index in stride(from: 0, to: flags.count, by: asksForMore ? 1 : 18) {
            let flag = flags[index]
            let diagnosis = MadeUpReport.of(suite, layers: suite.layers(of: flag)) {
                $0.flags.contains(flag) ? MadeUpBug.wrong($0, ["nonsense": .bool(true)]) : nil
            }.diagnosis
            #expect(!diagnosis.findings.contains { $0.isCertain }, "\(flag)")
        }
    }

    @Test("A diagnosis does not name a bug if half of its cases pass")
    func notNamed() {
        let flag = "cutSequenceDropsStreet"
        var count = 0
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard let verdict = MadeUpBug.verdict(of: flag, over: vector) else { return nil }
            count += 1
            return count.isMultiple(of: 2) ? verdict : nil
        }.diagnosis
        #expect(count > 20)
        #expect(diagnosis.findings.map(\.flag) == [])
        #expect(diagnosis.unexplained.count > count / 4)
    }

    @Test(
        "A diagnosis takes no crash for a time-out, and no end by the program itself for a crash",
        arguments: [
            ("shortStreetLoops", .signalled(6)), ("identifierNotificationAsObject", .exited(70)),
        ] as [(String, ProcessEnd)])
    func otherEnd(of flag: String, _ end: ProcessEnd) {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) {
            MadeUpBug.verdict(of: flag, over: $0) == nil ? nil : .crashed(end, lastErrors: "")
        }.diagnosis
        #expect(!diagnosis.findings.contains { $0.flag == flag })
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis is not certain of a crash's cause if other crashes remain")
    func otherCrashes() {
        let crashing = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard vector.operation == .decode, case .number(let arrow) = vector.expected["arrow"],
                arrow >= 128 || (40..<120).contains(arrow)
            else { return nil }
            return .crashed(.signalled(11), lastErrors: "")
        }.diagnosis
        #expect(!crashing.findings.contains { $0.flag == "signedArrow" && $0.isCertain })
    }

    @Test(
        "A diagnosis names no bug with certainty if what is wrong has nothing to do with what the bug depends on",
        arguments: ["arrow", "distanceInMeters", "identifier"])
    func otherFault(_ member: String) {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard vector.operation == .decode || vector.operation == .notification,
                let value = vector.expected[member]?.unsigned
            else { return nil }
            let changed = value | 64
            return changed == value ? nil : MadeUpBug.wrong(vector, [member: .integer(changed)])
        }.diagnosis
        #expect(diagnosis.certain == [], "\(member)")
    }

    @Test(
        "A diagnosis is not certain of a street's size by sessions alone if decoding never shows it"
    )
    func sessionsAlone() {
        for flag in ["streetOverflow11", "streetOverflow32"] {
            let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
                vector.operation == .centralSession
                    ? MadeUpBug.verdict(of: flag, over: vector) : nil
            }.diagnosis
            #expect(diagnosis.certain == [])
        }
    }

    @Test(
        "A diagnosis takes no match for evidence beside a member for which the bug would have another value"
    )
    func besideConflict() {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard vector.operation == .street,
                case .wrong(.object(var members)) = MadeUpBug.verdict(
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
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard let verdict = MadeUpBug.verdict(of: "bigEndianDistance", over: vector),
                let distance = vector.expected["distanceInMeters"]
            else { return nil }
            return distance == usual
                ? verdict : MadeUpBug.wrong(vector, ["distanceInMeters": .string(vector.id)])
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis takes an identifier for no object")
    func otherKind() {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard vector.operation == .notification,
                MadeUpBug.verdict(of: "shortNotificationAccepted", over: vector) != nil
            else { return nil }
            return MadeUpBug.wrong(
                vector, ["error": nil, "kind": .string("identifier"), "identifier": .number(7)])
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test("A diagnosis does not take each arrow's successor for two arrows that are swapped")
    func successors() {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard vector.operation == .decode, let arrow = vector.expected.int("arrow") else {
                return nil
            }
            return MadeUpBug.wrong(
                vector, ["arrow": .size(arrow + 1), "arrowName": .string("\(arrow + 1)")])
        }.diagnosis
        #expect(diagnosis.certain == [])
    }

    @Test(
        "A diagnosis takes time-outs within a shortened wait for slow crashes, and not surely for a hang"
    )
    func hurried() {
        let slow = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders, isHurried: true) {
            vector in
            MadeUpBug.verdict(of: "unterminatedStreet", over: vector).map { verdict in
                // What crashes plainly is not slow.
                if case .crashed = verdict, vector.id.utf8.reduce(0, { $0 + Int($1) }) % 4 != 0 {
                    return .timedOut
                }
                return verdict
            }
        }.diagnosis
        #expect(slow.certain == ["unterminatedStreet"])
        let hang = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders, isHurried: true) {
            MadeUpBug.verdict(of: "shortStreetLoops", over: $0)
        }.diagnosis
        #expect(hang.findings.map(\.flag) == ["shortStreetLoops"])
        #expect(hang.certain == [])
    }

    @Test("A diagnosis leaves a second fault unexplained, also in cases in which a bug shows")
    func secondFault() throws {
        let diagnosis = MadeUpReport.of(suite, layers: MadeUpReport.ofDecoders) { vector in
            guard
                case .wrong(let answer) = MadeUpBug.verdict(of: "bigEndianDistance", over: vector),
                case .object(var members) = answer, vector.operation == .decode
            else { return MadeUpBug.verdict(of: "bigEndianDistance", over: vector) }
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
