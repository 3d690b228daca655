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
        let connections = connections
        var known = Known()
        for entry in trace {
            guard let (message, link) = message(entry, &known) else { continue }
            if let link, connections[link] == nil { continue }
            // What a device shows, it shows before it asks again.
            let place =
                rows.lastIndex {
                    if case .request = $0.message { return $0.time < entry.time.offset }
                    return $0.time <= entry.time.offset
                }.map { $0 + 1 } ?? 0
            let latest = place > 0 ? rows[place - 1].connection : 1
            let connection = link.flatMap { connections[$0] } ?? latest
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

    /// The seed, and what it drew. A judged phone has no profile.
    package var setting: String { failure.setting(namesProfile: !isPhone) }

    /// The numbers that the links have in the log.
    private var connections: [Int32: Int] {
        var logged: Set<Int32> = []
        var numbers: [Int32: Int] = [:]
        for entry in trace {
            switch entry.event {
            case .link(.connecting(let link, let central, _)) where isPhone || central == 0:
                logged.insert(link)
            case .link(.connected(let link)) where logged.contains(link):
                numbers[link] = numbers.count + 1
            default: break
            }
        }
        return numbers
    }

    /// What its rows so far tell of later ones.
    private struct Known {
        struct Request: Hashable {
            let link: Int32
            let token: UInt32
        }

        /// The requests with an answer. Another one is the fault of the device's system.
        var answered: Set<Request> = []
        var subscriptions: Set<Request> = []
        var published: Set<ContiguousArray<UInt8>> = []
        /// Where the device last read.
        var offset: UInt16 = 0

        /// The row of an answer to a subscription.
        mutating func answer(
            _ request: Request, _ words: String
        ) -> (SequenceChart.Message, link: Int32?)? {
            guard subscriptions.contains(request) else { return nil }
            let isFirst = answered.insert(request).inserted
            return (.response(words + (isFirst ? "" : ", repeated")), request.link)
        }
    }

    /// What the log does not show, and the link on which it happened.
    private func message(
        _ entry: TraceEntry, _ known: inout Known
    ) -> (SequenceChart.Message, link: Int32?)? {
        switch entry.event {
        case .phone(0, .told(.published, _)):
            known.published.insert(entry.bytes)
            return nil
        case .link(.sent(let link, let token, let kind, let offset, _)):
            if kind == .read { known.offset = offset }
            guard kind == .subscription else { return nil }
            known.subscriptions.insert(.init(link: link, token: token))
            return (.request("subscribe"), link)
        case .device(0, .delivered(let extent)):
            return (.result(words(entry.bytes, extent, known)), nil)
        case .link(.value(let link, let token)):
            return known.answered.insert(.init(link: link, token: token)).inserted
                ? nil : (.response(counted(entry.bytes.count, "byte") + ", repeated"), link)
        case .link(.confirmation(let link, let token)):
            return known.answer(.init(link: link, token: token), "accepted")
        case .link(.refusal(let link, let token, let error)):
            return known.answer(.init(link: link, token: token), "refused: \(error.words)")
        default: return message(entry)
        }
    }

    /// What follows from an entry alone.
    private func message(_ entry: TraceEntry) -> (SequenceChart.Message, link: Int32?)? {
        switch entry.event {
        case .device(0, .reported(let status)): (.result("says \(status)"), nil)
        case .phone(0, .advertising(let isOn)):
            (.response(isOn ? "advertises" : "ends advertising"), nil)
        case .link(.peripheralRadio(0, let isOn)):
            (.response("Bluetooth is switched \(isOn ? "on" : "off")"), nil)
        default: nil
        }
    }

    /// What a device shows.
    private func words(
        _ bytes: ContiguousArray<UInt8>, _ extent: ObjectExtent, _ known: Known
    ) -> String {
        var kind = extent == .whole ? "whole" : "a beginning"
        if extent == .whole {
            // What ends a row of failures was read with a check of its first chunk.
            if known.offset > 0 { kind += ", unchecked" }
            if !known.published.contains(bytes) { kind += ", never published" }
        }
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
