import KomootNav
import Testing

@Suite("A street")
struct StreetTests {
    /// Bytes at the edges of every row of the Unicode Standard's table 3-7.
    private static let interesting: [UInt8] = [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
        0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]

    /// Compares every policy with the standard library's own decoder.
    private func agrees(_ bytes: [UInt8]) throws -> Bool {
        let repaired = String(decoding: bytes, as: UTF8.self)
        let isWellFormed = repaired.utf8.elementsEqual(bytes)
        let contiguous = ContiguousArray(bytes)
        let view = StreetView(contiguous.span)
        let strict = try? view.text(.strict)
        let street = Street(contiguous.span)
        return try view.text(.repair) == repaired
            && (strict != nil) == isWellFormed && (strict ?? repaired) == repaired
            && street.withBytes { $0.count == bytes.count } && street == Street(view)
            && street.text(.repair) == repaired
            && ((try? street.text(.strict)) != nil) == isWellFormed
    }

    @Test("of every one or two bytes is read as the standard library reads it")
    func short() throws {
        for first in UInt8.min...UInt8.max {
            #expect(try agrees([first]))
            for second in UInt8.min...UInt8.max where try !agrees([first, second]) {
                Issue.record("\([first, second])")
            }
        }
    }

    @Test("of three and four bytes from the edges is read as the standard library reads it")
    func edges() throws {
        for first in Self.interesting {
            for second in Self.interesting {
                for third in Self.interesting {
                    if try !agrees([first, second, third]) {
                        Issue.record("\([first, second, third])")
                    }
                    for fourth: UInt8 in [0x80, 0xC2]
                    where try !agrees([first, second, third, fourth]) {
                        Issue.record("\([first, second, third, fourth])")
                    }
                }
            }
        }
    }

    @Test("that is cut anywhere keeps its whole characters and drops nothing else")
    func cutAnywhere() throws {
        let text = "aé€😀z"
        let bytes = ContiguousArray(text.utf8)
        for length in 0...bytes.count {
            let view = StreetView(bytes.span.extracting(..<length))
            // The characters that end at or before the cut.
            var whole = ""
            for character in text {
                guard (whole + String(character)).utf8.count <= length else { break }
                whole.append(character)
            }
            #expect(try view.text(.dropIncompleteTail) == whole)
            #expect(view.description == whole)
            #expect(view.wholeCharacters.count == whole.utf8.count)
        }
    }

    @Test(
        "keeps what is ill-formed in the middle, and an ill-formed end that nothing could complete")
    func illFormed() throws {
        let bytes: ContiguousArray<UInt8> = [0x41, 0xFF, 0x42, 0xE2, 0x82]
        let view = StreetView(bytes.span)
        #expect(try view.text(.dropIncompleteTail) == "A\u{FFFD}B")
        #expect(try view.text(.repair) == "A\u{FFFD}B\u{FFFD}")
        #expect(throws: KomootNavError(.invalidUTF8, at: 1)) { try view.text(.strict) }
        let surrogate: ContiguousArray<UInt8> = [0x41, 0xED, 0xA0]
        #expect(try StreetView(surrogate.span).text(.dropIncompleteTail) == "A\u{FFFD}\u{FFFD}")
    }

    @Test("of an object has its errors counted from the object's start")
    func objectOffsets() throws {
        let object: ContiguousArray<UInt8> = [1, 0, 0, 0, 5, 9, 0, 0, 0, 0x41, 0xFF]
        let view = try NavigationInstructionView(decoding: object.span)
        var caught: KomootNavError?
        do throws(KomootNavError) { try view.street.validate() } catch { caught = error }
        #expect(caught == KomootNavError(.invalidUTF8, at: 10))
        let owned = NavigationInstruction(view)
        #expect(throws: KomootNavError(.invalidUTF8, at: 1)) { try owned.street.text(.strict) }
    }

    @Test("is equal to another if its bytes are, not if it only looks the same")
    func equality() {
        let composed: Street = "é"
        let decomposed: Street = "e\u{301}"
        #expect(composed != decomposed)
        #expect("é" == "e\u{301}")
        let ill = Street(([0xC3] as ContiguousArray<UInt8>).span)
        #expect(ill == Street(([0xC3] as ContiguousArray<UInt8>).span))
        #expect(ill != composed && ill != "\u{FFFD}")
        #expect(Set([composed, decomposed, ill, "é"]).count == 3)
        #expect(composed.hashValue == Street(ContiguousArray("é".utf8).span).hashValue)
        #expect(Street("").isEmpty && !ill.isEmpty && ill.byteCount == 1)
    }
}
