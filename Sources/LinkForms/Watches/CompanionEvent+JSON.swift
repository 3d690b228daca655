package import ConnectIQBridge
package import KomootNavJSON
import LinkVocabulary

extension CompanionSession {
    /// The names of the events.
    package enum EventName: String, Hashable, Sendable, CaseIterable {
        case start, stop, loaded, loadFailed, stored, storeFailed, chooseDevices, showStorePage
        case connectMobileMissing, installConnectMobile, urlOpened, registerDevice
        case unregisterDevice, unregisterAllDevices, statusChanged, deviceReady, registerApp
        case unregisterApp, unregisterAllApps, requestAppStatus, appStatusAnswered, openApp,
            openAnswered, send
        case progressed, finished, messageReceived, timePassed
    }
}

extension CompanionSession.Event {
    /// Reads an event's JSON form; members that do not belong to it are ignored.
    ///
    /// Source: `Fixtures/README.md`.
    package init(json: JSONValue) throws(MalformedForm) {
        let name = try json.requiredName("event", of: CompanionSession.EventName.self)
        self =
            switch name {
            case .start: .start
            case .stop: .stop
            case .loaded:
                .loaded(try json.requiredDevices(), try json.requiredTicket("ticket"))
            case .loadFailed: .loadFailed(try json.requiredTicket("ticket"))
            case .stored: .stored(try json.requiredTicket("ticket"))
            case .storeFailed: .storeFailed(try json.requiredTicket("ticket"))
            case .chooseDevices: .chooseDevices
            case .showStorePage:
                .showStorePage(try json.requiredApp(), storeID: try json.requiredStoreID())
            case .connectMobileMissing: .connectMobileMissing(try json.requiredTicket("ticket"))
            case .installConnectMobile: .installConnectMobile
            case .urlOpened:
                .urlOpened(
                    try json.requiredText("url"), isTrusted: try json.requiredBool("isTrusted"))
            case .registerDevice: .registerDevice(try json.requiredUUID("device"))
            case .unregisterDevice: .unregisterDevice(try json.requiredUUID("device"))
            case .unregisterAllDevices: .unregisterAllDevices
            case .statusChanged:
                .statusChanged(
                    try json.requiredUUID("device"), try json.requiredCase("status"))
            case .deviceReady: .deviceReady(try json.requiredUUID("device"))
            case .unregisterAllApps: .unregisterAllApps
            case .registerApp, .unregisterApp, .requestAppStatus, .openApp, .send,
                .messageReceived:
                try Self(ofApp: try json.requiredApp(), name, json)
            case .appStatusAnswered, .openAnswered, .progressed, .finished:
                try Self(answering: try json.requiredTicket("ticket"), name, json)
            case .timePassed: .timePassed
            }
    }

    private init(
        ofApp app: WatchApp, _ name: CompanionSession.EventName, _ json: JSONValue
    ) throws(MalformedForm) {
        switch name {
        case .registerApp: self = .registerApp(app)
        case .unregisterApp: self = .unregisterApp(app)
        case .requestAppStatus: self = .requestAppStatus(app)
        case .openApp: self = .openApp(app)
        case .send: self = .send(try json.requiredMessage(), to: app)
        case .messageReceived:
            self = .messageReceived(try json.requiredContent(), from: app)
        default: throw .unknownName
        }
    }

    private init(
        answering ticket: Ticket, _ name: CompanionSession.EventName, _ json: JSONValue
    ) throws(MalformedForm) {
        switch name {
        case .appStatusAnswered:
            self = .appStatusAnswered(ticket, try json.requiredAppStatus())
        case .openAnswered: self = .openAnswered(ticket, try json.requiredCase("result"))
        case .progressed:
            let total = try json.requiredUnsigned("total")
            self = .progressed(ticket, sent: try json.requiredUnsigned("sent"), total: total)
        case .finished: self = .finished(ticket, try json.requiredCase("result"))
        default: throw .unknownName
        }
    }
}

extension JSONValue {
    fileprivate func requiredText(_ key: String) throws(MalformedForm) -> String {
        guard let text = self[key]?.string else { throw .member(key) }
        return text
    }

    fileprivate func requiredUUID(_ key: String) throws(MalformedForm) -> UUID128 {
        guard let uuid = self[key]?.string.flatMap({ UUID128($0) }) else { throw .member(key) }
        return uuid
    }

    /// A member that is one of a list of names, as Swift writes them.
    fileprivate func requiredCase<Case: CaseIterable>(
        _ key: String
    ) throws(MalformedForm) -> Case {
        let name = try requiredText(key)
        guard let value = Case.allCases.first(where: { "\($0)" == name }) else {
            throw .member(key)
        }
        return value
    }

    fileprivate func requiredApp() throws(MalformedForm) -> WatchApp {
        guard let app = self["app"] else { throw .member("app") }
        return WatchApp(id: try app.requiredUUID("id"), device: try app.requiredUUID("device"))
    }

    fileprivate func requiredStoreID() throws(MalformedForm) -> UUID128? {
        self["storeID"] == .null ? nil : try requiredUUID("storeID")
    }

    fileprivate func requiredDevices() throws(MalformedForm) -> [WatchDevice]? {
        if self["devices"] == .null { return nil }
        guard case .array(let elements) = self["devices"] else { throw .member("devices") }
        var devices: [WatchDevice] = []
        for element in elements {
            devices.append(
                WatchDevice(
                    id: try element.requiredUUID("id"), model: try element.requiredText("model"),
                    name: try element.requiredText("name"),
                    partNumber: element["partNumber"] == nil
                        ? "" : try element.requiredText("partNumber")))
        }
        return devices
    }

    fileprivate func requiredAppStatus() throws(MalformedForm) -> AppStatus? {
        guard let status = self["status"] else { throw .member("status") }
        if status == .null { return nil }
        guard let version = UInt16(exactly: try status.requiredUnsigned("version")) else {
            throw .member("version")
        }
        return AppStatus(isInstalled: try status.requiredBool("isInstalled"), version: version)
    }

    fileprivate func requiredContent() throws(MalformedForm) -> MonkeyValue {
        guard let json = self["content"], let value = try? MonkeyValue(json: json) else {
            throw .member("content")
        }
        return value
    }

    fileprivate func requiredMessage() throws(MalformedForm) -> OutgoingMessage {
        let id = OutgoingMessage.ID(rawValue: UInt64(try requiredUnsigned("id")))
        let delivery: OutgoingMessage.Delivery =
            switch try requiredText("delivery") {
            case "inOrder": .inOrder
            case "batched": .batched
            case "newestOnly": .newestOnly
            default: throw .member("delivery")
            }
        return OutgoingMessage(id: id, content: try requiredContent(), delivery: delivery)
    }
}
