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
        unexplained: (CaseResult) -> Bool = { _ in false },
        _ change: ([String: JSONValue]) -> [String: JSONValue]?
    ) -> [String] {
        let diagnosis = MadeUpReport.ofDecoder(suite, members) { right, _ in change(right) }
        #expect(diagnosis.findings.isEmpty)
        let isExplained = diagnosis.unexplained.allSatisfy(unexplained)
        #expect(isExplained, "\(diagnosis.words)")
        return diagnosis.words
    }

    private func words(ofBytes change: (ContiguousArray<UInt8>) -> [UInt8]) -> [String] {
        words { right in
            JSONValue.object(right).bytes("streetBytes").map {
                ["streetBytes": .bytes(ContiguousArray(change($0)))]
            }
        }
    }

    private func words(
        ofText change: (String) -> String, unexplained: (CaseResult) -> Bool = { _ in false }
    ) -> [String] {
        words([.arrow, .street], unexplained: unexplained) { right in
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
                }, "become bytes of Latin-1"
            ),
        ]
        for (change, sentence) in all {
            let words = words(ofBytes: change)
            #expect(words.count == 1 && words.first?.contains(sentence) == true, "\(words)")
        }
    }

    @Test("A habit of what becomes of characters names what a text shows instead")
    func texts() {
        let umlauts = ["ä": "ae", "ß": "ss", "é": "e"]
        let all: [((String) -> String, [String])] = [
            ({ $0.uppercased() }, ["letters become capitals"]),
            (
                { self.scalars($0) { $0.isASCII ? "\($0)" : "?" } },
                ["bytes that are not ASCII become \"?\""]
            ),
            (
                { self.scalars($0) { umlauts["\($0)"] ?? "\($0)" } },
                [#""ä" becomes "ae""#, #""ß" becomes "ss""#, #""é" becomes "e""#]
            ),
            ({ $0.replacing("\"", with: "&quot;") }, [#""\"" becomes "&quot;""#]),
            (
                {
                    self.scalars($0) {
                        $0.value < 0x100 ? "\($0)" : "\(Unicode.Scalar(UInt8($0.value & 0xFF)))"
                    }
                },
                ["become what the low byte of their numbers is"]
            ),
            ({ $0.precomposedStringWithCanonicalMapping }, ["combining mark"]),
            ({ $0.replacing("\u{FFFD}", with: "?") }, [#"what begins no character becomes "?""#]),
            ({ $0.replacing("\u{FFFD}", with: "") }, ["what begins no character is left out"]),
        ]
        for (change, sentences) in all {
            let words = words(ofText: change)
            #expect(words.count == 1, "\(words)")
            for sentence in sentences {
                #expect(words.first?.contains(sentence) == true, "\(sentence): \(words)")
            }
        }
    }

    @Test("A habit of what becomes of characters tells bytes that are shown as characters")
    func bytesAsCharacters() {
        let words = words { right in
            JSONValue.object(right).bytes("streetBytes").map { street in
                let view = String.UnicodeScalarView(street.map { Unicode.Scalar($0) })
                return ["street": .string(String(view))]
            }
        }
        #expect(words.count == 1)
        #expect(
            words.first?.contains(
                "bytes that are not ASCII are shown as the characters that each byte is") == true,
            "\(words)")
    }

    @Test("A habit of what becomes of characters says where, if they do so in one place only")
    func places() {
        let trimmed = words(
            ofText: { text in
                var view = text.unicodeScalars
                while view.last == " " { view.removeLast() }
                return String(view)
            },
            // A blank before half a character is the last of the text, but not of the street.
            unexplained: { $0.street.map(StreetToken.all)?.last?.kind == .cut })
        #expect(trimmed.contains { $0.contains("blanks at the end are left out") }, "\(trimmed)")
        let capital = words(ofText: { text in
            var isInWord = false
            return scalars(text) { scalar in
                defer { isInWord = scalar.properties.isAlphabetic }
                return isInWord ? "\(scalar)" : scalar.properties.uppercaseMapping
            }
        })
        #expect(capital.count == 1)
        #expect(
            capital.first?.contains("at the beginning of a word become capitals") == true,
            "\(capital)")
    }

    @Test("A habit of what becomes of characters tells if only the last one is left out")
    func last() {
        func isLeftOut(_ scalar: Unicode.Scalar?) -> Bool { scalar?.isASCII == false }
        let ofText = words(ofText: { text in
            isLeftOut(text.unicodeScalars.last)
                ? String(String.UnicodeScalarView(text.unicodeScalars.dropLast())) : text
        })
        #expect(ofText.count == 1, "\(ofText)")
        #expect(
            ofText.first?.contains("that are not ASCII at the end are left out") == true,
            "\(ofText)")
        #expect(!ofText.contains { $0.contains("not ASCII are left out") }, "\(ofText)")
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
    }
}
