// Navigation and advertising.
extension PeripheralSession {
    mutating func startNavigation() {
        guard case .stopped(let isRadioOn) = state else { return }
        isRadioOn ? serve() : (state = .radioOff(MissingDevices(), .idle))
    }

    /// Adds the service and advertises it: for as long as the user's limit allows, or until nobody
    /// is missing; if the one watchdog is armed, only once that fires.
    private mutating func serve(
        missing: MissingDevices = MissingDevices(), watchdog: Watchdog = .idle
    ) {
        var navigation = Navigation()
        navigation.missing = missing
        navigation.watchdog = watchdog
        navigation.watchdog.catchUp(now)
        for position in 0..<CentralTable.capacity { centrals[position]?.watchdog = .idle }
        if objects.newest != nil { repeatLater(&navigation) }
        effects.append(.addService)
        if case .idle = watchdog {
            let limit = now.advanced(byMilliseconds: Milliseconds.advertisingLimit)
            navigation.advertising = missing.isNobody ? .limited(until: limit) : .unlimited
            effects.append(.startAdvertising)
        }
        state = .navigating(navigation)
    }

    /// Sets when the newest object is repeated, if it is.
    func repeatLater(_ navigation: inout Navigation) {
        guard configuration.repeats else { return }
        navigation.repeatDue = now.advanced(byMilliseconds: Milliseconds.repeatInterval)
    }

    /// Removes the service. Nobody is told (clause 9.8).
    mutating func stopNavigation() {
        switch state {
        case .stopped: return
        case .radioOff: state = .stopped(isRadioOn: false)
        case .navigating(let navigation):
            state = .stopped(isRadioOn: true)
            if navigation.advertising.isOn { effects.append(.stopAdvertising) }
            effects.append(.removeService)
        }
        objects.removeAll()
        for position in 0..<CentralTable.capacity {
            centrals[position]?.isSubscribed = false
            centrals[position]?.refusedAt = nil
            centrals[position]?.snapshot = nil
            centrals[position]?.hasArrived = false
            centrals[position]?.watchdog = .idle
        }
    }

    mutating func startAdvertising() {
        guard case .navigating(var navigation) = state else { return }
        switch navigation.advertising {
        case .unlimited: return
        case .off: effects.append(.startAdvertising)
        case .limited: break
        }
        navigation.advertising = .limited(
            until: now.advanced(byMilliseconds: Milliseconds.advertisingLimit))
        state = .navigating(navigation)
    }

    mutating func loseRadio() {
        switch state {
        case .stopped: state = .stopped(isRadioOn: false)
        case .radioOff: break
        case .navigating(var navigation):
            loseAllCentrals(&navigation.missing)
            state = .radioOff(navigation.missing, runningOn(navigation.watchdog))
        }
        centrals.removeAll()
    }

    mutating func regainRadio() {
        switch state {
        case .stopped: state = .stopped(isRadioOn: true)
        case .radioOff(let missing, let watchdog): serve(missing: missing, watchdog: watchdog)
        case .navigating: break
        }
    }

    mutating func publish(_ object: Span<UInt8>) {
        if case .stopped = state { return effects.append(.fault(.notNavigating)) }
        do throws(KomootNavError) {
            _ = try NavigationInstructionView(decoding: object, layout: configuration.layout)
        } catch {
            return effects.append(.fault(.unpublishable(error)))
        }
        objects.append(object)
        guard case .navigating(var navigation) = state else { return }
        armIdleWatchdogs(&navigation)
        repeatLater(&navigation)
        state = .navigating(navigation)
        notifyOfPublication()
    }

    @inline(never)  // One copy for all callers saves flash.
    mutating func stopAdvertising(_ navigation: inout Navigation) {
        if navigation.advertising.isOn { effects.append(.stopAdvertising) }
        navigation.advertising = .off
    }
}

extension PeripheralSession.Advertising {
    var isOn: Bool {
        switch self {
        case .off: false
        case .limited, .unlimited: true
        }
    }
}
