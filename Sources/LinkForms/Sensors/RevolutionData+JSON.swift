import CyclingSensors
import KomootNavJSON

extension SensorFields {
    /// Visits the counter of a wheel, if there is one.
    mutating func wheel(
        _ wheel: inout WheelRevolutionData?, _ ticks: SensorUnit
    ) throws(MalformedForm) {
        let blank = WheelRevolutionData(cumulativeRevolutions: 0, lastEventTime: 0)
        try part("wheel", &wheel, blank) { (wheel, fields) throws(MalformedForm) in
            try fields.number(
                "cumulativeRevolutions", &wheel.cumulativeRevolutions,
                as: "cumulativeWheelRevolutions")
            try fields.number(
                "lastEventTime", &wheel.lastEventTime, ticks, as: "lastWheelEventTime")
        }
    }

    /// Visits the counter of a crank, if there is one.
    mutating func crank(_ crank: inout CrankRevolutionData?) throws(MalformedForm) {
        let blank = CrankRevolutionData(cumulativeRevolutions: 0, lastEventTime: 0)
        try part("crank", &crank, blank) { (crank, fields) throws(MalformedForm) in
            try fields.number(
                "cumulativeRevolutions", &crank.cumulativeRevolutions,
                as: "cumulativeCrankRevolutions")
            try fields.number(
                "lastEventTime", &crank.lastEventTime, .ticks, as: "lastCrankEventTime")
        }
    }
}
