/// A rider on a trainer who follows a script: a source of true packets of every kind.
///
/// Wheel, cranks and heart turn exactly as the script says, so what a ``CyclingCalculator`` makes of
/// the packets can be compared with the script. It draws no random numbers.
///
/// Source: `Docs/Sensors.md`, clause 8.2.
public struct SimulatedSensor: SensorSource, Hashable {
    /// What it sends.
    public struct Services: OptionSet, Hashable, Sendable {
        /// The bits of the services.
        public let rawValue: UInt8

        /// Creates a set from its bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// CSC Measurement with wheel and cranks.
        public static let speedAndCadence = Services(rawValue: 1)
        /// Cycling Power Measurement with wheel and cranks.
        public static let cyclingPower = Services(rawValue: 2)
        /// Indoor Bike Data.
        public static let fitnessMachine = Services(rawValue: 4)
        /// FE-C: pages 16 and 25 in turn.
        public static let fec = Services(rawValue: 8)
        /// Heart Rate Measurement with the intervals between beats.
        public static let heartRate = Services(rawValue: 16)

        /// The services in the order in which their packets come.
        static let all: [Services] = [
            .speedAndCadence, .cyclingPower, .fitnessMachine, .fec, .heartRate,
        ]
    }

    /// How the sensor is set up.
    public struct Configuration: Hashable, Sendable {
        /// What it sends.
        public var services: Services
        /// The wheel's circumference in millimetres.
        public var wheelCircumferenceInMillimeters: UInt16 = 2105
        /// The time between notifications in milliseconds. Zero counts as one.
        public var notificationIntervalInMilliseconds: UInt16 = 1000
        /// The wheel's counter at the beginning.
        public var wheelRevolutions: UInt32 = 0
        /// The cranks' counter at the beginning.
        public var crankRevolutions: UInt16 = 0
        /// The sensor's clock at the beginning, in milliseconds.
        public var clockInMilliseconds: UInt32 = 0
        /// When the script begins.
        public var start: SessionTime = .zero

        /// Creates a configuration.
        public init(services: Services) { self.services = services }
    }

    /// How it is set up.
    public let configuration: Configuration
    /// What the rider does.
    public let script: RiderScript

    var state: SimulatedState
    /// Which of the services comes next at ``due``.
    private var turn = 0
    /// The time of the next notifications, in milliseconds since the beginning.
    private var due: UInt64 = 0

    /// Creates a sensor.
    public init(_ script: RiderScript, configuration: Configuration) {
        self.script = script
        self.configuration = configuration
        state = SimulatedState(configuration)
        skipUnused()
    }

    /// When the next packet is due; `nil` after the script's end.
    public var nextPacketTime: SessionTime? {
        guard due <= script.durationInMilliseconds && !configuration.services.isEmpty else {
            return nil
        }
        return configuration.start.advanced(byMilliseconds: due)
    }

    /// Takes the next packet that is due.
    public mutating func nextPacket(by time: SessionTime) -> SensorPacket? {
        guard let next = nextPacketTime, next <= time else { return nil }
        // Due times that are taken are not after the script's end, which has 32 bits.
        let moment = UInt32(due)
        state.ride(script, until: moment)
        let service = Services.all[turn]
        let packet = state.packet(
            of: service, doing: script.point(atMilliseconds: moment), at: next)
        turn += 1
        skipUnused()
        return packet
    }

    private mutating func skipUnused() {
        guard !configuration.services.isEmpty else { return }
        while true {
            if turn == Services.all.count {
                turn = 0
                due += UInt64(max(configuration.notificationIntervalInMilliseconds, 1))
            }
            if configuration.services.contains(Services.all[turn]) { return }
            turn += 1
        }
    }
}
