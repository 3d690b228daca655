import KomootNav
import PropertyTesting
import Testing

@Suite("Layout detection")
struct LayoutDetectionTests {
    @Test(
        "Layout detection never takes a whole object for one of another layout, under the two assumptions",
        arguments: InstructionLayout.known)
    func whole(_ layout: InstructionLayout) throws {
        try checkProperty("a whole \(layout) object is detected", count: 1000) {
            $0.conformingInstruction(for: layout)
        } holds: { instruction in
            let object = try ContiguousArray(instruction, as: layout)
            let detected = try InstructionLayout.detect(in: object.span)
            return detected == layout ? nil : "taken for \(detected)"
        }
    }

    @Test(
        "Layout detection never takes a cut object for one of another layout, wherever it is cut",
        arguments: InstructionLayout.known)
    func cut(_ layout: InstructionLayout) throws {
        try checkProperty("a cut \(layout) object is detected", count: 300) {
            $0.conformingInstruction(for: layout)
        } holds: { instruction in
            let object = try ContiguousArray(instruction, as: layout)
            guard object.count >= ATT.smallestPayload else { return nil }
            for length in ATT.smallestPayload...object.count {
                let detected = try InstructionLayout.detect(
                    in: object.span.extracting(..<length), extent: .possiblyCut)
                if detected != layout { return "taken for \(detected) at \(length) bytes" }
            }
            return nil
        }
    }

    /// The layouts in which the bytes are a whole object that phones could send under the two
    /// assumptions of clause 3.1. Written from the layouts, not from the rule of detection.
    private func layoutsThatFit(_ object: ContiguousArray<UInt8>) -> [InstructionLayout] {
        func isNear(_ lastDistanceByte: Int) -> Bool { object[lastDistanceByte] < 0x80 }
        func isStreet(from start: Int) -> Bool { !object[start...].contains(0) }
        var layouts: [InstructionLayout] = []
        let isReservedZero = object[9...20].allSatisfy { $0 == 0 }
        if isNear(8) && isReservedZero && isStreet(from: 21) { layouts.append(.published) }
        if isNear(8) && isStreet(from: 9) { layouts.append(.deployed) }
        let isVersion4 = object[6] & 0xF0 == 0x40 && object[8] & 0xC0 == 0x80
        if isVersion4 && isNear(20) && isStreet(from: 21) { layouts.append(.legacy) }
        return layouts
    }

    /// Takes every value of bytes 6 and 8. Bytes 9 to 20 are zero before, after or at one position,
    /// or everywhere else. At most one layout fits each case; if one does, it is detected.
    @Test("Layout detection finds the layout that fits, and no two layouts fit the same bytes")
    func layoutsAreDisjoint() throws {
        var object = ContiguousArray<UInt8>(repeating: 1, count: 23)
        var fitting: [InstructionLayout: Int] = [:]
        var patterns: Set<[UInt8]> = []
        for position in 0...12 {
            for (before, at, behind): (UInt8, UInt8, UInt8) in [
                (0, 0, 1), (1, 0, 0), (1, 0, 1), (0, 1, 0), (0, 1, 1), (1, 1, 0),
            ] {
                let pattern = (0..<12).map { $0 < position ? before : $0 > position ? behind : at }
                patterns.insert(pattern)
            }
        }
        for pattern in patterns {
            for (position, byte) in pattern.enumerated() { object[9 + position] = byte }
            for sixth: UInt8 in stride(from: 0x01, through: 0xF1, by: 0x10) {
                for eighth in UInt8.min...UInt8.max {
                    object[6] = sixth
                    object[8] = eighth
                    let layouts = layoutsThatFit(object)
                    guard layouts.count <= 1 else {
                        throw Failure("\(layouts) fit \(object)")
                    }
                    guard let layout = layouts.first else { continue }
                    fitting[layout, default: 0] += 1
                    if try InstructionLayout.detect(in: object.span) != layout {
                        throw Failure("\(layout) is not detected in \(object)")
                    }
                }
            }
        }
        // There were enough objects of each layout.
        #expect(Set(fitting.keys) == Set(InstructionLayout.known))
        #expect(fitting.values.allSatisfy { $0 >= 64 })
    }

