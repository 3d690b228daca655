import KomootNav
import PropertyTesting
import Testing

@Suite("Layout detection")
struct LayoutDetectionTests {
    @Test(
        "takes no whole object of one layout for another, under the two assumptions",
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
        "takes no cut object of one layout for another, wherever it is cut",
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

    /// Everything that the rule looks at: bytes 6 and 8, and which of bytes 9 to 20 are zero.
    @Test("follows the rule for every byte 6, every byte 8 and every reserved byte")
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
                        Issue.record("byte 6 \(sixth), byte 8 \(eighth), nonzero \(nonzero ?? -1)")
                    }
                    if let nonzero { object[nonzero] = 0 }
                }
            }
        }
    }

    @Test("looks at each of the bytes 9 to 20")
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

    @Test("has nothing to tell below 21 whole bytes, and below 20 that may be cut")
    func shortObjects() throws {
        for length in 9...20 {
            let zeros = ContiguousArray<UInt8>(repeating: 0, count: length)
            #expect(try InstructionLayout.detect(in: zeros.span) == .deployed)
            #expect(
                try InstructionLayout.detect(in: zeros.span, extent: .possiblyCut)
                    == (length < 20 ? .deployed : .published))
        }
    }

    @Test("refuses fewer than 9 bytes and more than 512")
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
