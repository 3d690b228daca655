import KomootNav

/// Layer session/peripheral.
extension CExport {
    private static let phases = CConstants.numbered(PeripheralSession.Phase.self)

    static func peripheral(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let script = try script("kbc_peripheral_step", input, expected, &header, step)
        return try configuration(try input.object("configuration")) + script
    }

    private static func configuration(_ given: MemberReader) throws(ExportError) -> [String] {
        // A setting that a vector does not give has its usual value, whatever the layout.
        let usual = PeripheralSession.Configuration(layout: .published)
        let notification = try given.constant("notification", usual.notification, "KBC_NOTIFIES_")
        let retried = try given.constant(
            "retriedNotification", usual.retriedNotification, "KBC_NOTIFIES_")
        return [
            ".layout = \(try given.constant("layout", layouts))",
            ".notification = \(notification)", ".retried_notification = \(retried)",
            ".serving = \(try given.constant("serving", usual.serving, "KBC_"))",
            ".ending = \(try given.constant("ending", usual.ending, "KBC_ENDS_"))",
            ".chunk_size = \(try given.constant("chunkSize", usual.chunkSize, "KBC_"))",
            ".loss_detection = \(try given.constant("lossDetection", usual.lossDetection, "KBC_"))",
            ".has_cccd = \(try given.bool("hasCCCD", or: usual.hasCCCD))",
            ".repeats = \(try given.bool("repeats", or: usual.repeats))",
        ]
    }

    private static func step(
        _ event: MemberReader, _ step: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        let effects = try effects("kbc_peripheral_effect", step, &header) {
            (found: PeripheralSession.OwnedEffect, header) in
            effect(CEffect(found), &header)
        }
        let what = CEvent(try event.form(PeripheralSession.OwnedEvent.self))
        let identifier =
            what.identifier.map {
                header.addNamelessArray("kbc_identifier", [CConstants.identifier($0)])
            } ?? "NULL"
        let members = [
            ".event = \(what.name)", ".at = \(try event.integer("at"))",
            ".central = \(what.number)u", ".mtu_or_offset = \(what.size)",
            ".identifier = \(identifier)", ".bytes = \(header.pooled(Array(what.bytes)))",
            effects,
            ".phase = \(try step.constant("phase", phases))",
            ".deadline = \(try optional(step, "deadline") ?? "KBC_NO_DEADLINE")",
        ]
        return "{\(members.joined(separator: ", "))}"
    }

    private static func effect(_ effect: CEffect, _ header: inout CHeader) -> String {
        let members = [
            ".kind = \(effect.name)", ".central = \(effect.number)u",
            ".bytes = \(header.pooled(Array(effect.bytes)))", ".detail = \(effect.detail)",
            ".error = \(effect.error ?? noError)",
        ]
        return "{\(members.joined(separator: ", "))}"
    }
}

extension MemberReader {
    /// The constant of a word of a vocabulary, or of the usual one where the member is missing.
    fileprivate func constant<Word: RawRepresentable<String> & CaseIterable>(
        _ member: String, _ usual: Word, _ prefix: String
    ) throws(ExportError) -> String {
        try constant(
            member, CConstants.named(Word.self, prefix: prefix),
            or: CConstants.name(of: usual, prefix: prefix))
    }
}
