package import CyclingSensors

/// The values of sensors' characteristics, by the names that JSON and the command line give them.
package enum SensorValueName: String, Hashable, Sendable, CaseIterable {
    /// CSC Measurement.
    case cscMeasurement
}

extension SensorValueName {
    /// Reads a value.
    ///
    /// - Returns: its fields, and in `unreadBytes` how many bytes follow them, if any do.
    package func decode(_ bytes: Span<UInt8>) throws(SensorError) -> JSONValue {
        switch self {
        case .cscMeasurement: try fields(CSCMeasurement.self, bytes)
        }
    }

    /// Writes a value from its fields.
    package func encode(_ fields: JSONValue) throws(MalformedForm) -> ContiguousArray<UInt8> {
        switch self {
        case .cscMeasurement: try CSCMeasurement(json: fields).encoded()
        }
    }

    private func fields<Value: SensorForm>(
        _ type: Value.Type, _ bytes: Span<UInt8>
    ) throws(SensorError) -> JSONValue {
        let value = try Value(decoding: bytes)
        return .object(Self.noting(value.unreadByteCount(of: bytes), in: value.members))
    }

    private static func noting(
        _ unread: Int, in members: [String: JSONValue]
    ) -> [String: JSONValue] {
        unread == 0 ? members : members.merging(["unreadBytes": .size(unread)]) { $1 }
    }
}
