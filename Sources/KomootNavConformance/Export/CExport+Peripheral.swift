/// Layer session/peripheral.
extension CExport {
    private static let events = [
        "startNavigation": "KBC_START_NAVIGATION", "stopNavigation": "KBC_STOP_NAVIGATION",
        "startAdvertising": "KBC_START_ADVERTISING", "publish": "KBC_PUBLISH",
        "notificationsReady": "KBC_NOTIFICATIONS_READY", "radioOff": "KBC_PERIPHERAL_RADIO_OFF",
        "radioOn": "KBC_PERIPHERAL_RADIO_ON", "timePassed": "KBC_PERIPHERAL_TIME_PASSED",
        "connected": "KBC_CENTRAL_CONNECTED", "disconnected": "KBC_CENTRAL_DISCONNECTED",
        "mtuChanged": "KBC_CENTRAL_MTU_CHANGED", "subscribed": "KBC_CENTRAL_SUBSCRIBED",
        "unsubscribed": "KBC_CENTRAL_UNSUBSCRIBED", "read": "KBC_CENTRAL_READ",
        "notificationRefused": "KBC_NOTIFICATION_REFUSED",
    ]
    private static let effects = [
        "addService": "KBC_ADD_SERVICE", "removeService": "KBC_REMOVE_SERVICE",
        "startAdvertising": "KBC_ADVERTISE", "stopAdvertising": "KBC_STOP_ADVERTISING",
        "notify": "KBC_NOTIFY", "answer": "KBC_ANSWER", "reject": "KBC_REJECT",
        "fault": "KBC_PERIPHERAL_FAULT",
    ]
    private static let faults = [
        "unpublishable": "KBC_UNPUBLISHABLE", "notNavigating": "KBC_NOT_NAVIGATING",
        "unknownCentral": "KBC_UNKNOWN_CENTRAL",
    ]
    private static let phases = [
        "stopped", "radioOff", "advertising", "advertisingAgain", "serving",
    ].numbered
    private static let notifications = [
        "identifier": "KBC_NOTIFIES_IDENTIFIER", "object": "KBC_NOTIFIES_OBJECT",
    ]
    private static let servings = [
        "newestAlways": "KBC_NEWEST_ALWAYS", "snapshotPerRead": "KBC_SNAPSHOT_PER_READ",
    ]
    private static let endings = [
        "empty": "KBC_ENDS_EMPTY", "invalidOffset": "KBC_ENDS_INVALID_OFFSET",
        "attributeNotLong": "KBC_ENDS_ATTRIBUTE_NOT_LONG",
    ]
    private static let pieceSizes = [
        "readPayload": "KBC_READ_PAYLOAD", "notificationPayload": "KBC_NOTIFICATION_PAYLOAD",
        "smallestPayload": "KBC_SMALLEST_PAYLOAD",
    ]

    static func peripheral(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let events = try input.objects("events")
        let steps = try expected.objects("steps")
        guard events.count == steps.count else { throw expected.fault("steps") }
        var elements: [String] = []
        for (event, step) in zip(events, steps) {
            elements.append(try self.step(event, step, &header))
        }
        let array = header.addNamelessArray("kbc_peripheral_step", elements)
        let given = try input.object("configuration")
        let notification = try given.constant(
            "notification", notifications, or: "KBC_NOTIFIES_IDENTIFIER")
        let retried = try given.constant(
            "retriedNotification", notifications, or: "KBC_NOTIFIES_IDENTIFIER")
        return [
            ".layout = \(try given.constant("layout", layouts))",
            ".notification = \(notification)", ".retried_notification = \(retried)",
            ".serving = \(try given.constant("serving", servings, or: "KBC_NEWEST_ALWAYS"))",
            ".ending = \(try given.constant("ending", endings, or: "KBC_ENDS_EMPTY"))",
            ".piece_size = \(try given.constant("pieceSize", pieceSizes, or: "KBC_READ_PAYLOAD"))",
            ".has_cccd = \(try given.bool("hasCCCD", or: true))",
            ".steps = \(array)", ".count = \(elements.count)",
        ]
    }

    private static func step(
        _ event: MemberReader, _ step: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        var elements: [String] = []
        for effect in try step.objects("effects") {
            elements.append(try self.effect(effect, &header))
        }
        let array = header.addNamelessArray("kbc_peripheral_effect", elements)
        let identifier =
            event.has("identifier")
            ? header.addNamelessArray("kbc_identifier", [try identifier(event)]) : "NULL"
        let number = event.has("mtu") ? "mtu" : "offset"
        let members = [
            ".event = \(try event.constant("event", events))",
            ".at = \(try event.integer("at"))",
            ".central = \(try event.integer("central", or: 0))u",
            ".mtu_or_offset = \(try event.integer(number, or: 0))",
            ".identifier = \(identifier)",
            ".bytes = \(header.pooled(event.has("bytes") ? try event.bytes("bytes") : []))",
            ".effects = \(array)", ".effect_count = \(elements.count)",
            ".phase = \(try step.constant("phase", phases))",
            ".deadline = \(try optional(step, "deadline") ?? "KBC_NO_DEADLINE")",
        ]
        return "{\(members.joined(separator: ", "))}"
    }

    private static func effect(
        _ effect: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        let kind = try effect.constant("effect", effects)
        var members = [
            ".kind = \(kind)", ".central = \(try effect.integer("central", or: 0))u",
            ".bytes = \(header.pooled(effect.has("bytes") ? try effect.bytes("bytes") : []))",
        ]
        if kind == "KBC_PERIPHERAL_FAULT" {
            members.append(".detail = \(try effect.constant("fault", faults))")
        } else {
            members.append(".detail = \(try effect.integer("attError", or: 0))")
        }
        if let error = try error(effect) { members.append(".error = \(error)") }
        return "{\(members.joined(separator: ", "))}"
    }
}
