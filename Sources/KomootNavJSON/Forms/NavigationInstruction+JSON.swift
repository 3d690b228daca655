package import KomootNav

extension NavigationInstruction {
    /// Reads an instruction: `identifier`, `arrow` (a number or a name), `distanceInMeters`, `street`.
    package init(json: JSONValue) throws(MalformedForm) {
        guard case .object = json else { throw .member("instruction") }
        guard let identifier = try json.optionalIdentifier("identifier") else {
            throw .member("identifier")
        }
        let number = json["arrow"]?.unsigned.flatMap { UInt8(exactly: $0) }
        guard
            let arrow = number.map(Arrow.init(rawValue:))
                ?? json["arrow"]?.string.flatMap(Arrow.init(name:))
        else { throw .member("arrow") }
        guard let street = json["street"]?.string else { throw .member("street") }
        self.init(
            identifier: identifier, arrow: arrow,
            distanceInMeters: try json.requiredUnsigned("distanceInMeters"), street: Street(street))
    }
}
