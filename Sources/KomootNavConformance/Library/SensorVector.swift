import CyclingSensors
import KomootNavPipe

/// The vectors of sensors: values to read and to write.
enum SensorVector {
    /// What the library reads in a value.
    static func decode(_ input: JSONValue) -> JSONValue? {
        guard let name = input.word("value", of: SensorValueName.self),
            let bytes = input.bytes("bytes")
        else { return nil }
        do throws(SensorError) {
            return try name.decode(bytes.span)
        } catch {
            return .object(["error": error.json])
        }
    }

    /// What the library writes for a value's fields.
    static func encode(_ input: JSONValue) -> JSONValue? {
        guard let name = input.word("value", of: SensorValueName.self),
            let fields = input["fields"], let bytes = try? name.encode(fields)
        else { return nil }
        return .object(["bytes": .bytes(bytes)])
    }
}
