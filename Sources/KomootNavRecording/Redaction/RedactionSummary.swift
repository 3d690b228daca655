/// What a copy holds of a log, and what was left out.
package struct RedactionSummary {
    /// What was copied of each connection.
    private let kept: [CaptureRedaction.Kept]
    /// The same connections, as the survey saw them.
    private let surveyed: [CaptureSurvey.Connection]
    private let hasStreets: Bool
    private let leftOut: [LeftOutTraffic]
    /// How many connections the log has.
    private let connectionCount: Int

    /// Sums up what was copied of a log that a reader has read to its end.
    ///
    /// - Parameter hasStreets: whether the copy has the streets as they were.
    package init(
        of kept: [CaptureRedaction.Kept], surveyed: [CaptureSurvey.Connection],
        hasStreets: Bool, in reader: NavigationReader
    ) {
        self.kept = kept
        self.surveyed = surveyed
        self.hasStreets = hasStreets
        leftOut = reader.leftOut
        connectionCount = reader.connectionCount
    }

    /// The summary, a line each.
    package var lines: [String] {
        var lines: [String] = []
        for one in kept {
            lines += keptLines(one, surveyed.first { $0.number == one.connection })
        }
        if hasStreets { lines.append("kept: the streets; '--replace-streets' replaces them") }
        let others = leftOut.filter { left in !kept.contains { $0.connection == left.connection } }
        for left in leftOut { lines.append("left out: \(left.explanation)") }
        let rest = connectionCount - kept.count - Set(others.map { $0.connection }).count
        if rest > 0 { lines.append("left out: \(counted(rest, "other connection"))") }
        return lines
    }

    private func keptLines(
        _ one: CaptureRedaction.Kept, _ survey: CaptureSurvey.Connection?
    ) -> [String] {
        var facts = [
            counted(one.answerCount, "answer"), counted(one.notificationCount, "notification"),
        ]
        switch one.handle?.source {
        case .discovered?: facts.append("handle \(one.handle?.number ?? 0) as discovered")
        case .remembered(let earlier)?:
            facts.append("handle \(one.handle?.number ?? 0) as on connection \(earlier)")
        case .given?: facts.append("handle \(one.handle?.number ?? 0) as given")
        case nil: break
        }
        if one.droppedCount > 0 {
            facts.append("\(counted(one.droppedCount, "packet")) before the discovery left out")
        }
        let name = "connection \(one.connection)"
        var lines = ["kept: \(name) as \(one.number): \(facts.joined(separator: ", "))"]
        guard let survey else { return lines }
        if survey.otherValueCount > 0 {
            let count = survey.otherValueCount
            let reads =
                count == 1
                ? "1 read that is not an instruction" : "\(count) reads that are not instructions"
            lines.append("warning: \(name): \(reads); look at the copy")
        } else if !survey.isDiscovered && survey.instructionCount == 0 {
            lines.append(
                "warning: \(name): no whole instruction shows that the handle is navigation's")
        }
        return lines
    }
}
