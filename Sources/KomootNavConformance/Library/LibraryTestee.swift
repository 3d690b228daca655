import KomootNav

/// KomootNav, answering vectors.
public struct LibraryTestee: Testee {
    /// Creates the testee.
    public init() {}

    /// Does what a vector asks; `nil` for an input that does not have the form of its operation.
    public func answer(_ operation: Vector.Operation, _ input: JSONValue) -> JSONValue? {
        switch operation {
        case .decode: decode(input)
        case .encode: encode(input)
        case .street: street(input)
        case .notification: notification(input)
        case .reassembly: ReassemblyVector.answer(input)
        case .distance: distance(input)
        case .centralSession: SessionVector.central(input)
        case .peripheralSession: SessionVector.peripheral(input)
        case .sensorDecode: SensorVector.decode(input)
        case .sensorEncode: SensorVector.encode(input)
        case .sensorRide: SensorVector.ride(input)
        case .pairingClient: PairingVector.client(input)
        case .pairingServer: PairingVector.server(input)
        case .watchDecode: WatchVector.decode(input)
        case .watchEncode: WatchVector.encode(input)
        case .watchRequest: WatchVector.request(input)
        case .watchAnswer: WatchVector.answer(input)
        case .watchNavigationEncode: WatchVector.navigationEncode(input)
        case .watchNavigationDecode: WatchVector.navigationDecode(input)
        case .companionSession: CompanionVector.session(input)
        }
    }

    private func decode(_ input: JSONValue) -> JSONValue? {
        guard let bytes = input.bytes("bytes"), let layout = input.layout,
            let extent = input.word("extent", of: ObjectExtent.self)
        else { return nil }
        return answering { () throws(KomootNavError) in
            .object(
                try NavigationInstructionView(
                    decoding: bytes.span, layout: layout.pinned, extent: extent
                ).members)
        }
    }

    private func notification(_ input: JSONValue) -> JSONValue? {
        guard let bytes = input.bytes("bytes"), let layout = input.layout else { return nil }
        return answering { () throws(KomootNavError) in
            switch try NotificationPayload(decoding: bytes.span, layout: layout.pinned) {
            case .identifier(let identifier):
                .object(["kind": .string("identifier"), "identifier": identifier.json])
            case .instruction(let view):
                .object(view.members.merging(["kind": .string("instruction")]) { $1 })
            }
        }
    }

    private func encode(_ input: JSONValue) -> JSONValue? {
        guard let street = input.bytes("streetBytes"), let layout = input.layout?.pinned,
            let identifier = input["identifier"].flatMap(InstructionIdentifier.init(json:)),
            let arrow = input["arrow"]?.unsigned.flatMap({ UInt8(exactly: $0) }),
            let distance = input["distanceInMeters"]?.unsigned
        else { return nil }
        let instruction = NavigationInstruction(
            identifier: identifier, arrow: Arrow(rawValue: arrow), distanceInMeters: distance,
            street: Street(street.span))
        return answering { () throws(KomootNavError) in
            let object = try instruction.encoded(as: layout)
            return .object(["bytes": .bytes(object.span)])
        }
    }

    private func street(_ input: JSONValue) -> JSONValue? {
        guard let bytes = input.bytes("bytes"),
            let policy = input.word("policy", of: StreetPolicy.self)
        else { return nil }
        return answering { () throws(KomootNavError) in
            .object(["text": .string(try StreetView(bytes.span).text(policy))])
        }
    }

    private func distance(_ input: JSONValue) -> JSONValue? {
        guard let distance = input["distanceInMeters"]?.unsigned,
            let style = input.word("style", of: DistanceStyle.self)
        else { return nil }
        let display = DistanceDisplay(distanceInMeters: distance, style: style)
        var members: [String: JSONValue] = ["text": .string(display.description)]
        switch display {
        case .now:
            members["now"] = .bool(true)
        case .ahead(let value, let unit):
            members["now"] = .bool(false)
            members["value"] = .string(value.description)
            members["unit"] = .string(unit.symbol)
        }
        return .object(members)
    }

    private func answering(_ body: () throws(KomootNavError) -> JSONValue) -> JSONValue {
        do throws(KomootNavError) {
            return try body()
        } catch {
            return .object(["error": error.json])
        }
    }
}

extension LibraryTestee {
    /// KomootNav's description: it has every layer and feature.
    public static func description(version: String) -> TesteeDescription {
        TesteeDescription(
            name: "KomootNav", version: version, layers: Set(VectorSuite.layers),
            features: Set(Feature.allCases))
    }
}
