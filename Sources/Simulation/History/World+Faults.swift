extension World {
    /// Makes something go wrong: at once, or with the next PDU of its kind.
    public func inject(_ fault: Fault) {
        history.observe(fault, at: linkLayer.now)
        switch fault {
        case .answer(let fault): linkLayer.state.faults.arm(fault)
        case .notification(let fault): linkLayer.state.faults.arm(fault)
        case .link(let fault): linkLayer.apply(fault)
        case .phone(let fault): apply(fault)
        }
    }

    private func apply(_ fault: PhoneFault) {
        switch fault {
        case .objectReplaced(let count):
            firstPhone?.assumeIsolated { $0.armReplacement(streetByteCount: count) }
        case .navigationStopped(let milliseconds):
            guard let phone = firstPhone else { return }
            phone.assumeIsolated { $0.stopNavigation() }
            schedule(after: milliseconds) { _ in
                phone.assumeIsolated { $0.startNavigation() }
            }
        case .restarted(let milliseconds):
            guard let phone = firstPhone else { return }
            phone.assumeIsolated { $0.die() }
            schedule(after: milliseconds) { _ in phone.assumeIsolated { $0.restart() } }
        case .secondCentral(let milliseconds):
            let device = addDevice(radio: .offsetReads, keepsDeliveries: false)
            device.assumeIsolated { $0.start() }
            schedule(after: milliseconds) { _ in device.assumeIsolated { $0.stop() } }
        }
    }

    private func schedule(
        after milliseconds: UInt32, _ action: @escaping (isolated World) -> Void
    ) {
        schedule(action: addAction(action), at: linkLayer.now + UInt64(milliseconds) * 1000)
    }

    private var firstPhone: SimulatedPeripheral? {
        for peripheral in linkLayer.state.peripherals {
            if let phone = peripheral.host as? SimulatedPeripheral { return phone }
        }
        return nil
    }

    /// Disarms the injected faults, except those that have already begun.
    func disarmFaults() {
        linkLayer.state.faults.disarm()
        firstPhone?.assumeIsolated { $0.disarmReplacements() }
    }
}
