// Devices, and the apps on them.
extension CompanionSession.Running {
    private func position(of id: UUID128) -> Int? { devices.firstIndex { $0.device.id == id } }

    mutating func registerDevice(_ id: UUID128, _ output: inout Output) {
        guard let position = position(of: id) else {
            return output.tell(.refused(.unknownDevice))
        }
        guard !devices[position].isRegistered else { return }
        devices[position].state = .unreported(CompanionSession.ReadinessWait(from: output.now))
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
        guard devices[position].status != status else { return }
        output.tell(.status(status, of: id, isReady: false))
        guard status == .connected else {
            devices[position].state = .away(status)
            return connectionEnded(id, &output)
        }
        devices[position].state = .connected(CompanionSession.ReadinessWait(from: output.now))
    }

    mutating func deviceReady(_ id: UUID128, _ output: inout Output) {
        guard let position = position(of: id), devices[position].isRegistered else {
            return output.reportLateArrival()
        }
        // Nothing says that it is connected before it says that it is ready.
        if devices[position].state != .ready { becomeReady(at: position, &output) }
    }

    /// A device that waits for readiness has answered.
    private mutating func hearAnswer(of id: UUID128, _ output: inout Output) {
        guard let position = position(of: id), devices[position].readinessWait != nil else {
            return
        }
        becomeReady(at: position, &output)
    }

    /// An app has sent a message. A device that is said to be away is asked whether it is: the message may be late.
    mutating func hearMessage(from id: UUID128, _ output: inout Output) {
        guard let position = position(of: id) else { return }
        switch devices[position].state {
        case .unreported, .connected: becomeReady(at: position, &output)
        case .away:
            devices[position].state = .doubted(
                CompanionSession.ReadinessWait(checkedAt: output.now))
        case .doubted(var wait):
            wait.hurry(at: output.now)
            devices[position].state = .doubted(wait)
        case .listed, .ready: break
        }
    }

    private mutating func becomeReady(at position: Int, _ output: inout Output) {
        devices[position].state = .ready
        let id = devices[position].device.id
        output.tell(.status(.connected, of: id, isReady: true))
        for position in apps.indices where apps[position].app.device == id {
            askForStatus(ofAppAt: position, &output)
        }
    }

