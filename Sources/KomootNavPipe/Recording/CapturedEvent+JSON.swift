import KomootNav
package import KomootNavRecording

extension CapturedEvent {
    /// The event as `knav capture show --events --json` prints it.
    ///
    /// - Parameters:
    ///   - value: the bytes that belong to it.
    ///   - start: the moment from which the event's time counts, in microseconds.
    package func json(_ value: Span<UInt8>, since start: CaptureTime) -> JSONValue {
        var members = kind.members(value)
        members["connection"] = .size(connection)
        members["microseconds"] = .number(time.microseconds(since: start))
        return .form("event", kind.name, members)
    }
}

extension CapturedEvent.Kind {
    fileprivate func members(_ value: Span<UInt8>) -> [String: JSONValue] {
        switch self {
        case .connected: [:]
        case .mtuAgreed(let mtu): ["mtu": .size(mtu)]
        case .discovered(let handle), .foundAnother(let handle):
            ["handle": .integer(UInt32(handle))]
        case .subscribed(let isOn, nil): ["isOn": .bool(isOn)]
        case .subscribed(let isOn, let error?):
            ["isOn": .bool(isOn), "attError": error.json].named("attErrorName", error.name)
        case .requested(let offset): ["offset": .size(offset)]
        case .chunk(let offset): ["offset": .size(offset), "bytes": .bytes(value)]
        case .failed(let offset, let error):
            ["offset": .size(offset), "attError": error.json].named("attErrorName", error.name)
        case .notified: ["bytes": .bytes(value)]
        case .disconnected(let reason):
            ["reason": .integer(UInt32(reason))].named("reasonName", LinkEndReason.name(reason))
        }
    }
}

extension [String: JSONValue] {
    /// The members, with the name of a code if it has one.
    fileprivate func named(_ member: String, _ name: String?) -> Self {
        var members = self
        members[member] = name.map(JSONValue.string)
        return members
    }
}
