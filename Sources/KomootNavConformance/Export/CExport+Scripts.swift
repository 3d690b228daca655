/// Layers reassembly and session/central: scripts of steps.
extension CExport {
    private static let reassemblyEvents = [
        "begin": "KBC_BEGIN", "piece": "KBC_PIECE", "error": "KBC_ERROR", "cancel": "KBC_CANCEL",
        "forgetPieceSize": "KBC_FORGET_PIECE_SIZE",
    ]
    private static let centralEvents = [
        "start": "KBC_START", "stop": "KBC_STOP", "radioOff": "KBC_RADIO_OFF",
        "radioOn": "KBC_RADIO_ON", "found": "KBC_FOUND", "connected": "KBC_CONNECTED",
        "disconnected": "KBC_DISCONNECTED", "discovered": "KBC_DISCOVERED",
        "notDiscovered": "KBC_NOT_DISCOVERED", "subscribed": "KBC_SUBSCRIBED",
        "answered": "KBC_ANSWERED", "failed": "KBC_FAILED", "notified": "KBC_NOTIFIED",
        "arrived": "KBC_ARRIVED", "mtuChanged": "KBC_MTU_CHANGED",
        "serviceChanged": "KBC_SERVICE_CHANGED", "timePassed": "KBC_TIME_PASSED",
    ]
    private static let centralEffects = [
        "startScan": "KBC_START_SCAN", "stopScan": "KBC_STOP_SCAN", "connect": "KBC_CONNECT",
        "disconnect": "KBC_DISCONNECT", "discover": "KBC_DISCOVER", "subscribe": "KBC_SUBSCRIBE",
        "read": "KBC_READ", "deliver": "KBC_DELIVER", "report": "KBC_REPORT", "fault": "KBC_FAULT",
    ]
    private static let statuses = [
        "stopped", "radioOff", "searching", "waiting", "navigating", "silent", "stale", "ended",
        "pairingRequired",
    ].numbered
    private static let faults = [
        "lateArrival", "malformedNotification", "unreadable", "refused", "timedOut", "gaveUp",
    ].numbered
    private static let centralPhases = [
        "stopped", "radioOff", "scanning", "connecting", "discovering", "subscribing", "ready",
        "reading",
    ].numbered

    static func reassembly(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let events = try input.objects("events")
        let steps = try expected.objects("steps")
        guard events.count == steps.count else { throw expected.fault("steps") }
        var elements: [String] = []
        for (event, step) in zip(events, steps) {
            elements.append(try reassemblyStep(event, step, &header))
        }
        let array = header.addNamelessArray("kbc_reassembly_step", elements)
        return [
            ".radio = \(try input.constant("radio", radios))",
            ".maximum_restarts = \(try input.integer("maximumRestarts", or: 8))",
            ".trusts_piece_size = \(try input.bool("trustsPieceSize", or: false))",
            ".steps = \(array)", ".count = \(elements.count)",
        ]
    }

    private static func reassemblyStep(
        _ event: MemberReader, _ step: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        var members = [
            ".event = \(try event.constant("event", reassemblyEvents))",
            ".offset = \(try event.integer("offset", or: 0))",
            ".att_error = \(try event.integer("attError", or: 0))",
            ".bytes = \(header.pooled(event.has("bytes") ? try event.bytes("bytes") : []))",
            ".awaits = \(try optional(step, "awaits") ?? "KBC_NO_OFFSET")",
            ".restarts = \(try step.integer("restarts"))",
        ]
        var shown: [UInt8] = []
        if step.has("partial") {
            shown = try step.bytes("partial")
            members.append(".shows = KBC_SHOWS_PARTIAL")
        } else if step.has("object") {
            shown = try step.bytes("object")
            members.append(".shows = KBC_SHOWS_OBJECT")
        } else if let error = try error(step) {
            members += [".shows = KBC_SHOWS_ERROR", ".error = \(error)"]
        }
        members.append(".shown = \(header.pooled(shown))")
        return "{\(members.joined(separator: ", "))}"
    }

