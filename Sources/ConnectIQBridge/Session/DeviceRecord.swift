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
    /// | `appStatusAnswered` | late | late | late / away / ready | late / connected / ready | · / late / ready |
    /// | `messageReceived` | fault | fault | fault / away / ready | fault / ready | fault / ready |
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

    /// How long nobody has called a device ready that may be (clause 8.17).
    struct ReadinessWait: Hashable, Sendable {
        /// When to ask the device itself.
        var checkTime: SessionTime
        /// How often it was asked in vain.
        var failureCount = 0

        init(from start: SessionTime) {
            checkTime = start.advanced(byMilliseconds: BridgeMilliseconds.readinessCheckInterval)
        }

        /// A wait that is over: the device is asked now.
        init(checkedAt time: SessionTime) { checkTime = time }

        /// The device gives a sign of life: it is asked soon, however often it was asked in vain.
        mutating func hurry(at time: SessionTime) {
            checkTime = min(checkTime, ReadinessWait(from: time).checkTime)
        }

        mutating func fail(at time: SessionTime) {
            failureCount += 1
            let interval = BridgeMilliseconds.readinessCheckInterval << min(UInt64(failureCount), 4)
            checkTime = time.advanced(
                byMilliseconds: min(interval, BridgeMilliseconds.maximumReadinessCheckInterval))
        }
    }

    struct DeviceRecord: Hashable, Sendable {
        enum State: Hashable, Sendable {
            case listed
            /// Registered; the transport has not told the status yet.
            case unreported(ReadinessWait)
            case away(DeviceStatus)
            /// Called away, but an app on it has sent a message since: only a status proves that it is there.
            case doubted(ReadinessWait)
            case connected(ReadinessWait)
            case ready
        }

        var device: WatchDevice
        var state: State

        var phase: DevicePhase {
            switch state {
            case .listed: .listed
            case .unreported, .away, .doubted: .away
            case .connected: .connected
            case .ready: .ready
            }
        }

        var isRegistered: Bool { state != .listed }

        /// What the transport said last.
        var status: DeviceStatus? {
            switch state {
            case .listed, .unreported, .doubted: nil
            case .away(let status): status
            case .connected, .ready: .connected
            }
        }

        /// `nil` if the device is ready, or known not to be connected.
        var readinessWait: ReadinessWait? {
            switch state {
            case .unreported(let wait), .doubted(let wait), .connected(let wait): wait
            case .listed, .away, .ready: nil
            }
        }

        /// The device was asked in vain.
        mutating func failReadinessCheck(at time: SessionTime) {
            guard var wait = readinessWait else { return }
            wait.fail(at: time)
            switch state {
            case .unreported: state = .unreported(wait)
            case .doubted: state = .doubted(wait)
            case .connected: state = .connected(wait)
            case .listed, .away, .ready: break
            }
        }
    }
}
