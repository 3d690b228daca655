import KomootNav
import KomootNavRecording

/// What the page gets: JSON objects, one on each line, or the bytes of a file.
struct Output {
    private(set) var bytes: ContiguousArray<UInt8> = []
    private var isFirst = true

    mutating func clear() { bytes.removeAll(keepingCapacity: true) }

    /// Adds bytes of a file.
    mutating func add(_ file: ContiguousArray<UInt8>) {
        if bytes.isEmpty { bytes = file } else { bytes += file }
    }

    /// Adds an object of some kind.
    mutating func add(_ kind: StaticString, _ members: (inout Output) -> Void = { _ in }) {
        append("{")
        isFirst = true
        member("kind", kind)
        members(&self)
        append("}\n")
    }

    mutating func member(_ name: StaticString, _ number: some FixedWidthInteger) {
        begin(name)
        append(Int64(clamping: number))
    }

    mutating func member(_ name: StaticString, _ isTrue: Bool) {
        begin(name)
        append(isTrue ? "true" : "false")
    }

    /// A text that needs no escaping.
    mutating func member(_ name: StaticString, _ text: StaticString) {
        begin(name)
        append("\"")
        append(text)
        append("\"")
    }

    mutating func member(_ name: StaticString, _ text: String) {
        begin(name)
        append("\"")
        for byte in text.utf8 {
            switch byte {
            case 0..<0x20:
                append("\\u00")
                appendDigits(of: byte)
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append("\\")
                bytes.append(byte)
            default: bytes.append(byte)
            }
        }
        append("\"")
    }

    /// Bytes in hexadecimal.
    mutating func member(_ name: StaticString, _ value: ContiguousArray<UInt8>) {
        begin(name)
        append("\"")
        for byte in value { appendDigits(of: byte) }
        append("\"")
    }

    mutating func member(_ name: StaticString, _ numbers: [Int]) {
        begin(name)
        append("[")
        for (index, number) in numbers.enumerated() {
            if index > 0 { append(",") }
            append(Int64(number))
        }
        append("]")
    }

    private mutating func begin(_ name: StaticString) {
        append(isFirst ? "\"" : ",\"")
        isFirst = false
        append(name)
        append("\":")
    }

    private mutating func append(_ text: StaticString) {
        for position in 0..<text.utf8CodeUnitCount { unsafe bytes.append(text.utf8Start[position]) }
    }

    private mutating func append(_ number: Int64) {
        if number < 0 { append("-") }
        let start = bytes.count
        var rest = number.magnitude
        repeat {
            bytes.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        bytes[start...].reverse()
    }

    private mutating func appendDigits(of byte: UInt8) {
        for digit in [byte >> 4, byte & 0xF] {
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
        }
    }
}

// MARK: - Words for what can go wrong

extension Output {
    mutating func add(_ error: CaptureError) {
        add("failure") {
            switch error {
            case .unknownFormat: $0.member("reason", "unknownFormat")
            case .unknownVersion(let version):
                $0.member("reason", "unknownVersion")
                $0.member("number", version)
            case .unknownDatalink(let datalink):
                $0.member("reason", "unknownDatalink")
                $0.member("number", datalink)
            }
        }
    }

    mutating func add(_ doubt: CaptureSurvey.Doubt) {
        add("failure") {
            switch doubt {
            case .withoutTraffic: $0.member("reason", "withoutTraffic")
            case .connectionWithoutTraffic: $0.member("reason", "connectionWithoutTraffic")
            case .servedByBothSides: $0.member("reason", "servedByBothSides")
            case .perhapsForeign(let connections):
                $0.member("reason", "perhapsForeign")
                $0.member("connections", connections)
            }
        }
    }

    mutating func add(_ damage: CaptureDamage) {
        add("damage") {
            $0.member("fileOffset", damage.fileOffset)
            switch damage.reason {
            case .notARecord(let count):
                $0.member("reason", "notARecord")
                $0.member("byteCount", count)
            case .truncated(let count):
                $0.member("reason", "truncated")
                $0.member("byteCount", count)
            case .malformedPacket: $0.member("reason", "malformedPacket")
            case .malformedSegment: $0.member("reason", "malformedSegment")
            case .cutPacket(let count):
                $0.member("reason", "cutPacket")
                $0.member("byteCount", count)
            }
        }
    }

    mutating func member(_ name: StaticString, _ format: CaptureFormat) {
        switch format {
        case .btsnoop(.h1): member(name, "btsnoop, H1" as StaticString)
        case .btsnoop(.h4): member(name, "btsnoop, H4" as StaticString)
        case .btsnoop(.monitor): member(name, "btsnoop, Linux monitor" as StaticString)
        case .packetLogger(true): member(name, "PacketLogger, little-endian" as StaticString)
        case .packetLogger(false): member(name, "PacketLogger, big-endian" as StaticString)
        }
    }
}
