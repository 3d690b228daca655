import KomootNavRecording

extension Diagnosis {
    /// What is wrong, in words; nothing if all is right.
    var whatIsWrong: [String] {
        guard !tallies.isEmpty else { return [] }
        var lines = ["What is wrong:"]
        lines += habits.map { "  \($0)" }
        for finding in findings {
            let cases = counted(finding.caseCount, "case")
            let doubt = finding.isCertain ? "" : "perhaps: "
            lines.append("  \(doubt)\(finding.effect) \(cases) (\(finding.flag))")
            if let remark = finding.remark { lines.append("    \(remark)") }
        }
        var topics: [String: [Remainder]] = [:]
        for remainder in remainders {
            let result = remainder.result
            topics["\(result.layer)/\(result.topic)", default: []].append(remainder)
        }
        for (topic, remainders) in topics.sorted(by: { $0.key < $1.key }) {
            lines.append("  something else in \(topic): \(words(remainders))")
        }
        for (operation, tallies) in talliesByOperation {
            let count = counted(tallies[0].caseCount, "case")
            let words = tallies.map(\.words).joined(separator: ", ")
            lines.append("  \(operation.rawValue), of \(count): \(words)")
        }
        return lines + words(crashes)
    }

    /// The most places of crashes that are named.
    private static let shownPlaces = 5
    /// The most characters of an exception that are quoted.
    private static let shownException = 160

    /// Where it crashed, and that more may be wrong.
    private func words(_ crashes: [Crash]) -> [String] {
        guard !crashes.isEmpty else { return [] }
        let places = crashes.compactMap { crash in
            crash.place.map { place in
                "  ended \(crash.isInWords ? "with" : "at") \(place) in \(counted(crash.caseCount, "case"))"
                    + (crash.exception.map { ": \($0.beginning(Self.shownException))" } ?? "")
            }
        }
        return places.prefix(Self.shownPlaces)
            + ["  one crash hides what comes after it: mend it and run again"]
    }

    /// How often which member is wrong, the most frequent first.
    private func words(_ remainders: [Remainder]) -> String {
        var counts: [String: Int] = [:]
        for name in remainders.flatMap(\.members) { counts[name, default: 0] += 1 }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let words = sorted.map { "\(Tally.words(member: $0.key)) in \($0.value)" }
        return "\(counted(remainders.count, "case")) (\(words.joined(separator: ", ")))"
    }
}

extension Diagnosis.Tally {
    /// The tally in words: "arrow wrong in 3".
    fileprivate var words: String { "\(Self.words(member: member)) in \(wrongCount)" }

    fileprivate static func words(member: String) -> String {
        switch member {
        case crash: "crashed"
        case timeOut: "timed out"
        case malformed: "malformed answer"
        default: "\(member) wrong"
        }
    }
}
