import KomootNav
package import KomootNavRecording
package import Simulation

/// How a program broke a promise, in the shortest run that was found.
package struct Counterexample: Sendable {
    /// The most rows of its script and of its chart, which are those before the break.
    private static let mostRows = 24

    package let failure: RunFailure
    /// How many runs broke the promise.
    package let runs: Int
    private let trace: ContiguousArray<TraceEntry>
    /// Whether the promise was broken again when the run was done again.
    private let isRepeatable: Bool

    package init(
        _ failure: RunFailure, _ trace: ContiguousArray<TraceEntry>, runs: Int,
        isRepeatable: Bool = true
    ) {
        self.isRepeatable = isRepeatable
        self.failure = failure
        self.runs = runs
        self.trace = trace
    }

    /// The Bluetooth log that the device would have written, which begins in 1970; `nil` if the run was not done again.
    package func log(_ form: WrittenForm = .btsnoop) -> ContiguousArray<UInt8>? {
        trace.isEmpty ? nil : RideRecording.file(of: trace, of: failure.plan, form: form)
    }

    /// What was last sent, read and shown. Times count from the beginning of the run.
    package var chart: SequenceChart {
        var sent = SequenceChart()
        var start: CaptureTime?
        var reader = NavigationReader()
        let log = log() ?? []
        // This can't fail: the log was just written.
        try? reader.read(log.span) { event, value in
            start = start ?? event.time
            sent.handle(event, value)
        }
        sent.finish()
        let delay = Duration.microseconds(start?.microsecondsSince1970 ?? 0)
        var rows = sent.rows.map { row in
            SequenceChart.Row(
                time: row.time + delay, connection: row.connection, message: row.message)
        }
        let end = failure.broken.time.offset
        for entry in trace {
            guard case .device(0, let event) = entry.event, let words = words(event, entry.bytes)
            else { continue }
            let place = rows.lastIndex { $0.time <= entry.time.offset }.map { $0 + 1 } ?? 0
            let connection = place > 0 ? rows[place - 1].connection : 1
            rows.insert(
                SequenceChart.Row(
                    time: entry.time.offset, connection: connection, message: .result(words)),
                at: place)
        }
        rows = rows.filter { $0.time <= end }.suffix(Self.mostRows)
        rows.append(
            SequenceChart.Row(
                time: end, connection: rows.last?.connection ?? 1,
                message: .warning("\(failure.broken.promise.rawValue) is broken")))
        return SequenceChart(rows: rows)
    }

    /// What a device does that the link does not show.
    private func words(_ event: DeviceEvent, _ bytes: ContiguousArray<UInt8>) -> String? {
        switch event {
        case .started: return "started"
        case .reported(let status): return "says \(status)"
        case .delivered(let extent):
            let kind = extent == .whole ? "whole" : "a beginning"
            let instruction = try? NavigationInstruction(
                decoding: bytes.span, layout: failure.plan.phone.layout, extent: extent)
            let words = instruction.map { ": " + InstructionText($0, units: .metric).words } ?? ""
            return "shows \(counted(bytes.count, "byte")), \(kind)\(words)"
        case .added, .stopped, .asksTooMuch, .noticed, .brokeDown, .acted: return nil
        }
    }

    /// The run, its script and its chart as lines to read.
    ///
    /// - Parameter promise: the promise in words.
    package func lines(_ promise: String, columns: Int, repeatingWith command: String) -> [String] {
        let earlier = failure.script.count - Self.mostRows
        let script =
            earlier > 1
            ? ["  … \(earlier) more, which '--format json' has"]
                + failure.script.suffix(Self.mostRows)
            : failure.script
        return [
            "\(failure.broken.promise.rawValue) is broken: \(promise)",
            "  after \(failure.moment): \(printable(failure.broken.evidence))",
            "  in \(failure.setting)",
        ] + script
            + (isRepeatable
                ? []
                : ["  the same ride again broke nothing: the program behaves differently each time"])
            + (trace.isEmpty
                ? [] : chart.text(columns: columns).split(separator: "\n").map(String.init))
            + ["  repeat: \(command)"]
    }
}
