import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("A habit of a display of distances")
struct DistanceHabitTests {
    typealias Shown = (value: String, unit: String)

    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    /// What is said of a display that does nothing else wrong.
    private func diagnosis(
        in style: String = "metric", beside others: (Vector) -> Verdict? = { _ in nil },
        _ show: (UInt64) -> Shown?
    ) -> Diagnosis {
        MadeUpReport.of(suite, layers: ["codec", "distance"]) { vector in
            guard vector.operation == .distance, vector.input["style"] == .string(style) else {
                return others(vector)
            }
            guard let meters = vector.input["distanceInMeters"]?.unsigned
            else { return nil }
            var answer: [String: JSONValue] = ["now": .bool(true), "text": .string("Now")]
            if let shown = show(UInt64(meters)) {
                answer = [
                    "now": .bool(false), "value": .string(shown.value), "unit": .string(shown.unit),
                    "text": .string("\(shown.value) \(shown.unit)"),
                ]
            }
            return .object(answer) == vector.expected ? nil : .wrong(answer: .object(answer))
        }.diagnosis
    }

    private func kinds(_ diagnosis: Diagnosis) -> Set<Habit.Distances> {
        Set(
            diagnosis.habits.compactMap { habit in
                if case .distanceShown(let distances) = habit.kind { distances } else { nil }
            })
    }

    /// The bugs that are named with certainty, if no other is named and nothing is left unexplained.
    private func flags(_ diagnosis: Diagnosis) -> Set<String>? {
        guard diagnosis.unexplained.isEmpty, diagnosis.findings.allSatisfy(\.isCertain) else {
            return nil
        }
        return Set(diagnosis.findings.map(\.flag))
    }

    private func cutKilometres(_ meters: UInt64) -> Shown {
        ("\(meters / 1000).\(meters % 1000 / 100)", "km")
    }

    private func roundedDown(_ meters: UInt64) -> Shown? {
        guard meters > 5 else { return nil }
        return meters < 1000 ? ("\(meters / 10 * 10)", "m") : cutKilometres(meters)
    }

