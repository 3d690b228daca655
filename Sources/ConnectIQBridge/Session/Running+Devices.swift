// Devices, and the apps on them.
extension CompanionSession.Running {
    private func position(of id: UUID128) -> Int? { devices.firstIndex { $0.device.id == id } }

    mutating func registerDevice(_ id: UUID128, _ output: inout Output) {
        guard let position = position(of: id) else {
            return output.tell(.refused(.unknownDevice))
        }
        guard !devices[position].isRegistered else { return }
        devices[position].state = .away(nil)
        output.ask(.registerDevice(devices[position].device))
    }

    mutating func unregisterDevice(_ id: UUID128, _ output: inout Output) {
        guard let position = position(of: id) else {
            return output.tell(.refused(.unknownDevice))
        }
        drop(devices[position], &output)
        devices[position].state = .listed
    }

    mutating func unregisterAllDevices(_ output: inout Output) {
        for position in devices.indices {
            drop(devices[position], &output)
            devices[position].state = .listed
        }
    }

    /// Unregisters the apps of a device, and the device.
    mutating func drop(_ record: CompanionSession.DeviceRecord, _ output: inout Output) {
        guard record.isRegistered else { return }
        for app in apps where app.app.device == record.device.id { end(app, &output) }
        apps.removeAll { $0.app.device == record.device.id }
        output.ask(.unregisterDevice(record.device))
    }

    mutating func statusChanged(
        _ id: UUID128, _ status: DeviceStatus, _ output: inout Output
    ) {
        guard let position = position(of: id), devices[position].isRegistered else {
            return output.reportLateArrival()
        }
        let before = devices[position].state
        guard devices[position].status != status else { return }
        devices[position].state = status == .connected ? .connected : .away(status)
        output.tell(.status(status, of: id, isReady: false))
        if before == .connected || before == .ready { connectionEnded(id, &output) }
    }

    mutating func deviceReady(_ id: UUID128, _ output: inout Output) {
        guard let position = position(of: id) else { return output.reportLateArrival() }
        switch devices[position].state {
        case .listed: return output.reportLateArrival()
        case .ready: return
        // Nothing says that it is connected before it says that it is ready.
        case .away, .connected: break
        }
        devices[position].state = .ready
        output.tell(.status(.connected, of: id, isReady: true))
        for position in apps.indices where apps[position].app.device == id {
            askForStatus(ofAppAt: position, &output)
        }
    }

    /// Ends what the transport was doing for the apps of a device.
    private mutating func connectionEnded(_ id: UUID128, _ output: inout Output) {
        for position in apps.indices where apps[position].app.device == id {
            endRequests(of: apps[position], &output)
            apps[position].status = nil
            apps[position].opening = nil
            endTransferWithConnection(ofAppAt: position, &output)
        }
    }

    mutating func registerApp(_ app: WatchApp, _ output: inout Output) {
        guard let device = device(app.device) else {
            return output.tell(.refused(.unknownDevice))
        }
        guard device.isRegistered else { return output.tell(.refused(.deviceNotRegistered)) }
        guard self.app(app) == nil else { return }
        guard apps.count < CompanionSession.maximumAppCount else {
            return output.tell(.refused(.tooManyApps))
        }
        apps.append(CompanionSession.AppRecord(app))
        output.ask(.registerApp(app))
    }

    mutating func unregisterApp(_ app: WatchApp, _ output: inout Output) {
        guard let position = apps.firstIndex(where: { $0.app == app }) else {
            return output.tell(.refused(.appNotRegistered))
        }
        end(apps[position], &output)
        apps.remove(at: position)
    }

    /// Ends everything that is done for an app, and unregisters it.
    private func end(_ record: CompanionSession.AppRecord, _ output: inout Output) {
        for message in record.messages { output.tell(.ended(message.id, to: record.app, .dropped)) }
        endRequests(of: record, &output)
        output.ask(.unregisterApp(record.app))
    }

    private func endRequests(
        of record: CompanionSession.AppRecord, _ output: inout Output
    ) {
        if record.status != nil { output.tell(.appStatus(nil, of: record.app)) }
        if record.opening != nil { output.tell(.opened(record.app, .deviceNotAvailable)) }
    }
}

// The status of an app, and opening it.
extension CompanionSession.Running {
    mutating func requestAppStatus(_ app: WatchApp, _ output: inout Output) {
        guard let position = apps.firstIndex(where: { $0.app == app }) else {
            return output.tell(.refused(.appNotRegistered))
        }
        guard apps[position].status == nil else { return }
        guard let phase = device(app.device)?.phase, phase == .connected || phase == .ready else {
            return output.tell(.appStatus(nil, of: app))
        }
        apps[position].status = CompanionSession.PendingRequest(
            ticket: nil, deadline: output.time(after: BridgeMilliseconds.appStatusTimeout))
        if phase == .ready { askForStatus(ofAppAt: position, &output) }
    }

    /// Asks, if somebody waits for the status.
    private mutating func askForStatus(ofAppAt position: Int, _ output: inout Output) {
        guard let status = apps[position].status, status.ticket == nil else { return }
        let ticket = output.newTicket()
        apps[position].status?.ticket = ticket
        output.ask(.requestAppStatus(apps[position].app, ticket))
    }

    mutating func appStatusAnswered(
        _ ticket: Ticket, _ status: AppStatus?, _ output: inout Output
    ) {
        guard let position = apps.firstIndex(where: { $0.status?.ticket == ticket }) else {
            return output.reportLateArrival()
        }
        apps[position].status = nil
        output.tell(.appStatus(status, of: apps[position].app))
    }

    mutating func openApp(_ app: WatchApp, _ output: inout Output) {
        guard let position = apps.firstIndex(where: { $0.app == app }) else {
            return output.tell(.refused(.appNotRegistered))
        }
        guard apps[position].opening == nil else { return output.tell(.refused(.underWay)) }
        guard isReady(apps[position]) else { return output.tell(.refused(.deviceNotReady)) }
        let ticket = output.newTicket()
        apps[position].opening = CompanionSession.PendingRequest(
            ticket: ticket, deadline: output.time(after: BridgeMilliseconds.openTimeout))
        output.ask(.openApp(app, ticket))
    }

    mutating func openAnswered(_ ticket: Ticket, _ result: SendResult, _ output: inout Output) {
        guard let position = apps.firstIndex(where: { $0.opening?.ticket == ticket }) else {
            return output.reportLateArrival()
        }
        apps[position].opening = nil
        output.tell(.opened(apps[position].app, result))
    }
}
