import KomootNav
import KomootNavRecording
import Testing

/// Whether a handle is believed: one that was given, or one that an earlier connection showed.
extension RedactionTests {
    /// A log with a read of something, and its copy if the handle is given.
    private func leaks(
        connection: Int? = nil, _ fill: (inout RawLog, [UInt8]) -> Void
    ) throws -> (isSecretKept: Bool, survey: CaptureSurvey, kept: [CapturedEvent.Kind]) {
        let secret: [UInt8] = Array("SECRETSECRET".utf8)
        var log = RawLog()
        fill(&log, secret)
        #expect(Self.holds(log.bytes, secret[...]))
        let seen = try CaptureReaderTests.read(log.bytes, handle: 0x12, forgetsAtGaps: true).seen
        var survey = CaptureSurvey()
        for one in seen { survey.handle(one.event, ContiguousArray(one.value).span) }
        survey.finish()
        let copy = try Self.redacted(log.bytes, handle: 0x12, connection: connection)
        let kept = try CaptureReaderTests.read(copy).seen.map(\.event.kind)
        return (Self.holds(copy, secret[..<4]), survey, kept)
    }

    private static func declaration(_ handle: UInt16, _ uuid: [UInt8]? = nil) -> [UInt8] {
        let navigation = NavigationService.instructionCharacteristic
        let wire = (0..<UUID128.byteCount).reversed().map { navigation[$0] }
        return [0x09, 21, 0x11, 0, 0x12] + RawLog.little(handle) + (uuid ?? wire)
    }

    private static let requestForDeclarations: [UInt8] = [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28]

    @Test("A redacted capture leaves out a given handle that turns out to be something else's")
    func deniedHandle() throws {
        let found = try leaks { log, secret in
            log.add(att: [0x0A, 0x12, 0], on: 1, isSent: true)
            log.add(att: [0x0B] + secret, on: 1, isSent: false)
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            let other = [UInt8](repeating: 9, count: 16)
            log.add(att: Self.declaration(0x12, other), on: 1, isSent: false)
        }
        #expect(!found.isSecretKept)
        #expect(found.survey.connections.isEmpty)
    }

    @Test(
        "A redacted capture leaves out a given handle that the log says, on any connection, is something else's"
    )
    func deniedElsewhere() throws {
        let phone: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
        for isFirst in [true, false] {
            let found = try leaks { log, secret in
                func ask() {
                    log.connect(2, to: phone)
                    log.add(att: [0x04, 0x12, 0, 0x12, 0], on: 2, isSent: true)
                    log.add(att: [0x05, 1, 0x12, 0, 0x00, 0x2A], on: 2, isSent: false)
                    log.disconnect(2)
                }
                if isFirst { ask() }
                log.connect(1, to: phone)
                log.add(att: [0x0A, 0x12, 0], on: 1, isSent: true)
                log.add(att: [0x0B] + secret, on: 1, isSent: false)
                if !isFirst { ask() }
            }
            #expect(!found.isSecretKept)
            #expect(found.survey.connections.isEmpty)
        }
    }

    @Test(
        "A redacted capture leaves out a given handle that is not in the navigation service's range"
    )
    func outsideOfService() throws {
        let wire = (0..<UUID128.byteCount).reversed().map { NavigationService.uuid[$0] }
        for isFirst in [true, false] {
            let found = try leaks { log, secret in
                if !isFirst { log.read(0x12, secret, on: 1) }
                log.add(att: [0x06, 1, 0, 0xFF, 0xFF, 0, 0x28] + wire, on: 1, isSent: true)
                log.add(att: [0x07, 60, 0, 64, 0], on: 1, isSent: false)
                if isFirst { log.read(0x12, secret, on: 1) }
            }
            #expect(!found.isSecretKept)
            #expect(found.survey.connections.isEmpty)
        }
    }

    @Test(
        "A redacted capture leaves out a given handle that is something else's of the host on another connection"
    )
    func deniedByHost() throws {
        let found = try leaks { log, secret in
            log.connect(1, to: [1, 2, 3, 4, 5, 0xC6])
            log.read(0x12, secret, on: 1, isHostServing: true)
            log.disconnect(1)
            log.connect(2, to: [2, 2, 3, 4, 5, 0xC6])
            log.add(att: [0x04, 0x12, 0, 0x12, 0], on: 2, isSent: false)
            log.add(att: [0x05, 1, 0x12, 0, 0x00, 0x2A], on: 2, isSent: true)
        }
        #expect(!found.isSecretKept)
        #expect(found.survey.connections.isEmpty)
    }

