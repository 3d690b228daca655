package import CyclingSensors

extension FECFrame: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        guard let page = json["page"] else { throw .member("page") }
        self.init(
            try FECPage(json: page), message: try json.required("message", Message.self),
            channel: try json.required("channel"))
    }

    package var members: [String: JSONValue] {
        [
            "message": .field(message.rawValue), "channel": .field(channel),
            "page": .object(page.members),
        ]
    }
}

extension FECPage {
    private enum Kind: String {
        case generalData, generalSettings, trainerData, trainerTorque, basicResistance
        case targetPower, windResistance, trackResistance, capabilities, userConfiguration
        case pageRequest, commandStatus, manufacturer, product, other
    }

    init(json: JSONValue) throws(MalformedForm) {
        switch try json.requiredWord("kind", of: Kind.self) {
        case .generalData: self = try FECGeneralData(json: json).page
        case .generalSettings: self = try FECGeneralSettings(json: json).page
        case .trainerData: self = try FECTrainerData(json: json).page
        case .trainerTorque: self = try FECTrainerTorque(json: json).page
        case .basicResistance: self = try FECBasicResistance(json: json).page
        case .targetPower: self = try FECTargetPower(json: json).page
        case .windResistance: self = try FECWindResistance(json: json).page
        case .trackResistance: self = try FECTrackResistance(json: json).page
        case .capabilities: self = try FECCapabilities(json: json).page
        case .userConfiguration: self = try FECUserConfiguration(json: json).page
        case .pageRequest: self = try FECPageRequest(json: json).page
        case .commandStatus: self = try FECCommandStatus(json: json).page
        case .manufacturer: self = try FECManufacturer(json: json).page
        case .product: self = try FECProduct(json: json).page
        case .other: self = try FECPage(bytesOf: json)
        }
    }

    private init(bytesOf json: JSONValue) throws(MalformedForm) {
        let bytes = try json.requiredBytes("bytes")
        guard bytes.count == Self.byteCount else { throw .member("bytes") }
        self.init(word: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
    }

    /// The page's name, and its fields.
    var members: [String: JSONValue] {
        switch content {
        case .generalData(let page): Self.form(.generalData, page.members)
        case .generalSettings(let page): Self.form(.generalSettings, page.members)
        case .trainerData(let page): Self.form(.trainerData, page.members)
        case .trainerTorque(let page): Self.form(.trainerTorque, page.members)
        case .basicResistance(let page): Self.form(.basicResistance, page.members)
        case .targetPower(let page): Self.form(.targetPower, page.members)
        case .windResistance(let page): Self.form(.windResistance, page.members)
        case .trackResistance(let page): Self.form(.trackResistance, page.members)
        case .capabilities(let page): Self.form(.capabilities, page.members)
        case .userConfiguration(let page): Self.form(.userConfiguration, page.members)
        case .pageRequest(let page): Self.form(.pageRequest, page.members)
        case .commandStatus(let page): Self.form(.commandStatus, page.members)
        case .manufacturer(let page): Self.form(.manufacturer, page.members)
        case .product(let page): Self.form(.product, page.members)
        case .other(let page):
            Self.form(
                .other, ["bytes": .bytes(ContiguousArray((0..<Self.byteCount).map { page[$0] }))])
        }
    }

    private static func form(
        _ kind: Kind, _ members: [String: JSONValue]
    ) -> [String: JSONValue] {
        members.merging(["kind": .string(kind.rawValue)]) { $1 }
    }
}
