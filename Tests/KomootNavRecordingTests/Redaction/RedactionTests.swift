import KomootNav
import KomootNavRecording
import Testing

@Suite("A redacted capture")
struct RedactionTests {
    private static let street = "Große Weinmeisterstraße 漢字 🚲"
    static let object: [UInt8] = [4, 3, 2, 1, 5, 210, 0, 0, 0] + Array(street.utf8)
    private static let navigation: UInt16 = 0x0041
    private static let foreign: UInt16 = 0x0042
    private static let classic: UInt16 = 0x0043

    /// What must not get into the copy; each secret's bytes occur nowhere else.
    private struct Secrets {
        private(set) var all: [[UInt8]] = []
        private var count: UInt8 = 0

        /// So many bytes that occur nowhere else.
        mutating func next(_ size: Int) -> [UInt8] {
            count += 1
            let secret = (0..<size).map { 0x80 | (count &* 37 &+ UInt8($0) &* 11) & 0x7F }
            all.append(secret)
            return secret
        }
    }

    /// A ride among everything else that fills a phone's log.
    private static func fullLog(_ secrets: inout Secrets) -> ContiguousArray<UInt8> {
        var log = RawLog()
        let little = RawLog.little
        let value: UInt16 = 0x0012
        // Commands, events, advertisements with names and addresses.
        log.add([1, 0x05, 0x20, 6] + secrets.next(6), isSent: true)
        log.add([1, 0x13, 0x0C, 24] + secrets.next(24), isSent: true)
        let advertised = secrets.next(6) + [13, 12, 0x09] + secrets.next(11)
        log.add([4, 0x3E, UInt8(advertised.count + 5), 0x02, 1, 0, 1] + advertised + [0xC0])
        // Two LE connections, one of BR/EDR.
        for handle in [foreign, navigation] {
            let address = secrets.next(6)
            let tail: [UInt8] = [24, 0, 0, 0, 0xF4, 0x01, 0]
            log.add([4, 0x3E, 19, 0x01, 0] + little(handle) + [0, 1] + address + tail)
        }
        log.add([4, 0x03, 11, 0] + little(classic) + secrets.next(6) + [1, 0])
        log.add(l2cap: secrets.next(40), channel: 0x0041, on: classic, isSent: true)
        // Pairing, signalling, another service's discovery and values, names, writes.
        log.add(l2cap: [0x06] + secrets.next(16), channel: 6, on: navigation, isSent: true)
        log.add(
            l2cap: [0x12, 1, 8, 0] + secrets.next(8), channel: 5, on: navigation, isSent: false)
        for handle in [foreign, navigation] {
            log.add(att: [0x02, 185, 0], on: handle, isSent: true)
            log.add(att: [0x03, 185, 0], on: handle, isSent: false)
            log.add(att: [0x0A, 0x03, 0x00], on: handle, isSent: true)
            log.add(att: [0x0B] + secrets.next(18), on: handle, isSent: false)
            log.add(att: [0x12, 0x20, 0x00] + secrets.next(20), on: handle, isSent: true)
            log.add(att: [0x13], on: handle, isSent: false)
            log.add(att: [0x1B, 0x20, 0x00] + secrets.next(20), on: handle, isSent: false)
            log.add(att: [0x52, 0x21, 0x00] + secrets.next(30), on: handle, isSent: true)
            log.add(att: [0x16, 0x21, 0, 0, 0] + secrets.next(18), on: handle, isSent: true)
            log.add(att: [0x17, 0x21, 0, 0, 0] + secrets.next(18), on: handle, isSent: false)
        }
        // On the other connection another characteristic has the same handle.
        log.add(att: [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], on: foreign, isSent: true)
        log.add(
            att: [0x09, 21, 0x11, 0, 0x12] + little(value) + secrets.next(16), on: foreign,
            isSent: false)
        log.add(att: [0x0A] + little(value), on: foreign, isSent: true)
        log.add(att: [0x0B] + secrets.next(60), on: foreign, isSent: false)
        // The ride, with a read of something else in the middle.
        log.add(att: [0x08, 1, 0, 0xFF, 0xFF, 0x03, 0x28], on: navigation, isSent: true)
        let uuid = NavigationService.instructionCharacteristic
        let wire = (0..<UUID128.byteCount).reversed().map { uuid[$0] }
        log.add(
            att: [0x09, 21, 0x11, 0, 0x12] + little(value) + wire, on: navigation, isSent: false)
        log.add(
            att: [0x1B] + little(value) + object.prefix(4), on: navigation, isSent: false)
        log.add(att: [0x0A] + little(value), on: navigation, isSent: true)
        log.add(att: [0x1B, 0x20, 0x00] + secrets.next(20), on: navigation, isSent: false)
        log.add(att: [0x0B] + object.prefix(30), on: navigation, isSent: false)
        log.add(att: [0x0A, 0x03, 0x00], on: navigation, isSent: true)
        log.add(att: [0x0B] + secrets.next(25), on: navigation, isSent: false)
        log.add(att: [0x0C] + little(value) + little(30), on: navigation, isSent: true)
        log.add(att: [0x0D] + object.dropFirst(30), on: navigation, isSent: false)
        log.add([4, 0x05, 4, 0] + little(navigation) + [0x13])
        log.add([4, 0xFF, 20] + secrets.next(20))
        return log.bytes
    }

