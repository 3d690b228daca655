package import CyclingSensors
package import KomootNavJSON

extension FECStatePage {
    fileprivate mutating func visitState(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code("state", &state, ["0", "asleep", "ready", "in use", "finished"])
        try fields.truth("lapToggle", &lapToggle)
    }
}

extension FECGeneralData: SensorFormPart {
    private static let equipmentMeanings: SensorMeanings = [
        19: "treadmill", 20: "elliptical", 21: "stationary bike", 22: "rower", 23: "climber",
        24: "Nordic skier", 25: "trainer",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.code("equipment", &equipment, Self.equipmentMeanings)
        try fields.number("elapsedTime", &elapsedTime, .part("0.25", "s"))
        try fields.truth("hasDistance", &hasDistance, isShown: false)
        try fields.number("distance", &distance, .meters, isShown: hasDistance)
        try fields.number("speed", &speed, .part("0.001", "m/s"))
        try fields.truth("isSpeedVirtual", &isSpeedVirtual, isShown: speed != nil)
        try fields.number("heartRate", &heartRate, .beatsPerMinute)
        try fields.number("heartRateSource", &heartRateSource, isShown: false)
        fields.show(
            "heartRateSource", code: heartRateSource, ["unknown", "ANT+", "EM", "hand contacts"])
        try visitState(&fields)
    }
}

extension FECGeneralSettings: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("cycleLength", &cycleLength, .part("0.01", "m"))
        try fields.number("incline", &incline, .hundredthsOfPercent)
        try fields.number("resistance", &resistance, .halfPercent)
        try visitState(&fields)
    }
}

extension FECTrainerData: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("eventCount", &eventCount)
        try fields.number("cadence", &cadence, .perMinute)
        try fields.number("accumulatedPower", &accumulatedPower, .watts)
        try fields.number("power", &power, .watts)
        try fields.bits(
            "needs", &needs,
            ["power calibration", "resistance calibration", "user configuration"])
        try fields.word(
            "targetStatus", &targetStatus,
            ["at the target", "too slow", "too fast", "limit reached"], as: "target")
        try visitState(&fields)
    }
}

extension FECTrainerTorque: SensorFormPart {
    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number("eventCount", &eventCount)
        try fields.number("wheelTicks", &wheelTicks)
        try fields.number("wheelPeriod", &wheelPeriod, .wheelTicksOfPower)
        try fields.number("accumulatedTorque", &accumulatedTorque, .torque)
        try visitState(&fields)
    }
}
