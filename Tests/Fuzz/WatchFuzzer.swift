// With: Sources/ConnectIQBridge/{Values,Links,Devices,Message}/*.swift
//
// The first byte chooses what the others are. As a serialised value: whatever the bytes are, they are decoded or refused with
// an offset inside them, what was decoded is encoded and decoded again to the same, reading in place gives as many
// tokens as there are values, a navigation message read in place is the one that is decoded or refused for the same
// reason, and the work is in proportion to the bytes. As a stream: it is cut into the same values in chunks of any
// size, and one that is decoded comes out whole. As a URL: it is parsed or refused with an
// offset inside it, and no device is there twice.

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzWatch(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 0 else { return 0 }
    // Not copied: the address sanitizer knows where these bytes end.
    let input = unsafe Span(_unsafeStart: start, count: count)
    let rest = input.extracting(1...)
    switch input[0] % 4 {
    case 0: checkAnswer(copied(rest))
    case 1: checkMonkeyValue(rest, MonkeyLimits(maximumDepth: 3, maximumValueCount: 20))
    case 3: checkStream(rest)
    default: checkMonkeyValue(rest, MonkeyLimits())
    }
    return 0
}

/// What a stream gave, and how it ended.
private struct Cut: Equatable {
    var values: [ContiguousArray<UInt8>] = []
    var error: MonkeyError?

    init(_ bytes: Span<UInt8>, in size: Int, _ limits: MonkeyLimits) {
        var stream = MonkeyStream(limits: limits)
        var whole: [ContiguousArray<UInt8>] = []
        do throws(MonkeyError) {
            for start in stride(from: 0, to: bytes.count, by: size) {
                let chunk = bytes.extracting(start..<min(start + size, bytes.count))
                try stream.take(chunk) { whole.append($0) }
                check(stream.pendingByteCount <= max(limits.maximumByteCount, 8), "\(stream)")
            }
            try stream.finish()
        } catch {
            self.error = error
        }
        values = whole
    }
}

/// The first byte is the size of the chunks, and the second one the limit.
private func checkStream(_ bytes: Span<UInt8>) {
    guard bytes.count > 2 else { return }
    let rest = bytes.extracting(2...)
    let limits = MonkeyLimits(maximumByteCount: Int(bytes[1]))
    let whole = Cut(rest, in: max(rest.count, 1), limits)
    check(Cut(rest, in: max(Int(bytes[0]), 1), limits) == whole, "\(bytes[0]) bytes at once")
    let count = whole.values.reduce(0) { $0 + $1.count }
    check(copied(rest).starts(with: whole.values.joined()), "other bytes")
    check(whole.values.allSatisfy { $0.count <= limits.maximumByteCount }, "above the limit")
    if whole.error == nil { check(count == rest.count, "\(count) bytes") }
    if (try? MonkeyDecoder(rest, limits: limits)) != nil {
        check(whole.values == [ContiguousArray(copied(rest))], "not the value")
    }
}

private func checkMonkeyValue(_ bytes: Span<UInt8>, _ limits: MonkeyLimits) {
    let decoder: MonkeyDecoder
    do throws(MonkeyError) {
        decoder = try MonkeyDecoder(bytes, limits: limits)
    } catch {
        check(0...bytes.count ~= error.offset, "offset of \(error)")
        checkTokens(bytes, limits, expected: nil)
        checkNavigation(bytes, limits, .failure(.malformed(error)))
        return
    }
    check(decoder.stepCount <= 6 * bytes.count, "\(decoder.stepCount) steps")
    let value = decoder.value
    checkTokens(bytes, limits, expected: valueCount(of: value))
    do throws(MonkeyError) {
        // Strings that are referred to more than once in the section may make it shorter, never longer.
        let encoded = try value.encoded(limits: limits)
        check(encoded.count <= bytes.count, "\(encoded.count) bytes of \(bytes.count)")
        check(try MonkeyValue(decoding: encoded.span, limits: limits) == value, "\(value)")
    } catch {
        check(false, "\(error) of \(value)")
    }
    do throws(NavigationMessageError) {
        checkNavigation(bytes, limits, .success(try NavigationMessage(value)))
    } catch {
        checkNavigation(bytes, limits, .failure(.refused(error)))
    }
}

/// Reads a navigation message in place, which must come out as it does from the value.
private func checkNavigation(
    _ bytes: Span<UInt8>, _ limits: MonkeyLimits,
    _ expected: Result<NavigationMessage, NavigationMessage.DecodingError>
) {
    do throws(NavigationMessage.DecodingError) {
        let message = try NavigationMessage(decoding: bytes, limits: limits)
        check(expected == .success(message), "\(message)")
    } catch {
        check(expected == .failure(error), "\(error)")
    }
}

/// Reads in place. What can't be decoded can perhaps be read.
private func checkTokens(_ bytes: Span<UInt8>, _ limits: MonkeyLimits, expected: Int?) {
    do throws(MonkeyError) {
        var reader = try MonkeyReader(bytes, limits: limits)
        var count = 0
        while let token = try reader.next() {
            count += 1
            check(1...limits.maximumDepth ~= reader.depth, "depth \(reader.depth)")
            if case .string(let offset) = token { _ = try reader.string(at: offset) }
        }
        check(count <= limits.maximumValueCount, "\(count) tokens")
        if let expected { check(count == expected, "\(count) tokens of \(expected)") }
    } catch {
        check(expected == nil, "\(error)")
        check(0...bytes.count ~= error.offset, "offset of \(error)")
    }
}

private func valueCount(of value: MonkeyValue) -> Int {
    switch value {
    case .array(let elements): elements.reduce(1) { $0 + valueCount(of: $1) }
    case .dictionary(let dictionary):
        dictionary.pairs.reduce(1) { $0 + 1 + valueCount(of: $1.value) }
    case .null, .number, .long, .float, .double, .boolean, .char, .string, .byteArray: 1
    }
}

private func checkAnswer(_ bytes: [UInt8]) {
    let url = String(decoding: bytes, as: UTF8.self)
    let prefixes = ["", "rides://device-select-resp?"]
    for prefix in prefixes {
        let whole = prefix + url
        do throws(LinkError) {
            let response = try DeviceSelectionResponse(url: whole, urlScheme: "rides")
            check(Set(response.devices.map(\.id)).count == response.devices.count, "\(whole)")
            check(response.devices.count <= DeviceSelection.maximumDeviceCount, "\(whole)")
        } catch {
            check(0...whole.utf8.count ~= error.offset, "offset of \(error)")
        }
    }
    if let request = try? DeviceSelectionRequest(
        appName: url, bundleIdentifier: url, urlScheme: "rides")
    {
        check(request.url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(request.url)")
    }
}
