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
        private enum Ending: String {
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
        }

        /// A read that went on after its object had been replaced: the object that is read next may tell.
        private struct Undecided {
            var read: CapturedRead
            var replaced: (offset: Int, by: Name)
        }

        /// What is known of a connection that is open.
        private struct Link {
            var handle: UInt16?
            var mtu: Int?
            var isFromBeginning = false
            /// The last answer that may have ended an object, and its offset.
            var ending: (offset: Int, Ending)?
            /// How the last object ended, and its first chunk, until the next read shows whether it was still the newest.
            var ended: (Ending, firstChunk: ContiguousArray<UInt8>)?
            var lastNotification: (value: ContiguousArray<UInt8>, time: CaptureTime)?
            /// The object that was notified before the last one.
            var notifiedBefore: Name?
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
                guard let read = reads.last, read.replaced == nil, let object = read.object,
                    let notified, notified.count == 4, notified != object, notifiedBefore == object
                else { return }
                reads[reads.count - 1].replaced = (offset, notified)
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
        /// How many repeats tell when a phone repeats a notification.
        private static let fewestRepeats = 3

        private var links = ConnectionTable<Link>()
        private var silences = SilenceTracker()
        private var layouts: [InstructionLayout: Int] = [:]
        /// The handle of the characteristic on each connection, and whether it is the log's own host that has it.
        private var handles: [Int: (number: UInt16, isHostServing: Bool)] = [:]
        /// Full first chunks, by MTU; 0 if that is not known.
        private var chunks: [Int: ChunkSizeDistribution] = [:]
        private var endings: [Ending: Int] = [:]
        private var notificationSizes = ChunkSizeDistribution()
        private var repeats = DurationDistribution()
        private var unrepeatedCount = 0
        private var (newestCount, keptCount, replacedCount) = (0, 0, 0)
        private var silenceCount = 0
        /// How many silences the device itself ended.
        private var endsByDevice = 0
        private var endsAfterSilence: [UInt8: Int] = [:]
        private var longestQuiet: Duration?
        private var demands: [ATTError: Int] = [:]
        /// The connections, seen from their beginning, on which the phone gave a value.
        private var answered: Set<Int> = []

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
            silences.handle(event) { _ in
                silenceCount += 1
                if case .disconnected(let reason) = event.kind {
                    let isPhoneLog = handles[event.connection]?.isHostServing ?? false
                    if isPhoneLog ? 0x13...0x15 ~= reason : reason == LinkEndReason.byLocalHost {
                        endsByDevice += 1
                    } else {
                        endsAfterSilence[reason, default: 0] += 1
                    }
                }
            }
        }

        private mutating func take(
            _ event: CapturedEvent, _ value: Span<UInt8>, of link: inout Link
        ) {
            if let handle = event.handle?.number, handles.count < 256 {
                handles[event.connection] = (handle, event.isHostServing)
            }
            switch event.kind {
            case .connected: link.isFromBeginning = true
            case .mtuAgreed(let mtu): link.mtu = mtu
            case .requested(let offset): link.request(offset, at: event.time)
            case .chunk(let offset):
                if offset == 0 {
                    link.begin(with: value)
                    if let (ending, chunk) = link.ended, chunk.span.holdsSameBytes(as: value) {
                        endings[ending, default: 0] += 1
                    }
                    link.ended = nil
                }
                link.ending = offset > 0 && value.isEmpty ? (offset, .empty) : nil
                if link.isFromBeginning && answered.count < 256 {
                    answered.insert(event.connection)
                }
            case .failed(let offset, .invalidOffset) where offset > 0:
                link.ending = (offset, .invalidOffset)
            case .failed(let offset, .attributeNotLong) where offset > 0:
                link.ending = (offset, .attributeNotLong)
            case .failed(_, let error):
                if [.insufficientAuthentication, .insufficientEncryption].contains(error) {
                    demands[error, default: 0] += 1
                }
            case .notified: take(notification: value, at: event.time, of: &link)
            case .disconnected, .discovered, .foundAnother, .subscribed: break
            }
        }

        private mutating func take(
            notification value: Span<UInt8>, at time: CaptureTime, of link: inout Link
        ) {
            notificationSizes.add(value.count)
            if let last = link.lastNotification {
                let pause = last.time.duration(to: time)
                longestQuiet = max(longestQuiet ?? pause, pause)
                if last.value.span.holdsSameBytes(as: value) {
                    repeats.add(microseconds: pause.wholeMicroseconds)
                } else if pause > SilenceTracker.longestPause {
                    unrepeatedCount += 1
                }
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
            if read.integrity != .torn,
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
            if read.firstCount < read.bytes.count, !read.mayBeTorn,
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
            silences.finish { _ in silenceCount += 1 }
        }

        // MARK: - Answers

        /// What the log says to each question.
        ///
        /// - Parameters:
        ///   - survey: of the same log.
        ///   - isCopy: whether it is a redacted copy, which has only navigation.
        package func answers(_ survey: LinkSurvey, isCopy: Bool = false) -> [PhoneAnswer] {
            let missing = "a redacted copy, or an app's own log, lacks what tells it"
            return [
                layout, isCopy ? PhoneAnswer(.descriptors, nil, missing) : descriptors(survey),
                chunkSize, ending, notification, repetition, replacement, silence, background,
                isCopy && demands.isEmpty ? PhoneAnswer(.pairing, nil, missing) : pairing(survey),
            ]
        }

        private var layout: PhoneAnswer {
            let all = layouts.values.reduce(0, +)
            let found = layouts.sorted { ($1.value, "\($0.key)") < ($0.value, "\($1.key)") }
            guard let first = found.first else {
                return PhoneAnswer(.layout, nil, "no object was read whole")
            }
            return PhoneAnswer(
                .layout, found.map { "\($0.key)" }.joined(separator: ", "),
                "\(first.value) of \(counted(all, "object"))")
        }

        private func descriptors(_ survey: LinkSurvey) -> PhoneAnswer {
            let found = handles.sorted { $0.key < $1.key }
                .map {
                    survey.descriptors(
                        on: $0.key, of: $0.value.number, isHostServing: $0.value.isHostServing)
                }
            let accepted = found.count { $0.isSubscribed == true }
            let subscriptions =
                "\(accepted) of \(counted(found.count { $0.isSubscribed != nil }, "subscription")) accepted"
            let best =
                found.first { $0.isWhole } ?? found.max { $0.types.count < $1.types.count }
            let names = (best?.types ?? []).map(Self.name).joined(separator: ", ")
            if best?.isWhole == true {
                return PhoneAnswer(.descriptors, names.isEmpty ? "none" : names, subscriptions)
            }
            return PhoneAnswer(
                .descriptors, names.isEmpty ? nil : "at least \(names)",
                "the device did not ask for all, and \(subscriptions)")
        }

        private static func name(_ type: UUID128) -> String {
            type == LinkSurvey.subscription ? "the CCCD" : "\(type)"
        }

        private var chunkSize: PhoneAnswer {
            let found = chunks.sorted { $0.key < $1.key }.compactMap { mtu, sizes -> String? in
                guard let size = sizes.maximum else { return nil }
                if mtu == 0 { return "\(size) bytes, the MTU not shown" }
                let rule = [1, 3].contains(mtu - size) ? ", MTU − \(mtu - size)" : ""
                return "\(size) at MTU \(mtu)\(rule)"
            }
            let reads = chunks.values.reduce(0) { $0 + $1.count }
            return PhoneAnswer(
                .chunks, found.isEmpty ? nil : found.joined(separator: ", "),
                "\(counted(reads, "read")) of more than one chunk")
        }

        private var ending: PhoneAnswer {
            let found = endings.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
            let count = endings.values.reduce(0, +)
            let texts = found.map {
                $0.key.rawValue + (found.count > 1 ? " (\($0.value))" : "")
            }
            return PhoneAnswer(
                .ending, found.isEmpty ? nil : texts.joined(separator: ", "),
                "\(counted(count, "object")) after whose last byte the device read on")
        }

        private var notification: PhoneAnswer {
            let sizes = notificationSizes
            guard let least = sizes.minimum, let most = sizes.maximum else {
                return PhoneAnswer(.notifications, nil, "none came")
            }
            let text =
                most == 4
                ? "the identifier"
                : least == most
                    ? "\(most) bytes"
                    : least == 4
                        ? "the identifier, or up to \(most) bytes" : "\(least) to \(most) bytes"
            return PhoneAnswer(.notifications, text, counted(sizes.count, "notification"))
        }

        private var repetition: PhoneAnswer {
            let pauses = "\(counted(unrepeatedCount, "pause")) of more than 5 s without one"
            let found = counted(repeats.count, "repeat")
            // A link that stalls brings two notifications closer together.
            guard let median = repeats.median, repeats.count >= Self.fewestRepeats else {
                let isNever = repeats.count == 0 && unrepeatedCount > 0
                return PhoneAnswer(.repeats, isNever ? "never" : nil, "\(found), \(pauses)")
            }
            let seconds = Seconds(microseconds: median.wholeMicroseconds)
            return PhoneAnswer(.repeats, "after \(seconds) s", "median of \(found), \(pauses)")
        }

        private var replacement: PhoneAnswer {
            let evidence =
                "replaced during \(counted(replacedCount, "read")): \(newestCount) torn, \(keptCount) not, "
                + "\(replacedCount - newestCount - keptCount) undecided"
            let text =
                (newestCount > 0) == (keptCount > 0)
                ? nil : keptCount > 0 ? "the object that it began with" : "the newest object"
            return PhoneAnswer(.replacement, text, evidence)
        }

        private var silence: PhoneAnswer {
            let ends = endsAfterSilence.sorted { $0.key < $1.key }
            let count = ends.reduce(0) { $0 + $1.value }
            let reasons = ends.map { LinkEndReason.words($0.key) }.joined(separator: ", ")
            let text =
                silenceCount == 0 ? nil : count > 0 ? "the link ends: \(reasons)" : "the link stays"
            return PhoneAnswer(
                .silence, text,
                "\(counted(silenceCount, "silence")) of more than 5 s; \(count) ended the link"
                    + (endsByDevice > 0 ? ", the device itself \(endsByDevice)" : ""))
        }

        private var background: PhoneAnswer {
            let longest = longestQuiet.map { "\(Seconds(microseconds: $0.wholeMicroseconds)) s" }
            return PhoneAnswer(
                .background, nil,
                "no log shows the screen; the longest pause between notifications: \(longest ?? "none")"
            )
        }

        private func pairing(_ survey: LinkSurvey) -> PhoneAnswer {
            let encrypted = survey.links.values.count { $0.isEncrypted }
            let open = answered.count { survey.links[$0]?.isEncrypted != true }
            let evidence =
                "\(counted(open, "connection")) read without encryption, \(encrypted) encrypted"
            if !demands.isEmpty {
                let errors = demands.keys.sorted { $0.rawValue < $1.rawValue }.map(\.words)
                return PhoneAnswer(.pairing, "yes: \(errors.joined(separator: ", "))", evidence)
            }
            return PhoneAnswer(.pairing, open > 0 ? "no" : nil, evidence)
        }
    }
#endif
