package import CyclingSensors
package import KomootNavJSON

extension CyclingReading {
    /// What is known, by its names in Swift.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["isSpeedAverage": .bool(isSpeedAverage)]
        members.set("speed", speed)
        members.set("distance", distance)
        members.set("cadence", cadence)
        members.set("power", power)
        members.set("heartRate", heartRate)
        return .object(members)
    }
}
