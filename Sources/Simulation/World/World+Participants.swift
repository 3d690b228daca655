public import KomootNav

extension World {
    /// Adds a phone. What its profile leaves open is drawn from the world's seed.
    ///
    /// - Parameters:
    ///   - profile: the kind of phone.
    ///   - clockDrift: how much faster its clock runs than the world's, in millionths; slower if negative.
    public func addPhone(
        _ profile: PhoneProfile, clockDrift: Int64 = 0
    ) -> SimulatedPeripheral {
        precondition(
            -999_999...999_999 ~= clockDrift, "a clock runs forward, and less than twice as fast")
        let configuration = profile.configuration(
            mtu: linkLayer.conditions.mtu, using: &linkLayer.random)
        return addPhone(configuration, clock: LocalClock(drift: clockDrift)) {
            PeripheralSession(configuration)
        }
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
    ///
    /// - Parameters:
    ///   - radio: what its radio can do.
    ///   - phone: the only phone that is near enough to be heard; `nil` if all are.
    ///   - keepsDeliveries: whether ``SimulatedCentral/deliveries`` are kept.
    public func addDevice(
        radio: DeviceRadio, near phone: SimulatedPeripheral? = nil, keepsDeliveries: Bool = true
    ) -> SimulatedCentral {
        let session = CentralSession(CentralSession.Configuration(radio: radio.reads))
        let device = addDevice(session, radio: radio, keepsDeliveries: keepsDeliveries)
        if let phone {
            let central = device.assumeIsolated { $0.number }
            linkLayer.centrals[Int(central)].nearPeripheral = phone.assumeIsolated { $0.number }
        }
        return device
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
