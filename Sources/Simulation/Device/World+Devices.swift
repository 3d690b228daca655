import KomootNav

extension World {
    /// Adds a device with the library's own state machine.
    ///
    /// - Parameters:
    ///   - radio: what its radio can do.
    ///   - phone: the only phone in range; `nil` if all are.
    ///   - tellsMTU: whether its radio tells the session the MTU.
    ///   - keepsDeliveries: whether to keep ``SimulatedCentral/deliveries``.
    public func addDevice(
        radio: DeviceRadio, near phone: SimulatedPeripheral? = nil, tellsMTU: Bool = true,
        keepsDeliveries: Bool = true
    ) -> SimulatedCentral {
        let session = CentralSession(CentralSession.Configuration(radio: radio.reads))
        let device = addDevice(
            session, radio: radio, tellsMTU: tellsMTU, keepsDeliveries: keepsDeliveries)
        if let phone {
            let central = device.assumeIsolated { $0.state.number }
            linkLayer.state.centrals[Int(central)].nearPeripheral = phone.assumeIsolated {
                $0.state.number
            }
        }
        return device
    }

    /// Adds a device with a state machine of yours.
    public func addDevice(
        _ session: any CentralStateMachine, radio: DeviceRadio
    ) -> SimulatedCentral {
        addDevice(session, radio: radio, tellsMTU: true, keepsDeliveries: true)
    }

    func addDevice(
        _ session: any CentralStateMachine, radio: DeviceRadio, tellsMTU: Bool,
        keepsDeliveries: Bool
    ) -> SimulatedCentral {
        let device = SimulatedCentral(
            session, radio: radio, tellsMTU: tellsMTU, in: self, keepsDeliveries: keepsDeliveries)
        device.assumeIsolated { $0.enter() }
        return device
    }
}
