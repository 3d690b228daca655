package import CyclingSensors
package import KomootNavJSON

// What is written to a trainer.

extension FECBasicResistance: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("resistance", &resistance, .halfPercent)
    }
}

extension FECTargetPower: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("power", &quarterWatts, .part("0.25", "W"), as: "targetPower")
    }
}

extension FECWindResistance: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("coefficient", &coefficient, .part("0.01", "kg/m"), as: "windResistance")
        try fields.number("windSpeed", &windSpeed, .plain("km/h"))
        try fields.number("draftingFactor", &draftingFactor, .part("0.01", ""))
    }
}

extension FECTrackResistance: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("grade", &grade, .hundredthsOfPercent)
        try fields.number("rollingResistance", &rollingResistance, .part("0.00005", ""))
    }
}

extension FECUserConfiguration: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("userWeight", &userWeight, .part("0.01", "kg"))
        try fields.number("wheelDiameterOffset", &wheelDiameterOffset, .plain("mm"))
        try fields.number("bicycleWeight", &bicycleWeight, .part("0.05", "kg"))
        try fields.number("wheelDiameter", &wheelDiameter, .part("0.01", "m"))
        try fields.number("gearRatio", &gearRatio, .part("0.03", ""))
    }
}

extension FECPageRequest: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("requestedPage", &requestedPage)
    }
}

// What a trainer answers.

extension FECCapabilities: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("maximumResistance", &maximumResistance, .plain("N"))
        try fields.bits("modes", &modes, ["basic resistance", "target power", "simulation"])
    }
}

extension FECCommandStatus: SensorFormPart {
    private static let meanings: SensorMeanings = [
        0: "pass", 1: "fail", 2: "not supported", 3: "rejected", 4: "pending",
        255: "no command received",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("lastCommand", &lastCommand)
        try fields.number("sequence", &sequence)
        try fields.code("status", &status, Self.meanings)
        try fields.number("data", &data, isShown: false)
        fields.show("data", numbers: (0..<4).map { UInt8(truncatingIfNeeded: data >> ($0 * 8)) })
    }
}

extension FECManufacturer: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("hardwareRevision", &hardwareRevision)
        try fields.number("manufacturer", &manufacturer)
        try fields.number("model", &model)
    }
}

extension FECProduct: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("supplementalRevision", &supplementalRevision)
        try fields.number("softwareRevision", &softwareRevision)
        try fields.number("serialNumber", &serialNumber)
    }
}
