import KomootNav

#if !hasFeature(Embedded)
    /// Answers what only a real phone can answer, by the log of a ride.
    ///
    /// ```swift
    /// var survey = PhoneSurvey()
    /// // For each event and each read of a NavigationReader with a `survey` of its own:
    /// survey.take(event, value)
    /// survey.take(read)
    /// survey.finish()
    /// for answer in survey.answers(reader.survey) { print(answer.line) }
    /// ```
    package struct PhoneSurvey: Sendable {
        /// How an object that fills its last chunk ended.
        enum Ending: String {
            case empty = "with an empty answer"
            case invalidOffset = "with 0x07 Invalid Offset"
            case attributeNotLong = "with 0x0B Attribute Not Long"
        }

        /// The first bytes of an object, by which it is known.
        private typealias Name = ContiguousArray<UInt8>

        /// What happened during a read.
        private struct Reading {
            var start: CaptureTime
            /// The MTU when the first answer came; 0 if that is not known.
            var mtu = 0
            /// The object that it began with.
            var object: Name?
            /// The offset of the first request that was made after another object had been notified.
            var replaced: (offset: Int, by: Name)?
            /// Whether the log's writer made up in which parts it was answered.
            var isMadeUp = false
        }

        /// A read that went on after its object had been replaced: the object that is read next may tell.
        private struct Undecided {
            var read: CapturedRead
            var replaced: (offset: Int, by: Name)
        }

        /// A time in which a device asked for nothing, and why the link ended then.
        struct Silence {
            var times: ClosedRange<CaptureTime>
            var reason: UInt8?
            var isEndByDevice = false
        }

        /// A value that was notified last, and when.
        typealias Notification = (value: ContiguousArray<UInt8>, time: CaptureTime)

        /// The time from a notification to the next one.
        struct Pause {
            var times: ClosedRange<CaptureTime>
            /// Whether both have the same value.
            var isRepeat: Bool

            var length: Duration { times.lowerBound.duration(to: times.upperBound) }
        }

        /// What notifications carry, and the pauses between them.
        struct Notifications {
            private static let mostPauses = 65_536

            var sizes = ChunkSizeDistribution()
            var pauses: [Pause] = []

            mutating func take(
                _ value: Span<UInt8>, at time: CaptureTime, after last: Notification?
            ) {
                sizes.add(value.count)
                // If the clock was set back, nobody knows how long the pause was.
                guard let last, time >= last.time, pauses.count < Self.mostPauses else { return }
                pauses.append(
                    Pause(
                        times: last.time...time,
                        isRepeat: last.value.span.holdsSameBytes(as: value)))
            }
        }

        /// What is known of a connection that is open.
        private struct Link {
            var handle: UInt16?
            var mtu: Int?
            var beginning: CaptureTime?
            /// The last answer that may have ended an object, and its offset.
            var ending: (offset: Int, Ending)?
            /// How the last object ended, and its first chunk, until the next read shows whether it was still the
            /// newest.
            var ended: (Ending, firstChunk: ContiguousArray<UInt8>)?
            var lastNotification: Notification?
            /// The last notification, if it was an identifier alone.
            var lastIdentifier: Notification?
            /// The object that was notified before the last one.
            var notifiedBefore: Name?
            /// When the last request was made; `nil` if the log's own host answers, which may do so at once.
            var lastRequest: CaptureTime?
            /// The last reads: one is known only once others have begun.
            var reads: [Reading] = []
            var undecided: Undecided?
            /// The object that was last read whole for certain.
            var proven: ContiguousArray<UInt8>?

            /// The object that was last notified.
            var notified: Name? { lastNotification.map { Name($0.value.prefix(4)) } }

            /// A device asks for the bytes at an offset.
            mutating func request(_ offset: Int, at time: CaptureTime) {
                guard offset > 0 else {
                    // A read that may be torn is known once two more have begun, each with its proof.
                    if reads.count == 8 { reads.removeFirst() }
                    return reads.append(Reading(start: time))
                }
                guard let read = reads.last, !read.isMadeUp, read.replaced == nil,
                    let object = read.object,
                    let notified, notified.count == 4, notified != object, notifiedBefore == object
                else { return }
                reads[reads.count - 1].replaced = (offset, notified)
            }

            /// Bytes, or an error, come from an offset.
            ///
            /// - Returns: whether that may have ended an object. What comes at the very moment of its request was made
            ///   up by the log's writer, whose radio had read on by itself.
            mutating func end(at offset: Int, _ time: CaptureTime) -> Bool {
                guard offset > 0, time == lastRequest else { return offset > 0 }
                if let read = reads.indices.last {
                    (reads[read].isMadeUp, reads[read].replaced) = (true, nil)
                }
                return false
            }

            /// The first bytes of an object come.
            mutating func begin(with value: Span<UInt8>) {
                guard let read = reads.indices.last else { return }
                reads[read].mtu = mtu ?? 0
                guard value.count >= 4 else { return }
                reads[read].object = Name(copying: value.extracting(first: 4))
            }
        }

        /// What is counted by an MTU, at most.
        private static let mostMTUs = 8
        private static let mostSilences = 256

        private var links = ConnectionTable<Link>()
        private var silences = SilenceTracker()
        private(set) var layouts: [InstructionLayout: Int] = [:]
        /// The handle of the characteristic on each connection, and whether it is the log's own host that has it.
        private(set) var handles: [Int: (number: UInt16, isHostServing: Bool)] = [:]
        /// Full first chunks, by MTU; 0 if that is not known.
        private(set) var chunks: [Int: ChunkSizeDistribution] = [:]
        private(set) var endings: [Ending: Int] = [:]
        /// Whether an app's own log may look so, too.
        private(set) var mayBeFromApp = true
        private(set) var notifications = Notifications()
        /// The identifiers alone among them. To an app an answer may look like a notification, and the reverse.
        private(set) var identifiers = Notifications()
        private(set) var unsureCount = 0
        private(set) var (newestCount, keptCount, replacedCount) = (0, 0, 0)
        private(set) var foundSilences: [Silence] = []
        private(set) var demands: [ATTError: Int] = [:]
        /// The connections, seen from their beginning, on which the phone gave a value: from then to the first one.
        private(set) var answered: [Int: ClosedRange<CaptureTime>] = [:]

        package init() {}

        /// Takes an event.
        package mutating func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
            noteSilence(event)
            update(event.connection) { survey, kept in
                var link = kept ?? Link()
                survey.take(event, value, of: &link)
                if case .disconnected = event.kind { kept = nil } else { kept = link }
            }
        }

        private mutating func update(
            _ connection: Int, _ body: (inout PhoneSurvey, inout Link?) -> Void
        ) {
            var links = ConnectionTable<Link>()
            swap(&links, &self.links)
            links.update(connection) { body(&self, &$0) }
            swap(&links, &self.links)
        }

        private mutating func noteSilence(_ event: CapturedEvent) {
            silences.handle(event) {
                guard foundSilences.count < Self.mostSilences else { return }
                var silence = Silence(times: $0.start...$0.end)
                if case .disconnected(let reason) = event.kind {
                    silence.reason = reason
                    silence.isEndByDevice = LinkEndReason.isByDevice(
                        reason, isHostServing: handles[event.connection]?.isHostServing ?? false)
                }
                foundSilences.append(silence)
            }
        }

        private mutating func take(
            _ event: CapturedEvent, _ value: Span<UInt8>, of link: inout Link
        ) {
            if let handle = event.handle?.number, handles.count < 256 {
                handles[event.connection] = (handle, event.isHostServing)
            }
            // An app's log has whole milliseconds.
            if event.isHostServing || event.time.microsecondsSince1970 % 1000 != 0 {
                mayBeFromApp = false
            }
            switch event.kind {
            case .connected: link.beginning = event.time
            case .mtuAgreed(let mtu): link.mtu = mtu
            case .requested(let offset):
                if offset > 0 { mayBeFromApp = false }
                link.lastRequest = event.isHostServing ? nil : event.time
                link.request(offset, at: event.time)
            case .chunk(let offset):
                if offset == 0 {
                    link.begin(with: value)
                    if let (ending, chunk) = link.ended, chunk.span.holdsSameBytes(as: value) {
                        endings[ending, default: 0] += 1
                    }
                    link.ended = nil
                }
                let mayEnd = link.end(at: offset, event.time)
                link.ending = mayEnd && value.isEmpty ? (offset, .empty) : nil
                if let start = link.beginning, answered.count < 256,
                    answered[event.connection] == nil
                {
                    answered[event.connection] = start...max(start, event.time)
                }
                if Self.isIdentifier(value) { take(identifier: value, at: event.time, of: &link) }
            case .failed(let offset, .invalidOffset) where offset > 0:
                link.ending = link.end(at: offset, event.time) ? (offset, .invalidOffset) : nil
            case .failed(let offset, .attributeNotLong) where offset > 0:
                link.ending = link.end(at: offset, event.time) ? (offset, .attributeNotLong) : nil
            case .failed(_, let error), .subscribed(_, let error?):
                if [.insufficientAuthentication, .insufficientEncryption].contains(error) {
                    demands[error, default: 0] += 1
                }
            // What came before a subscription tells nothing of pauses.
            case .subscribed(_, nil): (link.lastNotification, link.lastIdentifier) = (nil, nil)
            case .notified: take(notification: value, at: event.time, of: &link)
            case .disconnected, .discovered, .foundAnother: break
            }
        }

        /// Whether a value is an identifier alone. An object of the deployed layout with a street of 7 bytes may look
        /// like one.
        private static func isIdentifier(_ value: Span<UInt8>) -> Bool {
            if case .identifier? = try? NotificationPayload(decoding: value) { true } else { false }
        }

        private mutating func take(
            identifier value: Span<UInt8>, at time: CaptureTime, of link: inout Link
        ) {
            identifiers.take(value, at: time, after: link.lastIdentifier)
            link.lastIdentifier = (ContiguousArray(copying: value), time)
        }

        private mutating func take(
            notification value: Span<UInt8>, at time: CaptureTime, of link: inout Link
        ) {
            notifications.take(value, at: time, after: link.lastNotification)
            if Self.isIdentifier(value) {
                take(identifier: value, at: time, of: &link)
            } else {
                unsureCount += 1
                link.lastIdentifier = nil
            }
            let bytes = ContiguousArray(copying: value)
            if let last = link.notified, last != Name(bytes.prefix(4)) {
                link.notifiedBefore = last
            }
            link.lastNotification = (bytes, time)
        }

        /// Takes a read, before the event that shows that it is over.
        package mutating func take(_ read: CapturedRead) {
            guard read.outcome == .complete else { return }
            if read.integrity != .torn, !Self.isIdentifier(read.bytes.span),
                let view = try? NavigationInstructionView(decoding: read.bytes.span)
            {
                layouts[view.layout, default: 0] += 1
            }
            update(read.connection) { survey, kept in
                guard var link = kept else { return }
                survey.take(read, of: &link)
                kept = link
            }
        }

        private mutating func take(_ read: CapturedRead, of link: inout Link) {
            let reading = link.reads.last { $0.start == read.start }
            // One that is too small for the chunk is not the last that was agreed on.
            let mtu = reading.map { $0.mtu > read.firstCount ? $0.mtu : 0 } ?? 0
            // A short object may go on with the bytes of the next one.
            if read.firstCount < read.bytes.count, !read.mayBeTorn, reading?.isMadeUp != true,
                chunks[mtu] != nil || chunks.count < Self.mostMTUs
            {
                chunks[mtu, default: ChunkSizeDistribution()].add(read.firstCount)
            }
            if let (offset, ending) = link.ending, read.integrity == .proven,
                offset == read.bytes.count
            {
                link.ended = (ending, ContiguousArray(read.bytes.prefix(read.firstCount)))
            }
            decide(link.undecided, by: read)
            link.undecided = nil
            let replaced = reading?.replaced
            if read.integrity == .torn || replaced != nil { replacedCount += 1 }
            if read.integrity == .torn, let known = link.proven,
                known.prefix(read.firstCount) == read.bytes.prefix(read.firstCount)
            {
                // Two objects may end alike, and the read have all of the first one.
                if known != read.bytes { newestCount += 1 }
            } else if let replaced {
                link.undecided = Undecided(read: read, replaced: replaced)
            }
            if read.integrity == .proven { link.proven = read.bytes }
        }

        /// Decides by the next object what a read went on with, if the next one is what was notified during the read.
        private mutating func decide(_ undecided: Undecided?, by next: CapturedRead) {
            guard let (offset, name) = undecided?.replaced, let read = undecided?.read,
                next.integrity == .proven, Name(next.bytes.prefix(4)) == name
            else { return }
            if read.bytes.dropFirst(offset) != next.bytes.dropFirst(offset) {
                // A torn read may have come from several objects.
                if read.integrity != .torn { keptCount += 1 }
            } else if read.integrity == .torn {
                newestCount += 1
            }
        }

        /// Ends the log.
        package mutating func finish() {
            silences.finish { foundSilences.append(Silence(times: $0.start...$0.end)) }
        }
    }
#endif
