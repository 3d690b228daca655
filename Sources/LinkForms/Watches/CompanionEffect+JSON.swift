package import ConnectIQBridge
package import KomootNavJSON
import LinkVocabulary

extension CompanionSession.Effect {
    /// The effect's JSON form.
    ///
    /// Source: `Fixtures/README.md`.
    package var json: JSONValue {
        switch self {
        case .load(let ticket): .effect("load", ["ticket": ticket.json])
        case .store(let devices, let ticket):
            .effect("store", ["devices": .array(devices.map(\.json)), "ticket": ticket.json])
        case .transport(let request): request.json
        case .tell(let notice): notice.json
        }
    }
}

extension CompanionSession.Request {
    fileprivate var json: JSONValue {
        switch self {
        case .openDeviceSelection(let url, let ticket):
            .effect("openDeviceSelection", ["url": .string(url), "ticket": ticket.json])
        case .openStorePage(let app, let storeID, let ticket):
            .effect(
                "openStorePage",
                [
                    "app": app.json, "storeID": storeID.map { .string($0.description) } ?? .null,
                    "ticket": ticket.json,
                ])
        case .showInstallAlert: .effect("showInstallAlert")
        case .openAppStore: .effect("openAppStore")
        case .registerDevice(let device): .effect("registerDevice", ["device": device.json])
        case .unregisterDevice(let device): .effect("unregisterDevice", ["device": device.json])
        case .registerApp(let app): .effect("registerApp", ["app": app.json])
        case .unregisterApp(let app): .effect("unregisterApp", ["app": app.json])
        case .requestAppStatus(let app, let ticket):
            .effect("requestAppStatus", ["app": app.json, "ticket": ticket.json])
        case .openApp(let app, let ticket):
            .effect("openApp", ["app": app.json, "ticket": ticket.json])
        case .send(let content, let app, let isTransient, let ticket):
            .effect(
                "send",
                [
                    "app": app.json, "content": content.json, "isTransient": .bool(isTransient),
                    "ticket": ticket.json,
                ])
        }
    }
}

extension CompanionSession.Notice {
    fileprivate var json: JSONValue {
        switch self {
        case .devices(let devices): .effect("devices", ["devices": .array(devices.map(\.json))])
        case .needsToInstallConnectMobile: .effect("needsToInstallConnectMobile")
        case .status(let status, let id, let isReady):
            .effect(
                "status",
                [
                    "device": .string(id.description), "status": .string("\(status)"),
                    "isReady": .bool(isReady),
                ])
        case .appStatus(let status, let app):
            .effect("appStatus", ["app": app.json, "status": status.json])
        case .noAppStatus(let reason, let app):
            .effect("noAppStatus", ["app": app.json, "reason": .string("\(reason)")])
        case .unresponsive(let id):
            .effect("unresponsive", ["device": .string(id.description)])
        case .opened(let app, let result):
            .effect("opened", ["app": app.json, "result": .string("\(result)")])
        case .progress(let id, let app, let sent, let total):
            .effect(
                "progress",
                [
                    "app": app.json, "id": id.json, "sent": .integer(sent),
                    "total": .integer(total),
                ])
        case .retrying(let id, let app, let result):
            .effect(
                "retrying", ["app": app.json, "id": id.json, "result": .string("\(result)")])
        case .ended(let id, let app, let outcome):
            .effect(
                "ended", outcome.members.merging(["app": app.json, "id": id.json]) { $1 })
        case .received(let value, let app):
            .effect("received", ["app": app.json, "content": value.json])
        case .refused(let refusal): .effect("refused", refusal.members)
        case .fault(let fault): fault.json
        }
    }
}

extension OutgoingMessage.Outcome {
    fileprivate var members: [String: JSONValue] {
        switch self {
        case .sent: ["outcome": .string("sent")]
        case .failed(let result):
            ["outcome": .string("failed"), "result": .string("\(result)")]
        case .connectionEnded: ["outcome": .string("connectionEnded")]
        case .replaced: ["outcome": .string("replaced")]
        case .dropped: ["outcome": .string("dropped")]
        case .refused(let refusal):
            refusal.members.merging(["outcome": .string("refused")]) { $1 }
        }
    }
}

extension CompanionSession.Refusal {
    fileprivate var members: [String: JSONValue] {
        func named(_ name: String) -> [String: JSONValue] { ["refusal": .string(name)] }
        return switch self {
        case .notRunning: named("notRunning")
        case .unknownDevice: named("unknownDevice")
        case .deviceNotRegistered: named("deviceNotRegistered")
        case .deviceNotReady: named("deviceNotReady")
        case .appNotRegistered: named("appNotRegistered")
        case .tooManyApps: named("tooManyApps")
        case .queueFull: named("queueFull")
        case .unencodable(let error): named("unencodable").merging(["error": error.json]) { $1 }
        case .underWay: named("underWay")
        case .notAsked: named("notAsked")
        }
    }
}

extension CompanionSession.Fault {
    fileprivate var json: JSONValue {
        switch self {
        case .lateArrival: .fault("lateArrival")
        case .unreadableStore: .fault("unreadableStore")
        case .storeFailed: .fault("storeFailed")
        case .invalidLink(let error): .fault("invalidLink", ["error": error.json])
        case .untrustedLink: .fault("untrustedLink")
        case .unexpectedMessage: .fault("unexpectedMessage")
        case .invalidProgress: .fault("invalidProgress")
        case .neverReady(let id):
            .fault("neverReady", ["device": .string(id.description)])
        case .silentApp(let app): .fault("silentApp", ["app": app.json])
        }
    }
}

extension OutgoingMessage.ID {
    fileprivate var json: JSONValue { .integer(UInt32(clamping: rawValue)) }
}

extension AppStatus {
    fileprivate var json: JSONValue {
        .object(["isInstalled": .bool(isInstalled), "version": .number(Int64(version))])
    }
}

extension WatchApp {
    /// The app's identifier, and the device's.
    package var json: JSONValue {
        .object([
            "id": .string(id.description), "device": .string(device.description),
        ])
    }
}