    @Test(
        "A display that rounds down is not said to choose its unit too early, or to lack a carry"
    )
    func roundingDown() {
        let alone = diagnosis(roundedDown)
        #expect(flags(alone) == ["roundedDown"])
        #expect(kinds(alone) == [.tenthsCut("km"), .tenthsGoOn("km")])
        let beside = diagnosis(
            beside: { vector in
                let wrong = vector.wrongAnswers
                let answer = wrong?["bigEndianDistance"] ?? wrong?["arrows15And16Swapped"]
                return answer.flatMap { MadeUpBug.verdict($0, over: vector) }
            }, roundedDown)
        #expect(
            Set(beside.findings.filter(\.isCertain).map(\.flag)).isSuperset(of: ["roundedDown"]))
        #expect(kinds(beside) == kinds(alone))
    }

    @Test("A habit of a display says how tenths are cut, and that they go on above 10 km")
    func tenths() {
        let cut = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\((meters + 5) / 10 * 10)", "m") }
            return meters < 10_000 ? cutKilometres(meters) : ("\(meters / 1000)", "km")
        }
        #expect(flags(cut) == [])
        #expect(kinds(cut) == [.tenthsCut("km")])
        let goingOn = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\((meters + 5) / 10 * 10)", "m") }
            let tenths = (meters + 50) / 100
            return ("\(tenths / 10).\(tenths % 10)", "km")
        }
        #expect(flags(goingOn) == [])
        #expect(kinds(goingOn) == [.tenthsGoOn("km")])
        let late = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\((meters + 5) / 10 * 10)", "m") }
            let tenths = (meters + 50) / 100
            return meters < 10_000
                ? ("\(tenths / 10).\(tenths % 10)", "km") : ("\((meters + 500) / 1000)", "km")
        }
        #expect(flags(late) == [])
        #expect(kinds(late) == [.tenthsTo10("km")])
        let withoutZero = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\((meters + 5) / 10 * 10)", "m") }
            let tenths = (meters + 50) / 100
            return meters < 9950 && !tenths.isMultiple(of: 10)
                ? ("\(tenths / 10).\(tenths % 10)", "km") : ("\((meters + 500) / 1000)", "km")
        }
        #expect(flags(withoutZero) == [])
        #expect(kinds(withoutZero) == [.zeroLeftOut("km")])
        let uncarried = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\((meters + 5) / 10 * 10)", "m") }
            return ("\(meters / 1000).\((meters % 1000 + 50) / 100)", "km")
        }
        #expect(flags(uncarried) == ["tenthsAsHundredths"])
        #expect(kinds(uncarried) == [])
        let ending = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\((meters + 5) / 10 * 10)", "m") }
            return meters < 10_000
                ? ("\(meters / 1000).\((meters % 1000 + 50) / 100)", "km")
                : ("\((meters + 500) / 1000)", "km")
        }
        #expect(flags(ending) == ["tenthsAsHundredths"])
        #expect(kinds(ending) == [])
    }

    @Test("A habit of a display says from where on kilometres are shown, and which numbers are not")
    func limits() {
        let late = diagnosis { meters in
            guard meters > 9 else { return nil }
            guard meters >= 2000 else { return ("\((meters + 5) / 10 * 10)", "m") }
            let tenths = (meters + 50) / 100
            return tenths < 100
                ? ("\(tenths / 10).\(tenths % 10)", "km") : ("\((meters + 500) / 1000)", "km")
        }
        #expect(flags(late) == [])
        #expect(
            kinds(late) == [.now(upTo: 9, not: 14), .largeUnit("km", from: 2970, not: 1960)])
        let early = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 1000 else { return ("\((meters + 5) / 10 * 10)", "m") }
            return meters < 10_000 ? cutKilometres(meters) : (">", "")
        }
        #expect(flags(early) == ["thousandMetres"])
        #expect(kinds(early) == [.tenthsCut("km"), .same(from: 10499, as: ">")])
    }

    @Test("A habit of a display says that the unit of miles is chosen before rounding")
    func unrounded() {
        let late = diagnosis(in: "imperial") { meters in
            guard meters > 5 else { return nil }
            guard meters * 10_000 >= 1000 * 3048 else {
                return ("\((meters * 20_000 + 30_480) / 60_960 * 10)", "ft")
            }
            let tenths = (meters * 20_000 + 1_609_344) / 3_218_688
            let miles = (meters * 2000 + 1_609_344) / 3_218_688
            return tenths < 100 ? ("\(tenths / 10).\(tenths % 10)", "mi") : ("\(miles)", "mi")
        }
        #expect(flags(late) == [])
        #expect(kinds(late) == [.limitNotRounded("1000 ft", "mi")])
    }

    @Test(
        "A habit of a display says how its units are called, and where its numbers are too large for it"
    )
    func names() {
        let short = diagnosis { meters in
            guard meters > 5 else { return nil }
            let rounded = (meters + 5) & 0xFFFF_FFFF
            guard meters >= 995, rounded > 5 else { return ("\(rounded / 10 * 10)", "m") }
            let tenths = (meters + 50) / 100
            return tenths < 100
                ? ("\(tenths / 10),\(tenths % 10)", "k") : ("\((meters + 500) / 1000)", "k")
        }
        #expect(flags(short) == [])
        #expect(
            kinds(short) == [
                .unit("km", as: "k"), .comma, .wrong(from: 4_294_967_295, not: 994),
            ])
        let words =
            "distance: the greatest distance, 4294967295 m, is wrong (994 m is right), in style metric"
        #expect(short.habits.contains { $0.description == words })
    }

    /// A length as so many parts of which a metre has so many.
    private typealias Length = (parts: UInt64, meter: UInt64)

    /// What is said of a display that takes these lengths for a unit's and a mile's.
    private func reckoning(_ style: String, _ unit: Length, mile: Length) -> Diagnosis {
        func nearest(_ number: UInt64, _ parts: UInt64) -> UInt64 {
            (2 * number + parts) / (2 * parts)
        }
        return diagnosis(in: style) { meters in
            guard meters > 5 else { return nil }
            let small = 10 * nearest(meters * unit.meter, 10 * unit.parts)
            guard small >= (style == "uk" ? 880 : 1000) else {
                return ("\(small)", style == "uk" ? "yd" : "ft")
            }
            let tenths = nearest(10 * meters * mile.meter, mile.parts)
            return tenths < 100
                ? ("\(tenths / 10).\(tenths % 10)", "mi")
                : ("\(nearest(meters * mile.meter, mile.parts))", "mi")
        }
    }

    @Test("A habit of a display says by which number it reckons feet, yards or miles")
    func reckoned() {
        let mile: Length = (1_609_344, 1000)
        let all: [(String, Length, Length, String)] = [
            ("imperial", (100, 328), mile, "1 m is reckoned as 3.28 ft"),
            ("imperial", (100, 328), (528_000, 328), "1 m is reckoned as 3.28 ft"),
            ("imperial", (256, 840), mile, "1 m is reckoned as 840/256 ft"),
            ("imperial", (305, 1000), mile, "1 ft is reckoned as 0.305 m"),
            ("imperial", (3048, 10_000), (1609, 1), "1 mi is reckoned as 1609 m"),
            ("uk", (1000, 1094), mile, "1 m is reckoned as 1.094 yd"),
            ("uk", (914, 1000), mile, "1 yd is reckoned as 0.914 m"),
            ("uk", (9144, 10_000), (10_000_000, 6214), "1 km is reckoned as 0.6214 mi"),
        ]
        for (style, unit, mile, words) in all {
            let diagnosis = reckoning(style, unit, mile: mile)
            #expect(flags(diagnosis) == [], "\(words)")
            #expect(kinds(diagnosis).map(\.description) == [words])
        }
        let both = reckoning("imperial", (305, 1000), mile: (10_000_000, 6214))
        #expect(kinds(both).count == 2 && flags(both) == [])
    }

    @Test("A habit of a display says nothing of answers that no rule explains")
    func noRule() {
        let strange = diagnosis { meters in meters > 5 ? ("\(meters ^ 3)", "m") : nil }
        #expect(kinds(strange) == [])
        #expect(!strange.findings.contains { $0.isCertain })
    }

    @Test("A habit of a display is told of a style, though no rule explains another")
    func otherStyle() {
        let diagnosis = diagnosis(
            beside: { vector in
                guard vector.operation == .distance, vector.input["style"] == .string("vendor"),
                    vector.input["distanceInMeters"] == .number(5)
                else { return nil }
                let answer: [String: JSONValue] = [
                    "now": .bool(false), "value": .string("10"), "unit": .string("m"),
                    "text": .string("10 m"),
                ]
                return .wrong(answer: .object(answer))
            }, { meters in meters > 5 ? ("\(meters ^ 3)", "m") : nil })
        #expect(kinds(diagnosis) == [.now(upTo: 0, not: 5)])
    }

    /// What is said of a display that rounds down in these styles, and is not asked in those.
    private func roundingDown(in styles: Set<String>, notAsked: Set<String> = []) -> Diagnosis {
        MadeUpReport.of(suite, layers: ["codec", "distance"]) { vector in
            guard vector.operation == .distance, let style = vector.input["style"]?.string,
                let meters = vector.input["distanceInMeters"]?.unsigned
            else { return nil }
            if notAsked.contains(style) { return .skipped(reason: "not asked") }
            guard styles.contains(style), meters > 5, style == "vendor" || meters < 1000 else {
                return nil
            }
            let answer: [String: JSONValue] = [
                "now": .bool(false), "value": .string("\(meters / 10 * 10)"), "unit": .string("m"),
                "text": .string("\(meters / 10 * 10) m"),
            ]
            return .object(answer) == vector.expected ? nil : .wrong(answer: .object(answer))
        }.diagnosis
    }

    @Test("A bug of a display is told with its styles, unless no other style can show it")
    func styles() {
        func remarks(_ diagnosis: Diagnosis) -> [[String?]] {
            diagnosis.findings.map { [$0.flag, $0.remark] }
        }
        let both = roundingDown(in: ["metric", "vendor"])
        #expect(remarks(both) == [["roundedDown", "in styles metric and vendor"]])
        let one = roundingDown(in: ["metric"], notAsked: ["vendor", "imperial", "uk"])
        #expect(remarks(one) == [["roundedDown", nil]])
        let isEarly = diagnosis { meters in
            guard meters > 5 else { return nil }
            let rounded = (meters + 5) / 10 * 10
            guard meters >= 1000 else { return ("\(rounded)", "m") }
            let tenths = (meters + 50) / 100
            return tenths < 100
                ? ("\(tenths / 10).\(tenths % 10)", "km") : ("\((meters + 500) / 1000)", "km")
        }
        #expect(remarks(isEarly) == [["thousandMetres", nil]])
        let commas = MadeUpReport.of(suite, layers: ["codec", "distance"]) { vector in
            guard vector.operation == .distance, case .object(var answer) = vector.expected,
                answer["value"]?.string?.contains(".") == true
            else { return nil }
            for (name, value) in answer {
                if let text = value.string {
                    answer[name] = .string(text.replacing(".", with: ","))
                }
            }
            return .wrong(answer: .object(answer))
        }.diagnosis
        #expect(commas.habits.map(\.styles) == [nil])
        #expect(kinds(commas) == [.comma])
    }

    @Test("A habit of a display says that halves of kilometres and of tens become even")
    func evenHalves() {
        func even(_ meters: UInt64, _ step: UInt64) -> UInt64 {
            let half = 2 * meters % (2 * step) == step && meters / step % 2 == 0
            return (2 * meters + step) / (2 * step) - (half ? 1 : 0)
        }
        let diagnosis = diagnosis { meters in
            guard meters > 5 else { return nil }
            guard meters >= 995 else { return ("\(10 * even(meters, 10))", "m") }
            let tenths = even(meters, 100)
            return meters < 9950
                ? ("\(tenths / 10).\(tenths % 10)", "km") : ("\(even(meters, 1000))", "km")
        }
        #expect(kinds(diagnosis) == [.halves(isEven: true), .halvesOfLargeUnit("km")])
        #expect(flags(diagnosis) == [])
    }
}
