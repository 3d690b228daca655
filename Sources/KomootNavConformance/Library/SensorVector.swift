import CyclingSensors
import KomootNav
import LinkForms

/// The vectors of sensors: values to read and to write, and rides.
enum SensorVector {
    /// What the library reads in a value.
    static func decode(_ input: JSONValue) -> JSONValue? {
        guard let name = input.word("value", of: SensorValueName.self),
            let bytes = input.bytes("bytes")
        else { return nil }
        do throws(SensorError) {
            let verifiesChecksum = input.bool("verifiesChecksum") ?? true
            return try name.decode(bytes.span, verifiesChecksum: verifiesChecksum)
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

    /// What can happen on a ride.
    private enum Event: String {
        case packet, located, linkLost, read
    }

    /// What the library's calculator shows.
    static func ride(_ input: JSONValue) -> JSONValue? {
        guard let number = input.int("wheelCircumference"),
            let circumference = UInt16(exactly: number),
            case .array(let events) = input["events"]
        else { return nil }
        var ride = RideCalculator<Int>(wheelCircumferenceInMillimeters: circumference)
        var steps: [JSONValue] = []
        for event in events {
            let sensor = event.int("sensor") ?? 0
            switch event.word("event", of: Event.self) {
            case .linkLost: ride.linkLost(to: sensor)
            case .located:
                guard let location = event.int("location").flatMap(UInt8.init(exactly:)) else {
                    return nil
                }
                ride.note(SensorLocation(rawValue: location), of: sensor)
            case .read:
                guard let time = event.time else { return nil }
                steps.append(ride.reading(at: time).json)
            case .packet:
                guard let packet = event.packet else { return nil }
                do throws(SensorError) {
                    try ride.take(packet, from: sensor)
                } catch {
                    steps.append(.object(["error": error.json]))
                }
            case nil: return nil
            }
        }
        return .object(["steps": .array(steps)])
    }
}

extension JSONValue {
    fileprivate var time: SessionTime? {
        self["at"]?.unsigned64.map(SessionTime.init(milliseconds:))
    }

    fileprivate var packet: SensorPacket? {
        guard let time, let bytes = bytes("bytes"),
            let name = word("characteristic", of: SensorValueName.self)
        else { return nil }
        // Every control point gives responses, and a calculator takes none of them.
        let characteristic = name.characteristic ?? SensorCharacteristic.scControlPoint
        return SensorPacket(characteristic: characteristic, value: bytes, time: time)
    }
}
