import KomootNav
import KomootNavConformance
import KomootNavRecording

extension ReplayEvent {
    /// The event in the form of vectors and pipes.
    func json(at time: SessionTime) -> JSONValue {
        var members: [String: JSONValue] = [:]
        func name(_ name: String, _ more: [String: JSONValue] = [:]) {
            members = more.merging(["event": .string(name)]) { $1 }
        }
        func hex(_ bytes: ContiguousArray<UInt8>) -> JSONValue { .string(HexBytes.encode(bytes)) }
        switch self {
        case .start: name("start")
        case .stop: name("stop")
        case .timePassed: name("timePassed")
        case .found(let peer): name("found", ["peer": .number(Int64(clamping: peer.rawValue))])
        case .connected(let link, let mtu):
            name("connected", ["link": .integer(link.rawValue), "mtu": .number(Int64(mtu))])
        case .disconnected(let link): name("disconnected", ["link": .integer(link.rawValue)])
        case .discovered(let ticket):
            name("discovered", ["ticket": .integer(ticket.rawValue), "hasCCCD": .bool(true)])
        case .subscribed(let ticket): name("subscribed", ["ticket": .integer(ticket.rawValue)])
        case .answered(let ticket, let bytes):
            name("answered", ["ticket": .integer(ticket.rawValue), "bytes": hex(bytes)])
        case .failed(let ticket, let error):
            name(
                "failed",
                [
                    "ticket": .integer(ticket.rawValue),
                    "attError": .number(Int64(error.rawValue)),
                ])
        case .notified(let link, let bytes):
            name("notified", ["link": .integer(link.rawValue), "bytes": hex(bytes)])
        case .mtuChanged(let link, let mtu):
            name("mtuChanged", ["link": .integer(link.rawValue), "mtu": .number(Int64(mtu))])
        }
        members["at"] = .number(Int64(clamping: time.milliseconds))
        return .object(members)
    }
}
