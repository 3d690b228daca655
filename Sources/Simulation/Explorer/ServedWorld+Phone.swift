import KomootNav

// What the phone does.
extension ServedWorld {
    mutating func endSubscriptions() {
        for device in rest.devices.indices { rest.devices[device].isSubscribed = false }
    }

    mutating func notify(
        _ central: PeripheralSession.Central, _ value: PeripheralSession.Value
    ) -> Bool {
        let link = Int32(bitPattern: central.rawValue)
        lend(value, to: .notified(link: link))
        if system.isQueueFull {
            referee.observe(.queueFull(link: link), at: microseconds, Span())
            return false
        }
        record(.toDevice("notified"), device: rest.devices.firstIndex { $0.link == link })
        return true
    }

    mutating func answer(_ central: PeripheralSession.Central, _ value: PeripheralSession.Value) {
        guard let (device, offset) = takeRead(), let link = rest.devices[device].link
        else { return }
        lend(value, to: .answered(link: link, offset: offset))
        rest.devices[device].offset = offset + value.count
        record(.toDevice("\(value.count) bytes"), device: device)
    }

    mutating func reject(_ central: PeripheralSession.Central, _ error: ATTError) {
        guard let (device, offset) = takeRead(), let link = rest.devices[device].link
        else { return }
        referee.observe(
            .rejected(link: link, offset: offset, error), of: 0, at: microseconds, Span())
        rest.devices[device].offset = 0
        record(.toDevice("refused: \(error.words)"), device: device)
    }

    private mutating func lend(_ value: PeripheralSession.Value, to event: PhoneEvent) {
        let (referee, time) = (referee, microseconds)
        phone.withBytes(of: value) { referee.observe(event, of: 0, at: time, $0) }
    }

    private mutating func takeRead() -> (device: Int, offset: Int)? {
        defer { rest.reading = nil }
        return rest.reading
    }
}
