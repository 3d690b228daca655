package import CyclingSensors
package import KomootNavJSON

extension FECFrame: SensorForm {
    package static var blank: Self { FECFrame(FECPage(word: 0)) }

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code("message", &message, [0x4E: "broadcast", 0x4F: "acknowledged"])
        try fields.number("channel", &channel)
        try fields.part("page", &page) { (page, fields) throws(MalformedForm) in
            try page.visit(&fields)
        }
    }
}

extension FECPage {
    /// Visits the page's name, and its fields.
    fileprivate mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        var content = content
        try fields.caseName("kind", &content)
        fields.show("page", number)
        switch content {
        case .generalData(let page): try take(page, &fields)
        case .generalSettings(let page): try take(page, &fields)
        case .trainerData(let page): try take(page, &fields)
        case .trainerTorque(let page): try take(page, &fields)
        case .basicResistance(let page): try take(page, &fields)
        case .targetPower(let page): try take(page, &fields)
        case .windResistance(let page): try take(page, &fields)
        case .trackResistance(let page): try take(page, &fields)
        case .capabilities(let page): try take(page, &fields)
        case .userConfiguration(let page): try take(page, &fields)
        case .pageRequest(let page): try take(page, &fields)
        case .commandStatus(let page): try take(page, &fields)
        case .manufacturer(let page): try take(page, &fields)
        case .product(let page): try take(page, &fields)
        case .other: try visitBytes(&fields)
        }
    }

    private mutating func take(
        _ page: some FECTypedPage & SensorFormPart, _ fields: inout SensorFields
    ) throws(MalformedForm) {
        var page = page
        try page.visit(&fields)
        self = page.page
    }

    private mutating func visitBytes(_ fields: inout SensorFields) throws(MalformedForm) {
        var bytes: ContiguousArray<UInt8>? = ContiguousArray((0..<Self.byteCount).map { self[$0] })
        try fields.bytes("bytes", &bytes)
        guard let bytes, bytes.count == Self.byteCount else { throw .member("bytes") }
        self = FECPage(word: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
        fields.show("bytes", numbers: bytes.dropFirst())
    }
}

extension FECContent: SensorFormCases {
    package static var blanks: [Self] {
        [
            .generalData(.blank), .generalSettings(.blank), .trainerData(.blank),
            .trainerTorque(.blank), .basicResistance(.blank), .targetPower(.blank),
            .windResistance(.blank), .trackResistance(.blank), .capabilities(.blank),
            .userConfiguration(.blank), .pageRequest(.blank), .commandStatus(.blank),
            .manufacturer(.blank), .product(.blank), .other(FECPage(word: 0)),
        ]
    }
}

extension SensorFormPart where Self: FECTypedPage {
    package static var blank: Self { Self() }
}
