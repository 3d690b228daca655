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

    /// Bytes in hexadecimal.
    mutating func member(_ name: StaticString, _ value: Span<UInt8>) {
        begin(name)
        append("\"")
        for position in 0..<value.count {
            appendDigit(value[position] >> 4)
            appendDigit(value[position] & 0xF)
        }
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

    private mutating func appendDigit(_ value: UInt8) {
        bytes.append(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10)
    }
}

// MARK: - What happened

extension Output {
    mutating func add(_ event: CapturedEvent.Kind) {
        switch event {
        case .connected: member("event", "connected")
        case .mtuAgreed(let mtu): add("mtuAgreed", mtu)
        case .discovered(let handle): add("discovered", Int(handle))
        case .foundAnother(let handle): add("foundAnother", Int(handle))
        // The page's reader does not look for it.
        case .subscribed: break
        case .requested(let offset): add("requested", offset)
        case .chunk(let offset): add("chunk", offset)
        case .failed(_, let error): add("failed", Int(error.rawValue))
        case .notified: member("event", "notified")
        case .disconnected(let reason): add("disconnected", Int(reason))
        }
    }

    private mutating func add(_ event: StaticString, _ number: Int) {
        member("event", event)
        member("number", number)
    }

    mutating func add(_ read: CapturedRead) {
        member("connection", read.connection)
        switch read.outcome {
        case .complete: member("outcome", "complete")
        case .refused(let error):
            member("outcome", "refused")
            member("attError", error.rawValue)
        case .unfinished: member("outcome", "unfinished")
        }
        switch read.integrity {
        case .proven: member("integrity", "proven")
        case .unproven: member("integrity", "unproven")
        case .torn: member("integrity", "torn")
        }
        member("answers", read.answerCount)
        member("bytes", read.bytes.span)
    }
}

// MARK: - What can go wrong

extension Output {
    mutating func add(_ error: CaptureError) {
        add("failure") {
            switch error {
            case .unknownFormat, .cutHeader: $0.member("reason", "unknownFormat")
            case .unknownVersion(let version):
                $0.member("reason", "unknownVersion")
                $0.member("number", version)
            case .unknownDatalink(let datalink):
                $0.member("reason", "unknownDatalink")
                $0.member("number", datalink)
            case .unknownLinkType(let linkType):
                $0.member("reason", "unknownLinkType")
                $0.member("number", linkType)
            case .empty: $0.member("reason", "empty")
            case .foreign: $0.member("reason", "foreign")
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
            case .withoutInstruction(let connections):
                $0.member("reason", "withoutInstruction")
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

    mutating func add(_ traffic: LeftOutTraffic) {
        add("leftOut") {
            $0.member("connection", traffic.connection)
            if let handle = traffic.handle { $0.member("handle", handle) }
            switch traffic.reason {
            case .withoutDiscovery(let other):
                $0.member("reason", "withoutDiscovery")
                $0.member("like", other)
            case .servicesChanged: $0.member("reason", "servicesChanged")
            case .onEnhancedBearer: $0.member("reason", "onEnhancedBearer")
            case .afterGap: break  // Only a reader that forgets at gaps leaves this out.
            }
        }
    }

    mutating func member(_ name: StaticString, _ format: CaptureFormat) {
        switch format {
        case .btsnoop(.h1): member(name, "btsnoop, H1")
        case .btsnoop(.h4): member(name, "btsnoop, H4")
        case .btsnoop(.monitor): member(name, "btsnoop, Linux monitor")
        case .packetLogger(true): member(name, "PacketLogger, little-endian")
        case .packetLogger(false): member(name, "PacketLogger, big-endian")
        case .pcap: member(name, "pcap")
        case .pcapng: member(name, "pcapng")
        }
    }
}
