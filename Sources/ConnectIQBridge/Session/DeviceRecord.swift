extension CompanionSession {
    /// What a session knows of a device.
    ///
    /// The phase after each event, while the session runs. `·` has no effect; `late`, `refused` and
    /// `fault` are only told.
    ///
    /// | event | unknown | listed | away | connected | ready |
    /// |---|---|---|---|---|---|
    /// | `chosen` | listed | listed | away | connected | ready |
    /// | `notChosen` | unknown | unknown | unknown | unknown | unknown |
    /// | `registerDevice` | refused | away | · | · | · |
    /// | `unregisterDevice` | refused | · | listed | listed | listed |
    /// | `unregisterAllDevices` | · | · | listed | listed | listed |
    /// | `statusConnected` | late | late | connected | · | · |
    /// | `statusOther` | late | late | · / away | away | away |
    /// | `deviceReady` | late | late | ready | ready | · |
    /// | `stop` | · / unknown | unknown | unknown | unknown | unknown |
    public enum DevicePhase: Hashable, Sendable, CaseIterable {
        /// The user does not share it.
        case unknown
        /// The user shares it; it is not registered.
        case listed
        /// It is registered, and not connected.
        case away
        /// It is connected, and not ready.
        case connected
        /// It is connected and ready for messages.
        case ready
    }

    struct DeviceRecord: Hashable, Sendable {
        enum State: Hashable, Sendable {
            case listed
            /// Registered; the status is `nil` until the transport tells it.
            case away(DeviceStatus?)
            case connected
            case ready
        }

        var device: WatchDevice
        var state: State

        var phase: DevicePhase {
            switch state {
            case .listed: .listed
            case .away: .away
            case .connected: .connected
            case .ready: .ready
            }
        }

        var isRegistered: Bool { state != .listed }

        /// What the transport said last.
        var status: DeviceStatus? {
            switch state {
            case .listed: nil
            case .away(let status): status
            case .connected, .ready: .connected
            }
        }
    }
}
