public import KomootNav

extension World {
    /// Adds a phone. The world's seed decides what its profile leaves open.
    ///
    /// - Parameters:
    ///   - profile: the kind of phone.
    ///   - clockDrift: how much faster its clock runs than the world's, in millionths; slower if negative.
    ///   - keepsPublications: whether to keep ``SimulatedPeripheral/publications``.
    public func addPhone(
        _ profile: PhoneProfile, clockDriftInMillionths clockDrift: Int64 = 0,
        keepsPublications: Bool = true
    ) -> SimulatedPeripheral {
        precondition(
            -999_999...999_999 ~= clockDrift, "a clock runs forward, and less than twice as fast")
        let configuration = profile.configuration(
            mtu: linkLayer.state.conditions.mtu, using: &linkLayer.state.random)
        return addPhone(
            configuration, clock: LocalClock(drift: clockDrift),
            keepsPublications: keepsPublications
        ) { PeripheralSession(configuration) }
    }

    /// Adds a phone with a state machine of yours. A new one is made whenever the app restarts.
    ///
    /// - Parameters:
    ///   - configuration: what the phone serves: the layout, and whether there is a CCCD.
    ///   - makeSession: makes the state machine.
    public func addPhone(
        _ configuration: PeripheralSession.Configuration,
        makeSession: @escaping @Sendable () -> any PeripheralStateMachine
    ) -> SimulatedPeripheral {
        addPhone(
            configuration, clock: LocalClock(), keepsPublications: true, makeSession: makeSession)
    }

    /// - Parameter salt: makes the phone's made-up objects differ from those of other phones; `nil`
    ///   to derive it from the phone's number.
    func addPhone(
        _ configuration: PeripheralSession.Configuration, clock: LocalClock, salt: UInt32? = nil,
        keepsPublications: Bool, makeSession: @escaping @Sendable () -> any PeripheralStateMachine
    ) -> SimulatedPeripheral {
        let phone = SimulatedPeripheral(
            clock: clock, layout: configuration.layout, hasCCCD: configuration.hasCCCD,
            keepsPublications: keepsPublications, in: self, makeSession: makeSession)
        phone.assumeIsolated { $0.enter(salt: salt) }
        return phone
    }
}