    /// Both passes over a file.
    static func redacted(
        _ file: ContiguousArray<UInt8>, handle: UInt16? = nil, connection: Int? = nil,
        replacesStreets: Bool = false
    ) throws -> ContiguousArray<UInt8> {
        let seen = try CaptureReaderTests.read(file, handle: handle, forgetsAtGaps: true).seen
        var survey = CaptureSurvey()
        for one in seen { survey.handle(one.event, ContiguousArray(one.value).span) }
        survey.finish()
        let copied = survey.connections.filter { connection == nil || connection == $0.number }
        var redaction = CaptureRedaction(
            copied, handle: handle, replacesStreets: replacesStreets)
        for one in seen { redaction.handle(one.event, ContiguousArray(one.value).span) }
        return redaction.takeBytes()
    }

    static func holds(_ file: ContiguousArray<UInt8>, _ part: ArraySlice<UInt8>) -> Bool {
        file.indices.contains { file[$0...].starts(with: part) }
    }

    @Test("A redacted capture holds the ride, and nothing else that the log was full of")
    func secrets() throws {
        var secrets = Secrets()
        let log = Self.fullLog(&secrets)
        #expect(secrets.all.count > 25)
        for secret in secrets.all { #expect(Self.holds(log, secret[...])) }
        // Also if the handle is given, though on the other connection it is another characteristic's.
        for handle in [nil, 0x0012] as [UInt16?] {
            let copy = try Self.redacted(log, handle: handle)
            for secret in secrets.all {
                for start in 0..<(secret.count - 2) {
                    #expect(!Self.holds(copy, secret[start..<(start + 3)]))
                }
            }
            let kept = try CaptureReaderTests.read(copy).seen
            #expect(Set(kept.map(\.event.connection)) == [1])
            #expect(
                kept.map(\.event.kind) == [
                    .connected, .mtuAgreed(185), .discovered(handle: 0x0012), .notified,
                    .requested(offset: 0), .chunk(offset: 0), .requested(offset: 30),
                    .chunk(offset: 30), .disconnected(reason: 0x13),
                ])
            #expect(kept[5].value + kept[7].value == Self.object)
            #expect(kept[0].event.time == CaptureRedaction.epoch)
        }
    }

    @Test("A redacted capture keeps the intervals between events")
    func times() throws {
        let log = CaptureReaderTests.exchange()
        let before = try CaptureReaderTests.read(log).seen.filter {
            $0.event.kind.name != .subscribed
        }
        let after = try CaptureReaderTests.read(try Self.redacted(log)).seen
        // A connection begins with its first event that is copied.
        let shift = before[1].event.time.duration(to: CaptureRedaction.epoch)
        #expect(before.map(\.event.kind) == after.map(\.event.kind))
        #expect(before.map(\.value) == after.map(\.value))
        func times(_ seen: [CaptureReaderTests.Seen]) -> [CaptureTime] {
            seen.filter(\.event.kind.isTraffic).map(\.event.time)
        }
        #expect(times(before).map { $0.advanced(by: shift) } == times(after))
    }

