// Navigation, advertising, and what is due when.
extension PeripheralSession {
    mutating func startNavigation() {
        guard case .stopped = state else { return }
        isRadioOn ? serve() : (state = .radioOff)
    }

    /// Adds the service and has it advertised, with the user's limit.
    private mutating func serve() {
        var navigation = Navigation()
        if objects.newest != nil {
            navigation.repeatDue = now.advanced(byMilliseconds: NavigationTiming.repeatInterval)
        }
        navigation.advertising = .limited(
            until: now.advanced(byMilliseconds: NavigationTiming.advertisingLimit))
        state = .navigating(navigation)
        effects.append(.addService)
        effects.append(.startAdvertising)
    }

    /// The service disappears, and nobody is told (clause 9.8).
    mutating func stopNavigation() {
        switch state {
        case .stopped: return
        case .radioOff: break
        case .navigating(let navigation):
            if navigation.advertising.isOn { effects.append(.stopAdvertising) }
            effects.append(.removeService)
        }
        state = .stopped
        objects.removeAll()
        for position in 0..<CentralTable.capacity {
            centrals[position]?.isSubscribed = false
            centrals[position]?.owesNotification = false
            centrals[position]?.snapshot = nil
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
            until: now.advanced(byMilliseconds: NavigationTiming.advertisingLimit))
        state = .navigating(navigation)
    }

    mutating func loseRadio() {
        isRadioOn = false
        centrals.removeAll()
        if case .navigating = state { state = .radioOff }
    }

    mutating func regainRadio() {
        isRadioOn = true
        if case .radioOff = state { serve() }
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
        if case .idle = navigation.watchdog { navigation.watchdog = .armed(now) }
        navigation.repeatDue = now.advanced(byMilliseconds: NavigationTiming.repeatInterval)
        state = .navigating(navigation)
        notifyAll()
    }

    /// Does what is due by now.
    mutating func meetDeadlines() {
        guard case .navigating(var navigation) = state else { return }
        var isRepeating = false
        if let due = navigation.repeatDue, due <= now {
            navigation.repeatDue = now.advanced(byMilliseconds: NavigationTiming.repeatInterval)
            isRepeating = true
        }
        if case .limited(let end) = navigation.advertising, end <= now {
            navigation.advertising = .off
            effects.append(.stopAdvertising)
        }
        if case .armed(let deadline) = navigation.watchdog, deadline <= now {
            navigation.watchdog = .fired
            if !navigation.advertising.isOn {
                navigation.advertising = .unlimited
                effects.append(.startAdvertising)
            }
        }
        state = .navigating(navigation)
        if isRepeating { notifyAll() }
    }

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

extension PeripheralSession.Watchdog {
    /// Armed now.
    static func armed(_ now: SessionTime) -> Self {
        .armed(deadline: now.advanced(byMilliseconds: NavigationTiming.lostLinkInterval))
    }
}
