/// The unit of a field: what a one stands for on the wire, and how a person is told.
package struct SensorUnit: Hashable, Sendable {
    /// The unit on the wire, such as `0.01 km/h`.
    package let name: String
    /// The unit for people, such as `km/h`.
    package let symbol: String
    /// The units for people in one on the wire.
    package let factor: Double
    /// The digits after the point that a person is shown.
    package let digits: Int

    /// A unit that is shown as it is sent.
    package static func plain(_ symbol: String) -> SensorUnit {
        SensorUnit(name: symbol, symbol: symbol, factor: 1, digits: 0)
    }

    /// A part of a unit, written as a decimal number such as `0.01`.
    package static func part(_ part: String, _ symbol: String) -> SensorUnit {
        let digits = part.split(separator: ".").dropFirst().first?.count ?? 0
        return SensorUnit(
            name: symbol.isEmpty ? part : "\(part) \(symbol)", symbol: symbol,
            factor: Double(part) ?? 1, digits: digits)
    }

    /// A fraction of a unit, such as 1/1024 s.
    package static func fraction(_ divisor: UInt64, _ symbol: String) -> SensorUnit {
        SensorUnit(
            name: "1/\(divisor) \(symbol)", symbol: symbol, factor: 1 / Double(divisor), digits: 3)
    }

    package static let perMinute = plain("/min")
    package static let beatsPerMinute = plain("beats/min")
    package static let watts = plain("W")
    package static let meters = plain("m")
    package static let seconds = plain("s")
    package static let degrees = plain("°")
    package static let kilojoules = plain("kJ")
    package static let kilocalories = plain("kcal")
    package static let hundredthsOfKilometersPerHour = part("0.01", "km/h")
    package static let halfPerMinute = part("0.5", "/min")
    package static let hundredthsOfPercent = part("0.01", "%")
    package static let halfPercent = part("0.5", "%")
    package static let ticks = fraction(1024, "s")
    package static let wheelTicksOfPower = fraction(2048, "s")
    package static let forceOrTorque = plain("N or 1/32 N m")
    package static let torque = fraction(32, "N m")
}
