package import CyclingSensors

extension IndoorBikeData: SensorForm {
    package init(json: JSONValue) throws(MalformedForm) {
        self.init(otherFlags: try json.required("otherFlags"))
        instantaneousSpeed = try json.optional("instantaneousSpeed")
        averageSpeed = try json.optional("averageSpeed")
        instantaneousCadence = try json.optional("instantaneousCadence")
        averageCadence = try json.optional("averageCadence")
        totalDistance = try json.optional("totalDistance")
        resistanceLevel = try json.optional("resistanceLevel")
        instantaneousPower = try json.optional("instantaneousPower")
        averagePower = try json.optional("averagePower")
        if let energy = json["expendedEnergy"] {
            expendedEnergy = ExpendedEnergy(
                total: try energy.required("total"), perHour: try energy.required("perHour"),
                perMinute: try energy.required("perMinute"))
        }
        heartRate = try json.optional("heartRate")
        metabolicEquivalent = try json.optional("metabolicEquivalent")
        elapsedTime = try json.optional("elapsedTime")
        remainingTime = try json.optional("remainingTime")
    }

    package var members: [String: JSONValue] {
        var members: [String: JSONValue] = ["otherFlags": .field(otherFlags)]
        members.set("instantaneousSpeed", instantaneousSpeed)
        members.set("averageSpeed", averageSpeed)
        members.set("instantaneousCadence", instantaneousCadence)
        members.set("averageCadence", averageCadence)
        members.set("totalDistance", totalDistance)
        members.set("resistanceLevel", resistanceLevel)
        members.set("instantaneousPower", instantaneousPower)
        members.set("averagePower", averagePower)
        members["expendedEnergy"] = expendedEnergy.map { energy in
            .object([
                "total": .field(energy.total), "perHour": .field(energy.perHour),
                "perMinute": .field(energy.perMinute),
            ])
        }
        members.set("heartRate", heartRate)
        members.set("metabolicEquivalent", metabolicEquivalent)
        members.set("elapsedTime", elapsedTime)
        members.set("remainingTime", remainingTime)
        return members
    }
}
