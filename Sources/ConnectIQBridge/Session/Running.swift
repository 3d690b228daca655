extension CompanionSession {
    /// What a session has while it runs.
    struct Running: Hashable, Sendable {
        /// Whether the devices are stored.
        enum Storing: Hashable, Sendable {
            case idle
            /// They are being stored; `again` if they have changed since.
            case storing(Ticket, again: Bool)
            case retry(SessionTime)
        }

        var devices: [DeviceRecord]
        var apps: [AppRecord] = []
        var storing = Storing.idle
        /// The last request to open Connect Mobile, until it is known that it was opened.
        var opening: Ticket?
        /// Whether the app was told that Connect Mobile has to be installed, and has not answered.
        var offersInstallation = false

        init(devices: [WatchDevice]) {
            self.devices = devices.map { DeviceRecord(device: $0, state: .listed) }
        }

        /// Whether a list can be one of a session.
        static func isAllowed(_ devices: [WatchDevice]) -> Bool {
            devices.count <= DeviceSelection.maximumDeviceCount
                && Set(devices.map { $0.id }).count == devices.count
        }

        func device(_ id: UUID128) -> DeviceRecord? { devices.first { $0.device.id == id } }

        func app(_ app: WatchApp) -> AppRecord? { apps.first { $0.app == app } }

        func isReady(_ app: AppRecord) -> Bool { device(app.app.device)?.state == .ready }

        mutating func follow(
            _ event: Event, _ configuration: Configuration, _ output: inout Output
        ) {
            switch event {
            // The session itself stops.
            case .start, .stop, .timePassed: break
            case .loaded, .loadFailed: output.reportLateArrival()
            case .stored(let ticket): stored(ticket, &output)
            case .storeFailed(let ticket): storeFailed(ticket, &output)
            case .chooseDevices: chooseDevices(configuration, &output)
            case .showStorePage(let app, let storeID): showStorePage(app, storeID, &output)
            case .connectMobileMissing(let ticket):
                connectMobileMissing(ticket, configuration, &output)
            case .installConnectMobile: installConnectMobile(&output)
            case .urlOpened(let url, let isTrusted):
                _ = openedURL(url, isTrusted, configuration, &output)
            case .registerDevice(let id): registerDevice(id, &output)
            case .unregisterDevice(let id): unregisterDevice(id, &output)
            case .unregisterAllDevices: unregisterAllDevices(&output)
            case .statusChanged(let id, let status): statusChanged(id, status, &output)
            case .deviceReady(let id): deviceReady(id, &output)
            case .registerApp(let app): registerApp(app, &output)
            case .unregisterApp(let app): unregisterApp(app, &output)
            case .unregisterAllApps: unregisterAllApps(&output)
            case .requestAppStatus(let app): requestAppStatus(app, &output)
            case .appStatusAnswered(let ticket, let status):
                appStatusAnswered(ticket, status, &output)
            case .openApp(let app): openApp(app, &output)
            case .openAnswered(let ticket, let result): openAnswered(ticket, result, &output)
            case .send(let message, let app): send(message, to: app, configuration, &output)
            case .progressed(let ticket, let sent, let total):
                progressed(ticket, sent: sent, total: total, &output)
            case .finished(let ticket, let result): finished(ticket, result, &output)
            case .messageReceived(let value, let app): messageReceived(value, from: app, &output)
            }
        }

        /// Does what is due, and sends what can be sent.
        mutating func goOn(_ limits: MonkeyLimits, _ output: inout Output) {
            if case .retry(let time) = storing, time <= output.now { store(&output) }
            for position in apps.indices {
                meetDeadlines(ofAppAt: position, &output)
                startTransfer(ofAppAt: position, limits, &output)
            }
            for position in devices.indices { checkReadiness(ofDeviceAt: position, &output) }
        }

        var nextDeadline: SessionTime? {
            var earliest: SessionTime?
            if case .retry(let time) = storing { earliest = time }
            for app in apps {
                guard let deadline = app.deadline(isReady: isReady(app)) else { continue }
                earliest = min(earliest ?? deadline, deadline)
            }
            for device in devices {
                guard let time = readinessCheckTime(of: device) else { continue }
                earliest = min(earliest ?? time, time)
            }
            return earliest
        }
    }
}

