package import CyclingSensors
import KomootNav
package import KomootNavRecording

extension TimePlot {
    /// A plot of readings, without any.
    package static var readings: TimePlot {
        TimePlot(
            title: "Speed, cadence, power and heart rate over time",
            [
                Quantity("speed", in: "km/h"), Quantity("cadence", in: "/min"),
                Quantity("power", in: "W"), Quantity("heart rate", in: "beats/min"),
            ])
    }

    /// Adds what a rider was shown at a time.
    package mutating func add(_ reading: CyclingReading, at time: SessionTime) {
        add(
            [
                reading.speedInKilometersPerHour, reading.cadenceInRevolutionsPerMinute,
                reading.power.map { Double($0) }, reading.heartRate.map { Double($0) },
            ], atSeconds: Double(time.milliseconds) / 1000)
    }
}
