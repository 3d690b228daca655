package import ConnectIQBridge
import KomootNav
package import KomootNavJSON
import LinkVocabulary

extension WatchDevice {
    /// The identifier, the model and the name, and the part number if there is one.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "id": .string(id.description), "model": .string(model), "name": .string(name),
        ]
        if !partNumber.isEmpty { members["partNumber"] = .string(partNumber) }
        return .object(members)
    }
}

extension DeviceSelectionResponse {
    /// The devices, and the sender if the answer gives one.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["devices": .array(devices.map(\.json))]
        if let sender { members["sender"] = .string(sender) }
        return .object(members)
    }
}

extension NavigationMessage {
    /// The fields of an instruction, or `ended`.
    package var json: JSONValue {
        switch self {
        case .ended: .object(["ended": .bool(true)])
        case .instruction(let instruction):
            .object([
                "arrow": .number(Int64(instruction.arrow.rawValue)),
                "distanceInMeters": .integer(instruction.distanceInMeters),
                "street": .string(instruction.street),
            ])
        }
    }
}

extension MonkeyError {
    /// The error's code and offset.
    package var json: JSONValue {
        .object(["code": .string(code.name), "offset": .size(offset)])
    }
}

extension LinkError {
    /// The error's code and offset.
    package var json: JSONValue {
        .object(["code": .string(code.name), "offset": .size(offset)])
    }
}

extension NavigationMessageError {
    /// The name of the error in fixtures and on the command line.
    package var name: String {
        switch self {
        case .notDictionary: "notDictionary"
        case .noVersion: "noVersion"
        case .unknownVersion: "unknownVersion"
        case .invalidArrow: "invalidArrow"
        case .invalidDistance: "invalidDistance"
        case .invalidStreet: "invalidStreet"
        }
    }

    /// The error's code. It has no offset: it is about the value, not about its bytes.
    package var json: JSONValue { .object(["code": .string(name)]) }
}
