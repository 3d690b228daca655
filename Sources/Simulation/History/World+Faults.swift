extension World {
    /// Makes something go wrong: at once, or with the next PDU of its kind.
    ///
    /// A fault that waits is refused only if nothing can ever happen to it as the world is now: a fault of a
    /// notification among phones without a CCCD, or one that needs a ``SimulatedPeripheral`` where there is none.
    /// A world without any peripheral accepts faults of answers, notifications and advertising, because you may
    /// still add one. ``waitingFaults`` tells whether a fault has happened.
    ///
    /// A fault with a number out of range is refused in every world (``ImpossibleFault/Quantity``).
    ///
    /// - Throws: why the fault can't happen now. Then nothing has changed.
    public func inject(_ fault: Fault) throws(ImpossibleFault) {
        if let obstacle = obstacle(to: fault) { throw obstacle }
        injectDrawn(fault)
    }

    /// Makes something go wrong that was drawn from a seed, so nothing may be there that it could happen to.
    func injectDrawn(_ fault: Fault) {
        history.observe(fault, at: linkLayer.now)
        switch fault {
        case .answer(let fault): linkLayer.state.faults.arm(fault)
        case .notification(let fault): linkLayer.state.faults.arm(fault)
        case .link(let fault): linkLayer.apply(fault)
        case .phone(let fault): apply(fault)
        }
    }

    /// The injected faults that still wait for a PDU or an advertisement.
    ///
    /// A test that expects none of them to be left knows that its faults have happened.
    public var waitingFaults: [Fault] {
        let armed = linkLayer.state.faults
        var faults = armed.answers.map(Fault.answer)
        faults += armed.notifications.map(Fault.notification)
        if armed.missedAdvertisements > 0 {
            faults.append(.link(.advertisingMissed(armed.missedAdvertisements)))
        }
        for replacement in firstPhone.map({ replacements(of: $0) }) ?? [] {
            let count = replacement.streetByteCount
            faults.append(
                .phone(
                    replacement.forgetsOld
                        ? .objectReplaced(streetByteCount: count)
                        : .publishedInRead(streetByteCount: count)))
        }
        return faults
    }

    private func obstacle(to fault: Fault) -> ImpossibleFault? {
        if let quantity = fault.quantityOutOfRange { return .outOfRange(quantity) }
        switch fault {
        case .answer: return nil
        case .notification: return canEverNotify ? nil : .noCCCD
        case .link(let fault): return linkLayer.obstacle(to: fault)
        case .phone(let fault): return obstacle(to: fault)
        }
    }

    /// Whether somebody may be notified one day. A phone never gets a CCCD; a server may.
    private var canEverNotify: Bool {
        let peripherals = linkLayer.state.peripherals
        return peripherals.isEmpty
            || peripherals.contains { peripheral in
                guard let phone = peripheral.host as? SimulatedPeripheral else { return true }
                return phone.assumeIsolated { $0.hasCCCD }
            }
    }

    private func obstacle(to fault: PhoneFault) -> ImpossibleFault? {
        switch fault {
        case .objectReplaced, .publishedInRead: return firstPhone == nil ? .noPhone : nil
        case .navigationStopped:
            guard let app = firstApp else { return .noPeripheral }
            return isServing(app) ? nil : .notServing
        case .restarted:
            guard let app = firstApp else { return .noPeripheral }
            return isRunning(app) ? nil : .notRunning
        case .secondCentral: return firstApp == nil ? .noPeripheral : nil
        }
    }

    private func isServing(_ app: some PeripheralApp) -> Bool {
        app.assumeIsolated { $0.isServing }
    }

    private func isRunning(_ app: some PeripheralApp) -> Bool {
        app.assumeIsolated { $0.isRunning }
    }

    private func apply(_ fault: PhoneFault) {
        switch fault {
        case .objectReplaced(let count): arm(count, forgetsOld: true)
        case .publishedInRead(let count): arm(count, forgetsOld: false)
        case .navigationStopped(let time):
            if let app = firstApp { stop(app, for: time) }
        case .restarted(let time):
            if let app = firstApp { kill(app, for: time) }
        case .secondCentral(let time):
            let device = addDevice(radio: .offsetReads, keepsDeliveries: false)
            device.assumeIsolated { $0.start() }
            schedule(after: time) { _ in device.assumeIsolated { $0.stop() } }
        }
    }

    private func arm(_ streetByteCount: Int, forgetsOld: Bool) {
        let replacement = Replacement(streetByteCount: streetByteCount, forgetsOld: forgetsOld)
        if let phone = firstPhone { arm(replacement, phone) }
    }

    private func arm(_ replacement: Replacement, _ phone: some PhoneApp) {
        phone.assumeIsolated { $0.arm(replacement) }
    }

    private func replacements(of phone: some PhoneApp) -> ContiguousArray<Replacement> {
        phone.assumeIsolated { $0.replacements }
    }

    private func disarm(_ phone: some PhoneApp) {
        phone.assumeIsolated { $0.disarmReplacements() }
    }

    private func stop(_ app: some PeripheralApp, for time: Duration) {
        app.assumeIsolated { $0.stopServing() }
        schedule(after: time) { _ in app.assumeIsolated { $0.serveAgain() } }
    }

    private func kill(_ app: some PeripheralApp, for time: Duration) {
        app.assumeIsolated { $0.die() }
        schedule(after: time) { _ in app.assumeIsolated { $0.restart() } }
    }

    private func schedule(after time: Duration, _ action: @escaping (isolated World) -> Void) {
        schedule(action: addAction(action), at: linkLayer.now + time.wholeMicroseconds)
    }

    private var firstPhone: (any PhoneApp)? {
        if let app = ownApp as? any PhoneApp { return app }
        for peripheral in linkLayer.state.peripherals {
            if let phone = peripheral.host as? SimulatedPeripheral { return phone }
        }
        return nil
    }

    /// The first phone; the first server if there is none.
    private var firstApp: (any PeripheralApp)? {
        firstPhone ?? linkLayer.state.peripherals.first?.host as? any PeripheralApp
    }

    /// Disarms the injected faults, except those that have already begun.
    package func disarmFaults() {
        linkLayer.state.faults.disarm()
        if let phone = firstPhone { disarm(phone) }
    }
}
