package import KomootNavRecording

/// A judgement of a log as one line of JSON.
package struct JudgementRecord: Encodable {
    package let promise: String
    package let verdict: String
    package let evidence: String
    /// Where it was first broken; absent if it was not.
    package let connection: Int?
    /// When, in seconds since the log's first packet.
    package let time: Double?

    package init(_ judgement: CaptureJudge.Judgement, since start: CaptureTime) {
        promise = judgement.promise.rawValue
        verdict = judgement.verdict.rawValue
        evidence = judgement.evidence
        connection = judgement.first?.connection
        time = judgement.first.map { Double($0.time.microseconds(since: start)) / 1_000_000 }
    }
}
