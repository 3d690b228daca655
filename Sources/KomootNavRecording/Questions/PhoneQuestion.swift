#if !hasFeature(Embedded)
    /// What only a real phone can answer.
    package enum PhoneQuestion: String, Hashable, Sendable, CaseIterable {
        /// In which layout are its objects?
        case layout
        /// Which descriptors has the characteristic, and is one of them the CCCD?
        case descriptors
        /// How many bytes has a full answer to a read, at which MTU?
        case chunks
        /// How does an object end that fills its last chunk?
        case ending
        /// What does a notification carry?
        case notifications
        /// Does it repeat a notification, and when?
        case repeats
        /// What does it answer when the object is replaced during a read?
        case replacement
        /// What does it do when a device is silent?
        case silence
        /// Does it go on in the background, with the screen off?
        case background
        /// Does it ask for pairing?
        case pairing
    }

    /// What a log says to a question.
    package struct PhoneAnswer: Hashable, Sendable {
        package let question: PhoneQuestion
        /// The answer; `nil` if the log can't tell.
        package let text: String?
        /// What it was concluded from, or what is missing.
        package let evidence: String

        init(_ question: PhoneQuestion, _ text: String?, _ evidence: String) {
            self.question = question
            self.text = text
            self.evidence = evidence
        }

        /// The answer as a line.
        package var line: String {
            func padded(_ text: String, _ width: Int) -> String {
                text + String(repeating: " ", count: max(1, width - text.count))
            }
            return padded(question.rawValue, 15) + padded(text ?? "can't be told", 44) + evidence
        }
    }
#endif
