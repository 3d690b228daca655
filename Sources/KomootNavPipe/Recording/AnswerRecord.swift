package import KomootNavRecording

/// What a log says to a question, as one line of JSON.
package struct AnswerRecord: Encodable {
    package let question: String
    /// `null` if the log can't tell.
    package let answer: String?
    package let evidence: String

    private enum CodingKeys: String, CodingKey { case question, answer, evidence }

    package init(_ answer: PhoneAnswer) {
        question = answer.question.rawValue
        self.answer = answer.text
        evidence = answer.evidence
    }

    package func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(question, forKey: .question)
        try members.encode(answer, forKey: .answer)
        try members.encode(evidence, forKey: .evidence)
    }
}
