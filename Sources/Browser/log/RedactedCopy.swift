import KomootNavRecording

/// Copies a log's navigation traffic. It takes the log twice: the first time to find out what may be copied.
final class RedactedCopy: Job {
    private let handle: UInt16?
    private let connection: Int?
    private let replacesStreets: Bool
    private var survey = CaptureSurvey()
    /// The copy, from the second time on.
    private var copy: CaptureRedaction?

    init(handle: UInt16?, connection: Int?, replacesStreets: Bool) {
        self.handle = handle
        self.connection = connection
        self.replacesStreets = replacesStreets
        super.init(NavigationReader(handle: handle, forgetsAtGaps: true))
    }

    override func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
        guard copy != nil else { return survey.handle(event, value) }
        copy?.handle(event, value)
        if let bytes = copy?.takeBytes() { output.add(bytes) }
    }

    override func end() -> Bool { copy == nil && begin() }

    /// Begins the copy, if it is clear what may be copied.
    private func begin() -> Bool {
        survey.finish(leftOut: reader.leftOut)
        do throws(CaptureSurvey.Doubt) {
            copy = CaptureRedaction(
                try survey.choose(connection.map { [$0] }), handle: handle,
                replacesStreets: replacesStreets)
        } catch {
            output.add(error)
            return false
        }
        reader = NavigationReader(handle: handle, forgetsAtGaps: true)
        return true
    }
}
