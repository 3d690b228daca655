/// What a rider wants of a trainer.
///
/// Source: `Docs/Sensors.md`, clause 12.
public enum TrainerTarget: Hashable, Sendable {
    /// A power in watts, whatever the cadence.
    case power(watts: Int16)
    /// A resistance level: in a fitness machine's units (clause 9.4), for FE-C in 0.5 % of the strongest.
    case resistance(level: Int16)
    /// The forces of a road. FE-C trainers are also told of the rider and the bicycle, if there is something to tell.
    case simulation(IndoorBikeSimulation, FECUserConfiguration? = nil)
}

extension TrainerControl {
    /// What a trainer offers.
    public enum Offer: Hashable, Sendable {
        /// A fitness machine: what can be set on it, and in which ranges. What could not be read is empty or `nil`;
        /// a range that makes no sense is ignored (rule T.5).
        case fitnessMachine(
            FitnessMachineFeature.Settable, power: SupportedSignedRange? = nil,
            resistance: SupportedResistanceRange? = nil)
        /// FE-C: the modes of page 54; `nil` if they are not known, and are to be asked for.
        case fec(FECCapabilities.Modes?)
    }

    /// What to ask of a trainer.
    public enum Request: Hashable, Sendable {
        /// Subscribe to the control point and the status of a fitness machine, or to the frames of FE-C.
        case subscribe
        /// Write this to the control point, and ask for a response.
        case write(FitnessMachineCommand)
        /// Write a frame with this page.
        case send(FECPage)
    }
}

extension SupportedRange {
    /// The nearest value that can be set; the value itself if the range makes no sense.
    fileprivate func nearest(to value: Int16) -> Int {
        let (low, high, step) = (Int(minimum), Int(maximum), Int(minimumIncrement))
        guard low < high else { return Int(value) }
        let distance = min(max(Int(value), low), high) - low
        guard step > 1, step <= high - low else { return low + distance }
        return low + min((distance + step / 2) / step, (high - low) / step) * step
    }
}

extension TrainerTarget {
    private static let largestFECPower = Int16(UInt16.max / 4)
    private static let largestFECResistance: Int16 = 200
    // All bits set is the trainer's default.
    private static let largestFECCoefficient: UInt8 = 254

    /// The nearest target that a trainer can be given; `nil` if it offers none of this kind (rules T.4 and T.5).
    func adjusted(to offer: TrainerControl.Offer) -> TrainerTarget? {
        switch (offer, self) {
        case (.fitnessMachine(let settable, let range, _), .power(let watts)):
            guard settable.contains(.power) else { return nil }
            return .power(watts: Int16(clamping: range?.nearest(to: watts) ?? Int(watts)))
        case (.fitnessMachine(let settable, _, let range), .resistance(let level)):
            guard settable.contains(.resistance) else { return nil }
            switch range {
            case nil: return self
            case .wide(let range):
                return .resistance(level: Int16(clamping: range.nearest(to: level)))
            case .narrow(let range):
                return .resistance(level: Int16(UInt8(clamping: range.nearest(to: level))))
            }
        case (.fitnessMachine(let settable, _, _), .simulation):
            return settable.contains(.indoorBikeSimulation) ? self : nil
        case (.fec(let modes), .power(let watts)):
            guard modes?.contains(.targetPower) == true else { return nil }
            return .power(watts: min(max(watts, 0), Self.largestFECPower))
        case (.fec(let modes), .resistance(let level)):
            guard modes?.contains(.basicResistance) == true else { return nil }
            return .resistance(level: min(max(level, 0), Self.largestFECResistance))
        case (.fec(let modes), .simulation(var road, let configuration)):
            guard modes?.contains(.simulation) == true else { return nil }
            road.rollingResistanceInTenThousandths = min(
                road.rollingResistanceInTenThousandths, Self.largestFECCoefficient / 2)
            road.windResistanceInHundredthsOfKilogramPerMeter = min(
                road.windResistanceInHundredthsOfKilogramPerMeter, Self.largestFECCoefficient)
            return .simulation(road, configuration)
        }
    }

    /// The target as it is set on a fitness machine that offers it.
    func onMachine(resistance range: SupportedResistanceRange?) -> FitnessMachineTarget {
        switch self {
        case .power(let watts): return .power(watts: watts)
        case .resistance(let level):
            if case .narrow = range { return .resistance(.narrow(UInt8(clamping: level))) }
            return .resistance(.wide(level))
        case .simulation(let road, _): return .indoorBikeSimulation(road)
        }
    }
}

extension FECWindResistance {
    /// The wind of a road.
    init(_ road: IndoorBikeSimulation) {
        self.init()
        coefficient = road.windResistanceInHundredthsOfKilogramPerMeter
        // A millimetre in a second is 0.0036 km/h.
        let speed = Int32(road.windSpeedInMillimetersPerSecond) * 36
        windSpeed = Int16((speed + (speed < 0 ? -5000 : 5000)) / 10_000)
    }
}

extension FECTrackResistance {
    /// The slope of a road.
    init(_ road: IndoorBikeSimulation) {
        self.init(
            gradeInHundredthsOfPercent: Int32(road.gradeInHundredthsOfPercent),
            rollingResistanceInTwentyThousandths: UInt8(
                clamping: 2 * Int(road.rollingResistanceInTenThousandths)))
    }
}

extension FitnessMachineTarget {
    /// Whether both are the same target, however wide a resistance level is sent.
    func isSame(as other: FitnessMachineTarget) -> Bool {
        guard case .resistance(let one) = self, case .resistance(let two) = other else {
            return self == other
        }
        return one.level == two.level
    }
}

extension ResistanceTarget {
    fileprivate var level: Int16 {
        switch self {
        case .narrow(let level): Int16(level)
        case .wide(let level): level
        }
    }
}
