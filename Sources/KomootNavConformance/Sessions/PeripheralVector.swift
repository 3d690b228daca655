import KomootNav

/// Vectors of the operation `peripheralSession`.
enum PeripheralVector {
    /// What the library's session does.
    static func answer(_ input: JSONValue) -> JSONValue? {
        guard let configuration = input["configuration"].flatMap(configuration) else { return nil }
        var session = PeripheralSession(configuration)
        return SessionVector.steps(input) { json, time in
            guard (try? session.take(json, at: time)) != nil else { return nil }
            return session.takeStep()
        }
    }

    private static func configuration(_ json: JSONValue) -> PeripheralSession.Configuration? {
        guard let layout = json.layout?.pinned else { return nil }
        var configuration = PeripheralSession.Configuration(layout: layout)
        if let name = json["notification"]?.string {
            guard let form = PeripheralSession.NotificationForm(rawValue: name) else { return nil }
            configuration.notification = form
        }
        if let name = json["retriedNotification"]?.string {
            guard let form = PeripheralSession.NotificationForm(rawValue: name) else { return nil }
            configuration.retriedNotification = form
        }
        if let name = json["serving"]?.string {
            guard let serving = PeripheralSession.Serving(rawValue: name) else { return nil }
            configuration.serving = serving
        }
        if let name = json["ending"]?.string {
            guard let ending = PeripheralSession.Ending(rawValue: name) else { return nil }
            configuration.ending = ending
        }
        if let name = json["pieceSize"]?.string {
            guard let size = PeripheralSession.PieceSize(rawValue: name) else { return nil }
            configuration.pieceSize = size
        }
        if let hasCCCD = json.bool("hasCCCD") { configuration.hasCCCD = hasCCCD }
        return configuration
    }
}
