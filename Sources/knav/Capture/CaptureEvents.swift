import KomootNav
import KomootNavConformance
import KomootNavRecording

/// Shows what a capture holds of the exchange, packet by packet.
struct CaptureEvents {
    let path: String
    let handle: UInt16?
    let isJSON: Bool

    private let terminal = Terminal()
    private var start: Int64?
    private var damagedCount = 0

    init(path: String, handle: UInt16?, isJSON: Bool) {
        self.path = path
        self.handle = handle
        self.isJSON = isJSON
    }

    mutating func run() -> ExitCode {
        var traffic = NavigationTraffic(handle: handle)
        var hasTraffic = false
        do throws(CaptureFile.Failure) {
            _ = try CaptureFile(path: path).read(
                { record, packet in
                    traffic.take(
                        record, packet,
                        { event, value in
                            hasTraffic = hasTraffic || event.kind.isTraffic
                            show(event, value)
                        },
                        damage: { show($0) })
                }, damage: { show($0) })
            guard hasTraffic else { throw .withoutTraffic }
        } catch {
            reportError("knav capture show: '\(printable(path))': \(error.explanation)")
            return error.exitCode
        }
        return damagedCount == 0 ? .success : .badData
    }

    private mutating func show(_ damage: CaptureDamage) {
        damagedCount += 1
        reportError("knav capture show: '\(printable(path))': \(damage.explanation)")
    }

    private mutating func show(_ event: CapturedEvent, _ value: Span<UInt8>) {
        let beginning = start ?? event.timeInMicroseconds
        start = beginning
        let time = event.timeInMicroseconds - beginning
        guard isJSON else {
            let words = [event.kind.words, HexBytes.encode(value)].filter { !$0.isEmpty }
            return terminal.line(
                "\(rightAligned(secondsText(time), 9)) s  #\(event.connection)  "
                    + words.joined(separator: "  "))
        }
        var members = event.kind.members
        members["connection"] = .number(Int64(event.connection))
        members["microseconds"] = .number(time)
        switch event.kind {
        case .piece, .notified: members["bytes"] = .string(HexBytes.encode(value))
        case .connected, .mtuAgreed, .discovered, .foundAnother, .requested, .failed, .disconnected:
            break
        }
        print(JSONValue.object(members))
    }
}

extension CapturedEvent.Kind {
    /// What happened, in words.
    var words: String {
        switch self {
        case .connected: "connected"
        case .mtuAgreed(let mtu): "MTU \(mtu)"
        case .discovered(let handle): "characteristic found at handle \(handle)"
        case .foundAnother(let handle): "another characteristic found at handle \(handle)"
        case .requested(let offset): "read at \(offset)"
        case .piece(let offset): "answered at \(offset)"
        case .failed(let offset, let error): "refused at \(offset): \(error)"
        case .notified: "notified"
        case .disconnected(let reason): "disconnected, reason \(hexadecimal(reason))"
        }
    }

    /// The same in JSON.
    fileprivate var members: [String: JSONValue] {
        func event(_ name: String, _ members: [String: Int] = [:]) -> [String: JSONValue] {
            members.mapValues { .number(Int64($0)) }.merging(["event": .string(name)]) { $1 }
        }
        return switch self {
        case .connected: event("connected")
        case .mtuAgreed(let mtu): event("mtuAgreed", ["mtu": mtu])
        case .discovered(let handle): event("discovered", ["handle": Int(handle)])
        case .foundAnother(let handle): event("foundAnother", ["handle": Int(handle)])
        case .requested(let offset): event("requested", ["offset": offset])
        case .piece(let offset): event("piece", ["offset": offset])
        case .failed(let offset, let error):
            event("failed", ["offset": offset, "attError": Int(error.rawValue)])
        case .notified: event("notified")
        case .disconnected(let reason): event("disconnected", ["reason": Int(reason)])
        }
    }
}

/// A byte as `0x08`.
private func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: 2 - digits.count) + digits
}