    @Test(
        "A redacted capture has reconnections with remembered handles, and can be read without them"
    )
    func reconnections() throws {
        let phone: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
        var log = RawLog()
        log.connect(1, to: phone)
        log.discover(0x12, on: 1)
        log.disconnect(1)
        for connection in [2, 3] as [UInt16] {
            log.connect(connection, to: phone)
            log.read(0x12, Self.object, on: connection)
            log.disconnect(connection)
        }
        var survey = CaptureSurvey()
        for one in try CaptureReaderTests.read(log.bytes, forgetsAtGaps: true).seen {
            survey.handle(one.event, ContiguousArray(one.value).span)
        }
        survey.finish()
        #expect(try survey.choose().map(\.number) == [1, 2, 3])
        // Addresses are not copied, so nothing tells which devices are the same.
        let kept = try CaptureReaderTests.read(try Self.redacted(log.bytes)).seen
        let read = kept.filter { $0.event.kind == .chunk(offset: 0) }
        #expect(read.map(\.event.connection) == [2, 3])
        #expect(read.map(\.value) == [Self.object, Self.object])
        #expect(read.map(\.event.handle?.source) == [.discovered, .discovered])
    }

    @Test(
        "A redacted capture has reconnections from before the service moved, if the log shows where it went"
    )
    func moved() throws {
        let phone: [UInt8] = [1, 2, 3, 4, 5, 0xC6]
        let wire = (0..<UUID128.byteCount).reversed().map { NavigationService.uuid[$0] }
        for (isShown, numbers) in [(true, [1, 2, 3]), (false, [1])] {
            var log = RawLog()
            log.connect(1, to: phone)
            log.discover(0x12, on: 1)
            log.disconnect(1)
            log.connect(2, to: phone)
            log.read(0x12, Self.object, on: 2)
            log.disconnect(2)
            log.connect(3, to: phone)
            log.read(0x12, Self.object, on: 3)
            log.add(att: [0x06, 1, 0, 0xFF, 0xFF, 0, 0x28] + wire, on: 3, isSent: true)
            log.add(att: [0x07, 60, 0, 64, 0], on: 3, isSent: false)
            if isShown { log.discover(62, on: 3) }
            var survey = CaptureSurvey()
            for one in try CaptureReaderTests.read(log.bytes, forgetsAtGaps: true).seen {
                survey.handle(one.event, ContiguousArray(one.value).span)
            }
            survey.finish()
            #expect(try survey.choose().map(\.number) == numbers)
            let kept = try CaptureReaderTests.read(try Self.redacted(log.bytes)).seen
            let read = kept.filter { $0.event.kind == .chunk(offset: 0) }
            // Nobody knows what was read on the third connection.
            #expect(read.map(\.event.connection) == (isShown ? [2] : []))
        }
    }

    @Test(
        "A redacted capture leaves out a handle that the log last declares something else's, on whatever connection"
    )
    func declaredAgain() throws {
        let (phone, other): ([UInt8], [UInt8]) = ([1, 2, 3, 4, 5, 0xC6], [2, 2, 3, 4, 5, 0xC6])
        for isHostServing in [false, true] {
            for isOnAnother in isHostServing ? [false, true] : [false] {
                for isGiven in [false, true] {
                    var log = RawLog()
                    log.connect(1, to: phone)
                    log.discover(0x12, on: 1, isHostServing: isHostServing)
                    if isOnAnother {
                        log.disconnect(1)
                        log.connect(1, to: other)
                    }
                    log.add(att: [0x04, 0x12, 0, 0x12, 0], on: 1, isSent: !isHostServing)
                    log.add(att: [0x05, 1, 0x12, 0, 0x00, 0x2A], on: 1, isSent: isHostServing)
                    log.disconnect(1)
                    log.connect(2, to: phone)
                    let secret = Array("SECRETSECRET".utf8)
                    log.add(att: [0x1B, 0x12, 0] + secret, on: 2, isSent: isHostServing)
                    let copy = try Self.redacted(log.bytes, handle: isGiven ? 0x12 : nil)
                    #expect(!Self.holds(copy, secret[...]))
                }
            }
        }
    }

    @Test("A redacted capture leaves out the answer if two requests were open")
    func twoRequests() throws {
        let navigation: [UInt8] = [0x0A, 0x12, 0]
        // Another read, and requests of unknown opcodes.
        for other: [UInt8] in [[0x0A, 0x30, 0], [0x20, 1, 0, 2, 0], [0x30], [0xB1]] {
            for requests in [[navigation, other], [other, navigation]] {
                let found = try leaks { log, secret in
                    log.discover(0x12, on: 1)
                    for request in requests { log.add(att: request, on: 1, isSent: true) }
                    log.add(att: [0x0B] + secret, on: 1, isSent: false)
                    // The second answer is still open.
                    log.add(att: navigation, on: 1, isSent: true)
                    log.add(att: [0x0B] + secret, on: 1, isSent: false)
                }
                #expect(!found.isSecretKept)
                #expect(found.kept.contains(.requested(offset: 0)))
            }
        }
    }

