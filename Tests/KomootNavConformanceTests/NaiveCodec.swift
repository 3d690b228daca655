import KomootNavConformance

/// A second codec, written the simplest way and independent of the library, into which one field
/// bug can be planted. Without one it is right.
///
/// A crash or a hang is an answer of `nil`.
struct NaiveCodec: Testee {
    var bug: FieldBug?

    func answer(_ operation: Vector.Operation, _ input: JSONValue) -> JSONValue? {
        switch operation {
        case .decode:
            guard let bytes = naiveBytes(input["bytes"]) else { return nil }
            let isCut = input["extent"]?.string == "possiblyCut"
            return decode(bytes, layout: input["layout"]?.string ?? "auto", mayBeCut: isCut)
                .map(JSONValue.object)
        case .notification:
            guard let bytes = naiveBytes(input["bytes"]) else { return nil }
            return notification(bytes, layout: input["layout"]?.string ?? "auto")
        case .distance:
            guard let distance = input["distanceInMeters"]?.unsigned else { return nil }
            return display(distance, style: input["style"]?.string ?? "")
        case .encode:
            return encode(input).map(JSONValue.object)
        case .street:
            guard let bytes = naiveBytes(input["bytes"]) else { return nil }
            return text(of: bytes, policy: input["policy"]?.string ?? "").map(JSONValue.object)
        case .reassembly, .centralSession, .peripheralSession:
            return nil
        }
    }
}

private func naiveBytes(_ value: JSONValue?) -> [UInt8]? {
    guard let digits = value?.string.map({ Array($0) }), digits.count % 2 == 0 else { return nil }
    return stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0..<($0 + 2)]), radix: 16)
    }
}

private func failure(_ code: String, _ offset: Int) -> [String: JSONValue] {
    ["error": .object(["code": .string(code), "offset": .number(Int64(offset))])]
}

extension NaiveCodec {
    private func looksLikeUUID(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 16 && bytes[8] >= 0x80 && bytes[8] < 0xC0 && bytes[6] / 16 == 4
    }

    private func detect(_ bytes: [UInt8], mayBeCut: Bool) -> String {
        if bytes.count < (mayBeCut ? 20 : 21) { return "deployed" }
        if looksLikeUUID(bytes) { return "legacy" }
        return bytes[9..<min(21, bytes.count)].allSatisfy { $0 == 0 } ? "published" : "deployed"
    }

    private func decode(
        _ bytes: [UInt8], layout pinned: String, mayBeCut: Bool
    ) -> [String: JSONValue]? {
        if bytes.count > 512 { return failure("oversized", 512) }
        let bytes = reachingBeyond(bytes)
        if pinned == "auto" && bytes.count < 9 { return failure("truncated", bytes.count) }
        let isCut = mayBeCut && bytes.count >= 20
        let layout = pinned == "auto" ? detect(bytes, mayBeCut: isCut) : pinned
        let arrowOffset = layout == "legacy" ? 16 : 4
        let shortest = layout == "deployed" || isCut && layout == "published" ? 9 : 21
        if bytes.count < shortest { return failure("truncated", bytes.count) }
        if layout == "published" {
            for position in 9..<min(21, bytes.count) where bytes[position] != 0 {
                return failure("reservedNotZero", position)
            }
        }
        var streetOffset = layout == "deployed" ? 9 : 21
        if bug == .byte21Trap { streetOffset = 21 }
        let streetBytes = Array(bytes.dropFirst(streetOffset))
        guard let street = street(streetBytes),
            let arrow = arrow(bytes[arrowOffset])
        else { return nil }
        var answer = arrow
        answer["layout"] = .string(layout)
        answer["extent"] = .string(isCut ? "possiblyCut" : "whole")
        answer["identifier"] = identifier(bytes, layout: layout)
        answer["distanceInMeters"] = distance(bytes[(arrowOffset + 1)...(arrowOffset + 4)])
        answer["streetBytes"] = .string(hex(streetBytes))
        answer["street"] = .string(street)
        if let position = firstIllFormed(streetBytes) {
            answer["strictErrorOffset"] = .number(Int64(streetOffset + position))
        }
        return answer
    }

