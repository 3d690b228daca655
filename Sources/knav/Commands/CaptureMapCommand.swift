import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// `knav capture map`.
enum CaptureMapCommand: Command {
    static let name = "capture map"
    static let summary = "draw the way of a ride file, with what the rider was told on it"

    static let syntax = Arguments.Syntax(
        options: ["--svg", "--units"], words: 1...1, wordName: "FILE")

    static let help = """
        usage: knav capture map [--svg OUT] [--units \(DistanceStyle.forRiders.map(\.rawValue).alternatives)] FILE

        Draws the way of a ride file ('-': standard input) as a map in SVG: north is up, a bar shows the
        scale, and each instruction has its number and its arrow where it was last shown. A list below
        has the numbers, the arrows, how far ahead each was first shown, and the streets. Consecutive
        lines that only count down the distance to one turn are one instruction.

          --svg OUT    write the picture to this file (standard output)
          --units U    how to show distances (metric)

        The coordinates are in columns 1 and 2 of a ride file; a Bluetooth log has none. A line without
        coordinates is left out without a word. A line that does not have 14 columns is skipped and
        reported on standard error. Any other bad line is reported too, and makes the exit code 65; the
        rest is drawn.
        """

    static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
        let path = arguments.words[0]
        let units = try arguments.choice("--units", of: DistanceStyle.forRiders)
        try arguments.keepApart([path], outputs: ["--svg"])
        let file: RideFile
        var exitCode = ExitCode.success
        let shortName = URL(fileURLWithPath: path).lastPathComponent
        do throws(InputFailure) {
            let found = try RideSource(log: CaptureFile(paths: [path], command: name))
                .rideWithLines()
            file = found.value
            exitCode = found.exitCode.combined(with: report(file, name: shortName))
            guard let way = RideWay(file) else { throw .withoutCoordinates }
            let page = MapPage(
                way, name: path == "-" ? "standard input" : shortName, units: units ?? .metric)
            guard let output = arguments.options["--svg"] else {
                print(page.svg, terminator: "")
                return exitCode
            }
            return PartialFile.write(Data(page.svg.utf8), to: output)
                ? exitCode : reportUnwritable(output)
        } catch {
            // A log from a pipe, too, has none.
            let failure =
                if case .logAsRideFile = error { InputFailure.withoutCoordinates } else { error }
            report(path, failure.explanation)
            return failure.exitCode
        }
    }

    /// Reports the lines that hold no instruction or no position.
    private static func report(_ file: RideFile, name shortName: String) -> ExitCode {
        var lines = RideLineReport(command: name, name: shortName)
        for line in file.lines {
            if case .failure(let error) = line.content {
                lines.take(error, line: line.number)
            } else if line.position == .malformed {
                lines.take("columns 1 and 2: not a position in degrees", line: line.number)
            }
        }
        return lines.badCount == 0 ? .success : .badData
    }
}
