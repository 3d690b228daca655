import KomootNav

// Left out of Embedded Swift, as no web page judges.
#if !hasFeature(Embedded)
    /// Judges a device by the log of a ride: by what the log proves, and by nothing else.
    ///
    /// ```swift
    /// var judge = CaptureJudge()
    /// // For each event and each read of a NavigationReader:
    /// judge.take(event)
    /// judge.take(read)
    /// judge.finish()
    /// for judgement in judge.judgements(isLogWhole: reader.isWhole, isInOrder: reader.isInOrder) { … }
    /// ```
    public struct CaptureJudge: Sendable {
        /// What a device must do, as far as a log can show it.
        public enum Promise: String, Hashable, Sendable, CaseIterable {
            /// If what it read to the end is not an object that the phone published, it read again at once, as it must
            /// to notice that (clause 8.7).
            case readsAgainWhatIsTorn
            /// After an answer, it asks again within ``CaptureJudge/longestPause``.
            case keepsAlive
            /// It sends no request while another one is open (Core, Vol 3 Part F 3.3.2).
            case asksOneAtATime
        }

        /// What the log shows of a promise.
        public enum Verdict: String, Hashable, Sendable, CaseIterable {
            /// The device kept it.
            case kept
            /// The device broke it.
            case broken
            /// The log does not show whether the device kept it.
            case unknown
        }

        /// A promise, and what the log shows of it.
        public struct Judgement: Hashable, Sendable {
            /// The promise.
            public let promise: Promise
            /// What became of it.
            public let verdict: Verdict
            /// What was counted, in words.
            public let evidence: String
            /// The connection on which it was first broken, and when; `nil` if it was not.
            public let first: Place?
        }

        /// A connection and a moment.
        public struct Place: Hashable, Sendable {
            /// The connection, from 1.
            public let connection: Int
            /// When.
            public let time: CaptureTime
        }

        /// The longest time from an answer to the next request: the keep-alive interval (clause 9.9), and half a
        /// second in which a log's host may not have heard the request yet.
        public static let longestPause =
            NavigationTiming.keepAliveReadInterval + .milliseconds(500)

        private let published: PublishedObjects?
        private var openRequests = ConnectionTable<Bool>()
        /// Each pause counts, even one of no time.
        private var pauses = SilenceTracker(longestPause: .microseconds(-1), isFromAnswers: true)
        private var readCount = 0
        private var unprovenCount = 0
        private var wrongCount = 0
        /// How many of those the device read again at once.
        private var againCount = 0
        /// How many of them the log does not decide.
        private var openCount = 0
        private var requestCount = 0
        private var longestSeen: Duration?
        /// The longest pause that lasts when the log ends.
        private var openPause: Duration?
        /// How many pauses ended with a request.
        private var measuredCount = 0
        private var faults: [Promise: (count: Int, first: Place)] = [:]

        /// Creates a judge that has seen nothing.
        ///
        /// - Parameter published: what the phone published, if anybody knows. Then nothing remains unproven.
        public init(published: PublishedObjects? = nil) { self.published = published }

        /// Takes an event.
        public mutating func take(_ event: CapturedEvent) {
            let number = event.connection
            var pause: CapturedSilence?
            pauses.handle(event) { pause = $0 }
            if let pause { note(pause) }
            switch event.kind {
            case .requested:
                requestCount += 1
                if pause != nil { measuredCount += 1 }
                if openRequests[number] != nil { note(.asksOneAtATime, number, event.time) }
                openRequests.update(number) { $0 = true }
            case .chunk, .failed, .disconnected: openRequests.update(number) { $0 = nil }
            case .connected, .mtuAgreed, .discovered, .foundAnother, .subscribed, .notified: break
            }
        }

        /// Takes a read.
        public mutating func take(_ read: CapturedRead) {
            guard read.outcome == .complete else { return }
            readCount += 1
            let isWrong = published?.have(read).map { !$0 } ?? (read.integrity == .torn)
            let isUnproven = published == nil && read.integrity == .unproven
            guard isWrong || isUnproven else { return }
            if isWrong { wrongCount += 1 } else { unprovenCount += 1 }
            // After one answer there is nothing to notice.
            switch read.answerCount > 1 ? read.isReadAgain : false {
            case true?: againCount += 1
            case false? where isWrong:
                note(.readsAgainWhatIsTorn, read.connection, read.end)
            default: openCount += 1
            }
        }

        /// Ends the log.
        public mutating func finish() {
            var last: [CapturedSilence] = []
            pauses.finish { last.append($0) }
            for pause in last { note(pause) }
            openPause = last.map(\.duration).max()
        }

        private mutating func note(_ pause: CapturedSilence) {
            longestSeen = max(longestSeen ?? pause.duration, pause.duration)
            if pause.duration > Self.longestPause { note(.keepsAlive, pause.connection, pause.end) }
        }

        private mutating func note(_ promise: Promise, _ connection: Int, _ time: CaptureTime) {
            let place = Place(connection: connection, time: time)
            faults[promise, default: (0, place)].count += 1
        }

        /// The judgements, one a promise.
        ///
        /// - Parameters:
        ///   - isLogWhole: whether the log has every packet. If it lacks some, a request may be among
        ///     them: then a pause, or a request without an answer, proves nothing.
        ///   - isInOrder: whether no packet has an earlier time than the one before. If one has, nobody knows which
        ///     came first, or how long anything lasted: then only what is kept in any order is known.
        public func judgements(isLogWhole: Bool, isInOrder: Bool) -> [Judgement] {
            Promise.allCases.map { promise in
                let fault = faults[promise]
                let isDoubtful: Bool
                let isOpen: Bool
                switch promise {
                case .readsAgainWhatIsTorn:
                    isDoubtful = !isInOrder && wrongCount + unprovenCount > 0 || isOfAnotherRide
                    isOpen = readCount == 0 || openCount > 0
                case .keepsAlive:
                    isDoubtful = !isInOrder || !isLogWhole
                    isOpen = measuredCount == 0
                case .asksOneAtATime:
                    isDoubtful = !isInOrder || !isLogWhole
                    isOpen = requestCount == 0
                }
                let isBroken = fault != nil && !isDoubtful
                let reason =
                    promise == .readsAgainWhatIsTorn && isOfAnotherRide
                    ? "the trace may be of another ride"
                    : isInOrder
                        ? "but the log lacks packets"
                        : "but the clock was set, or the records are not in order"
                return Judgement(
                    promise: promise,
                    verdict: isBroken ? .broken : isDoubtful || isOpen ? .unknown : .kept,
                    evidence: evidence(of: promise, count: fault?.count ?? 0)
                        + (isDoubtful ? "; \(reason)" : ""),
                    first: isBroken ? fault?.first : nil)
            }
        }

        /// Whether nothing that was read is among what was published.
        private var isOfAnotherRide: Bool {
            published != nil && readCount > 1 && wrongCount == readCount
        }

        private func evidence(of promise: Promise, count: Int) -> String {
            switch promise {
            case .readsAgainWhatIsTorn:
                let reads = counted(readCount, "complete read")
                let again = againCount > 0 ? ", \(againCount) of them read again at once" : ""
                guard published == nil else {
                    return "\(reads), \(wrongCount) never published\(again)"
                }
                return "\(reads), \(wrongCount) torn, \(unprovenCount) unproven\(again)"
            case .keepsAlive:
                guard let longestSeen, count > 0 || measuredCount > 0 else {
                    return "no pause from an answer to a request can be measured"
                }
                let seconds = Seconds(microseconds: longestSeen.wholeMicroseconds)
                let limit = Seconds(microseconds: CaptureJudge.longestPause.wholeMicroseconds)
                let open = openPause?.wholeMicroseconds ?? 0
                let end = open > 0 ? "; the log ends \(Seconds(microseconds: open)) s into one" : ""
                return "the longest pause was \(seconds) s; \(count) above \(limit) s\(end)"
            case .asksOneAtATime:
                return "\(counted(requestCount, "request")), \(count) while another one was open"
            }
        }
    }

    extension CaptureJudge.Promise {
        /// The promise in words.
        fileprivate var words: String {
            switch self {
            case .readsAgainWhatIsTorn: "reads again what is torn"
            case .keepsAlive: "reads on within 4 s"
            case .asksOneAtATime: "waits for each answer"
            }
        }
    }

    extension CaptureJudge.Judgement {
        /// The judgement as a line.
        ///
        /// - Parameter start: when the log's first packet came.
        package func line(since start: CaptureTime) -> String {
            func padded(_ text: String, _ width: Int) -> String {
                text + String(repeating: " ", count: max(0, width - text.count))
            }
            let place = first.map { first in
                let seconds = Seconds(microseconds: first.time.microseconds(since: start))
                return "; first on connection \(first.connection) at \(seconds) s"
            }
            let line = "\(padded(verdict.rawValue, 9))\(padded(promise.words, 31))\(evidence)"
            return line + (place ?? "")
        }
    }

    extension NavigationReader {
        /// Whether no record has an earlier time than the one before.
        public var isInOrder: Bool { records.backwardCount == 0 }

        /// Whether the log lacks no packet, as far as it says so.
        public var isWhole: Bool {
            !hasGap && damageCount == 0 && (records.airFindings?.missedCount ?? 0) == 0
                && !records.mayLackFile && !records.lacksFile
        }
    }
#endif
