import KomootNav
import PropertyTesting
import Testing

@Suite("A street")
struct StreetTests {
    /// Bytes at the edges of each row of the Unicode Standard's table 3-7.
    private static let interesting: [UInt8] = [
        0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
        0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]

    /// Compares every policy with the standard library's own decoders.
    ///
    /// - Parameter alsoOwned: whether to compare the owned street too. It takes twice as long,
    ///   because every error that a test throws is slow.
    /// - Returns: the first difference.
    private func difference(_ bytes: [UInt8], alsoOwned: Bool = true) -> String? {
        let oracle = StreetOracle(bytes)
        let contiguous = ContiguousArray(bytes)
        let view = StreetView(contiguous.span)
        let street = Street(contiguous.span)
        let error = oracle.firstIllFormed.map { KomootNavError(.invalidUTF8, at: $0) }
        for policy in StreetPolicy.allCases {
            let expected =
                policy == .dropIncompleteTail ? oracle.withoutIncompleteTail : oracle.repaired
            let expectedError = policy == .strict ? error : nil
            var text: String?
            var caught: KomootNavError?
            do throws(KomootNavError) { text = try view.text(policy) } catch { caught = error }
            guard caught == expectedError, text == (expectedError == nil ? expected : nil) else {
                return "\(bytes): \(policy) gives \(text ?? "\(caught as Any)")"
            }
            guard alsoOwned else { continue }
            var owned: String?
            var ownedError: KomootNavError?
            do throws(KomootNavError) { owned = try street.text(policy) } catch {
                ownedError = error
            }
            guard owned == text, ownedError == caught else {
                return "\(bytes): the owned street gives \(owned ?? "\(ownedError as Any)")"
            }
        }
        guard view.description == oracle.withoutIncompleteTail, street.byteCount == bytes.count,
            street.description == view.description
        else { return "\(bytes): described as \(view.description) and \(street)" }
        return nil
    }

    private func expectAgreement(_ bytes: [UInt8], alsoOwned: Bool = false) throws {
        if let difference = difference(bytes, alsoOwned: alsoOwned) { throw Failure(difference) }
    }

    @Test("A street of any one or two bytes is read as by the standard library")
    func short() throws {
        #expect(difference([]) == nil)
        for first in UInt8.min...UInt8.max {
            #expect(difference([first]) == nil)
            // Of two bytes that are both in the midst of a range, one in seven unless more cases are asked for.
            let isEdge = Self.interesting.contains(first)
            for second in UInt8.min...UInt8.max {
                let isInteresting = Self.interesting.contains(second)
                guard isEdge || isInteresting || asksForMore || (first ^ second) % 7 == 0 else {
                    continue
                }
                try expectAgreement([first, second], alsoOwned: isInteresting)
            }
        }
    }

    @Test("A street of three or four bytes from the edges is read as by the standard library")
    func edges() throws {
        for first in Self.interesting {
            for second in Self.interesting {
                for third in Self.interesting {
                    let bytes = [first, second, third]
                    try expectAgreement(bytes)
                }
            }
        }
        for first in Self.interesting where first >= 0xE0 {
            for second in Self.interesting where second >= 0x80 {
                for third: UInt8 in [0x7F, 0x80, 0xBF, 0xC0] {
                    for fourth: UInt8 in [0x00, 0x80, 0xBF, 0xC2, 0xF0] {
                        let bytes = [first, second, third, fourth]
                        try expectAgreement(bytes)
                    }
                }
            }
        }
    }

    @Test("A street is read alike wherever in a longer one something begins and the text ends")
    func places() throws {
        let parts: [[UInt8]] = [
            [0xC3, 0xA9], [0xC2], [0xC1, 0x80], [0xC0], [0xE2, 0x82, 0xAC], [0xE0, 0x80, 0x80],
            [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x9A, 0xB2], [0xF4, 0x90, 0x80, 0x80], [0x80],
            [0xC3, 0x41], [0xC3, 0xC3, 0xA9], [0xC3, 0xA9, 0xA9], [0xDF, 0xBF], [0xE2, 0x82],
        ]
        // Eight bytes are checked at once, so that both ends of this have to pass their edges.
        for filling: [UInt8] in [[0x61], [0xC3, 0xA9]] {
            for before in 0...17 {
                let start = Array(repeatElement(filling, count: before).joined())
                for after in 0...9 {
                    let end = repeatElement(filling, count: after).joined()
                    for part in parts { try expectAgreement(start + part + end) }
                    try expectAgreement(start + [0x61] + end, alsoOwned: true)
                }
            }
        }
    }

    @Test("A street of any bytes is read as by the standard library")
    func anyBytes() throws {
        try checkProperty("streets are read as the standard library reads them", count: 1500) {
            choices in
            let isText = choices.bool()
            var bytes =
                isText
                ? Array(choices.streetBytes(atMost: 60, withoutNUL: false))
                : choices.list(atMost: 24) { $0.element(of: Self.interesting) }
            if choices.bool() { bytes = bytes.dropLast(choices.integer(in: 0...3)) }
            return bytes
        } holds: { bytes in
            if let difference = difference(bytes) { return difference }
            let contiguous = ContiguousArray(bytes)
            let kept = Street(contiguous.span).withBytes { kept in
                kept.indices.map { kept[$0] }
            }
            if kept != bytes { return "keeps \(kept)" }
            guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else {
                return nil
            }
            let isWellFormed = String(validating: bytes, as: UTF8.self) != nil
            let isTaken = (try? Street(contiguous.span).text(.strict)) != nil
            return isTaken == isWellFormed ? nil : "well-formed: \(isWellFormed)"
        }
    }

