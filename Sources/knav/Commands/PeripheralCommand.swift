import KomootNav
import KomootNavPipe
import KomootNavRecording
import Simulation
import SimulationRuns

/// `knav peripheral`.
enum PeripheralCommand: Command {
    static let name = "peripheral"
    static let summary = "be a phone, for a program with a radio: events in, effects out"

    static let syntax = Arguments.Syntax(
        options: [
            "--profile", "--mtu", "--seed", "--ending", "--serving", "--chunks", "--losses",
            "--clock", "--trace", "--record", "--ride", "--speed", "--handle", "--connection",
        ], flags: ["--stdio"])

    static let help = """
        usage: knav peripheral --stdio [--profile \(names(of: PhoneProfile.self).alternatives)]
                               [--ending E] [--serving S] [--chunks P] [--losses L] [--mtu N] [--seed N]
                               [--ride FILE [--speed N] [--handle N] [--connection N]]
                               [--clock \(names(of: SessionPipe.Clock.self).alternatives)] [--trace FILE]
                               [--record FILE]

        The phone's end of the protocol, for any program with a radio: it reads what the radio reports, as
        lines of JSON, and prints what to do. Docs/Pipe.md describes the lines.

          --stdio        use standard input and output (required)
          --profile P    the phone (\(PhoneProfile.usual.rawValue)); real phones are ios or android. The one of the
                         vendor's document is published, and its simulator is kit
          --ending E     the answer to a read at the object's end:
                         \(names(of: PeripheralSession.Ending.self).listed)
          --serving S    the object from which a read's later chunks come:
                         \(names(of: PeripheralSession.Serving.self).listed)
          --chunks P     what one answer carries:
                         \(names(of: PeripheralSession.ChunkSize.self).listed)
          --losses L     how it finds out that a device is lost, and then advertises:
                         \(names(of: PeripheralSession.LossDetection.self).listed)
          --seed N       decides these four if they are not given and the profile leaves them open (1)
          --mtu N        the usual MTU of the links, which sets the profile's chunk size, 23 to 517 (23)
          --ride FILE    publish the instructions of a ride file or of a Bluetooth log, each at its time
                         after 'startNavigation'; only with the wall clock
          --speed N      run the ride N times as fast (1)
          --handle N, --connection N
                         where to find the ride in a log, as for 'knav capture replay'
          --clock C      take the time from this program's clock, or from the events (wall)
          --trace FILE   write events and their effects
          --record FILE  write what the radio's Bluetooth log would hold, as btsnoop, or as pcapng if FILE
                         ends with .pcapng; see 'knav capture show'

        The names of the files end in '.part' until the input ends.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let configuration = try configuration(arguments)
        let clock = try PipeArguments.clock(arguments)
        let speed = try arguments.speed()
        let rideOptions = ["--speed", "--handle", "--connection"]
        for option in rideOptions where arguments.options[option] != nil {
            guard arguments.options["--ride"] != nil else {
                throw UsageError(message: "'\(option)' can only be used with '--ride'")
            }
        }
        let pipe = SessionPipe(peripheral: configuration, clock: clock)
        guard let path = arguments.options["--ride"] else {
            return try PipeArguments.run(pipe, arguments, as: .peripheral)
        }
        let handle = try arguments.handle()
        let connection = try arguments.connection()
        guard clock == .wall else {
            throw UsageError(message: "'--ride' needs '--clock wall'")
        }
        let ride: RideSource.Found<RecordedRide>
        do throws(InputFailure) {
            ride = try RideSource(
                log: CaptureFile(paths: [path], command: name), handle: handle,
                connection: connection
            ).ride()
        } catch {
            report(path, error.explanation)
            return error.exitCode
        }
        let publisher: RidePublisher
        do throws(KomootNavError) {
            publisher = try RidePublisher(
                of: ride.value, layout: configuration.layout, speed: speed ?? 1)
        } catch {
            report(path, "\(error)")
            return .badData
        }
        let exitCode = try PipeArguments.run(
            pipe, arguments, as: .peripheral, publishing: publisher)
        return ride.exitCode.combined(with: exitCode)
    }

    private static func configuration(
        _ arguments: Arguments
    ) throws(UsageError) -> PeripheralSession.Configuration {
        let profile = try arguments.choice("--profile", of: PhoneProfile.allCases)
        let mtu = try arguments.mtu()
        let seed = try arguments.seed()
        var generator = SplitMix64(seed: seed ?? 1)
        var configuration = (profile ?? .usual).configuration(
            mtu: mtu ?? ATT.defaultMTU, using: &generator)
        let ending = try arguments.choice("--ending", of: PeripheralSession.Ending.allCases)
        let serving = try arguments.choice("--serving", of: PeripheralSession.Serving.allCases)
        let chunks = try arguments.choice("--chunks", of: PeripheralSession.ChunkSize.allCases)
        let losses = try arguments.choice(
            "--losses", of: PeripheralSession.LossDetection.allCases)
        configuration.ending = ending ?? configuration.ending
        configuration.serving = serving ?? configuration.serving
        configuration.chunkSize = chunks ?? configuration.chunkSize
        configuration.lossDetection = losses ?? configuration.lossDetection
        return configuration
    }
}
