import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("What failing cases have in common")
struct CommonTraitTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    private func words(_ verdict: (Vector) -> Verdict?) -> [String] {
        MadeUpReport.of(suite, layers: ["codec", "notification", "reassembly"], verdict).diagnosis
            .words
    }

    private func size(_ vector: Vector) -> Int { vector.input.bytes("bytes")?.count ?? 0 }

    private func error(_ code: String, _ offset: Int) -> JSONValue {
        .object(["code": .string(code), "offset": .size(offset)])
    }

    @Test("What failing cases have in common is told: the size of an object that is refused")
    func refused() {
        let words = words { vector in
            vector.operation == .decode && vector.expected["error"] == nil && size(vector) == 20
                ? .wrong(answer: .object(["error": error("truncated", 20)])) : nil
        }
        #expect(words.count == 1)
        #expect(
            words.first?.wholeMatch(
                of:
                    /decode: there is the error "truncated" in \d+ cases, in which there are 20 bytes/
            ) != nil, "\(words)")
    }

    @Test("What failing cases have in common is told: sizes that are taken for another kind")
    func accepted() {
        let words = words { vector in
            guard vector.operation == .notification, (5...8).contains(size(vector)),
                vector.expected["error"] != nil
            else { return nil }
            return .wrong(
                answer: .object(["kind": .string("identifier"), "identifier": .number(7)]))
        }
        #expect(
            words.contains {
                $0.hasPrefix("notification: there is no error \"malformedNotification\" in ")
                    && $0.hasSuffix(" cases, in which there are 5 to 8 bytes")
            },
            "\(words)")
    }

    @Test("What failing cases have in common is told of these cases, not as a rule")
    func sample() {
        let words = words { vector in
            guard vector.operation == .decode, (487...489).contains(size(vector)) else {
                return nil
            }
            return MadeUpBug.wrong(vector, ["distanceInMeters": .number(7)])
        }
        let ending = " in 2 cases, in which there are 487 to 489 bytes"
        #expect(words == ["decode: distanceInMeters is 113 too small\(ending)"])
    }

    @Test("What failing cases have in common is told once of instructions, decoded or notified")
    func together() {
        let words = words { vector in
            guard (vector.expected["distanceInMeters"]?.unsigned ?? 0) > 0x7FFF_FFFF else {
                return nil
            }
            return MadeUpBug.wrong(vector, ["distanceInMeters": .number(0)])
        }
        let ending = ", in which distanceInMeters is 2147483648 or more (2147483647 is right)"
        #expect(
            words == ["decode, notification: distanceInMeters is 0 in 31 cases\(ending)"])
    }

    @Test("What failing cases have in common is told: the distance, not the arrow beside it")
    func zero() {
        let words = words { vector in
            vector.expected["distanceInMeters"] == .number(0)
                ? .wrong(answer: .object(["error": error("truncated", size(vector))])) : nil
        }
        let beginning = "decode, notification: there is the error \"truncated\" in "
        #expect(
            words.first?.hasPrefix(beginning) == true
                && words.first?.hasSuffix(" cases, in which distanceInMeters is 0") == true,
            "\(words)")
    }

    @Test("What failing cases have in common is told: which bits of a number are kept")
    func bits() {
        let words = words { vector in
            guard let arrow = vector.expected.int("arrow"), arrow > 31 else { return nil }
            return MadeUpBug.wrong(vector, ["arrow": .size(arrow & 31)])
        }
        #expect(
            words == [
                "decode, notification: arrow is only its lower 5 bits in 81 cases (31 is right)"
            ])
        let ofFloat = self.words { vector in
            guard let right = vector.expected["distanceInMeters"]?.unsigned else { return nil }
            let given = UInt32(clamping: Int64(Float(right)))
            return given == right
                ? nil : MadeUpBug.wrong(vector, ["distanceInMeters": .integer(given)])
        }
        let rounded =
            "distanceInMeters is rounded as a 32-bit float in 31 cases (16777226 is right)"
        #expect(ofFloat == ["decode, notification: \(rounded)"])
    }

    @Test(
        "What failing cases have in common is told: a number that is rounded down",
        arguments: [(5, 81), (10, 174), (100, 676)])
    func rounded(_ step: UInt32, _ count: Int) {
        let words = words { vector in
            guard let right = vector.expected["distanceInMeters"]?.unsigned else { return nil }
            let given = right / step * step
            return given == right
                ? nil : MadeUpBug.wrong(vector, ["distanceInMeters": .integer(given)])
        }
        let rounded = "distanceInMeters is rounded down to a multiple of \(step)"
        #expect(words == ["decode, notification: \(rounded) in \(count) cases"])
    }

    @Test("What failing cases have in common is told: an object of which the end is not seen")
    func end() {
        let words = words { vector in
            guard vector.operation == .reassembly, case .array(let events) = vector.input["events"],
                case .array(let steps) = vector.expected["steps"],
                let place = events.firstIndex(where: { $0.bytes("bytes")?.count ?? 99 < 10 }),
                place > 1, steps[place]["awaits"] == .number(0),
                let begin = steps[place - 1].int("awaits"), begin > 0,
                case .object(var step) = steps[place]
            else { return nil }
            step["awaits"] = .size(begin + (events[place].bytes("bytes")?.count ?? 0))
            return .wrong(answer: .object(["steps": .array(steps[..<place] + [.object(step)])]))
        }
        let one = "awaits is the one before in 23 cases, in which awaits should be 0"
        let end = "reassembly: awaits is where the bytes so far end"
        #expect(
            words == [
                "reassembly: \(one) and bytes compared with the first is \"its beginning\"",
                "\(end) in 13 cases, in which awaits should be 0 and there are 2 to 7 bytes",
                "\(end) in 3 cases, in which bytes compared with the first is \"others\" and there is 1 byte",
            ])
    }

    @Test("What failing cases have in common is told: a member of an error")
    func offsets() {
        let words = words { vector in
            guard vector.operation == .decode, let code = vector.expected["error"]?["code"]?.string
            else { return nil }
            return .wrong(answer: .object(["error": error(code, 0)]))
        }
        #expect(words.contains { $0.contains("error.offset is 0") }, "\(words)")
    }

    @Test("What failing cases have in common is told: an error's code instead of another")
    func codes() {
        let words = words { vector in
            guard vector.operation == .notification, vector.expected["error"] != nil,
                size(vector) < 9
            else { return nil }
            return .wrong(answer: .object(["error": error("truncated", size(vector))]))
        }
        #expect(
            words == [
                "notification: error.code is \"truncated\" instead of \"malformedNotification\" in 19 cases"
            ])
        let few = self.words { vector in
            vector.operation == .decode && vector.expected["error"] == nil && size(vector) < 12
                ? .wrong(answer: .object(["error": error("truncated", size(vector))])) : nil
        }
        #expect(few.contains { $0.hasSuffix(", in which there are 11 or fewer bytes") }, "\(few)")
    }

    @Test("What failing cases have in common is told: a street that stays if the next is empty")
    func stale() {
        var last: [String: JSONValue] = [:]
        let words = words { vector in
            guard vector.operation == .decode, vector.expected["error"] == nil,
                case .object(let right) = vector.expected
            else { return nil }
            let street = right.filter { ["streetBytes", "street"].contains($0.key) }
            guard street["streetBytes"] == .string("") else {
                last = street
                return nil
            }
            return last.isEmpty || last == street ? nil : MadeUpBug.wrong(vector, last)
        }
        #expect(
            words.contains {
                $0.contains("streetBytes is the one before in ")
                    && $0.hasSuffix(", in which the street is empty")
            }, "\(words)")
    }

    @Test("What failing cases have in common is told: the order of an identifier's bytes")
    func order() {
        let words = words { vector in
            guard vector.operation == .decode, let text = vector.expected["identifier"]?.string,
                text.contains("-")
            else { return nil }
            let digits = Array(text)
            let swapped = String(digits[6...7] + digits[4...5] + digits[2...3] + digits[0...1])
            let changed = swapped + String(digits[8...])
            return changed == text
                ? nil : MadeUpBug.wrong(vector, ["identifier": .string(changed)])
        }
        #expect(
            words.contains {
                $0.contains("identifier is its bytes in the order 3 2 1 0 4 5 6 7 8 9")
            }, "\(words)")
    }

    @Test("What failing cases have in common is told: the error after which a step is wrong")
    func steps() {
        let words = words { vector in
            guard vector.operation == .reassembly, case .array(let events) = vector.input["events"],
                case .array(let steps) = vector.expected["steps"],
                let place = events.firstIndex(where: { $0["attError"] == .number(11) }),
                steps[place]["error"] == nil
            else { return nil }
            let failed = JSONValue.object(["awaits": .null, "error": .string("failed")])
            return .wrong(answer: .object(["steps": .array(steps[..<place] + [failed])]))
        }
        #expect(words.contains { $0.contains("attError is 11") }, "\(words)")
    }

    @Test("What failing cases have in common is never the number that the suite gave a phone")
    func peer() {
        var count = 0
        let report = MadeUpReport.of(suite, layers: ["session/central"]) { vector in
            guard case .array(let events) = vector.input["events"],
                case .array(let steps) = vector.expected["steps"],
                let place = events.firstIndex(where: { $0["peer"] == .number(8) })
            else { return nil }
            count += 1
            return .wrong(answer: .object(["steps": .array(Array(steps[..<place]) + [.null])]))
        }
        let words = report.diagnosis.words
        #expect(count > 3 && !words.isEmpty)
        #expect(!words.contains { $0.contains("peer is") }, "\(words)")
    }

    @Test("What failing cases have in common is not told if other cases have it too")
    func none() {
        var count = 0
        let diagnosis = MadeUpReport.of(suite, layers: ["codec"]) { vector in
            guard vector.operation == .decode, vector.expected["error"] == nil,
                vector.expected["layout"] == .string("legacy")
            else { return nil }
            count += 1
            return count.isMultiple(of: 3)
                ? MadeUpBug.wrong(vector, ["arrow": .string(vector.id)]) : nil
        }.diagnosis
        #expect(count > 30)
        #expect(!diagnosis.words.contains { $0.contains("legacy") }, "\(diagnosis.words)")
    }
}
