import KomootNav

/// Layers codec, notification and distance.
extension CExport {
    static let layouts = CConstants.named(LayoutChoice.names)
    static let extents = CConstants.named(ObjectExtent.self)
    static let radios = CConstants.named(ChunkReassembler.Radio.names)

    private static let policies = CConstants.named(StreetPolicy.self)
    private static let styles = CConstants.named(DistanceStyle.self)
    private static let errorCodes = CConstants.named(KomootNavError.codeNames)

    static func decode(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let given = [
            ".bytes = \(header.pooled(try input.bytes("bytes")))",
            ".layout = \(try input.constant("layout", layouts))",
            ".extent = \(try input.constant("extent", extents))",
        ]
        if let error = try error(expected) { return given + [".error = \(error)"] }
        return given + [".expected = \(try object(expected, &header))"]
    }

    static func encode(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let error = try error(expected)
        let bytes = error == nil ? try expected.bytes("bytes") : []
        return [
            ".layout = \(try input.constant("layout", layouts))",
            ".identifier = \(try identifier(input))",
            ".arrow = \(try input.integer("arrow"))",
            ".distance_in_meters = \(try input.integer("distanceInMeters"))u",
            ".street = \(header.pooled(try input.bytes("streetBytes")))",
            ".expected = \(header.pooled(bytes))",
        ] + (error.map { [".error = \($0)"] } ?? [])
    }

    static func street(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let error = try error(expected)
        let text = error == nil ? Array(try expected.text("text").utf8) : []
        return [
            ".bytes = \(header.pooled(try input.bytes("bytes")))",
            ".policy = \(try input.constant("policy", policies))",
            ".expected = \(header.pooled(text))",
        ] + (error.map { [".error = \($0)"] } ?? [])
    }

    static func notification(
        _ input: MemberReader, _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> [String] {
        let given = [
            ".bytes = \(header.pooled(try input.bytes("bytes")))",
            ".layout = \(try input.constant("layout", layouts))",
        ]
        if let error = try error(expected) { return given + [".error = \(error)"] }
        if try expected.text("kind") == "identifier" {
            return given + [
                ".kind = KBC_IDENTIFIER", ".identifier = \(try identifier(expected))",
            ]
        }
        return given + [
            ".kind = KBC_INSTRUCTION", ".expected = \(try object(expected, &header))",
        ]
    }

    static func distance(
        _ input: MemberReader, _ expected: MemberReader
    ) throws(ExportError) -> [String] {
        let isNow = try expected.bool("now")
        let value = isNow ? "" : try expected.text("value")
        let unit = isNow ? "" : try expected.text("unit")
        return [
            ".distance_in_meters = \(try input.integer("distanceInMeters"))u",
            ".style = \(try input.constant("style", styles))",
            ".value = \(CHeader.literal(value))", ".unit = \(CHeader.literal(unit))",
            ".text = \(CHeader.literal(try expected.text("text")))",
        ]
    }

    /// The error that is expected; `nil` if none is.
    static func error(_ expected: MemberReader) throws(ExportError) -> String? {
        guard expected.has("error") else { return nil }
        let error = try expected.object("error")
        let code = try error.constant("code", errorCodes)
        let attError = try error.integer("attError", or: 0)
        return "{\(code), \(attError), \(try error.integer("offset"))}"
    }

    static func identifier(_ reader: MemberReader) throws(ExportError) -> String {
        guard let identifier = reader.json["identifier"].flatMap(InstructionIdentifier.init(json:))
        else { throw reader.fault("identifier") }
        return CConstants.identifier(identifier)
    }

    private static func object(
        _ expected: MemberReader, _ header: inout CHeader
    ) throws(ExportError) -> String {
        let members = [
            ".layout = \(try expected.constant("layout", layouts))",
            ".extent = \(try expected.constant("extent", extents))",
            ".identifier = \(try identifier(expected))",
            ".arrow = \(try expected.integer("arrow"))",
            ".arrow_name = \(CHeader.literal(try expected.text("arrowName")))",
            ".distance_in_meters = \(try expected.integer("distanceInMeters"))u",
            ".street_bytes = \(header.pooled(try expected.bytes("streetBytes")))",
            ".street = \(header.pooled(Array(try expected.text("street").utf8)))",
            ".strict_error_offset = "
                + (expected.has("strictErrorOffset")
                    ? "\(try expected.integer("strictErrorOffset"))" : "KBC_NO_OFFSET"),
        ]
        return header.addNamelessArray("kbc_object", ["{\(members.joined(separator: ", "))}"])
    }
}
