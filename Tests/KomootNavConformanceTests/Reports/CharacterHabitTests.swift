import Foundation
import KomootNav
import KomootNavJSON
import Testing

@testable import KomootNavConformance

@Suite("A habit of what becomes of characters")
struct CharacterHabitTests {
    let suite: VectorSuite

    init() throws {
        suite = try GoldenFixtures.suite()
    }

    /// What is said of a decoder that has no other fault.
    private func words(
        _ members: Set<InstructionMember>? = nil,
        _ change: ([String: JSONValue]) -> [String: JSONValue]?
    ) -> [String] {
        let diagnosis = MadeUpReport.ofDecoder(suite, members) { right, _ in change(right) }
        #expect(diagnosis.findings.isEmpty)
        #expect(diagnosis.unexplained.isEmpty, "\(diagnosis.words)")
        let beginning = "decode: in a street, "
        #expect(diagnosis.words.allSatisfy { $0.hasPrefix(beginning) }, "\(diagnosis.words)")
        return diagnosis.words.map { String($0.dropFirst(beginning.count)) }
    }

    private func words(ofBytes change: (ContiguousArray<UInt8>) -> [UInt8]) -> [String] {
        words { right in
            JSONValue.object(right).bytes("streetBytes").map {
                ["streetBytes": .bytes(ContiguousArray(change($0)))]
            }
        }
    }

    private func words(ofText change: (String) -> String) -> [String] {
        words([.arrow, .street]) { right in
            right["street"]?.string.map { ["street": .string(change($0))] }
        }
    }

    private func scalars(_ text: String, _ change: (Unicode.Scalar) -> String) -> String {
        text.unicodeScalars.map(change).joined()
    }

    @Test("A habit of what becomes of characters names those that are left out or replaced")
    func bytes() {
        let all: [((ContiguousArray<UInt8>) -> [UInt8], String)] = [
            ({ $0.filter { $0 < 128 } }, "bytes that are not ASCII are left out"),
            ({ $0.flatMap { $0 == 0x22 ? [$0, $0] : [$0] } }, #""\"" becomes "\"\"" in 2 cases"#),
            (
                { $0.map { $0 < 128 ? $0 : 0x3F } },
                "bytes that are not ASCII become \"?\" for each byte"
            ),
            (
                { Array(String(decoding: $0, as: UTF8.self).utf8) },
                "what is not UTF-8 becomes \"\u{FFFD}\""
            ),
            (
                { bytes in
                    String(decoding: bytes, as: UTF8.self).unicodeScalars.map {
                        UInt8(exactly: $0.value) ?? 0x3F
                    }
                },
                "characters beyond Latin-1 become \"?\"; what is not UTF-8 becomes \"?\"; "
                    + "other characters that are not ASCII become bytes of Latin-1"
            ),
        ]
        for (change, sentence) in all {
            let words = words(ofBytes: change)
            #expect(words == [sentence])
        }
    }

    @Test("A habit of what becomes of characters names what a text shows instead")
    func texts() {
        let umlauts = ["ä": "ae", "ß": "ss", "é": "e"]
        let all: [((String) -> String, String)] = [
            ({ $0.uppercased() }, "letters become capitals"),
            (
                { self.scalars($0) { $0.isASCII ? "\($0)" : "?" } },
                #"bytes that are not ASCII become "?""#
            ),
            (
                { self.scalars($0) { umlauts["\($0)"] ?? "\($0)" } },
                #""ß" becomes "ss", "ä" becomes "ae", "é" becomes "e""#
            ),
            ({ $0.replacing("\"", with: "&quot;") }, #""\"" becomes "&quot;" in 2 cases"#),
            (
                {
                    self.scalars($0) {
                        $0.value < 0x100 ? "\($0)" : "\(Unicode.Scalar(UInt8($0.value & 0xFF)))"
                    }
                },
                "characters beyond Latin-1 become what the low byte of their numbers is; "
                    + "what begins no character becomes \"\u{FD}\""
            ),
            // The two things that become of a character are told in one order.
            (
                { $0.replacing(/ß\B/, with: "!").replacing("ß", with: "?") },
                #""ß" at the end becomes "?", "ß" before the end becomes "!""#
            ),
            (
                { self.scalars($0) { $0.value < 0x100 ? "\($0)" : "" } },
                "characters beyond Latin-1 are left out; what begins no character is left out"
            ),
            (
                { $0.replacing("\u{FFFD}", with: "?") },
                "what begins no character becomes \"?\"; \"\u{FFFD}\" becomes \"?\""
            ),
            (
                { $0.replacing("\u{FFFD}", with: "") },
                "what begins no character is left out; \"\u{FFFD}\" is left out"
            ),
        ]
        for (change, sentence) in all {
            let words = words(ofText: change)
            #expect(words == [sentence])
        }
        let composed = words(ofText: { $0.precomposedStringWithCanonicalMapping })
        #expect(
            composed.count == 1
                && composed.first?.hasPrefix(#""a" before a combining mark becomes "ạ", "#) == true,
            "\(composed)")
    }

    @Test("A habit of what becomes of characters names what a lenient decoder takes for characters")
    func lookalikes() {
        func words(_ change: (StreetToken) -> [UInt8]?) -> [String] {
            self.words { right in
                JSONValue.object(right).bytes("streetBytes").map { street in
                    let shown = StreetToken.all(street).flatMap {
                        change($0) ?? $0.usual(in: "street")
                    }
                    return ["street": CharacterMap.value(shown, "street")]
                }
            }
        }
        let surrogates = words { token in
            token.bytes.starts(with: [0xED]) && token.kind != .character ? token.bytes : nil
        }
        #expect(surrogates == ["surrogates stay as they are in 2 cases"])
        let overlong = words { token in
            switch token.bytes {
            case [0xC0, 0xAF]: Array("/".utf8)
            case [0xE0, 0x80, 0x80]: [0]
            default: nil
            }
        }
        #expect(
            overlong == [
                "overlong sequences become the characters that their bits encode in 2 cases"
            ])
    }

    @Test("A habit of what becomes of characters tells bytes that are shown as characters")
    func bytesAsCharacters() {
        let words = words { right in
            JSONValue.object(right).bytes("streetBytes").map { street in
                let view = String.UnicodeScalarView(street.map { Unicode.Scalar($0) })
                return ["street": .string(String(view))]
            }
        }
        #expect(
            words == [
                "bytes that are not ASCII are shown as the characters that each byte is in Latin-1"
            ])
    }

