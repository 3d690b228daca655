import KomootNav
import KomootNavRecording
import Testing

@Suite("What a log tells of a phone")
struct PhoneSurveyTests {
    typealias Happening = (CapturedEvent.Kind, [UInt8])

    static let object = ReadTrackerTests.long
    static let other = ReadTrackerTests.other

    /// What is known of connection 1, once an MTU was asked for.
    private static let links = {
        var links = LinkSurvey()
        let packet: ContiguousArray<UInt8> = [1, 0x20, 7, 0, 3, 0, 4, 0, 2, 50, 0]
        links.take(
            CaptureRecord(fileOffset: 0, time: .microseconds(0), kind: .acl, isSent: true),
            packet.span)
        return links
    }()

    /// The answers by what happens on connection 1, each 30 ms after the one before unless a pause in seconds says more.
    func answers(
        _ happenings: [Happening], pauses: [Int: Int64] = [:], isHostServing: Bool = false,
        isCopy: Bool = false
    ) -> [PhoneQuestion: PhoneAnswer] {
        var survey = PhoneSurvey()
        var tracker = ReadTracker()
        var time: Int64 = 0
        for (index, (kind, value)) in happenings.enumerated() {
            time += pauses[index].map { $0 * 1_000_000 } ?? 30_000
            let event = CapturedEvent(
                kind: kind, connection: 1, time: .microseconds(time), fileOffset: 0,
                isHostServing: isHostServing, handle: CapturedHandle(0x12, .discovered))
            let bytes = ContiguousArray(value)
            tracker.handle(event, bytes.span) { survey.take($0) }
            survey.take(event, bytes.span)
        }
        tracker.finish { survey.take($0) }
        survey.finish()
        let answers = survey.answers(Self.links, isCopy: isCopy)
        #expect(answers.map(\.question) == PhoneQuestion.allCases)
        return Dictionary(uniqueKeysWithValues: answers.map { ($0.question, $0) })
    }

    func chunk(_ object: [UInt8], at offset: Int) -> [Happening] {
        [
            (.requested(offset: offset), []),
            (.chunk(offset: offset), Array(object.dropFirst(offset).prefix(22))),
        ]
    }

    /// A read with the check of its first chunk.
    func read(_ object: [UInt8]) -> [Happening] {
        chunk(object, at: 0) + chunk(object, at: 22) + chunk(object, at: 0)
    }

    @Test("A log without anything tells nothing")
    func nothing() {
        for (question, answer) in answers([(.connected, [])]) {
            #expect(answer.text == nil, "\(question)")
        }
    }

    @Test("Layout, chunks by MTU, and that no pairing was needed, show in reads")
    func reads() {
        let found = answers([(.connected, []), (.mtuAgreed(23), [])] + read(Self.object))
        #expect(found[.layout]?.text == "deployed")
        #expect(found[.layout]?.evidence == "1 of 1 object")
        #expect(found[.chunks]?.text == "22 at MTU 23, MTU − 1")
        #expect(found[.pairing]?.text == "no")
        let late = answers(read(Self.object))
        #expect(late[.pairing]?.text == nil)
        #expect(late[.chunks]?.text == "22 bytes, the MTU not shown")
    }

    @Test(
        "How an object ends that fills its last chunk shows in proven reads only",
        arguments: [
            (CapturedEvent.Kind.chunk(offset: 22), "with an empty answer"),
            (.failed(offset: 22, .invalidOffset), "with 0x07 Invalid Offset"),
            (.failed(offset: 22, .attributeNotLong), "with 0x0B Attribute Not Long"),
        ])
    func endings(_ kind: CapturedEvent.Kind, _ text: String) {
        let full = Array(Self.object.prefix(22))
        let ended = chunk(full, at: 0) + [(.requested(offset: 22), []), (kind, [])]
        #expect(answers(ended + chunk(full, at: 0))[.ending]?.text == text)
        #expect(answers(ended)[.ending]?.text == nil)
    }

