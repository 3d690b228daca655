import KomootNav
import KomootNavRecording

/// What the log of an app's recorder says.
struct RecordedLog {
    private(set) var events: [CapturedEvent.Kind] = []
    private(set) var notifications: [ContiguousArray<UInt8>] = []
    private(set) var chunks: [ContiguousArray<UInt8>] = []
    /// Those that were read whole.
    private(set) var objects: [NavigationInstruction] = []
    private(set) var isHostServing = false
    private(set) var damageCount = 0
    private(set) var firstTime: CaptureTime?
    /// What it answers.
    private(set) var answers: [PhoneQuestion: String] = [:]

    init(_ log: ContiguousArray<UInt8>) throws {
        var reader = NavigationReader()
        reader.survey = LinkSurvey()
        var survey = PhoneSurvey()
        try reader.read(
            log.span, { take($0, $1, &survey) }, reads: { take($0, &survey) })
        try reader.finish({ take($0, $1, &survey) }, reads: { take($0, &survey) })
        survey.finish()
        damageCount = reader.damageCount
        firstTime = reader.records.firstTime
        guard let links = reader.survey else { return }
        for answer in survey.answers(links, isCopy: true) {
            answers[answer.question] = answer.text
        }
    }

    private mutating func take(
        _ event: CapturedEvent, _ value: Span<UInt8>, _ survey: inout PhoneSurvey
    ) {
        survey.take(event, value)
        events.append(event.kind)
        isHostServing = isHostServing || event.isHostServing
        switch event.kind {
        case .notified: notifications.append(ContiguousArray(copying: value))
        case .chunk: chunks.append(ContiguousArray(copying: value))
        default: break
        }
    }

    private mutating func take(_ read: CapturedRead, _ survey: inout PhoneSurvey) {
        survey.take(read)
        guard read.outcome == .complete,
            let object = try? NavigationInstruction(decoding: read.bytes.span)
        else { return }
        objects.append(object)
    }
}