    @Test("A redacted capture leaves out the answer after one that does not fit the request")
    func unfittingAnswer() throws {
        for answer: [UInt8] in [[0x0D, 1], [0x01, 0x0C, 0x12, 0, 0x0E], [0x21, 1]] {
            let found = try leaks { log, secret in
                log.discover(0x12, on: 1)
                log.add(att: [0x0A, 0x12, 0], on: 1, isSent: true)
                log.add(att: answer, on: 1, isSent: false)
                log.add(att: [0x0B] + secret, on: 1, isSent: false)
            }
            #expect(!found.isSecretKept)
        }
    }

    @Test(
        "A redacted capture leaves out a given handle's traffic from before the discovery of another handle"
    )
    func earlierThanDiscovery() throws {
        let found = try leaks { log, secret in
            log.add(att: [0x0A, 0x12, 0], on: 1, isSent: true)
            log.add(att: [0x0B] + secret, on: 1, isSent: false)
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            log.add(att: Self.declaration(0x20), on: 1, isSent: false)
            log.add(att: [0x1B, 0x20, 0] + Self.object.prefix(4), on: 1, isSent: false)
        }
        #expect(!found.isSecretKept)
        #expect(found.kept == [.discovered(handle: 0x20), .notified])
    }

    @Test("A redacted capture leaves out the other side's characteristics")
    func otherSide() throws {
        let found = try leaks { log, secret in
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            log.add(att: Self.declaration(0x12), on: 1, isSent: false)
            // The peer reads the host's characteristic at the same handle.
            log.add(att: [0x0A, 0x12, 0], on: 1, isSent: false)
            log.add(att: [0x0B] + secret, on: 1, isSent: true)
            log.add(att: [0x1B, 0x12, 0] + secret, on: 1, isSent: true)
        }
        #expect(!found.isSecretKept)
        #expect(found.kept == [.discovered(handle: 0x12)])
        // Without discovery, nobody can tell whose characteristic it is.
        let ambiguous = try leaks { log, secret in
            log.add(att: [0x1B, 0x12, 0] + secret, on: 1, isSent: true)
            log.add(att: [0x1B, 0x12, 0] + secret, on: 1, isSent: false)
        }
        #expect(!ambiguous.isSecretKept)
        #expect(throws: CaptureSurvey.Doubt.servedByBothSides(1)) {
            try ambiguous.survey.choose()
        }
    }

    @Test("A redacted capture leaves out an answer or a connection that damage makes doubtful")
    func doubtful() throws {
        let answer = try leaks { log, secret in
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            log.add(att: Self.declaration(0x12), on: 1, isSent: false)
            log.add(att: [0x0A, 0x12, 0], on: 1, isSent: true)
            log.dropPackets()
            log.add(att: [0x0B] + secret, on: 1, isSent: false)
        }
        #expect(!answer.isSecretKept)
        let connection = try leaks { log, secret in
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            log.add(att: Self.declaration(0x12), on: 1, isSent: false)
            log.add(att: [0x1B, 0x12, 0, 1, 2, 3, 4], on: 1, isSent: false)
            log.dropPackets()
            log.add(att: [0x1B, 0x12, 0] + secret, on: 1, isSent: false)
        }
        #expect(!connection.isSecretKept)
        #expect(connection.kept == [.discovered(handle: 0x12), .notified])
    }

    @Test(
        "A redacted capture leaves out a handle whose services changed, and a request whose answer was cut"
    )
    func changedServices() throws {
        let changed = try leaks { log, secret in
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            log.add(att: Self.declaration(0x12), on: 1, isSent: false)
            log.add(att: [0x1D, 8, 0, 1, 0, 0xFF, 0xFF], on: 1, isSent: false)
            log.add(att: [0x1B, 0x12, 0] + secret, on: 1, isSent: false)
            log.add(att: Self.declaration(0x20), on: 1, isSent: false)
        }
        #expect(!changed.isSecretKept)
        #expect(changed.kept == [.discovered(handle: 0x12), .discovered(handle: 0x20)])
        let cut = try leaks { log, secret in
            log.add(att: Self.requestForDeclarations, on: 1, isSent: true)
            log.add(att: Self.declaration(0x12), on: 1, isSent: false)
            log.add(att: [0x0A, 0x12, 0], on: 1, isSent: true)
            let answer: [UInt8] = [0x0B] + Array(repeating: 7, count: 20)
            log.add(l2cap: answer, channel: 4, on: 1, isSent: false, captured: 14)
            log.add(att: [0x0B] + secret, on: 1, isSent: false)
            log.add(att: [0x1B, 0x12, 0, 1, 2, 3, 4], on: 1, isSent: false)
        }
        #expect(!cut.isSecretKept)
        #expect(cut.kept.last == .notified)
    }
}
