// The input is the value of a notification. Its length and the pinned layout decide what it means.
// If it holds an object, that is compared with what the protocol's text says about those bytes.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzNotification(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    // Not copied: the address sanitizer knows where these bytes end.
    let bytes = unsafe Span(_unsafeStart: start, count: count)
    let input = copied(bytes)
    for layout in pinnedLayouts {
        for extent in bothExtents {
            let actual = outcome { () throws(KomootNavError) in
                try Meaning(bytes, layout: layout, extent: extent)
            }
            let expected = expectedMeaning(bytes, input, layout, extent)
            check(actual == expected, "\(actual), expected \(expected)")
            if case .failure(let error) = actual {
                check(0...count ~= error.offset && error.offset <= 512, "offset of \(error)")
            }
        }
        // A caller who does not give the extent must not be promised a whole object.
        let unsaid = outcome { () throws(KomootNavError) in try Meaning(bytes, layout: layout) }
        let cut = outcome { () throws(KomootNavError) in
            try Meaning(bytes, layout: layout, extent: .possiblyCut)
        }
        check(unsaid == cut, "unsaid: \(unsaid), possibly cut: \(cut)")
    }
    return 0
}

/// The meaning of a payload, which outlives the bytes.
private enum Meaning: Equatable {
    case identifier(InstructionIdentifier)
    case instruction(Facts)

    init(
        _ bytes: Span<UInt8>, layout: InstructionLayout?, extent: ObjectExtent
    ) throws(KomootNavError) {
        self.init(try NotificationPayload(decoding: bytes, layout: layout, extent: extent))
    }

    init(_ bytes: Span<UInt8>, layout: InstructionLayout?) throws(KomootNavError) {
        self.init(try NotificationPayload(decoding: bytes, layout: layout))
    }

    private init(_ payload: NotificationPayload) {
        switch payload {
        case .identifier(let identifier): self = .identifier(identifier)
        case .instruction(let view): self = .instruction(Facts(view))
        }
    }
}

private func expectedMeaning(
    _ bytes: Span<UInt8>, _ input: [UInt8], _ layout: InstructionLayout?, _ extent: ObjectExtent
) -> Result<Meaning, KomootNavError> {
    let isNumber = layout?.identifierFormat != .uuid
    switch input.count {
    case 4 where isNumber:
        let number = input.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return .success(.identifier(.uint32(number)))
    case 0...8:
        return .failure(KomootNavError(.malformedNotification, at: input.count))
    case 16 where !isNumber,
        16 where layout == nil && input[6] & 0xF0 == 0x40 && input[8] & 0xC0 == 0x80:
        let high = input[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = input[8...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return .success(.identifier(.uuid(UUID128(high: high, low: low))))
    default:
        break
    }
    do throws(KomootNavError) {
        let expected = try ExpectedObject(input, layout: layout, extent: extent)
        let view = try NavigationInstructionView(decoding: bytes, layout: layout, extent: extent)
        check(view.identifier == expected.identifier, "identifier \(view.identifier)")
        check(view.arrow.rawValue == expected.arrow, "arrow \(view.arrow)")
        check(view.distanceInMeters == expected.distanceInMeters, "\(view.distanceInMeters) m")
        check(isSame(view.street.bytes, expected.street), "the street's bytes")
        return .success(.instruction(Facts(view)))
    } catch {
        return .failure(error)
    }
}