    /// Varies everything that the rule looks at: bytes 6 and 8, and which of bytes 9 to 20 are
    /// zero.
    @Test(
        "Layout detection follows the rule for every byte 6, every byte 8 and every reserved byte")
    func exhaustive() throws {
        var object = ContiguousArray<UInt8>(repeating: 0, count: 24)
        for sixth in UInt8.min...UInt8.max {
            for eighth in UInt8.min...UInt8.max {
                object[6] = sixth
                object[8] = eighth
                for nonzero in [nil, 9, 20] {
                    if let nonzero { object[nonzero] = 1 }
                    let isUUID = sixth >> 4 == 4 && eighth >> 6 == 0b10
                    let expected: InstructionLayout =
                        isUUID ? .legacy : nonzero == nil ? .published : .deployed
                    if try InstructionLayout.detect(in: object.span) != expected {
                        throw Failure("byte 6 \(sixth), byte 8 \(eighth), nonzero \(nonzero ?? -1)")
                    }
                    if let nonzero { object[nonzero] = 0 }
                }
            }
        }
    }

    @Test(
        "Layout detection follows the rule for every pattern of zeros in bytes 9 to 20, whole and cut"
    )
    func zeroPatterns() throws {
        for pattern in 0..<(1 << 12) {
            var object = ContiguousArray<UInt8>(repeating: 7, count: 22)
            for bit in 0..<12 { object[9 + bit] = pattern >> bit & 1 == 0 ? 0 : 0x80 }
            let whole = try InstructionLayout.detect(in: object.span)
            let isWhole = whole == (pattern == 0 ? .published : .deployed)
            let cut = try InstructionLayout.detect(
                in: object.span.extracting(..<20), extent: .possiblyCut)
            // The twelfth of these bytes is cut off.
            let isCut = cut == (pattern & 0x7FF == 0 ? .published : .deployed)
            if !isWhole || !isCut { throw Failure("\(object): \(whole), cut \(cut)") }
        }
    }

    @Test("Layout detection looks at each of the bytes 9 to 20")
    func reservedBytes() throws {
        for position in 9...20 {
            var object = ContiguousArray<UInt8>(repeating: 0, count: 21)
            object[position] = 1
            #expect(try InstructionLayout.detect(in: object.span) == .deployed)
        }
        #expect(
            try InstructionLayout.detect(in: ContiguousArray(repeating: 0, count: 21).span)
                == .published)
    }

    @Test("Layout detection takes fewer than 21 whole bytes, or 20 that may be cut, for deployed")
    func shortObjects() throws {
        let uuid = ContiguousArray<UInt8>(repeating: 0x44, count: 8) + [0x84]
        for length in 20...21 {
            let legacy = uuid + ContiguousArray<UInt8>(repeating: 1, count: length - 9)
            #expect(
                try InstructionLayout.detect(in: legacy.span)
                    == (length < 21 ? .deployed : .legacy))
            #expect(
                try InstructionLayout.detect(in: legacy.span, extent: .possiblyCut) == .legacy)
        }
        for length in 9...20 {
            let zeros = ContiguousArray<UInt8>(repeating: 0, count: length)
            #expect(try InstructionLayout.detect(in: zeros.span) == .deployed)
            #expect(
                try InstructionLayout.detect(in: zeros.span, extent: .possiblyCut)
                    == (length < 20 ? .deployed : .published))
        }
    }

    @Test("Layout detection refuses fewer than 9 bytes and more than 512")
    func bounds() {
        for length in 0..<9 {
            let bytes = ContiguousArray<UInt8>(repeating: 1, count: length)
            #expect(throws: KomootNavError(.truncated, at: length)) {
                try InstructionLayout.detect(in: bytes.span)
            }
        }
        let bytes = ContiguousArray<UInt8>(repeating: 1, count: 513)
        #expect(throws: KomootNavError(.oversized, at: 512)) {
            try InstructionLayout.detect(in: bytes.span)
        }
    }
}
