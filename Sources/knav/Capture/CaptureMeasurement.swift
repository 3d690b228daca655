import Foundation
import KomootNav
import KomootNavPipe
import KomootNavRecording

/// Measures a capture's connections, and shows the numbers.
struct CaptureMeasurement {
    let file: CaptureFile
    let handle: UInt16?
    let isJSON: Bool
    /// Where the picture goes; `nil` for none.
    let picture: String?

    /// The part of the log that is measured.
    var selection: CaptureSelection

    private let terminal = Terminal()
    private(set) var statistics = CaptureStatistics()

    mutating func run() throws(InputFailure) -> ExitCode {
        var reader = NavigationReader(handle: handle)
        let ending = try file.read(&reader) { take($0, $1) }
        statistics.finish()
        let connections = statistics.connections
        guard let format = reader.format, let start = selection.start, !connections.isEmpty else {
            let isChosenEmpty = reader.hasTraffic && selection.isPart
            return try file.finish(
                ending,
                with: isChosenEmpty ? selection.withoutTraffic(in: reader) : reader.withoutTraffic)
        }
        if isJSON {
            for connection in connections {
                print(jsonLine(StatisticsRecord(connection, since: start)))
            }
        } else {
            terminal.line(terminal.styled(file.heading(at: start), .dim))
            for connection in connections { show(connection, since: start) }
        }
        summary(format, connections.count, damageCount: reader.damageCount)
        let exitCode = file.finish(ending).combined(with: reader.exitCode)
        guard let picture else { return exitCode }
        let svg = StatisticsPlot(connections).svg
        return PartialFile.write(Data(svg.utf8), to: picture)
            ? exitCode : .unwritable(picture, for: file.command)
    }

    private mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        if selection.start == nil {
            selection.note(event.time)
            statistics = CaptureStatistics(from: selection.first, to: selection.last)
        }
        guard selection.connection ?? event.connection == event.connection else { return }
        statistics.handle(event, value)
    }

    private func show(_ connection: ConnectionStatistics, since start: CaptureTime) {
        for line in StatisticsTable(connection, since: start).lines {
            switch line.emphasis {
            case .none: terminal.line(line.text)
            case .heading: terminal.line(terminal.styled(line.text, .bold))
            case .faint: terminal.line(terminal.styled(line.text, .dim))
            case .warning: terminal.line(terminal.styled(line.text, .warning))
            }
        }
    }

    private func summary(_ format: CaptureFormat, _ count: Int, damageCount: Int) {
        var facts = [format.explanation, counted(count, "connection") + " with navigation"]
        if statistics.hasOmittedConnections { facts.append("more were left out") }
        if damageCount > 0 { facts.append(counted(damageCount, "damaged place")) }
        let text = facts.joined(separator: ", ")
        if isJSON { reportError(text) } else { terminal.line(terminal.styled(text, .dim)) }
    }
}