    /// Ends what the transport was doing for the apps of a device.
    private mutating func connectionEnded(_ id: UUID128, _ output: inout Output) {
        for position in apps.indices where apps[position].app.device == id {
            endRequests(of: apps[position], .away, &output)
            apps[position].status = nil
            apps[position].givenUp = nil
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

    mutating func unregisterAllApps(_ output: inout Output) {
        for app in apps { end(app, &output) }
        apps = []
    }

    /// Ends everything that is done for an app, and unregisters it.
    private func end(_ record: CompanionSession.AppRecord, _ output: inout Output) {
        for message in record.messages { output.tell(.ended(message.id, to: record.app, .dropped)) }
        endRequests(of: record, .unregistered, &output)
        output.ask(.unregisterApp(record.app))
    }

    private func endRequests(
        of record: CompanionSession.AppRecord, _ reason: CompanionSession.NoAppStatus,
        _ output: inout Output
    ) {
        if let question = record.status, !question.isOwn {
            output.tell(.noAppStatus(reason, of: record.app))
        }
        if record.opening != nil { output.tell(.opened(record.app, .deviceNotAvailable)) }
    }
}

// The status of an app, and opening it.
extension CompanionSession.Running {
    mutating func requestAppStatus(_ app: WatchApp, _ output: inout Output) {
        guard let position = apps.firstIndex(where: { $0.app == app }) else {
            return output.tell(.refused(.appNotRegistered))
        }
        let pending = apps[position].status
        guard pending?.isOwn != false else { return }
        guard let phase = device(app.device)?.phase, phase == .connected || phase == .ready else {
            return output.tell(.noAppStatus(.away, of: app))
        }
        if pending != nil {
            apps[position].status?.isOwn = false
        } else {
            apps[position].status = CompanionSession.PendingRequest(
                ticket: nil, deadline: output.time(after: BridgeMilliseconds.appStatusTimeout))
            if phase == .ready { askForStatus(ofAppAt: position, &output) }
        }
    }

    /// Asks, if somebody waits for the status.
    private mutating func askForStatus(ofAppAt position: Int, _ output: inout Output) {
        guard let status = apps[position].status, status.ticket == nil else { return }
        let ticket = output.newTicket()
        apps[position].status?.ticket = ticket
        apps[position].status?.deadline = output.time(after: BridgeMilliseconds.appStatusTimeout)
        output.ask(.requestAppStatus(apps[position].app, ticket))
    }

    mutating func appStatusAnswered(
        _ ticket: Ticket, _ status: AppStatus?, _ output: inout Output
    ) {
        guard let position = apps.firstIndex(where: { $0.status?.ticket == ticket }) else {
            output.reportLateArrival()
            // Late as it is, it is an answer.
            guard status != nil, let late = apps.firstIndex(where: { $0.givenUp == ticket }) else {
                return
            }
            return hearAnswer(of: apps[late].app.device, &output)
        }
        guard let status else { return giveUpStatus(ofAppAt: position, &output) }
        let app = apps[position].app
        let isOwn = apps[position].status?.isOwn == true
        apps[position].status = nil
        apps[position].unansweredCount = 0
        hearAnswer(of: app.device, &output)
        if !isOwn { output.tell(.appStatus(status, of: app)) }
    }

    /// Ends a question that is not answered.
    mutating func giveUpStatus(ofAppAt position: Int, _ output: inout Output) {
        guard let question = apps[position].status else { return }
        apps[position].status = nil
        apps[position].givenUp = question.ticket
        let app = apps[position].app
        let isReady = isReady(apps[position])
        if !question.isOwn { output.tell(.noAppStatus(isReady ? .timeout : .notReady, of: app)) }
        guard isReady else {
            if question.ticket != nil { readinessCheckFailed(app.device, question, &output) }
            return
        }
        guard !question.isOwn else { return }
        apps[position].unansweredCount += 1
        if apps[position].unansweredCount == 2 { output.tell(.fault(.silentApp(app))) }
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

// Readiness that nobody tells (clause 8.17).
extension CompanionSession.Running {
    /// When to ask a device that nobody calls ready; `nil` while it is being asked, or has no app.
    func readinessCheckTime(of record: CompanionSession.DeviceRecord) -> SessionTime? {
        guard let wait = record.readinessWait else { return nil }
        let apps = apps.filter { $0.app.device == record.device.id }
        guard !apps.isEmpty, apps.allSatisfy({ $0.status?.ticket == nil }) else { return nil }
        return wait.checkTime
    }

    /// Asks a device for the status of its apps if nobody has called it ready for too long.
    mutating func checkReadiness(ofDeviceAt position: Int, _ output: inout Output) {
        let record = devices[position]
        guard let wait = record.readinessWait else { return }
        let isDue = wait.checkTime <= output.now
        guard isDue || wait.failureCount > 0 else { return }
        let positions = apps.indices.filter { apps[$0].app.device == record.device.id }
        for position in positions { askForStatus(ofAppAt: position, &output) }
        guard isDue, !positions.isEmpty, positions.allSatisfy({ apps[$0].status == nil }) else {
            return
        }
        // Another app each time: the identifier of one may be wrong.
        let next = positions[wait.failureCount % positions.count]
        apps[next].status = CompanionSession.PendingRequest(
            ticket: nil, deadline: output.time(after: BridgeMilliseconds.appStatusTimeout),
            isOwn: true)
        askForStatus(ofAppAt: next, &output)
    }

    /// A device has not answered, and if several questions were asked at a time, none of them.
    private mutating func readinessCheckFailed(
        _ id: UUID128, _ question: CompanionSession.PendingRequest, _ output: inout Output
    ) {
        let isBeingAsked = apps.contains {
            $0.app.device == id && $0.status?.ticket != nil
                && $0.status?.deadline == question.deadline
        }
        guard !isBeingAsked, let position = position(of: id),
            let wait = devices[position].readinessWait
        else { return }
        let isConnected = devices[position].phase == .connected
        if isConnected && wait.failureCount == 0 { output.tell(.unresponsive(id)) }
        output.tell(.fault(.neverReady(id)))
        devices[position].failReadinessCheck(at: output.now)
    }
}