    @Test("A street is written as a literal, which may interpolate")
    func interpolates() {
        let number = 7
        let street: Street = "Straße \(number)"
        #expect(street == Street("Straße 7"))
    }

    @Test("A street that is cut anywhere loses only the incomplete character")
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
        "A street drops no ill-formed bytes, except an end that more bytes could complete")
    func illFormed() throws {
        let bytes: ContiguousArray<UInt8> = [0x41, 0xFF, 0x42, 0xE2, 0x82]
        let view = StreetView(bytes.span)
        #expect(try view.text(.dropIncompleteTail) == "A\u{FFFD}B")
        #expect(try view.text(.repair) == "A\u{FFFD}B\u{FFFD}")
        #expect(throws: KomootNavError(.invalidUTF8, at: 1)) { try view.text(.strict) }
        let surrogate: ContiguousArray<UInt8> = [0x41, 0xED, 0xA0]
        #expect(try StreetView(surrogate.span).text(.dropIncompleteTail) == "A\u{FFFD}\u{FFFD}")
    }

    @Test("A street of an object counts its errors from the object's start")
    func objectOffsets() throws {
        let object: ContiguousArray<UInt8> = [1, 0, 0, 0, 5, 9, 0, 0, 0, 0x41, 0xFF]
        let view = try NavigationInstructionView(decoding: object.span)
        var caught: KomootNavError?
        do throws(KomootNavError) { try view.street.validate() } catch { caught = error }
        #expect(caught == KomootNavError(.invalidUTF8, at: 10))
        let owned = NavigationInstruction(view)
        #expect(throws: KomootNavError(.invalidUTF8, at: 1)) { try owned.street.text(.strict) }
    }

    @Test("A street that begins a well-formed one loses at most its last three bytes")
    func beginnings() throws {
        try checkProperty("a cut street loses at most the character that is cut", count: 400) {
            choices in
            let words = ["Straße", "Οδός", "銀座", "🚲", "e\u{301}", "a"]
            let text = choices.list(atMost: 10) { $0.element(of: words) }.joined()
            return (text: text, length: choices.integer(in: 0...text.utf8.count))
        } holds: { (text, length) in
            let bytes = ContiguousArray(text.utf8.prefix(length))
            let shown = try StreetView(bytes.span).text(.dropIncompleteTail)
            let isBeginning = text.unicodeScalars.starts(with: shown.unicodeScalars)
            let lost = length - shown.utf8.count
            return isBeginning && (0...3).contains(lost) ? nil : "\(shown), \(lost) bytes less"
        }
    }

    @Test("A street is equal to another, with an equal hash, if and only if its bytes are equal")
    func anyEquality() throws {
        let ends: [[UInt8]] = [
            Array("é".utf8), Array("e\u{301}".utf8), [0xC3], [0xC3, 0xA9, 0xC3], [0x65, 0xCC], [],
        ]
        try checkProperty("streets are equal if their bytes are", count: 1000) { choices in
            let start = Array(choices.streetBytes(atMost: 20, withoutNUL: false))
            let (one, other) = (choices.element(of: ends), choices.element(of: ends))
            return (one: start + one, other: start + other)
        } holds: { (one, other) in
            let left = Street(ContiguousArray(one).span)
            let right = Street(ContiguousArray(other).span)
            if (left == right) != (one == other) { return "equal: \(left == right)" }
            if left == right && left.hashValue != right.hashValue { return "hashes differ" }
            let text = String(decoding: one, as: UTF8.self)
            guard text.utf8.elementsEqual(one) else { return nil }
            let written = Street(text)
            return written == left && written.hashValue == left.hashValue ? nil : "text differs"
        }
    }

    @Test("A street is not equal to another that only looks the same")
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

    @Test("A street can be cut at the end of a character, to what a layout has room for")
    func prefix() throws {
        let street: Street = "Lennéstraße"
        #expect(street.prefix(maximumByteCount: 13) == street)
        #expect(street.prefix(maximumByteCount: 12) == "Lennéstraß")
        #expect(street.prefix(maximumByteCount: 5) == "Lenn")
        #expect(street.prefix(maximumByteCount: 0).isEmpty)
        #expect(street.prefix(maximumByteCount: -1).isEmpty)
        // An e and its accent, and a flag, are one character each.
        #expect(Street("e\u{301}e\u{301}").prefix(maximumByteCount: 5) == "e\u{301}")
        #expect(Street("\u{1F1E9}\u{1F1EA}").prefix(maximumByteCount: 7).isEmpty)
        let illFormed: ContiguousArray<UInt8> = [0xFF, 0x41, 0xC3, 0xA9]
        #expect(
            Street(illFormed.span).prefix(maximumByteCount: 3)
                == Street(illFormed.span.extracting(..<2)))

        for layout in [InstructionLayout.published, .deployed] {
            let long = Street(String(repeating: "é", count: 400))
            let cut = long.prefix(maximumByteCount: layout.maximumStreetByteCount)
            #expect(layout.maximumStreetByteCount - cut.byteCount < 2)
            let instruction = NavigationInstruction(
                identifier: 1, arrow: .left, distanceInMeters: 1, street: cut)
            #expect(try instruction.encoded(as: layout).count > 510)
        }
    }
}
