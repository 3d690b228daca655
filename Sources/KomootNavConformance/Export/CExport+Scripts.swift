import KomootNav

/// Layers reassembly and session/central: scripts of steps.
extension CExport {
    private static let reassemblyEvents = CConstants.named(ReassemblyVector.Event.self)
    private static let usualRestarts = UInt32(ChunkReassembler.defaultMaximumRestarts)
    private static let usualTimeout = UInt32(Milliseconds.readTimeout)
    /// The error of an effect that has none.
    static let noError = "{KBC_OK, 0, 0}"
    private static let centralPhases = CConstants.numbered(CentralSession.Phase.self)

    static func reassembly(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let script = try script("kbc_reassembly_step", input, expected, &header, reassemblyStep)
        return [
            ".radio = \(try input.constant("radio", radios))",
            ".mtu = \(UInt16(clamping: try input.integer("mtu", or: 0)))",
            ".maximum_restarts = \(try input.integer("maximumRestarts", or: usualRestarts))",
            ".trusts_chunk_size = \(try input.bool("trustsChunkSize", or: false))",
        ] + script
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
        } else if step.has("beginning") {
            shown = try step.bytes("beginning")
            members.append(".shows = KBC_SHOWS_BEGINNING")
        } else if let error = try error(step) {
            members += [".shows = KBC_SHOWS_ERROR", ".error = \(error)"]
        }
        members.append(".shown = \(header.pooled(shown))")
        return "{\(members.joined(separator: ", "))}"
    }

    static func central(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let script = try script("kbc_central_step", input, expected, &header, centralStep)
        let configuration = try input.object("configuration")
        return [
            ".radio = \(try configuration.constant("radio", radios))",
            ".layout = \(try configuration.constant("layout", layouts))",
            ".maximum_restarts = \(try configuration.integer("maximumRestarts", or: usualRestarts))",
            ".trusts_chunk_size = \(try configuration.bool("trustsChunkSize", or: false))",
            ".subscribes = \(try configuration.bool("subscribes", or: true))",
            ".read_timeout = \(try configuration.integer("readTimeout", or: usualTimeout))",
        ] + script
    }

    private static func centralStep(
        _ event: MemberReader, _ step: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        let effects = try effects("kbc_central_effect", step, &header) {
            (effect: CentralSession.OwnedEffect, header) in
            centralEffect(CEffect(effect), &header)
        }
        let what = CEvent(try event.form(CentralSession.OwnedEvent.self))
        let members = [
            ".event = \(what.name)", ".at = \(try event.integer("at"))",
            ".ticket = \(what.number)", ".mtu = \(what.size)", ".detail = \(what.detail)",
            ".bytes = \(header.pooled(Array(what.bytes)))",
            effects,
            ".phase = \(try step.constant("phase", centralPhases))",
            ".deadline = \(try optional(step, "deadline") ?? "KBC_NO_DEADLINE")",
        ]
        return "{\(members.joined(separator: ", "))}"
    }

    private static func centralEffect(
        _ effect: CEffect, _ header: inout CHeader
    ) -> String {
        let members = [
            ".kind = \(effect.name)", ".peer = \(effect.peer)", ".ticket = \(effect.number)",
            ".offset = \(effect.offset)", ".detail = \(effect.detail)",
            ".error = \(effect.error ?? noError)", ".bytes = \(header.pooled(Array(effect.bytes)))",
        ]
        return "{\(members.joined(separator: ", "))}"
    }

    /// The steps of a script as an array, and their number.
    static func script(
        _ type: String, _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader,
        _ step: (MemberReader, MemberReader, inout CHeader) throws(ExportError) -> String
    ) throws(ExportError) -> [String] {
        let events = try input.objects("events")
        let steps = try expected.objects("steps")
        guard events.count == steps.count else { throw expected.fault("steps") }
        var elements: [String] = []
        for (event, expected) in zip(events, steps) {
            elements.append(try step(event, expected, &header))
        }
        let array = header.addNamelessArray(type, elements)
        return [".steps = \(array)", ".count = \(elements.count)"]
    }

    /// The effects of a step as an array, and their number.
    static func effects<Effect: JSONForm>(
        _ type: String, _ step: MemberReader, _ header: inout CHeader,
        _ effect: (Effect, inout CHeader) -> String
    ) throws(ExportError) -> String {
        var elements: [String] = []
        for found in try step.objects("effects") {
            elements.append(effect(try found.form(Effect.self), &header))
        }
        let array = header.addNamelessArray(type, elements)
        return ".effects = \(array), .effect_count = \(elements.count)"
    }

    /// A number that may be `null`.
    static func optional(_ reader: MemberReader, _ member: String) throws(ExportError) -> String? {
        if reader.json[member] == .null { return nil }
        return "\(try reader.integer(member))"
    }
}
