package import CyclingSensors
package import KomootNavJSON

extension RideReading {
    /// What is known, by its names in Swift.
    package var json: JSONValue {
        guard isPowerOfOneLeg, case .object(var members) = values.json else { return values.json }
        members["isPowerOfOneLeg"] = .bool(true)
        return .object(members)
    }
}

extension RideReading<String> {
    /// The names of the sensors.
    package var namedSources: JSONValue {
        let named = [
            "speed": sources.speed, "distance": sources.distance, "cadence": sources.cadence,
            "power": sources.power, "otherPower": otherPowerSensor,
            "heartRate": sources.heartRate, "machine": sources.machine,
        ]
        return .object(named.compactMapValues { $0.map(JSONValue.string) })
    }
}

extension RideDetails {
    /// What is known, by its names in Swift; `nil` if nothing is.
    package var json: JSONValue? {
        var members: [String: JSONValue] = [:]
        members.set("powerOver3Seconds", powerOver3Seconds)
        members.set("balanceInHalfPercent", balance?.halfPercent)
        if let balance { members["isBalanceOfLeftLeg"] = .bool(balance.isOfLeftLeg) }
        members.set("rrInterval", rrInterval)
        members.set("rmssd", rmssd)
        members.set("resistanceLevel", machine.resistanceLevel)
        members.set("energy", machine.energy)
        members.set("elapsedTime", machine.elapsedTime)
        members.set("averageSpeed", machine.averageSpeed)
        members.set("averageCadence", machine.averageCadence)
        members.set("averagePower", machine.averagePower)
        return members.isEmpty ? nil : .object(members)
    }
}

extension CyclingReading {
    /// What is known, by its names in Swift.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["isSpeedAverage": .bool(isSpeedAverage)]
        members.set("speed", speed)
        if isCadenceAverage { members["isCadenceAverage"] = .bool(true) }
        if isPowerAverage { members["isPowerAverage"] = .bool(true) }
        members.set("distance", distance)
        members.set("cadence", cadence)
        members.set("power", power)
        members.set("heartRate", heartRate)
        return .object(members)
    }
}
