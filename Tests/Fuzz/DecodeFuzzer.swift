// The input is the bytes of a data object. They are decoded in every possible way. The results are
// compared with the protocol's text, with each other, and with what encoding makes of them.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoding(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // Not copied: the address sanitizer knows where these bytes end.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let input = copied(bytes)
    var checkedStreets: Set<Int> = []
    for extent in bothExtents {
        for layout in pinnedLayouts {
            checkDecoding(bytes, input, layout, extent, &checkedStreets)
        }
        checkDetection(bytes, extent)
    }
    return 0
}

/// - Parameter checkedStreets: the beginnings of the streets that were already checked.
private func checkDecoding(
    _ bytes: Span<UInt8>, _ input: [UInt8], _ layout: InstructionLayout?, _ extent: ObjectExtent,
    _ checkedStreets: inout Set<Int>
) {
    let expected = outcome { () throws(KomootNavError) in
        try ExpectedObject(input, layout: layout, extent: extent)
    }
    let owned = outcome { () throws(KomootNavError) in
        try NavigationInstruction(decoding: input, layout: layout, extent: extent)
    }
    let view: NavigationInstructionView
    do throws(KomootNavError) {
        view = try NavigationInstructionView(decoding: bytes, layout: layout, extent: extent)
    } catch {
        check(0...512 ~= error.offset && error.offset <= input.count, "offset of \(error)")
        check(owned == .failure(error), "the view throws \(error), the owned decoder: \(owned)")
        guard case .failure(let reason) = expected else {
            fatalError("\(error), but the bytes are an object")
        }
        check(error == reason, "\(error), expected \(reason)")
        return
    }
    guard case .success(let object) = expected else {
        fatalError("decoded, but expected \(expected)")
    }
    let facts = Facts(view)
    check(owned == .success(facts.instruction), "view and owned decoder differ")
    check(view.layout == object.layout, "layout \(view.layout), expected \(object.layout)")
    check(view.extent == object.extent, "extent \(view.extent), expected \(object.extent)")
    check(view.identifier == object.identifier, "identifier \(view.identifier)")
    check(view.arrow.rawValue == object.arrow, "arrow \(view.arrow)")
    check(view.distanceInMeters == object.distanceInMeters, "\(view.distanceInMeters) m")
    check(isSame(view.street.bytes, object.street), "the street's bytes")

    let streetStart = min(view.layout.streetOffset, input.count)
    if checkedStreets.insert(streetStart).inserted {
        checkStreet(view.street, of: object.street, objectOffset: streetStart)
    }
    // A detected layout has its turn when it is pinned.
    if view.extent == .whole && extent == .whole && layout != nil { checkEncoding(facts, input) }
}

/// ``InstructionLayout/detect(in:extent:)`` and the view must agree, even when they refuse.
private func checkDetection(_ bytes: Span<UInt8>, _ extent: ObjectExtent) {
    let detected = outcome { () throws(KomootNavError) in
        try InstructionLayout.detect(in: bytes, extent: extent)
    }
    do throws(KomootNavError) {
        let view = try NavigationInstructionView(decoding: bytes, extent: extent)
        check(detected == .success(view.layout), "detected \(detected), decoded \(view.layout)")
    } catch {
        guard case .success(let layout) = detected else {
            check(detected == .failure(error), "detection: \(detected), decoding: \(error)")
            return
        }
        // Once a layout is detected, decoding can refuse only one thing: a legacy object that was
        // cut after its identifier.
        check(
            layout == .legacy && bytes.count < 21 && error == KomootNavError(.truncated, at: 20),
            "\(layout) is detected, but decoding throws \(error)")
    }
}

// MARK: - Encoding

private func checkEncoding(_ facts: Facts, _ input: [UInt8]) {
    let instruction = facts.instruction
    let encoded = outcome { () throws(KomootNavError) in
        try instruction.encoded(as: facts.layout)
    }
    check(
        encoded == .success(ContiguousArray(input)),
        "decoded as \(facts.layout), encoded as \(encoded)")
    checkBuffers(instruction, facts.layout, input)
    for other in pinnedLayouts {
        if let other, other != facts.layout { checkReencoding(instruction, other) }
    }
}

/// Encodes into a buffer that is one byte too small, and into one that is too large.
private func checkBuffers(
    _ instruction: NavigationInstruction, _ layout: InstructionLayout, _ object: [UInt8]
) {
    let filler: UInt8 = 0xA5
    var short = [UInt8](repeating: filler, count: object.count - 1)
    var shortSpan = short.mutableSpan
    do throws(KomootNavError) {
        _ = try instruction.encode(as: layout, into: &shortSpan)
        fatalError("encoded into a buffer that is too small")
    } catch {
        check(error == KomootNavError(.bufferTooSmall, at: object.count - 1), "\(error)")
    }
    check(short.allSatisfy { $0 == filler }, "a refused encoding wrote something")

    var long = [UInt8](repeating: filler, count: object.count + 3)
    var longSpan = long.mutableSpan
    let count = outcome { () throws(KomootNavError) in
        try instruction.encode(as: layout, into: &longSpan)
    }
    check(count == .success(object.count), "encoded \(count)")
    check(long == object + [filler, filler, filler], "encoded into a large buffer: \(hex(long))")
}

