import KomootNav

extension CaptureDamage {
    /// Where it is and what, in words; `nil` for a packet that is cut, as ``CaptureNotes`` counts these.
    package var explanation: String? {
        if case .cutPacket = reason { return nil }
        return "at byte \(fileOffset): \(reason.explanation)"
    }
}

extension CaptureDamage.Reason {
    /// The damage in words.
    fileprivate var explanation: String {
        switch self {
        case .notARecord(let count):
            "\(counted(Int(clamping: count), "byte")) that are not part of a record"
        case .truncated(let count): "the file ends \(counted(count, "byte")) into a record"
        case .malformedPacket: "a packet whose own lengths do not fit its size"
        case .malformedSegment: "a segment that does not fit its packet"
        case .cutPacket(let count): "a packet without its last \(counted(count, "byte"))"
        }
    }
}

extension CaptureFormat {
    /// The format's name.
    package var explanation: String {
        switch self {
        case .btsnoop(.h1): "btsnoop, H1"
        case .btsnoop(.h4): "btsnoop, H4"
        case .btsnoop(.monitor): "btsnoop, Linux monitor"
        case .packetLogger(true): "PacketLogger, little-endian"
        case .packetLogger(false): "PacketLogger, big-endian"
        case .pcap(let linkType): "pcap, link type \(linkType.rawValue)"
        case .pcapng: "pcapng"
        }
    }
}

extension CapturedEvent.Kind {
    /// What happened, in words.
    package var words: String {
        switch self {
        case .connected: "connected"
        case .mtuAgreed(let mtu): "MTU \(mtu)"
        case .discovered(let handle): "characteristic found at handle \(handle)"
        case .foundAnother(let handle): "another characteristic found at handle \(handle)"
        case .subscribed(let isOn, nil): isOn ? "subscribed" : "unsubscribed"
        case .subscribed(let isOn, let error?):
            "\(isOn ? "subscription" : "unsubscribing") refused: \(error.words)"
        case .requested(let offset): "read at \(offset)"
        case .chunk(let offset): "answered at \(offset)"
        case .failed(let offset, let error): "refused at \(offset): \(error.words)"
        case .notified: "notified"
        case .disconnected(let reason):
            "disconnected: \(LinkEndReason.words(reason))"
        }
    }
}
