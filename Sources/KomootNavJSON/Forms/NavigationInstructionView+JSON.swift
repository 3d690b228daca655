package import KomootNav

extension NavigationInstructionView {
    /// What vectors and pipes say of a decoded object.
    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "layout": .string(layout.description),
            "extent": .string(extent.rawValue),
            "identifier": identifier.json,
            "arrow": .integer(UInt32(arrow.rawValue)),
            "arrowName": .string(arrow.name),
            "distanceInMeters": .integer(distanceInMeters),
            "streetBytes": .bytes(street.bytes),
            "street": .string(street.description),
        ]
        do throws(KomootNavError) {
            try street.validate()
        } catch {
            members["strictErrorOffset"] = .size(error.offset)
        }
        return members
    }
}
