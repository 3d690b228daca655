import KomootNav
import KomootNavConformance
import KomootNavRecording
import Simulation

/// `knav peripheral`.
enum PeripheralCommand: Command {
    static let syntax = Arguments.Syntax(
        options: [
            "--profile", "--mtu", "--seed", "--ending", "--serving", "--pieces", "--clock",
            "--trace", "--record", "--ride", "--speed", "--handle", "--connection",
        ], flags: ["--stdio"])

    static let help = """
        usage: knav peripheral --stdio [--profile published|ios|android|androidNoCCCD]
                               [--ending E] [--serving S] [--pieces P] [--mtu N] [--seed N]
                               [--ride FILE [--speed N] [--handle N] [--connection N]]
                               [--clock wall|given] [--trace FILE]
                               [--record FILE]

        The phone's end of the protocol, for any program with a radio: what the radio tells goes in as
        lines of JSON, what to do comes out. Docs/Pipe.md tells the lines.

          --stdio       lines on standard input and output; there is no other way
          --profile P   the phone (published, as the vendor's document says; phones in the field are
                        ios or android)
          --ending E    what answers a read at the object's end: empty, invalidOffset or
                        attributeNotLong
          --serving S   from which object a read goes on: newestAlways or snapshotPerRead
          --pieces P    what one answer carries: readPayload, notificationPayload or smallestPayload
          --seed N      what those three follow from where they are not given, and the profile leaves
                        them open (1)
          --mtu N       the links' usual MTU, of which the profile makes its pieces, 23 to 517 (23)
          --ride FILE   publish the instructions of a ride file or of a Bluetooth log, each in its time
                        from 'startNavigation' on; wall clock only
          --speed N     so many times as fast (1)
          --handle N, --connection N
                        where in a log the ride is, as for 'knav capture replay'
          --clock C     whose time counts: this program's, or that of the events (wall)
          --trace FILE  write events and what they caused
          --record FILE write what the radio's Bluetooth log would hold, as btsnoop; see
                        'knav capture show'

        Files have '.part' behind their names until the input ends.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let configuration = try configuration(arguments)
        let clock = try PipeArguments.clock(arguments)
        let speed = try PipeArguments.speed(arguments)
        guard speed == nil || arguments.options["--ride"] != nil else {
            throw UsageError(message: "'--speed' is the speed of a '--ride'")
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
        do throws(RideSource.Failure) {
            ride = try RideSource(
                path: path, command: "peripheral", handle: handle, connection: connection
            ).ride()
        } catch {
            reportError("knav peripheral: '\(printable(path))': \(error.reason)")
            return error.exitCode
        }
        let publications: Publications
        do throws(KomootNavError) {
            publications = try Publications(
                of: ride.value, layout: configuration.layout, speed: speed ?? 1)
        } catch {
            reportError("knav peripheral: '\(printable(path))': \(error)")
            return .badData
        }
        let exitCode = try PipeArguments.run(
            pipe, arguments, as: .peripheral, publishing: publications)
        return ride.exitCode.combined(with: exitCode)
    }

    private static func configuration(
        _ arguments: Arguments
    ) throws(UsageError) -> PeripheralSession.Configuration {
        let profile = try arguments.value(
            "--profile", "published, ios, android or androidNoCCCD", PhoneProfile.init(rawValue:))
        let mtu = try PipeArguments.mtu(arguments)
        let seed = try arguments.value("--seed", "a number from 0 to 2⁶⁴ − 1") { UInt64($0) }
        var generator = SplitMix64(seed: seed ?? 1)
        var configuration = (profile ?? .published).configuration(
            mtu: mtu ?? ATT.defaultMTU, using: &generator)
        let ending = try arguments.value(
            "--ending", "empty, invalidOffset or attributeNotLong",
            PeripheralSession.Ending.init(rawValue:))
        let serving = try arguments.value(
            "--serving", "newestAlways or snapshotPerRead",
            PeripheralSession.Serving.init(rawValue:))
        let pieces = try arguments.value(
            "--pieces", "readPayload, notificationPayload or smallestPayload",
            PeripheralSession.PieceSize.init(rawValue:))
        configuration.ending = ending ?? configuration.ending
        configuration.serving = serving ?? configuration.serving
        configuration.pieceSize = pieces ?? configuration.pieceSize
        return configuration
    }
}