    @Test(
        "A redacted capture can have its streets replaced, by streets of the same length in bytes and characters"
    )
    func streets() throws {
        var secrets = Secrets()
        let copy = try Self.redacted(Self.fullLog(&secrets), replacesStreets: true)
        let kept = try CaptureReaderTests.read(copy).seen
        let read = kept[5].value + kept[7].value
        let instruction = try NavigationInstruction(decoding: read)
        #expect(instruction.identifier == .uint32(0x0102_0304))
        #expect(instruction.distanceInMeters == 210)
        let replacements = [1: "x", 2: "ä", 3: "\u{4924}", 4: "\u{24924}"]
        let expected = Self.street.unicodeScalars.compactMap { replacements[UTF8.width($0)] }
        #expect(instruction.street.description == expected.joined())
        #expect(read.count == Self.object.count)
        let word = Array("Weinmeister".utf8)
        #expect(!Self.holds(copy, word[...]))
        #expect(!Self.holds(copy, word[..<3]))
    }

    @Test("A redacted capture of values that are not objects keeps nothing after the identifier")
    func unknownLayout() throws {
        var writer = CaptureWriter()
        writer.write(.discovered(handle: 0x0012), at: .microseconds(0))
        writer.write(
            .notified, ContiguousArray<UInt8>([1, 2, 3, 4, 65, 66]).span, at: .microseconds(1))
        let copy = try Self.redacted(writer.takeBytes(), replacesStreets: true)
        let kept = try CaptureReaderTests.read(copy).seen
        #expect(kept.last?.value == [1, 2, 3, 4, 0x78, 0x78])
    }

    @Test("A redacted capture can be read even if the clock was set during the log")
    func clocks() throws {
        var writer = CaptureWriter()
        let year: Int64 = 31_557_600_000_000
        writer.write(.discovered(handle: 0x12), at: .microseconds(55 * year))
        for time in [2 * year, 3 * year, 55 * year] {
            writer.write(.notified, at: .microseconds(time))
        }
        let copy = try Self.redacted(writer.takeBytes())
        let (seen, damage) = try CaptureReaderTests.read(copy)
        #expect(damage.isEmpty)
        #expect(seen.count == 4)
        #expect(seen.allSatisfy { $0.event.time >= CaptureRedaction.epoch })
    }