    static func central(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let events = try input.objects("events")
        let steps = try expected.objects("steps")
        guard events.count == steps.count else { throw expected.fault("steps") }
        var elements: [String] = []
        for (event, step) in zip(events, steps) {
            elements.append(try centralStep(event, step, &header))
        }
        let array = header.addNamelessArray("kbc_central_step", elements)
        let configuration = try input.object("configuration")
        return [
            ".radio = \(try configuration.constant("radio", radios))",
            ".layout = \(try configuration.constant("layout", layouts))",
            ".maximum_restarts = \(try configuration.integer("maximumRestarts", or: 8))",
            ".trusts_piece_size = \(try configuration.bool("trustsPieceSize", or: false))",
            ".subscribes = \(try configuration.bool("subscribes", or: true))",
            ".read_timeout = \(try configuration.integer("readTimeout", or: 5000))",
            ".steps = \(array)", ".count = \(elements.count)",
        ]
    }

    private static func centralStep(
        _ event: MemberReader, _ step: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        var effects: [String] = []
        for effect in try step.objects("effects") {
            effects.append(try centralEffect(effect, &header))
        }
        let array = header.addNamelessArray("kbc_central_effect", effects)
        let ticketName = ["ticket", "link", "peer"].first(where: event.has) ?? "ticket"
        let detail =
            event.has("hasCCCD")
            ? (try event.bool("hasCCCD") ? 1 : 0) : try event.integer("attError", or: 0)
        let members = [
            ".event = \(try event.constant("event", centralEvents))",
            ".at = \(try event.integer("at"))", ".ticket = \(try event.integer(ticketName, or: 0))",
            ".mtu = \(try event.integer("mtu", or: 0))", ".detail = \(detail)",
            ".bytes = \(header.pooled(event.has("bytes") ? try event.bytes("bytes") : []))",
            ".effects = \(array)", ".effect_count = \(effects.count)",
            ".phase = \(try step.constant("phase", centralPhases))",
            ".deadline = \(try optional(step, "deadline") ?? "KBC_NO_DEADLINE")",
        ]
        return "{\(members.joined(separator: ", "))}"
    }

    private static func centralEffect(
        _ effect: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        let kind = try effect.constant("effect", centralEffects)
        var members = [".kind = \(kind)"]
        if effect.has("peer") { members.append(".peer = \(try effect.integer("peer"))") }
        if effect.has("link") { members.append(".ticket = \(try effect.integer("link"))") }
        if effect.has("ticket") { members.append(".ticket = \(try effect.integer("ticket"))") }
        if effect.has("offset") { members.append(".offset = \(try effect.integer("offset"))") }
        switch kind {
        case "KBC_DELIVER":
            members.append(".detail = \(try effect.constant("extent", extents))")
        case "KBC_REPORT":
            members.append(".detail = \(try effect.constant("status", statuses))")
        case "KBC_FAULT":
            members.append(".detail = \(try effect.constant("fault", faults))")
            let attError = try effect.integer("attError", or: 0)
            let error = try error(effect) ?? "{KBC_OK, \(attError), 0}"
            members.append(".error = \(error)")
        default: break
        }
        members.append(
            ".bytes = \(header.pooled(effect.has("bytes") ? try effect.bytes("bytes") : []))")
        return "{\(members.joined(separator: ", "))}"
    }

    /// A number that may be `null`.
    static func optional(_ reader: MemberReader, _ member: String) throws(ExportError) -> String? {
        if reader.json[member] == .null { return nil }
        return "\(try reader.integer(member))"
    }
}

extension [String] {
    /// The place of each word, as the text of a number.
    var numbered: [String: String] {
        Dictionary(uniqueKeysWithValues: enumerated().map { ($1, "\($0)") })
    }
}
