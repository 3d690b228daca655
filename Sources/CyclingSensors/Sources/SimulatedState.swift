/// Where a simulated rider's wheel, cranks and heart are, and the packets that tell of it.
struct SimulatedState: Hashable, Sendable {
    private var wheel: RotationPhase
    private var crank: RotationPhase
    private var heart: RotationPhase
    /// Until when it was ridden, in milliseconds since the beginning.
    private var now: UInt32 = 0
    /// The sensor's clock at the beginning, in microseconds.
    private let clock: UInt64
    /// The distance in micrometres.
    private var distance: UInt64 = 0
    private var previousBeat: UInt64?
    private var fecCount: UInt8 = 0
    private var accumulatedPower: UInt16 = 0
    private var tellsTrainerData = false
    /// The intervals between beats that were not told yet, in 1/1024 s.
    private var intervals: ContiguousArray<UInt16> = []

    /// A turn of the cranks, in hundredths of a revolution per minute times milliseconds.
    private static let crankTurn: UInt64 = 100 * 60 * 1000
    /// A beat, in beats per minute times milliseconds.
    private static let beat: UInt64 = 60 * 1000
    /// The micrometres of a millimetre.
    private static let micrometers: UInt64 = 1000
    /// The most intervals in one notification: 20 bytes, of which two are used.
    private static let mostIntervals = 9

    init(_ configuration: SimulatedSensor.Configuration) {
        clock = UInt64(configuration.clockInMilliseconds) * RotationPhase.step
        wheel = RotationPhase(
            turn: UInt64(configuration.wheelCircumferenceInMillimeters) * Self.micrometers,
            count: UInt64(configuration.wheelRevolutions), at: clock)
        crank = RotationPhase(
            turn: Self.crankTurn, count: UInt64(configuration.crankRevolutions), at: clock)
        heart = RotationPhase(turn: Self.beat, count: 0, at: clock)
    }

    /// Rides on, a millisecond at a time.
    mutating func ride(_ script: RiderScript, until end: UInt32) {
        while now < end {
            let point = script.point(atMilliseconds: now)
            let start = clock + UInt64(now) * RotationPhase.step
            wheel.advance(by: UInt64(point.speedInMillimetersPerSecond), from: start)
            crank.advance(by: UInt64(point.cadenceInHundredthsOfRevolutionsPerMinute), from: start)
            distance += UInt64(point.speedInMillimetersPerSecond)
            let beats = heart.count
            heart.advance(by: UInt64(point.heartRateInBeatsPerMinute), from: start)
            if heart.count > beats { noteBeat() }
            now += 1
        }
    }

    private mutating func noteBeat() {
        let time = heart.lastEvent(ticksPerSecond: HeartRateMeasurement.rrTicksPerSecond)
        if let previousBeat, intervals.count < Self.mostIntervals {
            intervals.append(UInt16(clamping: time - previousBeat))
        }
        previousBeat = time
    }

    /// The packet of a service, at a moment until which it was ridden.
    mutating func packet(
        of service: SimulatedSensor.Services, doing point: RiderScript.Point, at time: SessionTime
    ) -> SensorPacket {
        let (characteristic, value): (UUID128, ContiguousArray<UInt8>) =
            switch service {
            case .speedAndCadence: (SensorCharacteristic.cscMeasurement, cscMeasurement.encoded())
            case .cyclingPower:
                (SensorCharacteristic.powerMeasurement, powerMeasurement(point).encoded())
            case .fitnessMachine:
                (SensorCharacteristic.indoorBikeData, indoorBikeData(point).encoded())
            case .fec: (SensorCharacteristic.fecNotification, fecFrame(point).encoded())
            default: (SensorCharacteristic.heartRateMeasurement, heartRate(point))
            }
        return SensorPacket(characteristic: characteristic, value: value, time: time)
    }

    private func wheelData(ticksPerSecond: UInt64) -> WheelRevolutionData {
        WheelRevolutionData(
            cumulativeRevolutions: UInt32(truncatingIfNeeded: wheel.count),
            lastEventTime: UInt16(
                truncatingIfNeeded: wheel.lastEvent(ticksPerSecond: ticksPerSecond)))
    }

    private var crankData: CrankRevolutionData {
        CrankRevolutionData(
            cumulativeRevolutions: UInt16(truncatingIfNeeded: crank.count),
            lastEventTime: UInt16(
                truncatingIfNeeded: crank.lastEvent(
                    ticksPerSecond: CyclingPowerMeasurement.crankTicksPerSecond)))
    }

    private var cscMeasurement: CSCMeasurement {
        CSCMeasurement(
            wheel: wheelData(ticksPerSecond: CSCMeasurement.ticksPerSecond), crank: crankData)
    }

    private func powerMeasurement(_ point: RiderScript.Point) -> CyclingPowerMeasurement {
        var measurement = CyclingPowerMeasurement(instantaneousPower: point.powerInWatts)
        measurement.wheel = wheelData(ticksPerSecond: CyclingPowerMeasurement.wheelTicksPerSecond)
        measurement.crank = crankData
        return measurement
    }

    private func indoorBikeData(_ point: RiderScript.Point) -> IndoorBikeData {
        var data = IndoorBikeData()
        // A millimetre per second is 0.36 of the unit, half a revolution is 50 hundredths.
        data.instantaneousSpeed = UInt16(
            clamping: (UInt32(point.speedInMillimetersPerSecond) * 36 + 50) / 100)
        data.instantaneousCadence = UInt16(
            (UInt32(point.cadenceInHundredthsOfRevolutionsPerMinute) + 25) / 50)
        data.totalDistance = UInt32(truncatingIfNeeded: distance / 1_000_000) & 0xFF_FFFF
        data.instantaneousPower = point.powerInWatts
        data.heartRate = point.heartRateInBeatsPerMinute
        data.elapsedTime = UInt16(clamping: now / 1000)
        return data
    }

    private mutating func fecFrame(_ point: RiderScript.Point) -> FECFrame {
        defer { tellsTrainerData.toggle() }
        let state: FECState =
            point.speedInMillimetersPerSecond > 0
                || point.cadenceInHundredthsOfRevolutionsPerMinute > 0 ? .inUse : .ready
        if tellsTrainerData {
            var data = FECTrainerData()
            fecCount &+= 1
            let power = UInt16(clamping: point.powerInWatts)
            accumulatedPower &+= power
            data.eventCount = fecCount
            data.cadence = UInt8(
                min((UInt32(point.cadenceInHundredthsOfRevolutionsPerMinute) + 50) / 100, 254))
            data.accumulatedPower = accumulatedPower
            data.power = power
            data.state = state
            return FECFrame(data.page, message: .broadcast)
        }
        var data = FECGeneralData()
        data.elapsedTime = UInt8(truncatingIfNeeded: now / 250)
        data.distance = UInt8(truncatingIfNeeded: distance / 1_000_000)
        data.hasDistance = true
        data.speed = min(point.speedInMillimetersPerSecond, .max - 1)
        data.heartRate = point.heartRateInBeatsPerMinute
        data.state = state
        return FECFrame(data.page, message: .broadcast)
    }

    private mutating func heartRate(_ point: RiderScript.Point) -> ContiguousArray<UInt8> {
        let measurement = HeartRateMeasurement(
            heartRate: UInt16(point.heartRateInBeatsPerMinute), skinContact: .detected,
            hasRRIntervals: !intervals.isEmpty)
        let told = intervals
        intervals = []
        return measurement.encoded(rrIntervals: told.span)
    }
}
