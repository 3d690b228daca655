import CyclingSensors
import KomootNav
import KomootNavPipe
import KomootNavRecording
import LinkForms

/// `knav sensor ride`.
enum SensorRideCommand: Command {
    static let name = "sensor ride"
    static let summary = "let a simulated rider ride, and show what its sensors report"

    static let syntax = Arguments.Syntax(
        options: [
            "--speed", "--cadence", "--power", "--heart-rate", "--duration", "--services",
            "--wheel", "--record", "--plot", "--every", "--pace",
        ], flags: ["--json", "--realtime"])

    static let help = """
        usage: knav sensor ride [--speed C] [--cadence C] [--power C] [--heart-rate C] [--duration S]
                                [--services LIST] [--wheel MM] [--record FILE] [--plot FILE.svg]
                                [--every S] [--realtime | --pace N] [--json]

        Rides on a simulated trainer, in virtual time, and shows what a bike computer would show: the
        sensors send counters and event times, and the numbers are calculated from these.

          --speed C        the speed in km/h, 0 to 200 (30), and at most 40 turns of the wheel a second
                           if the services have csc or power (Docs/Sensors.md, S.7)
          --cadence C      revolutions of the cranks per minute, 0 to 250 (90)
          --power C        the power in watts, −1000 to 4000 (200)
          --heart-rate C   beats per minute, 0 to 250 (140)
          --duration S     how long, in seconds (until the last point, or 60)
          --services LIST  which sensors there are: some of \(names(of: MeasuringService.self).joined(separator: ",")) (csc,power,heart)
          --wheel MM       the wheel's circumference in millimetres (2105)
          --record FILE    write what the bike computer's Bluetooth log would hold, as btsnoop; see
                           'knav sensor replay'
          --plot FILE      write a plot over time as SVG
          --every S        show a line every so many seconds (1)
          --realtime       take the time that the ride takes
          --pace N         ride N times as fast
          --json           print one JSON object a line; the summary goes to standard error

        C is a number for the whole ride, or points SECONDS:NUMBER,… between which it changes evenly:
        '--speed 0:0,10:30,60:30' speeds up for 10 s. The same options always give the same ride.

        The last line sums the ride up. Its average speed is the distance over the time of the ride, or the
        mean of the readings if no distance is known; the other averages are means of the known readings.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        var courses = RiderCourses()
        let speed = try arguments.course("--speed", in: 0...200, "km/h")
        let cadence = try arguments.course("--cadence", in: 0...250, "/min")
        let power = try arguments.course("--power", in: -1000...4000, "W")
        let heartRate = try arguments.course("--heart-rate", in: 0...250, "beats/min")
        courses.speed = speed ?? courses.speed
        courses.cadence = cadence ?? courses.cadence
        courses.power = power ?? courses.power
        courses.heartRate = heartRate ?? courses.heartRate
        let duration = try arguments.value(
            "--duration", "a number of seconds up to \(Int(RiderCourse.longestRide))",
            RiderCourse.milliseconds)
        let services = try arguments.services()
        let setting = try SensorPlayback.Setting(arguments, command: name)
        try arguments.keepApart([], outputs: ["--record", "--plot"])
        let script = courses.script(duration: duration)
        if !Set(services).isDisjoint(with: [.csc, .power]) {
            try script.check(wheelCircumference: setting.wheelCircumference)
        }
        var configuration = SimulatedSensor.Configuration(
            services: services.reduce([]) { $0.union($1.simulated) })
        configuration.wheelCircumferenceInMillimeters = setting.wheelCircumference
        do throws(UnwritableFile) {
            let (record, plot) = try arguments.files("--record", "--plot")
            let recorder = SensorRecorder(of: services, from: SensorRecorder.simulatedStart)
            let end = SessionTime(milliseconds: UInt64(script.durationInMilliseconds))
            let sensor = SimulatedSensor(script, configuration: configuration)
            let packets = sequence(state: sensor) { $0.nextPacket(by: end) }
            var playback = SensorPlayback(
                packets.map { .packet($0, from: "") }, until: end, setting,
                record: record.map { LogFile($0, recorder) }, plot: plot)
            return playback.run()
        } catch {
            return reportUnwritable(error)
        }
    }
}

extension RiderScript {
    /// Makes sure that the speed is believed of a wheel (Docs/Sensors.md, rule S.7).
    fileprivate func check(wheelCircumference: UInt16) throws(UsageError) {
        let maximum = CyclingCalculator(wheelCircumferenceInMillimeters: wheelCircumference)
            .maximumSpeed
        guard points.contains(where: { UInt32($0.speedInMillimetersPerSecond) > maximum }) else {
            return
        }
        let tenths = maximum * 36 / 1000
        throw UsageError(
            message: "with '--wheel \(wheelCircumference)', '--speed' is at most "
                + "\(tenths / 10).\(tenths % 10) km/h: no speed is shown of a wheel that turns faster"
        )
    }
}