    @Test("A redacted capture of a phone's log is a phone's log too")
    func ofPhone() throws {
        let log = CaptureReaderTests.exchange(host: .peripheral)
        let sent = { (file: ContiguousArray<UInt8>) throws -> [Bool] in
            var sent: [Bool] = []
            var reader = CaptureReader()
            try reader.read(file.span) { record, _ in
                if record.kind == .acl { sent.append(record.isSent) }
            }
            return sent
        }
        let copy = try Self.redacted(log)
        // The subscription is not an event, and is not copied.
        #expect(try sent(copy).first == false)
        #expect(try sent(log).first == false)
        #expect(
            try CaptureReaderTests.read(copy).seen.map(\.event.isHostServing).contains(true))
    }

    @Test("A redacted capture replaces streets from where the first of the layouts has them")
    func mixedLayouts() throws {
        // The first object only looks like one with a UUID.
        let looksLegacy: [UInt8] =
            [1, 2, 3, 4, 5, 0, 0x40, 0, 0x80] + Array("No street here".utf8)
        #expect(try NavigationInstruction(decoding: looksLegacy).identifier != .uint32(0x0403_0201))
        var writer = CaptureWriter()
        writer.write(.discovered(handle: 0x12), at: .microseconds(0))
        for (index, object) in [looksLegacy, Self.object].enumerated() {
            let time = CaptureTime.microseconds(Int64(index) * 1_000_000)
            writer.write(.requested(offset: 0), at: time)
            writer.write(.mtuAgreed(200), at: time)
            writer.write(
                .chunk(offset: 0), ContiguousArray(object).span,
                at: time.advanced(by: .microseconds(1)))
        }
        writer.write(.disconnected(reason: 0x13), at: .microseconds(9_000_000))
        let copy = try Self.redacted(writer.takeBytes(), replacesStreets: true)
        #expect(!Self.holds(copy, Array("street".utf8)[...]))
    }

    @Test(
        "A redacted capture replaces the streets of reads that did not end, of notifications, and of values that are no objects"
    )
    func unfinishedReads() throws {
        let street = Array("Secret Street 12".utf8)
        let deployed: [UInt8] = [4, 3, 2, 1, 5, 210, 0, 0, 0] + street
        let legacy: [UInt8] =
            [1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0x4D, 0xEF, 0x81] + [UInt8](repeating: 0x23, count: 7)
            + [5, 210, 0, 0, 0] + Array("Am Park".utf8)
        let others: [[(CapturedEvent.Kind, [UInt8])]] = [
            // A read that did not end, at once or after a gap; one without its beginning; an object that was
            // notified; one that is too short.
            [(.requested(offset: 0), []), (.chunk(offset: 0), Array(deployed.prefix(22)))],
            [
                (.requested(offset: 0), []), (.chunk(offset: 0), Array(deployed.prefix(20))),
                (.requested(offset: 22), []), (.chunk(offset: 22), [7]),
            ],
            [(.requested(offset: 9), []), (.chunk(offset: 9), street)],
            [
                (.requested(offset: 0), []), (.requested(offset: 9), []),
                (.chunk(offset: 9), street),
            ],
            [(.notified, Array(deployed.prefix(20)))],
            [(.notified, [1, 2, 3, 4] + street.prefix(4))],
            [(.requested(offset: 0), []), (.chunk(offset: 0), [1, 2] + street.prefix(6))],
        ]
        for other in others {
            var writer = CaptureWriter()
            var time: Int64 = 0
            func write(_ kind: CapturedEvent.Kind, _ value: [UInt8] = []) {
                time += 1
                writer.write(kind, ContiguousArray(value).span, at: .microseconds(time * 1_000_000))
            }
            write(.discovered(handle: 0x12))
            write(.mtuAgreed(100))
            write(.requested(offset: 0))
            write(.chunk(offset: 0), legacy)
            write(.notified, Array(legacy.prefix(16)))
            for (kind, value) in other { write(kind, value) }
            write(.disconnected(reason: 0x13))
            let copy = try Self.redacted(writer.takeBytes(), replacesStreets: true)
            for start in 0..<(street.count - 2) {
                #expect(!Self.holds(copy, street[start..<(start + 3)]), "\(other)")
            }
        }
    }

    @Test("A redacted capture replaces every byte of a street that is not UTF-8, and keeps a UUID")
    func otherEncodings() throws {
        let legacy: [UInt8] =
            [1, 0x23, 0x45, 0x67, 0x89, 0xAB, 0x4D, 0xEF, 0x81] + [UInt8](repeating: 0x23, count: 7)
            + [5, 210, 0, 0, 0]
        var bytes: Set<UInt8> = []
        for byte in UInt8.min...UInt8.max {
            var writer = CaptureWriter()
            let read = ContiguousArray(legacy + [byte])
            writer.write(.discovered(handle: 0x12), at: .microseconds(0))
            writer.write(.requested(offset: 0), at: .microseconds(1))
            writer.write(.chunk(offset: 0), read.span, at: .microseconds(2))
            writer.write(.notified, read.span.extracting(..<16), at: .microseconds(3))
            let copy = try Self.redacted(writer.takeBytes(), replacesStreets: true)
            let values = try CaptureReaderTests.read(copy).seen.map(\.value)
            #expect(values[2].dropLast() == legacy[...] && values[3] == Array(legacy.prefix(16)))
            bytes.formUnion(values[2].suffix(1))
        }
        #expect(bytes == [0x78, 0xA4, 0xC3, 0xE4, 0xF0, 0xFF])
    }

    @Test("A redacted capture can hold one connection, which then is the first")
    func connection() throws {
        let log = CaptureReaderTests.exchange()
        let copy = try Self.redacted(log, connection: 2)
        let before = try CaptureReaderTests.read(log).seen.filter {
            $0.event.connection == 2 && $0.event.kind.name != .subscribed
        }
        let after = try CaptureReaderTests.read(copy).seen
        #expect(before.map(\.event.kind) == after.map(\.event.kind))
        #expect(Set(after.map(\.event.connection)) == [1])
        #expect(try CaptureReaderTests.read(try Self.redacted(log, connection: 3)).seen.isEmpty)
    }

    @Test("A redacted capture shows where the characteristic is, even if the log did not")
    func undiscovered() throws {
        var writer = CaptureWriter()
        writer.write(.requested(offset: 0), at: .microseconds(1))
        writer.write(
            .chunk(offset: 0), ContiguousArray(Self.object.prefix(12)).span, at: .microseconds(2))
        let copy = try Self.redacted(writer.takeBytes(), handle: 0x0012)
        let kept = try CaptureReaderTests.read(copy).seen.map(\.event.kind)
        #expect(
            kept == [.discovered(handle: 0x0012), .requested(offset: 0), .chunk(offset: 0)])
    }
}
