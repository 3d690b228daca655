import KomootNav

// What the phone is told, and what it does.
extension ServedWorld {
    mutating func feed(
        _ event: borrowing PeripheralSession.Event, _ input: PhoneInput,
        _ bytes: Span<UInt8> = Span()
    ) {
        referee.observe(.told(input, at: time), of: 0, at: microseconds, bytes)
        phone.handle(event, at: time)
        var refused: ContiguousArray<PeripheralSession.Central> = []
        while let effect = phone.nextEffect() { perform(effect, &refused) }
        while let central = refused.popLast() {
            phone.handle(.notificationRefused(central), at: time)
            while let effect = phone.nextEffect() { perform(effect, &refused) }
        }
        referee.observe(.acted, of: 0, at: microseconds, Span())
    }

    private mutating func perform(
        _ effect: PeripheralSession.Effect,
        _ refused: inout ContiguousArray<PeripheralSession.Central>
    ) {
        switch effect {
        case .addService: changeServices(isServing: true)
        case .removeService: changeServices(isServing: false)
        case .startAdvertising: advertise(true)
        case .stopAdvertising: advertise(false)
        case .notify(let central, let value):
            let link = Int32(bitPattern: central.rawValue)
            lend(value, to: .notified(link: link))
            if rest.isQueueFull {
                referee.observe(.queueFull(link: link), at: microseconds, Span())
                refused.append(central)
            } else {
                record(.toDevice("notified"), device: device(on: link))
            }
        case .answer(_, let value):
            guard let (device, offset) = takeRead(), let link = rest.devices[device].link
            else { return }
            lend(value, to: .answered(link: link, offset: offset))
            rest.devices[device].offset = offset + value.count
            record(.toDevice("\(value.count) bytes"), device: device)
        case .reject(_, let error):
            guard let (device, offset) = takeRead(), let link = rest.devices[device].link
            else { return }
            referee.observe(
                .rejected(link: link, offset: offset, error), of: 0, at: microseconds, Span())
            rest.devices[device].offset = 0
            record(.toDevice("refused: \(error)"), device: device)
        case .fault: break
        }
    }

    private func device(on link: Int32) -> Int? {
        rest.devices.firstIndex { $0.link == link }
    }

    private mutating func lend(_ value: PeripheralSession.Value, to event: PhoneEvent) {
        let (referee, time) = (referee, microseconds)
        phone.withBytes(of: value) { referee.observe(event, of: 0, at: time, $0) }
    }

    private mutating func takeRead() -> (device: Int, offset: Int)? {
        defer { rest.reading = nil }
        return rest.reading
    }

    mutating func advertise(_ isOn: Bool) {
        rest.isAdvertising = isOn
        referee.observe(.advertising(isOn: isOn), of: 0, at: microseconds, Span())
        record(.note(isOn ? "phone advertises" : "phone stops advertising"))
    }

    private mutating func changeServices(isServing: Bool) {
        rest.isServing = isServing
        for device in rest.devices.indices { rest.devices[device].isSubscribed = false }
    }
}
