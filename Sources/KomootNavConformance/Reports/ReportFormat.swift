/// The forms in which a report can be written.
public enum ReportFormat: String, Hashable, Sendable, CaseIterable {
    /// For a person.
    case text
    /// For a person, with every case whole: the request as it is sent, the expected answer, and what came.
    case transcript
    /// The Test Anything Protocol, version 13.
    case tap
    /// The XML that build servers read.
    case junit
    /// One JSON object.
    case json
}

extension ConformanceReport {
    /// The report in a form, without a line end at its end.
    public func formatted(as format: ReportFormat) -> String {
        switch format {
        case .text: TextReport(self).description
        case .transcript: TextReport(self, isTranscript: true).description
        case .tap: TAPReport(self).description
        case .junit: JUnitReport(self).description
        case .json: JSONReport(self).description
        }
    }
}
