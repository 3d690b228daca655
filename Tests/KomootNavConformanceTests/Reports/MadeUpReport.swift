import KomootNavJSON

@testable import KomootNavConformance

/// Reports of runs that never happened, with the verdicts that a test needs.
enum MadeUpReport {
    /// The layers that the bugs of a decoder show in.
    static let ofDecoders: Set = [
        "codec", "notification", "reassembly", "distance", "session/central",
    ]
    static let testee = TesteeDescription(
        name: #"<&"me">"#, version: "1", layers: Set(VectorSuite.layers), features: [])

    /// A report of all vectors, or of those of some layers; those without a verdict passed.
    static func of(
        _ suite: VectorSuite, layers: Set<String>? = nil, isHurried: Bool = false,
        members: Set<InstructionMember>? = nil, streetCapacity: Int? = nil,
        hasSignedChar: Bool? = nil,
        _ verdict: (Vector) -> Verdict?
    ) -> ConformanceReport {
        var testee = testee
        testee.members = members
        testee.streetCapacity = streetCapacity
        testee.hasSignedChar = hasSignedChar
        var report = ConformanceReport(
            suiteVersion: suite.version, testee: testee, flags: suite.flags)
        for file in suite.files where layers?.contains(file.layer) != false {
            for whole in file.vectors {
                let vector = testee.reduced(whole)
                report.add(
                    CaseResult(
                        vector: vector, layer: file.layer, topic: file.topic,
                        verdict: verdict(vector) ?? .passed, expectedFailure: nil,
                        wholeAnswer: whole.expected, isHurried: isHurried))
            }
        }
        return report
    }

    /// A report of one case for each verdict, and one for each kind of expected failure.
    static func ofEveryVerdict(_ suite: VectorSuite) -> ConformanceReport {
        let verdicts: [(Verdict, String?)] = [
            (.passed, nil), (.wrong(answer: .object(["x": .string("]]> <&\"\u{1B}[31m")])), nil),
            (.crashed(.signalled(11), lastErrors: "boom\n# not ok\n"), nil), (.timedOut, nil),
            (.malformed(reason: "no JSON"), nil), (.skipped(reason: "no # layer"), nil),
            (.notRun(reason: "given up"), nil), (.passed, "known"), (.timedOut, "known # too"),
        ]
        var report = ConformanceReport(
            suiteVersion: suite.version, testee: testee, flags: suite.flags)
        let file = suite.files[0]
        for (vector, (verdict, expectedFailure)) in zip(file.vectors, verdicts) {
            report.add(
                CaseResult(
                    vector: vector, layer: file.layer, topic: file.topic, verdict: verdict,
                    expectedFailure: expectedFailure))
        }
        report.endOfTestee = .crashed(.exited(3), lastErrors: "")
        return report
    }
}

extension MadeUpReport {
    /// What is said of a decoder of objects that changes some members and is right otherwise.
    static func ofDecoder(
        _ suite: VectorSuite, _ members: Set<InstructionMember>? = nil, streetCapacity: Int? = nil,
        _ change: (_ right: [String: JSONValue], _ object: String) -> [String: JSONValue]?
    ) -> Diagnosis {
        of(suite, layers: ["codec"], members: members, streetCapacity: streetCapacity) { vector in
            guard vector.operation == .decode, vector.expected["error"] == nil,
                case .object(let right) = vector.expected,
                let object = vector.input["bytes"]?.string,
                let changes = change(right, object)
            else { return nil }
            let others = changes.filter { right[$0.key] != nil && right[$0.key] != $0.value }
            return others.isEmpty ? nil : MadeUpBug.wrong(vector, others.mapValues { $0 })
        }.diagnosis
    }

    /// The bytes of an object in hexadecimal.
    static func bytes(_ object: String) -> [UInt8] {
        let digits = Array(object)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }
}

extension VectorSuite {
    /// The layers that a bug shows in.
    func layers(of flag: String) -> Set<String> {
        let files = files.filter { file in
            file.vectors.contains { $0.wrongAnswers?[flag] != nil }
        }
        return Set(files.map(\.layer))
    }
}

extension Diagnosis {
    /// The flags of the bugs that are certain.
    var certain: [String] { findings.filter(\.isCertain).map(\.flag) }

    /// The habits in words.
    var words: [String] { habits.map(\.description) }
}
