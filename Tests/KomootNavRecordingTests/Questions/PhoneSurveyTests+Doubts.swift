import KomootNav
import KomootNavRecording
import Testing

/// Where a log can't tell, or tells of another moment.
extension PhoneSurveyTests {
    private static let identifier: Happening = (.notified, Array(object.prefix(4)))
    private static let request: Happening = (.requested(offset: 0), [])

    /// A read in an app's log, which the notification of an identifier seems to answer, and its answer.
    private func mistaken(_ object: [UInt8]) -> [Happening] {
        [Self.request, (.chunk(offset: 0), Array(object.prefix(4))), (.notified, object)]
    }

    @Test(
        "In an app's own log only identifiers are surely notified: what is longer may be an answer")
    func notificationsOfApp() {
        let mixed = [Self.identifier] + mistaken(Self.object)
        let found = answers(mixed, isCopy: true)[.notifications]
        #expect(found?.text == "at least the identifier")
        #expect(found?.evidence == "2 notifications; not sure: 1 other value")
        let told = "the identifier, or up to \(Self.object.count) bytes"
        #expect(answers(mixed)[.notifications]?.text == told)
        #expect(answers(mixed, isHostServing: true, isCopy: true)[.notifications]?.text == told)
        // An app asks for no offset.
        let copied = answers(mixed + read(Self.object), isCopy: true)[.notifications]
        #expect(copied?.text == told)
        let same = answers([Self.identifier, Self.identifier], isCopy: true)[.notifications]
        #expect(same?.text == "the identifier")
        let objects = answers([(.notified, Self.object)], isCopy: true)[.notifications]
        #expect(objects?.text == nil)
        #expect(objects?.evidence == "0 notifications; not sure: 1 other value")
        let answered = [Self.request, (.chunk(offset: 0), Self.object)]
        #expect(answers(answered)[.notifications]?.evidence == "none came")
        let unsure = answers(answered, isCopy: true)[.notifications]
        #expect(unsure?.text == nil)
        #expect(unsure?.evidence == "none for sure; one may be logged as an answer")
    }

    @Test(
        "In an app's own log an answer does not count as a repeat, though an identifier taken for one may"
    )
    func repeatsOfApp() {
        let answers = Array(repeatElement(mistaken(Self.object), count: 4).joined())
        let pauses: [Int: Int64] = [3: 4, 6: 4, 9: 4]
        #expect(self.answers(answers, pauses: pauses)[.repeats]?.text?.hasPrefix("after 4") == true)
        #expect(self.answers(answers, pauses: pauses, isCopy: true)[.repeats]?.text == nil)
        let taken: [Happening] = [Self.request, (.chunk(offset: 0), Self.identifier.1)]
        let next: Happening = (.notified, Array(Self.other.prefix(4)))
        let missed = [Self.identifier] + taken + [next]
        let late: [Int: Int64] = [2: 3, 3: 3]
        #expect(self.answers(missed, pauses: late)[.repeats]?.text == "never")
        #expect(self.answers(missed, pauses: late, isCopy: true)[.repeats]?.text == nil)
        let all = [Self.identifier] + taken + [Self.identifier] + taken
        let every: [Int: Int64] = [2: 2, 3: 2, 5: 2]
        let found = self.answers(all, pauses: every, isCopy: true)[.repeats]
        #expect(found?.text?.hasPrefix("after 2") == true)
    }

    @Test("An identifier that seems to answer a read has no layout")
    func layoutOfApp() {
        // It could be an object of 7 letters.
        let identifier: [UInt8] = [1, 2, 3, 4, 5, 6, 0x41, 8, 0x80, 65, 65, 65, 65, 65, 65, 65]
        let found = answers([Self.request, (.chunk(offset: 0), identifier)], isCopy: true)
        #expect(found[.layout]?.text == nil)
    }

