public import KomootNav

extension World {
    /// Adds a phone. What its profile leaves open is drawn from the world's seed.
    public func addPhone(_ profile: PhoneProfile) -> SimulatedPeripheral {
        let configuration = profile.configuration(
            mtu: linkLayer.conditions.mtu, using: &linkLayer.random)
        return addPhone(configuration) { PeripheralSession(configuration) }
    }

    /// Adds a phone whose state machine is yours; it is made anew when the app is restarted.
    ///
    /// - Parameters:
    ///   - configuration: what the phone serves: the layout, and whether there is a CCCD.
    ///   - makeSession: makes the state machine.
    public func addPhone(
        _ configuration: PeripheralSession.Configuration,
        makeSession: @escaping @Sendable () -> any PeripheralStateMachine
    ) -> SimulatedPeripheral {
        addPhone(configuration, clock: LocalClock(), makeSession: makeSession)
    }

    func addPhone(
        _ configuration: PeripheralSession.Configuration, clock: LocalClock,
        makeSession: @escaping @Sendable () -> any PeripheralStateMachine
    ) -> SimulatedPeripheral {
        let phone = SimulatedPeripheral(
            clock: clock, layout: configuration.layout, hasCCCD: configuration.hasCCCD, in: self,
            makeSession: makeSession)
        phone.assumeIsolated { $0.enter() }
        phones.append(phone)
        return phone
    }

    /// Adds a device with the library's own state machine.
    public func addDevice(radio: DeviceRadio) -> SimulatedCentral {
        addDevice(CentralSession(CentralSession.Configuration(radio: radio.reads)), radio: radio)
    }

    /// Adds a device whose state machine is yours.
    public func addDevice(
        _ session: any CentralStateMachine, radio: DeviceRadio
    ) -> SimulatedCentral {
        addDevice(session, radio: radio, keepsDeliveries: true)
    }

    /// One more device, whose deliveries nobody looks at.
    func addSecondDevice() -> SimulatedCentral {
        addDevice(
            CentralSession(CentralSession.Configuration(radio: .offsetReads)),
            radio: .offsetReads, keepsDeliveries: false)
    }

    func addDevice(
        _ session: any CentralStateMachine, radio: DeviceRadio, keepsDeliveries: Bool
    ) -> SimulatedCentral {
        let device = SimulatedCentral(
            session, radio: radio, in: self, keepsDeliveries: keepsDeliveries)
        device.assumeIsolated { $0.enter() }
        linkLayer.referee.devices.append(DeviceRecord(radio: radio))
        return device
    }
}

extension DeviceRadio {
    /// What a session has to know of it.
    public var reads: ChunkReassembler.Radio {
        switch self {
        case .offsetReads: .offsetReads
        case .wholeValues, .oneCallback: .wholeValues
        }
    }
}
