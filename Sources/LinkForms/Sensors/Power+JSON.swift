package import CyclingSensors
package import KomootNavJSON

extension CyclingPowerFeature: SensorForm {
    package static var blank: Self { [] }

    /// Bits 20 and 21 are a number.
    private static let distributedSystemBits: UInt32 = 3 << 20

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.bits(
            "rawValue", &self,
            [
                "pedal power balance", "accumulated torque", "wheel revolutions",
                "crank revolutions", "extreme magnitudes", "extreme angles", "dead spot angles",
                "accumulated energy", "offset compensation indicator", "offset compensation",
                "content masking", "multiple sensor locations", "crank length adjustment",
                "chain length adjustment", "chain weight adjustment", "span length adjustment",
                "measures torque", "measurement direction", "factory calibration date",
                "enhanced offset compensation",
            ], as: "features", without: Self.distributedSystemBits)
        fields.derived("distributedSystemSupport", .string("\(distributedSystemSupport)"))
        fields.show(
            "distributedSystem", code: distributedSystemSupport.rawValue,
            ["unspecified", "not supported", "supported", "reserved"])
    }
}

extension CyclingPowerMeasurement: SensorForm {
    package static var blank: Self { CyclingPowerMeasurement(instantaneousPower: 0) }

    private static let reservedFlags: UInt16 = 0xE000
    /// The names of the fields, by the bits that announce them.
    private static let fieldNames = [
        "pedal power balance", "", "accumulated torque", "", "wheel", "crank", "force magnitudes",
        "torque magnitudes", "angles", "top dead spot angle", "bottom dead spot angle",
        "accumulated energy",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("instantaneousPower", &instantaneousPower, .watts)
        try fields.number("pedalPowerBalance", &pedalPowerBalance, .halfPercent)
        if pedalPowerBalance != nil {
            fields.show("balanceReference", .text(isBalanceOfLeftPedal ? "left pedal" : "unknown"))
        }
        try fields.number("accumulatedTorque", &accumulatedTorque, .torque)
        if accumulatedTorque != nil {
            fields.show("torqueSource", .text(isTorqueMeasuredAtCrank ? "crank" : "wheel"))
        }
        try fields.wheel(&wheel, .wheelTicksOfPower)
        try fields.crank(&crank)
        try fields.extremes("forceMagnitudes", &forceMagnitudes, .plain("N"), of: "ForceMagnitude")
        try fields.extremes("torqueMagnitudes", &torqueMagnitudes, .torque, of: "TorqueMagnitude")
        try fields.extremes("angles", &angles, .degrees, of: "Angle")
        try fields.number("topDeadSpotAngle", &topDeadSpotAngle, .degrees)
        try fields.number("bottomDeadSpotAngle", &bottomDeadSpotAngle, .degrees)
        try fields.number("accumulatedEnergy", &accumulatedEnergy, .kilojoules)
        if needsOffsetCompensation { fields.show("needsOffsetCompensation", .truth(true)) }
        try fields.missingFlags(&missingFlags, Self.fieldNames)
        try fields.otherFlags(&otherFlags, reserved: Self.reservedFlags)
    }
}

extension SensorFields {
    /// Visits the extremes of a quantity, if there are any.
    fileprivate mutating func extremes<Value: FixedWidthInteger>(
        _ name: String, _ extremes: inout CyclingPowerMeasurement.Extremes<Value>?,
        _ unit: SensorUnit, of quantity: String
    ) throws(MalformedForm) {
        let blank = CyclingPowerMeasurement.Extremes<Value>(maximum: 0, minimum: 0)
        try part(name, &extremes, blank) { (extremes, fields) throws(MalformedForm) in
            try fields.number("maximum", &extremes.maximum, unit, as: "maximum\(quantity)")
            try fields.number("minimum", &extremes.minimum, unit, as: "minimum\(quantity)")
        }
    }
}
