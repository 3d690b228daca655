import KomootNavRecording

extension CaptureError {
    /// The error as the end of a sentence about the file.
    var explanation: String {
        switch self {
        case .unknownFormat: "it is neither btsnoop nor a PacketLogger file"
        case .unknownVersion(let version): "it is btsnoop of version \(version), not 1"
        case .unknownDatalink(let number):
            "it is btsnoop of datalink \(number); 1001, 1002 and 2001 are known"
        }
    }
}

extension CaptureDamage {
    /// Where it is and what, in words.
    var explanation: String { "at byte \(fileOffset): \(reason.explanation)" }
}

extension CaptureDamage.Reason {
    /// The damage in words.
    fileprivate var explanation: String {
        switch self {
        case .notARecord(let count): "\(counted(Int(clamping: count), "byte")) that are no record"
        case .truncated(let count): "the file ends \(counted(count, "byte")) into a record"
        case .malformedPacket: "a packet whose lengths do not fit"
        case .malformedSegment: "a segment that fits no packet"
        case .cutPacket(let count): "a packet without its last \(counted(count, "byte"))"
        }
    }
}

extension CaptureFormat {
    /// The format's name.
    var explanation: String {
        switch self {
        case .btsnoop(.h1): "btsnoop, H1"
        case .btsnoop(.h4): "btsnoop, H4"
        case .btsnoop(.monitor): "btsnoop, Linux monitor"
        case .packetLogger(true): "PacketLogger, little-endian"
        case .packetLogger(false): "PacketLogger, big-endian"
        }
    }
}

/// Microseconds as seconds, with three digits behind the point.
func secondsText(_ microseconds: Int64) -> String {
    let milliseconds = microseconds / 1000
    let fraction = String(abs(milliseconds % 1000))
    let sign = milliseconds < 0 ? "-" : ""
    return sign + "\(abs(milliseconds / 1000))."
        + String(repeating: "0", count: 3 - fraction.count) + fraction
}