    @Test("A chunk's MTU is the one at which it came, and none if it would be too small")
    func chunksOfMTU() {
        let one = chunk(Self.object, at: 0) + chunk(Self.object, at: 22)
        let grown: [Happening] = [(.mtuAgreed(23), [])] + one + [(.mtuAgreed(185), [])]
        #expect(
            answers(grown + chunk(Self.object, at: 0))[.chunks]?.text == "22 at MTU 23, MTU − 1")
        #expect(answers(grown)[.chunks]?.text == "22 at MTU 23, MTU − 1")
        let odd = answers([(.mtuAgreed(22), [])] + read(Self.object))[.chunks]
        #expect(odd?.text == "22 bytes, the MTU not shown")
    }

    @Test("A pause during which the clock was set back tells nothing")
    func clockSetBack() {
        let next: Happening = (.notified, Array(Self.other.prefix(4)))
        for isRepeat in [false, true] {
            let notified = (0...3).map { isRepeat || $0 % 2 == 0 ? Self.identifier : next }
            for isCopy in [false, true] {
                let found = answers(
                    notified, pauses: [1: -3600, 2: -60, 3: -1], isCopy: isCopy)
                #expect(found[.repeats]?.text == nil)
                #expect(
                    found[.repeats]?.evidence == "0 repeats, 0 pauses of more than 5 s without one")
                #expect(found[.background]?.evidence.hasSuffix("notifications: none") == true)
                #expect(found[.notifications]?.text == "the identifier")
            }
        }
        let steady = [Happening](repeating: Self.identifier, count: 5)
        let once = answers(steady, pauses: [1: 2, 2: -3600, 3: 2, 4: 2])[.repeats]
        #expect(once?.text?.hasPrefix("after 2") == true)
        #expect(once?.evidence.hasPrefix("median of 3 repeats") == true)
        // Two at once are in order.
        let bunched = answers(steady, pauses: [1: 2, 2: 0, 3: 2, 4: 2])[.repeats]
        #expect(bunched?.evidence.hasPrefix("median of 4 repeats") == true)
    }

    @Test("A pause without a subscription tells nothing of repeats")
    func unsubscribed() {
        let next: Happening = (.notified, Array(Self.other.prefix(4)))
        for isOn in [false, true] {
            let change: Happening = (.subscribed(isOn: isOn, error: nil), [])
            let found = answers([Self.identifier, change, next], pauses: [2: 6])[.repeats]
            #expect(found?.text == nil)
        }
        let refused: Happening = (.subscribed(isOn: true, error: .unlikelyError), [])
        let found = answers([Self.identifier, refused, next], pauses: [2: 6])[.repeats]
        #expect(found?.text == "never")
    }

    @Test(
        "A subscription that is refused for want of pairing is an answer, in a copy too",
        arguments: [ATTError.insufficientAuthentication, .insufficientEncryption])
    func pairingToSubscribe(_ error: ATTError) {
        let refused: [Happening] = [
            (.connected, []), (.subscribed(isOn: true, error: error), []),
        ]
        for isCopy in [false, true] {
            let found = answers(refused + read(Self.object), isCopy: isCopy)[.pairing]
            #expect(found?.text?.hasPrefix("yes: ") == true)
            // A copy shows no encryption.
            let open = "1 connection read without encryption, 0 encrypted"
            #expect(found?.evidence == (isCopy ? "1 refusal" : open))
        }
    }

    @Test("A link that ended for an unknown reason says nothing of silence")
    func unknownEnd() {
        let ended = chunk(Self.other, at: 0) + [(.disconnected(reason: 0x1F), [])]
        let found = answers(ended, pauses: [2: 6])[.silence]
        #expect(found?.text == nil)
        #expect(
            found?.evidence
                == "1 silence of more than 5 s; 0 ended the link, nobody knows what 1")
    }

    @Test("Where packets are missing, there may have been a request, a repeat, or encryption")
    func gaps() throws {
        func answers(isWhole: Bool, after gap: Bool = false) throws -> [PhoneQuestion: String] {
            var log = RawLog()
            log.connect(1, to: [1, 2, 3, 4, 5, 6])
            if !isWhole && !gap { log.dropPackets() }
            log.discover(0x12, on: 1)
            log.read(0x12, Array(Self.other.prefix(15)), on: 1)
            if !isWhole && gap { log.dropPackets() }
            log.add(att: [0x1B, 0x12, 0, 1, 0, 0, 0], on: 1, isSent: false)
            log.wait(6)
            if !isWhole && !gap { log.dropPackets() }
            log.add(att: [0x1B, 0x12, 0, 2, 0, 0, 0], on: 1, isSent: false)
            return try Dictionary(
                uniqueKeysWithValues: self.answers(log).compactMap { answer in
                    answer.text.map { (answer.question, $0) }
                })
        }
        let whole = try answers(isWhole: true)
        #expect(whole[.silence] == "the link stays")
        #expect(whole[.repeats] == "never")
        #expect(whole[.pairing] == "no")
        let cut = try answers(isWhole: false)
        for question: PhoneQuestion in [.silence, .repeats, .pairing] {
            #expect(cut[question] == nil, "\(question)")
        }
        // A gap elsewhere does not matter.
        let other = try answers(isWhole: false, after: true)
        #expect(other[.repeats] == "never")
        #expect(other[.pairing] == "no")
    }

    @Test("Where packets are missing, notifications may be")
    func gapsBetweenNotifications() throws {
        func answers(gapBefore gap: Int?) throws -> [PhoneAnswer] {
            var log = RawLog()
            log.connect(1, to: [1, 2, 3, 4, 5, 6])
            log.discover(0x12, on: 1)
            for index in 0...3 {
                if index == gap { log.dropPackets() }
                log.add(att: [0x1B, 0x12, 0, 1, 0, 0, 0], on: 1, isSent: false)
                log.wait(index == 0 ? 4 : 2)
            }
            return try self.answers(log)
        }
        let whole = try answers(gapBefore: nil)
        #expect(whole[5].text?.hasPrefix("after 2") == true)
        #expect(whole[8].evidence.hasSuffix("notifications: 4.010 s"))
        let cut = try answers(gapBefore: 1)
        #expect(cut[5].text == nil)
        #expect(cut[5].evidence.hasPrefix("2 repeats, ") == true)
        #expect(cut[8].evidence.hasSuffix("notifications: 2.010 s"))
    }

    @Test("Parts of an answer that a log's writer made up tell nothing")
    func madeUp() {
        let start: [Happening] = [(.mtuAgreed(23), []), Self.identifier]
        let next: Happening = (.notified, Array(Self.other.prefix(4)))
        let full = Array(Self.object.prefix(22))
        let refused = CapturedEvent.Kind.failed(offset: 22, .invalidOffset)
        let ended = chunk(full, at: 0) + [(.requested(offset: 22), []), (refused, [])]
        let beginning = start + [Self.request, next]
        let replaced = beginning + chunk(Self.object, at: 0).suffix(1) + chunk(Self.object, at: 22)
        let logs: [(PhoneQuestion, [Happening])] = [
            (.chunks, start + read(Self.object)), (.ending, start + ended + chunk(full, at: 0)),
            (.replacement, replaced + read(Self.other)),
        ]
        for (question, happenings) in logs {
            var pauses: [Int: Int64] = [:]
            for (index, (kind, _)) in happenings.enumerated() where kind == .requested(offset: 22) {
                (pauses[index], pauses[index + 1]) = (0, 0)
            }
            #expect(answers(happenings)[question]?.text != nil)
            #expect(answers(happenings, pauses: pauses)[question]?.text == nil)
        }
    }
}