    @Test("A habit of what becomes of characters tells half a character where a display cuts it")
    func cutOff() {
        let diagnosis = MadeUpReport.of(
            suite, layers: ["codec"], members: [.arrow, .street], streetCapacity: 31
        ) { vector in
            let offset = vector.input["layout"]?.string == "published" ? 21 : 9
            guard vector.operation == .decode, let right = vector.expected["street"]?.string,
                let kept = vector.input.bytes("bytes")
                    .map({ ContiguousArray($0.dropFirst(offset)) }),
                kept.count > 31, StreetToken.all(kept.prefix(31)).last?.kind == .cut,
                ContiguousArray(kept.prefix(31)).shownText == right
            else { return nil }
            let given = JSONValue.object(["notUTF8": .bytes(ContiguousArray(kept.prefix(31)))])
            return MadeUpBug.wrong(vector, ["street": given])
        }.diagnosis
        let words = "in a street, half a character where the street is cut stays as it is"
        #expect(diagnosis.words == ["decode: \(words)"])
    }

    @Test("A habit of what becomes of characters says where, if they do so in one place only")
    func places() {
        let trimmed = words(
            ofText: { text in
                var view = text.unicodeScalars
                while view.last == " " { view.removeLast() }
                return String(view)
            })
        #expect(trimmed == ["blanks at the end are left out"])
        let capital = words(ofText: { text in
            var isInWord = false
            return scalars(text) { scalar in
                defer { isInWord = scalar.properties.isAlphabetic }
                return isInWord ? "\(scalar)" : scalar.properties.uppercaseMapping
            }
        })
        #expect(capital == ["letters at the beginning of a word become capitals"])
    }

    @Test("A habit of what becomes of characters leaves out blanks before half a character")
    func blanksBeforeCut() {
        let diagnosis = MadeUpReport.of(
            suite, layers: ["codec", "notification"], members: [.arrow, .street]
        ) { vector in
            guard let right = vector.expected["street"]?.string, right.hasSuffix(" ") else {
                return nil
            }
            let trimmed = String(right.reversed().drop { $0 == " " }.reversed())
            return MadeUpBug.wrong(vector, ["street": .string(trimmed)])
        }.diagnosis
        #expect(
            diagnosis.words == [
                "decode, notification: in a street, blanks at the end are left out"
            ])
    }

    @Test("A habit of what becomes of characters tells if only the last one is left out")
    func last() {
        func isLeftOut(_ scalar: Unicode.Scalar?) -> Bool { scalar?.isASCII == false }
        // Of a street that is one character many times, it can't be told which was left out.
        let ofText = words(ofText: { text in
            isLeftOut(text.unicodeScalars.last) && Set(text.unicodeScalars).count > 1
                ? String(String.UnicodeScalarView(text.unicodeScalars.dropLast())) : text
        })
        #expect(ofText == ["characters that are not ASCII at the end are left out"])
        let ofBytes = words(ofBytes: { street in
            let last = StreetToken.all(street).last
            return last?.kind == .character && isLeftOut(last?.scalar)
                ? Array(street.dropLast(last?.bytes.count ?? 0)) : Array(street)
        })
        #expect(ofBytes == ["characters that are not ASCII at the end are left out"])
    }

    @Test("A habit of what becomes of characters is not taken from streets that are others")
    func others() {
        var last: JSONValue = .string("")
        let stale = MadeUpReport.ofDecoder(suite) { right, _ in
            defer { last = right["streetBytes"] ?? last }
            return right["streetBytes"] == .string("") ? ["streetBytes": last] : nil
        }
        #expect(!stale.words.contains { $0.contains("in a street, ") }, "\(stale.words)")
        let empty = MadeUpReport.ofDecoder(suite, [.arrow, .street]) { right, _ in
            right["street"]?.string?.unicodeScalars.contains { $0.value > 0x7F } == true
                ? ["street": .string("")] : nil
        }
        #expect(!empty.words.contains { $0.contains("\"a\"") }, "\(empty.words)")
        let shifted = MadeUpReport.ofDecoder(suite) { right, _ in
            guard let street = JSONValue.object(right).bytes("streetBytes"), street.count > 20
            else { return nil }
            return ["streetBytes": .bytes(ContiguousArray(street.dropFirst(12)))]
        }
        #expect(!shifted.words.contains { $0.contains("left out") }, "\(shifted.words)")
    }
}
