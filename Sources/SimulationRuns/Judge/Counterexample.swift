import KomootNav
package import KomootNavRecording
package import Simulation

/// How a program broke a promise, in the shortest run that was found.
package struct Counterexample: Sendable {
    /// The most rows of its chart, which are those before the break.
    private static let mostRows = 24
    /// The most rows of its script: the first ones may have caused what the last ones show.
    private static let mostScriptRows = (first: 8, last: 16)

    package let failure: RunFailure
    /// How many runs broke the promise.
    package let runs: Int
    private let trace: ContiguousArray<TraceEntry>
    /// Whether the promise was broken again when the run was done again.
    private let isRepeatable: Bool
    /// Whether a phone broke it.
    private let isPhone: Bool

    package init(
        _ failure: RunFailure, _ trace: ContiguousArray<TraceEntry>, runs: Int,
        isRepeatable: Bool = true, isPhone: Bool = false
    ) {
        self.isRepeatable = isRepeatable
        self.isPhone = isPhone
        self.failure = failure
        self.runs = runs
        self.trace = trace
    }

    /// The Bluetooth log that the device would have written, or of all devices of a phone. It begins in 1970; `nil` if the
    /// run was not done again.
    package func log(_ form: WrittenForm = .btsnoop) -> ContiguousArray<UInt8>? {
        guard !trace.isEmpty else { return nil }
        return RideRecording.file(
            of: trace, of: failure.plan, form: form, central: isPhone ? nil : 0)
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
        // What is unfinished when the ride ends is not the program's fault.
        let delay = Duration.microseconds(start?.microsecondsSince1970 ?? 0)
        var rows = sent.rows.map { row in
            SequenceChart.Row(
                time: row.time + delay, connection: row.connection, message: row.message)
        }
        let end = failure.broken.time.offset
        for entry in trace {
            guard let message = message(entry) else { continue }
            let place = rows.lastIndex { $0.time <= entry.time.offset }.map { $0 + 1 } ?? 0
            let connection = place > 0 ? rows[place - 1].connection : 1
            rows.insert(
                SequenceChart.Row(
                    time: entry.time.offset, connection: connection, message: message),
                at: place)
        }
        rows = rows.filter { $0.time <= end }.suffix(Self.mostRows)
        rows.append(
            SequenceChart.Row(
                time: end, connection: rows.last?.connection ?? 1,
                message: .warning("\(failure.broken.promise.rawValue) is broken")))
        return SequenceChart(rows: rows)
    }

    /// The seed, and what it drew. A phone that is judged is none of a profile.
    package var setting: String { failure.setting(namesProfile: !isPhone) }

    /// What the log does not show.
    private func message(_ entry: TraceEntry) -> SequenceChart.Message? {
        switch entry.event {
        case .device(0, .started): .result("started")
        case .device(0, .reported(let status)): .result("says \(status)")
        case .device(0, .delivered(let extent)): .result(words(entry.bytes, extent))
        case .phone(0, .advertising(let isOn)):
            .response(isOn ? "advertises" : "ends advertising")
        case .link(.peripheralRadio(0, let isOn)):
            .response("Bluetooth is switched \(isOn ? "on" : "off")")
        case .link(.subscribe(_, _, let isOn)): .request(isOn ? "subscribe" : "unsubscribe")
        default: nil
        }
    }

    /// What a device shows.
    private func words(_ bytes: ContiguousArray<UInt8>, _ extent: ObjectExtent) -> String {
        let kind = extent == .whole ? "whole" : "a beginning"
        let instruction = try? NavigationInstruction(
            decoding: bytes.span, layout: failure.plan.phone.layout, extent: extent)
        let words = instruction.map { ": " + InstructionText($0, units: .metric).words } ?? ""
        return "shows \(counted(bytes.count, "byte")), \(kind)\(words)"
    }

    /// The run, its script and its chart as lines to read.
    ///
    /// - Parameter promise: the promise in words.
    package func lines(_ promise: String, columns: Int, repeatingWith command: String) -> [String] {
        var script = failure.script
        let (first, last) = Self.mostScriptRows
        let others = script.count - first - last
        if others > 1 {
            script =
                script.prefix(first) + ["  … \(others) more, which '--format json' has"]
                + script.suffix(last)
        }
        return [
            "\(failure.broken.promise.rawValue) is broken: \(promise)",
            "  after \(failure.moment): \(printable(failure.broken.evidence))",
            "  in \(setting)",
        ] + script
            + (isRepeatable
                ? []
                : ["  the same ride again broke nothing: the program behaves differently each time"])
            + (trace.isEmpty
                ? [] : chart.text(columns: columns).split(separator: "\n").map(String.init))
            + ["  repeat: \(command)"]
    }
}