/// Encodes the instruction in another layout, and decodes it again.
private func checkReencoding(_ instruction: NavigationInstruction, _ layout: InstructionLayout) {
    do throws(KomootNavError) {
        let encoded = try instruction.encoded(as: layout)
        check(encoded.count <= 512, "an object of \(encoded.count) bytes")
        let decoded = outcome { () throws(KomootNavError) in
            try NavigationInstruction(decoding: encoded.span, layout: layout)
        }
        check(decoded == .success(instruction), "encoded as \(layout), decoded as \(decoded)")
        checkPromiseOfDetection(encoded, instruction, layout)
    } catch {
        let isNumber = if case .uint32 = instruction.identifier { true } else { false }
        if isNumber != (layout.identifierFormat == .uint32) {
            let expected = KomootNavError(.identifierMismatch, at: layout.identifierOffset)
            check(error == expected, "\(error)")
        } else {
            check(error == KomootNavError(.oversized, at: 512), "\(error)")
            check(layout.streetOffset + instruction.street.byteCount > 512, "oversized too soon")
        }
    }
}

/// If the two assumptions hold, detection must find the layout, in a whole object and in a cut one.
private func checkPromiseOfDetection(
    _ object: ContiguousArray<UInt8>, _ instruction: NavigationInstruction,
    _ layout: InstructionLayout
) {
    let holdsNUL = instruction.street.withBytes { copied($0).contains(0) }
    guard !holdsNUL && instruction.distanceInMeters < 1 << 31 else { return }
    guard layout == .published || layout == .deployed else { return }
    let whole = outcome { () throws(KomootNavError) in
        try InstructionLayout.detect(in: object.span)
    }
    check(whole == .success(layout), "\(layout) is detected as \(whole)")
    for count in 20...22 where count < object.count {
        let cut = outcome { () throws(KomootNavError) in
            try InstructionLayout.detect(
                in: object.span.extracting(..<count), extent: .possiblyCut)
        }
        check(cut == .success(layout), "\(layout), cut to \(count), is detected as \(cut)")
    }
}

// MARK: - Streets

/// - Parameter objectOffset: where the view begins to count its error offsets.
private func checkStreet(_ view: StreetView, of slice: ArraySlice<UInt8>, objectOffset: Int) {
    let bytes = Array(slice)
    let reference = ReferenceText(bytes)
    let street = Street(view)
    check(street.withBytes { isSame($0, slice) }, "a street does not keep its bytes")
    check(street == Street(bytes.span) && street.byteCount == bytes.count, "equal streets differ")
    check(street.isEmpty == bytes.isEmpty && view.isEmpty == bytes.isEmpty, "isEmpty")
    let whole = bytes[..<reference.wholeEnd]
    check(isSame(view.wholeCharacters, whole), "wholeCharacters")

    let strict = outcome { () throws(KomootNavError) in try view.text(.strict) }
    let alone = outcome { () throws(KomootNavError) in try StreetView(bytes.span).text(.strict) }
    let owned = outcome { () throws(KomootNavError) in try street.text(.strict) }
    if let position = reference.firstError {
        let inObject = KomootNavError(.invalidUTF8, at: objectOffset + position)
        let inStreet = KomootNavError(.invalidUTF8, at: position)
        check(strict == .failure(inObject), "strict: \(strict), expected \(inObject)")
        check(alone == .failure(inStreet), "strict, alone: \(alone), expected \(inStreet)")
        check(owned == .failure(inStreet), "strict, owned: \(owned), expected \(inStreet)")
        check(String(validating: bytes, as: UTF8.self) == nil, "String takes what strict refuses")
    } else {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            fatalError("String refuses what strict takes")
        }
        check(isSame(strict, slice) && isSame(alone, slice), "strict: \(strict)")
        check(isSame(owned, slice) && isSame(text, slice), "strict, owned: \(owned)")
        check(street == Street(text), "a street of bytes and one of text differ")
    }
    let texts = [(StreetPolicy.repair, reference.repaired), (.dropIncompleteTail, reference.shown)]
    for (policy, text) in texts {
        let fromView = outcome { () throws(KomootNavError) in try view.text(policy) }
        let fromStreet = outcome { () throws(KomootNavError) in try street.text(policy) }
        check(isSame(fromView, text[...]), "\(policy): \(fromView)")
        check(isSame(fromStreet, text[...]), "\(policy), owned: \(fromStreet)")
    }
    check(isSame(view.description, reference.shown[...]), "the view's description")
    check(isSame(street.description, reference.shown[...]), "the street's description")
}

private func isSame(
    _ outcome: Result<String, KomootNavError>, _ bytes: ArraySlice<UInt8>
) -> Bool {
    guard case .success(let text) = outcome else { return false }
    return isSame(text, bytes)
}

/// What the standard library's validation says about bytes.
private struct ReferenceText {
    /// Where the first ill-formed or incomplete sequence begins.
    private(set) var firstError: Int?
    /// The text, with U+FFFD for each maximal part of an ill-formed sequence.
    private(set) var repaired: [UInt8] = []
    /// The same, without an incomplete last sequence.
    private(set) var shown: [UInt8] = []
    /// Where an incomplete last sequence begins, or the end.
    private(set) var wholeEnd: Int

    init(_ bytes: [UInt8]) {
        wholeEnd = bytes.count
        var position = 0
        while position < bytes.count {
            do throws(UTF8.ValidationError) {
                _ = try UTF8Span(validating: bytes.span.extracting(position...))
                repaired += bytes[position...]
                break
            } catch {
                let start = position + error.byteOffsets.lowerBound
                firstError = firstError ?? start
                repaired += bytes[position..<start]
                position += error.byteOffsets.upperBound
                if position == bytes.count && error.kind == .truncatedScalar {
                    wholeEnd = start
                    shown = repaired
                }
                repaired += [0xEF, 0xBF, 0xBD]
            }
        }
        if wholeEnd == bytes.count { shown = repaired }
    }
}