    @Test(
        "How an object ends shows only if it is the newest before and after, and each way is counted"
    )
    func endingsOfTheNewest() {
        let short = Array(Self.object.prefix(21))
        func ended(_ kind: CapturedEvent.Kind, notified: [Happening] = []) -> [Happening] {
            chunk(short, at: 0) + [(.requested(offset: 21), [])] + notified + [(kind, [])]
        }
        let start: [Happening] = [(.mtuAgreed(60), [])]
        let refused = CapturedEvent.Kind.failed(offset: 21, .invalidOffset)
        let replaced = ended(refused, notified: [notified(Self.other)]) + read(Self.other)
        #expect(answers(start + replaced)[.ending]?.text == nil)
        // Its notification may come late, or never.
        #expect(answers(start + ended(refused) + read(Self.other))[.ending]?.text == nil)
        let two = ended(.chunk(offset: 21)) + ended(.chunk(offset: 21)) + ended(refused)
        #expect(
            answers(start + two + chunk(short, at: 0))[.ending]?.text
                == "with an empty answer (2), with 0x07 Invalid Offset (1)")
    }

    @Test(
        "A refusal for want of pairing is an answer",
        arguments: [ATTError.insufficientAuthentication, .insufficientEncryption])
    func pairing(_ error: ATTError) {
        let refused: [Happening] = [(.requested(offset: 0), []), (.failed(offset: 0, error), [])]
        #expect(answers(refused)[.pairing]?.text?.hasPrefix("yes: ") == true)
    }

    @Test("Notifications tell what they carry, and whether they are repeated")
    func notifications() {
        let four = [Happening](repeating: (.notified, [1, 0, 0, 0]), count: 4)
        let repeated = answers(four, pauses: [1: 2, 2: 2, 3: 2])
        #expect(repeated[.notifications]?.text == "the identifier")
        #expect(repeated[.repeats]?.text?.hasPrefix("after 2.0") == true)
        #expect(repeated[.repeats]?.evidence.hasPrefix("median of 3 repeats, 0 pauses") == true)
        // A stall may bunch two of them.
        let two = answers(Array(four.prefix(3)), pauses: [1: 4])[.repeats]
        #expect(two?.text == nil)
        #expect(two?.evidence == "2 repeats, 0 pauses of more than 5 s without one")
        let changed: [Happening] = [(.notified, [1, 0, 0, 0]), (.notified, [2, 0, 0, 0, 8])]
        let never = answers(changed, pauses: [1: 6])[.repeats]
        #expect(never?.text == "never")
        #expect(never?.evidence == "0 repeats, 1 pause of more than 5 s without one")
        #expect(answers(four.prefix(2) + changed, pauses: [3: 6])[.repeats]?.text == nil)
        #expect(answers(changed, pauses: [1: 4])[.repeats]?.text == nil)
        #expect(answers(changed)[.notifications]?.text == "the identifier, or up to 5 bytes")
        let short: [Happening] = [(.notified, [1, 0]), (.notified, [1, 0, 0, 0])]
        #expect(answers(short)[.notifications]?.text == "2 to 4 bytes")
        #expect(answers(Array(short.prefix(1)))[.notifications]?.text == "2 bytes")
        let ended: [Happening] = [(.notified, [1, 0, 0, 0]), (.disconnected(reason: 0x13), [])]
        // The link may have been dead for long.
        #expect(answers(ended, pauses: [1: 6])[.repeats]?.text == nil)
    }

    private func notified(_ object: [UInt8]) -> Happening { (.notified, Array(object.prefix(4))) }

    /// A read during which another object is notified, the read of that object, and what the log says then.
    private func replaced(
        _ beginning: [Happening], by other: [UInt8] = other, goingOnWith tail: [UInt8],
        then last: [Happening]? = nil
    ) -> PhoneAnswer? {
        let read = chunk(Self.object, at: 0) + [notified(other)] + chunk(tail, at: 22)
        return answers(beginning + read + (last ?? self.read(other)))[.replacement]
    }

    @Test(
        "A read of a replaced object tells, by the object that is read next, what it went on with")
    func replacement() {
        let start = [notified(Self.object)]
        let newest = replaced(start, goingOnWith: Self.other)
        #expect(newest?.text == "the newest object")
        #expect(
            newest?.evidence
                == "replaced during 1 read: 1 went on with the newest, 0 with the old one, 0 undecided"
        )
        let kept = replaced(start, goingOnWith: Self.object)
        #expect(kept?.text == "the object that it began with")
        #expect(
            kept?.evidence
                == "replaced during 1 read: 0 went on with the newest, 1 with the old one, 0 undecided"
        )
        // Of an object that was read whole before, other bytes are enough.
        let known = replaced(read(Self.object), goingOnWith: Self.other)
        #expect(known?.text == "the newest object")
    }

    @Test(
        "A read that may have the bytes of two objects tells nothing of chunks or replacements by itself"
    )
    func mayBeTorn() {
        // Two objects that end alike; the read has all of the first one.
        let one = Array(Self.object.prefix(26))
        let two = [9, 9, 9, 9] + one[4..<20] + [65, 65] + one[22...]
        let next = chunk(one, at: 0) + chunk(one, at: 22) + read(two)
        let found = answers([(.mtuAgreed(23), [])] + read(one) + next)
        #expect(found[.replacement]?.text == nil)
        #expect(found[.replacement]?.evidence.hasPrefix("replaced during 1 read") == true)
        // A short object goes on with the bytes of the next one.
        let short = Array(Self.object.prefix(21))
        let joined: [Happening] =
            chunk(short, at: 0) + [(.requested(offset: 21), [])] + [notified(Self.other)]
            + [(.chunk(offset: 21), Array(Self.other.dropFirst(21)))] + chunk(Self.other, at: 0)
        let sizes = answers([(.mtuAgreed(60), [])] + joined)[.chunks]
        #expect(sizes?.text == nil)
    }

    @Test("A read tells nothing of a replacement unless what was notified is a newer object")
    func noReplacement() {
        let start = [notified(Self.object)]
        // The notification of the object itself comes late, after that of the one before.
        let late =
            [notified(Self.other)] + chunk(Self.object, at: 0) + start
            + chunk(Self.object, at: 22) + read(Self.other)
        #expect(answers(read(Self.object) + late)[.replacement]?.text == nil)
        // So may that of an older one.
        let older = replaced([], goingOnWith: Self.object)
        #expect(
            older?.evidence
                == "replaced during 0 reads: 0 went on with the newest, 0 with the old one, 0 undecided"
        )
        // Nothing was asked after it.
        let answered =
            chunk(Self.object, at: 0) + chunk(Self.object, at: 22).prefix(1)
            + [notified(Self.other)] + chunk(Self.object, at: 22).suffix(1)
        let unasked = answers(start + answered + read(Self.other))[.replacement]
        #expect(unasked?.text == nil)
        // It ends as the object that it began with does, or was itself replaced.
        let alike = [9, 9, 9, 9] + Self.object.dropFirst(4)
        let undecided = replaced(start, by: alike, goingOnWith: Self.object)
        #expect(
            undecided?.evidence
                == "replaced during 1 read: 0 went on with the newest, 0 with the old one, 1 undecided"
        )
        let third = replaced(start, goingOnWith: Self.object, then: read(alike))
        #expect(third?.text == nil)
    }

    @Test("A read that went on with two objects does not tell that a phone keeps one")
    func mixed() {
        func long(_ object: [UInt8], _ filler: UInt8) -> [UInt8] {
            object.prefix(22) + [UInt8](repeating: filler, count: 28)
        }
        let (one, two) = (long(Self.object, 65), long(Self.other, 66))
        func whole(_ object: [UInt8]) -> [Happening] {
            [0, 22, 44, 0].flatMap { chunk(object, at: $0) }
        }
        let mixed =
            [notified(one)] + chunk(one, at: 0) + [notified(two)] + chunk(one, at: 22)
            + chunk(two, at: 44)
        let found = answers(mixed + whole(two))[.replacement]
        #expect(found?.text == nil, "\(found as Any)")
        #expect(found?.evidence.hasPrefix("replaced during 1 read") == true)
    }

    @Test("Reads that contradict each other tell nothing of a replacement")
    func contradictoryReplacements() {
        let start = [notified(Self.object)]
        let first =
            start + chunk(Self.object, at: 0) + [notified(Self.other)] + chunk(Self.object, at: 22)
            + read(Self.other) + start
        let both = replaced(first, goingOnWith: Self.other)
        #expect(both?.text == nil)
        #expect(
            both?.evidence
                == "replaced during 2 reads: 1 went on with the newest, 1 with the old one, 0 undecided"
        )
    }

    @Test("A silence ends with the link, or the link stays")
    func silence() {
        let first = chunk(Self.other, at: 0)
        #expect(answers(first + first, pauses: [2: 6])[.silence]?.text == "the link stays")
        #expect(
            answers(first + [(.disconnected(reason: 0x13), [])], pauses: [2: 6])[.silence]?.text
                == "the link ends: 0x13 Remote User Terminated Connection")
        #expect(answers(first + first, pauses: [2: 4])[.silence]?.text == nil)
    }

    @Test("That a device ends its link after a silence is no answer of the phone's")
    func silentDevice() {
        for (reason, isHostServing, ends) in [
            (0x16, false, "the link stays"), (0x13, true, "the link stays"),
            (0x16, true, "the link ends: 0x16 Connection Terminated By Local Host"),
            (0x08, true, "the link ends: 0x08 Connection Timeout"),
        ] as [(UInt8, Bool, String)] {
            let found = answers(
                chunk(Self.other, at: 0) + [(.disconnected(reason: reason), [])], pauses: [2: 6],
                isHostServing: isHostServing)[.silence]
            #expect(found?.text == ends)
            let isByDevice = found?.evidence.hasSuffix(", the device itself 1") ?? false
            #expect(isByDevice == (ends == "the link stays"))
        }
    }

    /// What a whole log says, with what a device asked of the phone's attributes.
    private func answers(_ packets: [(isSent: Bool, [UInt8])], isEncrypted: Bool = false) throws
        -> [PhoneAnswer]
    {
        var log = RawLog()
        log.connect(1, to: [1, 2, 3, 4, 5, 6])
        log.discover(0x12, on: 1)
        for (isSent, bytes) in packets { log.add(att: bytes, on: 1, isSent: isSent) }
        if isEncrypted { log.add([4, 0x08, 4, 0, 1, 0, 1]) }
        log.read(0x12, Array(Self.other.prefix(15)), on: 1)
        return try answers(log)
    }

    func answers(_ log: RawLog) throws -> [PhoneAnswer] { try answers(log.bytes) }

    /// What a file says.
    func answers(_ bytes: ContiguousArray<UInt8>) throws -> [PhoneAnswer] {
        var reader = NavigationReader()
        reader.survey = LinkSurvey()
        var survey = PhoneSurvey()
        try reader.read(bytes.span) {
            survey.take($0, $1)
        } reads: {
            survey.take($0)
        }
        try reader.finish {
            survey.take($0, $1)
        } reads: {
            survey.take($0)
        }
        survey.finish()
        return survey.answers(try #require(reader.survey))
    }

    @Test("Descriptors and an accepted subscription show if a device asks for them")
    func descriptors() throws {
        func descriptors(_ packets: [(isSent: Bool, [UInt8])]) throws -> PhoneAnswer {
            try answers(packets)[1]
        }
        #expect(try descriptors([]).text == nil)
        let uuid = UUID128(assignedNumber: 0xFFF1)
        let odd = (0..<UUID128.byteCount).reversed().map { uuid[$0] }
        let listed = try descriptors([
            (true, [0x04, 0x13, 0, 0x20, 0]), (false, [0x05, 1, 0x13, 0, 0x02, 0x29]),
            (true, [0x04, 0x14, 0, 0x20, 0]), (false, [0x05, 2, 0x14, 0] + odd),
            (true, [0x04, 0x15, 0, 0x20, 0]),
            (false, [0x05, 1, 0x15, 0, 0x03, 0x28, 0x16, 0, 0x02, 0x29]),
        ])
        #expect(listed.text == "the CCCD, \(uuid)")
        #expect(listed.evidence == "0 of 0 subscriptions accepted")
        let none = try descriptors([
            (true, [0x04, 0x13, 0, 0x20, 0]), (false, [0x05, 1, 0x13, 0, 0x03, 0x28]),
        ])
        #expect(none.text == "none")
        let write: (isSent: Bool, [UInt8]) = (true, [0x12, 0x13, 0, 1, 0])
        #expect(try descriptors([write, (false, [0x13])]).text == "at least the CCCD")
        let refused = try descriptors([write, (false, [0x01, 0x12, 0x13, 0, 0x0F])])
        #expect(refused.text == nil)
        #expect(refused.evidence.hasSuffix("0 of 1 subscription accepted"))
    }

    @Test("What the phone asks of the display's attributes says nothing of the phone's")
    func otherSide() throws {
        let asked = try answers([
            (false, [0x04, 0x13, 0, 0x20, 0]), (true, [0x05, 1, 0x13, 0, 0x02, 0x29]),
            (true, [0x12, 0x13, 0, 1, 0]), (false, [0x12, 0x13, 0, 1, 0]), (true, [0x13]),
        ])[1]
        #expect(asked.text == nil)
        #expect(asked.evidence.hasSuffix("0 of 0 subscriptions accepted"))
    }

    @Test("A link that is encrypted says nothing of whether that is needed")
    func encryption() throws {
        #expect(try answers([])[9].text == "no")
        let encrypted = try answers([], isEncrypted: true)[9]
        #expect(encrypted.text == nil)
        #expect(encrypted.evidence == "0 connections read without encryption, 1 encrypted")
    }
}
