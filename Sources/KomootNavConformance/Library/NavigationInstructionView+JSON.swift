import KomootNav

extension NavigationInstructionView {
    /// What vectors and pipes say of a decoded object.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "layout": .string(layout.description),
            "extent": .string(extent.rawValue),
            "identifier": identifier.json,
            "arrow": .number(Int64(arrow.rawValue)),
            "arrowName": .string(arrow.name),
            "distanceInMeters": .integer(distanceInMeters),
            "streetBytes": .string(HexBytes.encode(street.bytes)),
            "street": .string(street.description),
        ]
        do throws(KomootNavError) {
            try street.validate()
        } catch {
            members["strictErrorOffset"] = .number(Int64(error.offset))
        }
        return members
    }
}