    private func notification(_ bytes: [UInt8], layout: String) -> JSONValue? {
        let count = bytes.count
        if layout != "legacy" && count == 4 && bug != .identifierNotificationAsObject {
            return identifierAlone(bytes, layout: "deployed")
        }
        if count == 16 && (layout == "legacy" || layout == "auto" && looksLikeUUID(bytes)) {
            return identifierAlone(bytes, layout: "legacy")
        }
        if reachingBeyond(bytes).count < 9 {
            return .object(failure("malformedNotification", count))
        }
        guard var answer = decode(bytes, layout: layout, mayBeCut: true) else { return nil }
        if answer["error"] == nil { answer["kind"] = .string("instruction") }
        return .object(answer)
    }

    /// The bytes, and zero for what the planted bug reads behind them.
    private func reachingBeyond(_ bytes: [UInt8]) -> [UInt8] {
        let isTaken =
            bug == .shortNotificationAccepted && 5...8 ~= bytes.count
            || bug == .identifierNotificationAsObject && bytes.count == 4
        return isTaken ? bytes + [UInt8](repeating: 0, count: 9 - bytes.count) : bytes
    }

    private func encode(_ input: JSONValue) -> [String: JSONValue]? {
        guard let street = naiveBytes(input["streetBytes"]), let layout = input["layout"]?.string,
            let arrow = input["arrow"]?.unsigned, let distance = input["distanceInMeters"]?.unsigned
        else { return nil }
        var object: [UInt8]
        if let number = input["identifier"]?.unsigned {
            if layout == "legacy" { return failure("identifierMismatch", 0) }
            object = (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) }
        } else {
            if layout != "legacy" { return failure("identifierMismatch", 0) }
            let digits = input["identifier"]?.string?.filter { $0 != "-" } ?? ""
            object = naiveBytes(.string(digits)) ?? []
        }
        let field = (0..<4).map { UInt8(distance >> (8 * $0) & 0xFF) }
        object.append(UInt8(arrow))
        object += bug == .bigEndianDistance ? field.reversed() : field
        if layout == "published" { object += [UInt8](repeating: 0, count: 12) }
        object += street
        return object.count > 512 ? failure("oversized", 512) : ["bytes": .string(hex(object))]
    }

    private func text(of bytes: [UInt8], policy: String) -> [String: JSONValue]? {
        switch policy {
        case "strict":
            if let position = firstIllFormed(bytes) { return failure("invalidUTF8", position) }
            return ["text": .string(String(decoding: bytes, as: UTF8.self))]
        case "repair":
            return ["text": .string(String(decoding: bytes, as: UTF8.self))]
        default:
            return street(bytes).map { ["text": .string($0)] }
        }
    }

    private func identifierAlone(_ bytes: [UInt8], layout: String) -> JSONValue {
        .object(["kind": .string("identifier"), "identifier": identifier(bytes, layout: layout)])
    }

    private func identifier(_ bytes: [UInt8], layout: String) -> JSONValue {
        guard layout == "legacy" else {
            return .integer(bytes[..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
        var text = hex(Array(bytes[..<16])).uppercased()
        for position in [8, 13, 18, 23] {
            text.insert("-", at: text.index(text.startIndex, offsetBy: position))
        }
        return .string(text)
    }

    private func distance(_ field: ArraySlice<UInt8>) -> JSONValue {
        let littleEndian = Array(field)
        switch bug {
        case .bigEndianDistance:
            return .integer(littleEndian.reduce(0) { $0 << 8 | UInt32($1) })
        case .distanceByteDropped:
            return .integer(littleEndian[..<3].reversed().reduce(0) { $0 << 8 | UInt32($1) })
        case .signedDistanceBytes:
            let sum = littleEndian.enumerated().reduce(Int32(0)) {
                $0 &+ Int32(Int8(bitPattern: $1.element)) << Int32(8 * $1.offset)
            }
            return .integer(UInt32(bitPattern: sum))
        default:
            return .integer(littleEndian.reversed().reduce(0) { $0 << 8 | UInt32($1) })
        }
    }

    private func arrow(_ byte: UInt8) -> [String: JSONValue]? {
        if bug == .arrowTableOverrun && byte >= 31 { return nil }
        var names = [
            "reserved0", "straight", "start", "finish", "slightLeft", "left", "sharpLeft",
            "sharpRight", "right", "slightRight", "forkRight", "forkLeft", "uTurn", "reserved13",
            "reserved14", "roundaboutExitLeft", "roundaboutExitRight",
        ]
        for direction in ["Counterclockwise", "Clockwise"] {
            for exit in ["1of1", "1of2", "1of3", "2of2", "2of3", "3of3"] {
                names.append("roundabout\(direction)\(exit)")
            }
        }
        names += ["roundaboutFallback", "outOfRoute"]
        if bug == .arrows15And16Swapped { names.swapAt(15, 16) }
        let number = bug == .signedArrow ? Int(Int8(bitPattern: byte)) : Int(byte)
        let name = names.indices.contains(number) ? names[number] : "reserved\(number)"
        return ["arrow": .number(Int64(number)), "arrowName": .string(name)]
    }

    /// `nil` for a crash or a hang.
    private func street(_ bytes: [UInt8]) -> String? {
        if let capacity = bug?.streetCapacity, bytes.count >= capacity { return nil }
        if bug == .shortStreetLoops && bytes.count <= 10 { return nil }
        let whole = Array(bytes.dropLast(incompleteTailCount(bytes)))
        if bug == .cutSequenceDropsStreet && whole.count < bytes.count { return "" }
        let text = String(decoding: whole, as: UTF8.self)
        // What an earlier, longer street left behind it in the buffer.
        return bug == .unterminatedStreet && !bytes.isEmpty ? text + "e" : text
    }

    /// The first byte at which Swift's own decoder begins a repair.
    private func firstIllFormed(_ bytes: [UInt8]) -> Int? {
        var validator = UTF8()
        var iterator = bytes.makeIterator()
        var position = 0
        while true {
            switch validator.decode(&iterator) {
            case .scalarValue(let scalar): position += String(scalar).utf8.count
            case .emptyInput: return nil
            case .error: return position
            }
        }
    }

    /// How many bytes at the end begin a sequence that more bytes would complete.
    private func incompleteTailCount(_ bytes: [UInt8]) -> Int {
        for count in 1...3 where count <= bytes.count {
            let tail = Array(bytes.suffix(count))
            // Complete it in every way that matters: some continuation makes one scalar of it.
            for second: UInt8 in [0x80, 0x90, 0xA0] {
                for missing in 1...3 {
                    let completed =
                        tail + (tail.count == 1 ? [second] : [0x80])
                        + [UInt8](repeating: 0x80, count: missing - 1)
                    let scalars = Array(String(decoding: completed, as: UTF8.self).unicodeScalars)
                    if scalars.count == 1 && scalars[0] != "\u{FFFD}" { return count }
                }
            }
        }
        return 0
    }

    private func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension NaiveCodec {
    private func display(_ distance: UInt32, style: String) -> JSONValue {
        if distance <= 5 { return .object(["now": .bool(true), "text": .string("Now")]) }
        let metres = Double(distance)
        switch style {
        case "metric": return steps(metres, 1, "m", limit: 1000, 1000, "km")
        case "imperial": return steps(metres, 0.3048, "ft", limit: 1000, 1609.344, "mi")
        case "uk": return steps(metres, 0.9144, "yd", limit: 880, 1609.344, "mi")
        default: return shown("\(rounded(metres, to: 10))", "m")
        }
    }

    private func steps(
        _ metres: Double, _ small: Double, _ smallUnit: String, limit: Int, _ large: Double,
        _ largeUnit: String
    ) -> JSONValue {
        let tens = rounded(metres / small, to: 10)
        let isNear =
            bug == .thousandMetres ? metres / small < Double(limit) : tens < limit
        if isNear { return shown("\(tens)", smallUnit) }
        let tenths = Int((metres / large * 10 + 0.5).rounded(.down))
        if tenths >= 100 {
            return shown("\(Int((metres / large + 0.5).rounded(.down)))", largeUnit)
        }
        let value =
            bug == .tenthsAsHundredths
            ? "\(tenths / 10).\(tenths % 10)0" : "\(tenths / 10).\(tenths % 10)"
        return shown(value, largeUnit)
    }

    private func rounded(_ number: Double, to step: Int) -> Int {
        let half = bug == .roundedDown ? 0 : 0.5
        return step * Int((number / Double(step) + half).rounded(.down))
    }

    private func shown(_ value: String, _ unit: String) -> JSONValue {
        .object([
            "now": .bool(false), "value": .string(value), "unit": .string(unit),
            "text": .string("\(value) \(unit)"),
        ])
    }
}
