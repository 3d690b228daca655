package import CyclingSensors
package import KomootNavJSON

extension IndoorBikeData: SensorForm {
    package static var blank: Self { IndoorBikeData() }

    /// The names of the fields, by the bits that announce them.
    private static let fieldNames = [
        "speed", "average speed", "cadence", "average cadence", "total distance",
        "resistance level", "power", "average power", "energy", "heart rate",
        "metabolic equivalent", "elapsed time", "remaining time",
    ]

    package mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number(
            "instantaneousSpeed", &instantaneousSpeed, .hundredthsOfKilometersPerHour)
        try fields.number("averageSpeed", &averageSpeed, .hundredthsOfKilometersPerHour)
        try fields.number("instantaneousCadence", &instantaneousCadence, .halfPerMinute)
        try fields.number("averageCadence", &averageCadence, .halfPerMinute)
        try fields.number("totalDistance", &totalDistance, .meters)
        try fields.number("resistanceLevel", &resistanceLevel, .part("0.1", ""))
        try fields.number("instantaneousPower", &instantaneousPower, .watts)
        try fields.number("averagePower", &averagePower, .watts)
        let blank = ExpendedEnergy(total: 0, perHour: 0, perMinute: 0)
        try fields.part("expendedEnergy", &expendedEnergy, blank) {
            (energy, fields) throws(MalformedForm) in try energy.visit(&fields)
        }
        let isSignalMissing = heartRate != nil && beatsPerMinute == nil
        if isSignalMissing { fields.show("heartRate", .text("no signal")) }
        try fields.number("heartRate", &heartRate, .beatsPerMinute, isShown: !isSignalMissing)
        try fields.number("metabolicEquivalent", &metabolicEquivalent, .part("0.1", "MET"))
        try fields.number("elapsedTime", &elapsedTime, .seconds)
        try fields.number("remainingTime", &remainingTime, .seconds)
        if hasMoreData { fields.show("hasMoreData", .truth(true)) }
        try fields.mark("isCadenceFlagInverted", &isCadenceFlagInverted)
        try fields.missingFlags(&missingFlags, Self.fieldNames)
        try fields.otherFlags(&otherFlags)
    }
}

extension IndoorBikeData.ExpendedEnergy {
    /// Visits the energies. People are not shown those that a machine marks as not available.
    fileprivate mutating func visit(_ fields: inout SensorFields) throws(MalformedForm) {
        try fields.number(
            "total", &total, .kilocalories, as: "totalEnergy",
            isShown: total != Self.notAvailable)
        try fields.number(
            "perHour", &perHour, .kilocalories, as: "energyPerHour",
            isShown: perHour != Self.notAvailable)
        try fields.number(
            "perMinute", &perMinute, .kilocalories, as: "energyPerMinute",
            isShown: perMinute != Self.perMinuteNotAvailable)
    }
}