// Storing and choosing devices.
extension CompanionSession.Running {
    typealias Output = CompanionSession.Output

    mutating func store(_ output: inout Output) {
        let ticket = output.newTicket()
        storing = .storing(ticket, again: false)
        output.effects.append(.store(devices.map { $0.device }, ticket))
    }

    /// Stores the newest list at once if it is neither stored nor being stored.
    mutating func storeBeforeStop(_ output: inout Output) {
        switch storing {
        case .idle, .storing(_, again: false): break
        case .storing(_, again: true), .retry: store(&output)
        }
    }

    mutating func stored(_ ticket: Ticket, _ output: inout Output) {
        guard case .storing(ticket, let again) = storing else { return output.reportLateArrival() }
        storing = .idle
        if again { store(&output) }
    }

    mutating func storeFailed(_ ticket: Ticket, _ output: inout Output) {
        guard case .storing(ticket, _) = storing else { return output.reportLateArrival() }
        storing = .retry(output.time(after: BridgeMilliseconds.storeRetryInterval))
        output.tell(.fault(.storeFailed))
    }

    mutating func chooseDevices(
        _ configuration: CompanionSession.Configuration, _ output: inout Output
    ) {
        let ticket = output.newTicket()
        opening = ticket
        output.ask(.openDeviceSelection(url: configuration.selection.url, ticket))
    }

    mutating func showStorePage(_ app: WatchApp, _ storeID: UUID128?, _ output: inout Output) {
        guard device(app.device) != nil else { return output.tell(.refused(.unknownDevice)) }
        let ticket = output.newTicket()
        opening = ticket
        output.ask(.openStorePage(app, storeID: storeID, ticket))
    }

    mutating func connectMobileMissing(
        _ ticket: Ticket, _ configuration: CompanionSession.Configuration,
        _ output: inout Output
    ) {
        guard opening == ticket else { return output.reportLateArrival() }
        opening = nil
        if configuration.overridesInstallAlert {
            offersInstallation = true
            output.tell(.needsToInstallConnectMobile)
        } else {
            output.ask(.showInstallAlert)
        }
    }

    mutating func installConnectMobile(_ output: inout Output) {
        guard offersInstallation else { return output.tell(.refused(.notAsked)) }
        offersInstallation = false
        output.ask(.openAppStore)
    }

    /// Returns whether the URL was an answer.
    mutating func openedURL(
        _ url: String, _ isTrusted: Bool, _ configuration: CompanionSession.Configuration,
        _ output: inout Output
    ) -> Bool {
        guard isTrusted else {
            output.tell(.fault(.untrustedLink))
            return false
        }
        let response: DeviceSelectionResponse
        do throws(LinkError) {
            response = try DeviceSelectionResponse(
                url: url, urlScheme: configuration.selection.urlScheme)
        } catch {
            output.tell(.fault(.invalidLink(error)))
            return false
        }
        opening = nil
        offersInstallation = false
        replaceDevices(by: response.devices, &output)
        return true
    }

    private mutating func replaceDevices(by chosen: [WatchDevice], _ output: inout Output) {
        let old = devices
        for record in old where !chosen.contains(where: { $0.id == record.device.id }) {
            drop(record, &output)
        }
        devices = chosen.map { device in
            let state = old.first { $0.device.id == device.id }?.state ?? .listed
            return CompanionSession.DeviceRecord(device: device, state: state)
        }
        output.tell(.devices(chosen))
        if case .storing(let ticket, _) = storing {
            storing = .storing(ticket, again: true)
        } else {
            store(&output)
        }
    }
}

extension CompanionSession {
    /// What a session writes while it takes an event: effects, and the tickets in them.
    struct Output: Hashable, Sendable {
        var effects: [Effect] = []
        var now = SessionTime.zero
        private var lastTicket: UInt32 = 0

        mutating func newTicket() -> Ticket {
            lastTicket &+= 1
            return Ticket(rawValue: lastTicket)
        }

        /// The moment this many milliseconds from now.
        func time(after interval: UInt64) -> SessionTime { now.advanced(byMilliseconds: interval) }

        mutating func tell(_ notice: Notice) { effects.append(.tell(notice)) }

        mutating func ask(_ request: Request) { effects.append(.transport(request)) }

        mutating func reportLateArrival() { tell(.fault(.lateArrival)) }
    }
}
