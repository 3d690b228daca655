import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("A testee that has only a part of an instruction")
struct PartialTesteeTests {
    private func vector(_ id: String) throws -> Vector {
        try #require(try GoldenFixtures.suite().vectors.first { $0.id == "KBC/CODEC/\(id)" })
    }

    private func testee(
        _ members: Set<InstructionMember>? = nil, streetCapacity: Int? = nil
    ) -> TesteeDescription {
        TesteeDescription(
            name: "part", version: "1", layers: ["codec", "notification"],
            features: Set(Feature.allCases), members: members, streetCapacity: streetCapacity)
    }

    @Test(
        "A testee that has only a part of an instruction is judged by these members and by errors alone"
    )
    func members() throws {
        let testee = testee([.arrow, .distanceInMeters])
        let vector = testee.reduced(try vector("HAND-WRITTEN/BV-01"))
        #expect(
            vector.expected == .object(["arrow": .number(5), "distanceInMeters": .number(210)]))
        let error = JSONValue.object(["code": .string("truncated"), "offset": .number(4)])
        let answer = JSONValue.object([
            "arrow": .number(4), "street": .string("x"), "error": error,
        ])
        #expect(
            testee.reduced(answer, to: .decode)
                == .object(["arrow": .number(4), "error": error]))
        let refused = try self.vector("HAND-WRITTEN/BI-01")
        #expect(testee.reduced(refused).expected == refused.expected)
    }

    @Test("A testee that has only one layout gets the cases in which this layout is given")
    func onlyLayout() throws {
        let suite = try GoldenFixtures.suite()
        let pinned = suite.vectors.filter {
            $0.operation == .decode && $0.input["layout"] == .string("deployed")
        }
        #expect(pinned.count > 90)
        for (features, isGiven) in [
            ([], true), ([.published], false), ([.legacy], false),
            ([.published, .pinnedLayouts], true),
        ] as [(Set<Feature>, Bool)] {
            let testee = TesteeDescription(
                name: "part", version: "1", layers: ["codec"], features: features)
            #expect(pinned.allSatisfy { (testee.lack(for: $0, in: "codec") == nil) == isGiven })
        }
    }

    @Test(
        "A testee that has only a part of an instruction is judged by what kind of notification it was"
    )
    func kind() throws {
        let vectors = try GoldenFixtures.suite().vectors.filter { $0.operation == .notification }
        for vector in vectors {
            let reduced = testee([.arrow]).reduced(vector).expected
            #expect(reduced["kind"] == vector.expected["kind"])
            #expect(reduced["identifier"] == nil)
        }
    }

    @Test(
        "A testee that has only a part of an instruction is not told of bugs that these members don't show"
    )
    func bugs() throws {
        let whole = try vector("HAND-WRITTEN/BV-01")
        #expect(Set(whole.flags) == ["byte21Trap", "fieldsShifted"])
        let vector = testee([.arrow]).reduced(whole)
        #expect(vector.flags == ["fieldsShifted"])
        let shown = Vector.WrongAnswer.Alternative.members(["arrow": .exactly(.number(210))])
        #expect(vector.wrongAnswers?["fieldsShifted"]?.alternatives.first == shown)
        #expect(vector.wrongAnswers?["byte21Trap"] == nil)
    }

    @Test(
        "A testee that has only a part of an instruction has nothing to be judged by if it has no member, unless the answer is an error"
    )
    func nothing() throws {
        let reason = "the testee has no member of an instruction"
        let shown = try vector("HAND-WRITTEN/BV-01")
        let refused = try vector("HAND-WRITTEN/BI-01")
        #expect(testee([]).lack(for: shown, in: "codec") == reason)
        #expect(testee([]).lack(for: refused, in: "codec") == nil)
        #expect(testee([.street]).lack(for: shown, in: "codec") == nil)
        #expect(
            testee([.strictErrorOffset], streetCapacity: 31).lack(for: shown, in: "codec")
                == reason)
    }

    @Test(
        "A testee that has only a part of an instruction is judged by the bytes of a street that it keeps, and by their whole characters"
    )
    func streetCapacity() throws {
        let vector = try vector("STREET/BV-16")
        let street = try #require(vector.expected["street"]?.string)
        let bytes = try #require(vector.expected["streetBytes"]?.string)
        #expect(bytes.count > 64)
        let kept = testee(streetCapacity: 31).reduced(vector).expected
        #expect(kept["streetBytes"]?.string == String(bytes.prefix(62)))
        // Ten characters of three bytes, and one byte of the next.
        #expect(
            kept["street"]?.string
                == String(String.UnicodeScalarView(street.unicodeScalars.prefix(10))))
        let textOnly = testee([.street], streetCapacity: 31).reduced(vector).expected
        #expect(textOnly == .object(["street": try #require(kept["street"])]))
        #expect(testee(streetCapacity: 100).reduced(vector).expected == vector.expected)
    }

    @Test(
        "A testee that has only a part of an instruction is not judged by where a street is not UTF-8 if it does not keep all of it"
    )
    func strictErrorOffset() throws {
        let vector = try vector("HAND-WRITTEN/BV-21")
        #expect(vector.expected["strictErrorOffset"] != nil)
        #expect(testee(streetCapacity: 512).reduced(vector).expected["strictErrorOffset"] == nil)
    }

    @Test(
        "A testee that has only a part of an instruction is given no street to make text of, or to write, that it could not keep"
    )
    func longStreets() throws {
        let testee = testee(streetCapacity: 8)
        let members: [Vector.Operation: String] = [.street: "bytes", .encode: "streetBytes"]
        var skipped: Set<Vector.Operation> = []
        for vector in try GoldenFixtures.suite().vectors {
            guard let bytes = members[vector.operation].flatMap({ vector.input.bytes($0) })
            else { continue }
            let lack = testee.lack(for: vector, in: "codec")
            #expect(lack == (bytes.count > 8 ? "the testee keeps 8 bytes of a street" : nil))
            if lack != nil { skipped.insert(vector.operation) }
        }
        #expect(skipped == [.street, .encode])
    }

    @Test(
        "A testee that has only a part of an instruction is told in the report what was not judged")
    func report() throws {
        #expect(testee().unjudgedParts == [])
        let members = Set(InstructionMember.allCases).subtracting([.extent, .street])
        #expect(
            testee(members, streetCapacity: 31).unjudgedParts == [
                "left out of each instruction: extent, street, strictErrorOffset",
                "left out of each street: what follows 31 bytes",
            ])
        var report = ConformanceReport(
            suiteVersion: "1", testee: testee(streetCapacity: 31), flags: [:])
        let vector = try vector("HAND-WRITTEN/BV-01")
        for verdict in [Verdict.skipped(reason: "no"), .passed] {
            #expect(report.leftOut.allSatisfy { !$0.hasPrefix("left out of each") })
            report.add(
                CaseResult(
                    vector: vector, layer: "codec", topic: "", verdict: verdict,
                    expectedFailure: nil))
        }
        #expect(
            "\(TextReport(report))".contains("\nleft out of each street: what follows 31 bytes\n"))
    }

    @Test(
        "A testee that has only a part of an instruction that knows only the layout of today needs neither of the others"
    )
    func layouts() throws {
        let vectors = try GoldenFixtures.suite().vectors
        let layouts = ["published": Feature.published, "legacy": .legacy]
        for vector in vectors {
            for layout in [vector.input["layout"], vector.expected["layout"]] {
                guard let feature = layout?.string.flatMap({ layouts[$0] }) else { continue }
                #expect(vector.features.contains(feature), "\(vector.id)")
            }
        }
        #expect(try vector("HAND-WRITTEN/BV-01").features.isEmpty)
        #expect(try vector("HAND-WRITTEN/BV-03").features == [.published])
        // It is detected, and too short.
        #expect(try vector("HAND-WRITTEN/BI-06").features == [.legacy])
    }
}
