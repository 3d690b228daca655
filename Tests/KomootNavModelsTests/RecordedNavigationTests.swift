import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavModels
import KomootNavRecording
import RepositorySupport
import Simulation
import Testing

@Suite("A recorded ride or log on a display's screen")
@MainActor
struct RecordedNavigationTests {
    nonisolated private static let instruction = NavigationInstruction(
        identifier: 7, arrow: .left, distanceInMeters: 210, street: "Hegelallee")

    /// The lines of a ride file, a second apart.
    private static func file(_ lines: [String]) -> [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private static func line(_ second: Int, _ distance: String, _ street: String) -> String {
        "NEXT,,,,,,,,\"\(street)\",\(distance),ic_nav_turn_left,5,\(second * 1000),knav"
    }

    @Test(
        "A ride file is shown in the time that the ride took, or faster, and its bad lines are counted"
    )
    func rideFile() async throws {
        let bytes = Self.file([
            Self.line(0, "In 210 m", "Hegelallee"), "nonsense",
            Self.line(10, "In 90 m", "Hegelallee"),
            "NEXT,,", Self.line(15, "In 90 miles", "Hegelallee"),
            Self.line(20, "Now", "Kiezstraße"),
        ])
        // A line with another number of columns holds no instruction.
        let damage = " (1 part of the recording can't be read)"
        let slow = try await ModelStage.screens(at: [0.5, 5, 15, 25, 35], .recording { bytes })
        #expect(
            slow == [
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 90 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | Now | Kiezstraße | Navigating\(damage)",
                "arrow.turn.up.left | Now | Kiezstraße | old, Playback has ended\(damage)",
            ])
        let fast = try await ModelStage.screens(
            at: [0.5, 1.5, 2.5, 3.5], .recording({ bytes }, speed: 10))
        #expect(fast == Array(slow.dropFirst()))
    }

    @Test(
        "A log is shown with its lost links, and where it is cut its last instruction stays, marked as old"
    )
    func log() async throws {
        var writer = CaptureWriter()
        func time(_ seconds: Int64) -> CaptureTime {
            CaptureTime(microsecondsSince1970: 1_700_000_000_000_000 + seconds * 1_000_000)
        }
        func read(_ distance: UInt32, at seconds: Int64) throws {
            var next = Self.instruction
            next.distanceInMeters = distance
            let object = try next.encoded(as: .deployed)
            writer.write(.requested(offset: 0), at: time(seconds))
            writer.write(.chunk(offset: 0), object.span, at: time(seconds))
            writer.write(.requested(offset: object.count), at: time(seconds))
            writer.write(.chunk(offset: object.count), at: time(seconds))
        }
        writer.write(.connected, at: time(0))
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time(0))
        try read(210, at: 1)
        // The links of a strap, and of another phone that shows nothing.
        for other in 2...3 { writer.write(.connected, connection: other, at: time(2)) }
        writer.write(
            .discovered(handle: CaptureWriter.valueHandle), connection: 3, at: time(2))
        try read(90, at: 5)
        for other in 2...3 {
            writer.write(.disconnected(reason: 8), connection: other, at: time(6))
        }
        // The phone replaces the object during this read, and the device reads no more than the next one's beginning.
        let replaced = try [50 as UInt32, 30].map { distance in
            var next = Self.instruction
            next.distanceInMeters = distance
            next.street = "Brandenburger Straße"
            return try next.encoded(as: .deployed)
        }
        for (object, bytes) in [(0, 0..<22), (1, 22..<30), (1, 0..<22)] {
            let chunk = ContiguousArray(replaced[object][bytes])
            writer.write(.requested(offset: bytes.lowerBound), at: time(7))
            writer.write(.chunk(offset: bytes.lowerBound), chunk.span, at: time(7))
        }
        writer.write(.disconnected(reason: 8), at: time(9))
        writer.write(.connected, at: time(12))
        writer.write(.discovered(handle: CaptureWriter.valueHandle), at: time(12))
        try read(40, at: 13)
        // The phone has none for a while, and then the same one.
        writer.write(.requested(offset: 0), at: time(14))
        writer.write(.failed(offset: 0, .attributeNotFound), at: time(14))
        try read(40, at: 16)
        writer.write(.requested(offset: 0), at: time(17))
        let bytes = Array(writer.takeBytes().dropLast(3))
        let screens = try await ModelStage.screens(
            at: [0.2, 2.5, 6.5, 10, 13.5, 15, 18], .recording { bytes })
        let damage = " (1 part of the recording can't be read)"
        #expect(
            screens == [
                "- |  |  | Connected, waiting for an instruction\(damage)",
                "arrow.turn.up.left | 210 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 90 m | Hegelallee | Navigating\(damage)",
                "arrow.turn.up.left | 30 m | Brandenburger | old, Looking for a phone\(damage)",
                "arrow.turn.up.left | 40 m | Hegelallee | Navigating\(damage)",
                "- |  |  | Connected, waiting for an instruction\(damage)",
                "arrow.turn.up.left | 40 m | Hegelallee | old, Playback has ended\(damage)",
            ])
    }

    @Test(
        "A log's silence and the end of its navigation are shown, and what may be cut is not shown as whole"
    )
    func loggedHabits() async throws {
        let start = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        var writer = CaptureWriter()
        func write(_ kind: CapturedEvent.Kind, _ value: Span<UInt8> = Span(), at seconds: Int64) {
            writer.write(kind, value, at: start.advanced(by: .seconds(seconds)))
        }
        func read(_ value: Span<UInt8>, at seconds: Int64) {
            write(.requested(offset: 0), at: seconds)
            write(.chunk(offset: 0), value, at: seconds)
        }
        let whole = try Self.instruction.encoded(as: .deployed)
        var longer = Self.instruction
        longer.street = "Brandenburger Straße"
        // Longer than an answer of the MTU that the log has.
        let long = try longer.encoded(as: .deployed)
        let cut = ContiguousArray(long.prefix(22))
        // It begins during a link.
        write(.discovered(handle: CaptureWriter.valueHandle), at: 0)
        read(whole.span, at: 1)
        read(whole.span, at: 9)
        read(long.span, at: 12)
        read(cut.span, at: 16)
        write(.requested(offset: 0), at: 17)
        write(.failed(offset: 0, .invalidHandle), at: 17)
        write(.disconnected(reason: 0x16), at: 18)
        write(.connected, at: 25)
        write(.discovered(handle: CaptureWriter.valueHandle), at: 27)
        write(.requested(offset: 0), at: 35)
        let log = Array(writer.takeBytes())
        let screens = try await ModelStage.screens(
            at: [5, 7, 10, 12.5, 16.9, 17.5, 18.5, 26, 33], .recording { log })
        let left = "arrow.turn.up.left | 210 m | "
        #expect(
            screens == [
                left + "Hegelallee | Navigating",
                left + "Hegelallee | old, The phone is not responding",
                left + "Hegelallee | Navigating", left + "Brandenburger Straße | Navigating",
                left + "Brandenburger Straße… | Navigating",
                left + "Brandenburger Straße… | Navigating",
                "- |  |  | Navigation has ended", "- |  |  | Navigation has ended",
                "- |  |  | The phone is not responding",
            ])
    }

    /// A log whose moments have given times in seconds, on one connection of a device.
    private struct Log {
        var writer = CaptureWriter()

        mutating func write(
            _ kind: CapturedEvent.Kind, _ value: ContiguousArray<UInt8> = [], link: Int = 1,
            at seconds: Double
        ) {
            let start = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
            let time = start.advanced(by: .seconds(seconds))
            writer.write(kind, value.span, connection: link, at: time)
        }

        mutating func begin(link: Int = 1, at seconds: Double) {
            write(.connected, link: link, at: seconds)
            write(.discovered(handle: CaptureWriter.valueHandle), link: link, at: seconds)
        }

        mutating func read(_ value: ContiguousArray<UInt8>, link: Int = 1, at seconds: Double) {
            write(.requested(offset: 0), link: link, at: seconds)
            write(.chunk(offset: 0), value, link: link, at: seconds)
        }

        mutating func answer(
            _ offset: Int, _ value: some Sequence<UInt8>, at seconds: Double
        ) {
            write(.requested(offset: offset), at: seconds)
            write(.chunk(offset: offset), ContiguousArray(value), at: seconds)
        }

        mutating func fail(_ error: ATTError, link: Int = 1, at seconds: Double) {
            write(.requested(offset: 0), link: link, at: seconds)
            write(.failed(offset: 0, error), link: link, at: seconds)
        }

        /// - Parameter isNamed: whether the log has an address of the device, the same for all links.
        mutating func screens(
            at moments: [Double], isNamed: Bool = false
        ) async throws -> [String] {
            var bytes = Array(writer.takeBytes())
            for place in bytes.indices.dropLast(16)
            where isNamed && bytes[place..<place + 5] == [0x04, 0x3E, 19, 0x01, 0x00] {
                // After the event come the connection's handle, the role and the type of the address.
                bytes.replaceSubrange((place + 9)..<(place + 15), with: [1, 2, 3, 4, 5, 0xC6])
            }
            return try await ModelStage.screens(at: moments, .recording { [bytes] in bytes })
        }
    }

    private static let left = "arrow.turn.up.left | 210 m | Hegelallee | "

    @Test("A log is shown in its order, also if its clock was set back")
    func clockSetBack() async throws {
        let object = try Self.instruction.encoded(as: .deployed)
        var log = Log()
        log.begin(at: 0)
        log.read(object, at: 10)
        log.fail(.attributeNotFound, at: 9)
        log.write(.notified, [1, 2, 3, 4], at: 13)
        let screens = try await log.screens(at: [6, 11, 12.5])
        let waiting = "- |  |  | Connected, waiting for an instruction"
        #expect(screens[0] == "- |  |  | The phone is not responding")
        #expect(screens[1...].allSatisfy { $0 == waiting })
    }

    private static func object(
        to distance: UInt32, as identifier: UInt32 = 7
    ) throws -> ContiguousArray<UInt8> {
        var next = instruction
        next.identifier = .uint32(identifier)
        next.distanceInMeters = distance
        next.street = "Brandenburger Straße am Nauener Tor"
        return try next.encoded(as: .deployed)
    }

    private static func beginning(_ distance: Int) -> String {
        "arrow.turn.up.left | \(distance) m | Brandenburger"
    }

    @Test("A read's first answer is shown at once, as cut, also if the read never ends")
    func unfinished() async throws {
        let object = try Self.object(to: 210)
        var log = Log()
        log.begin(at: 0)
        log.read(object.firstAnswer, at: 1)
        log.answer(22, object[22..<44], at: 3)
        log.write(.requested(offset: 44), at: 3)
        log.write(.disconnected(reason: 8), at: 4)
        log.begin(at: 9)
        let beginning = Self.beginning(210)
        let screens = try await log.screens(at: [0.5, 1.5, 3.5, 4.5, 6])
        #expect(
            screens == [
                "- |  |  | Connected, waiting for an instruction", "\(beginning) | Navigating",
                "\(beginning) | Navigating", "\(beginning) | old, Looking for a phone",
                "\(beginning)… | old, Looking for a phone",
            ])
    }

    @Test(
        "The first answer of a read that is refused later stays on the screen",
        arguments: [
            (.unlikelyError, "Navigating"), (.invalidHandle, "Navigating"),
            (.insufficientAuthentication, "old, Pair the phone in the Bluetooth settings"),
        ] as [(ATTError, String)])
    func refusedLater(error: ATTError, status: String) async throws {
        var log = Log()
        log.begin(at: 0)
        log.read(try Self.object(to: 210).firstAnswer, at: 1)
        log.write(.requested(offset: 22), at: 1)
        log.write(.failed(offset: 22, error), at: 2)
        log.begin(link: 2, at: 4)
        #expect(
            try await log.screens(at: [1.5, 3]) == [
                "\(Self.beginning(210)) | Navigating", "\(Self.beginning(210)) | \(status)",
            ])
    }

    @Test("An object that comes again after the phone had none is shown from its first answer on")
    func again() async throws {
        let object = try Self.object(to: 210)
        var log = Log()
        log.begin(at: 0)
        log.read(object.firstAnswer, at: 1)
        log.answer(22, object[22..<44], at: 1)
        log.answer(44, object[44...], at: 1)
        log.fail(.attributeNotFound, at: 2)
        log.read(object.firstAnswer, at: 4)
        log.write(.requested(offset: 22), at: 4)
        log.write(.disconnected(reason: 8), at: 6)
        #expect(
            try await log.screens(at: [1.5, 3, 5]) == [
                "arrow.turn.up.left | 210 m | Brandenburger Straße am Nauener Tor | Navigating",
                "- |  |  | Connected, waiting for an instruction",
                "\(Self.beginning(210)) | Navigating",
            ])
    }

    @Test("What comes at the same time is shown in the log's order", arguments: [7, 8] as [UInt32])
    func sameTime(identifier: UInt32) async throws {
        let next = try Self.object(to: 30, as: identifier)
        var log = Log()
        log.begin(at: 0)
        // Whole in one answer.
        log.read(try Self.instruction.encoded(as: .deployed), at: 1)
        log.read(next.firstAnswer, at: 1)
        log.write(.requested(offset: 22), at: 1)
        log.write(.disconnected(reason: 8), at: 3)
        log.begin(at: 4)
        log.read(next.firstAnswer, at: 5)
        log.fail(.attributeNotFound, at: 5)
        log.write(.disconnected(reason: 8), at: 7)
        #expect(
            try await log.screens(at: [2, 6]) == [
                "\(Self.beginning(30)) | Navigating",
                "- |  |  | Connected, waiting for an instruction",
            ])
    }

    @Test("A longer first answer of what is shown is nothing new, as for a session")
    func longerAnswer() async throws {
        let object = try Self.object(to: 210)
        var log = Log()
        log.begin(at: 0)
        log.read(object.firstAnswer, at: 1)
        log.write(.requested(offset: 22), at: 1)
        log.write(.disconnected(reason: 8), at: 2)
        log.begin(at: 3)
        log.write(.mtuAgreed(41), at: 3)
        log.read(ContiguousArray(object[..<40]), at: 4)
        log.write(.requested(offset: 40), at: 4)
        log.write(.disconnected(reason: 8), at: 6)
        #expect(try await log.screens(at: [5]) == ["\(Self.beginning(210)) | Navigating"])
    }

    @Test("Until the phone answers, a pairing stays demanded, also after a silence")
    func pairing() async throws {
        let object = try Self.instruction.encoded(as: .deployed)
        var log = Log()
        log.begin(at: 0)
        log.read(object, at: 1)
        log.fail(.insufficientAuthentication, at: 2)
        log.write(.notified, [1, 2, 3, 4], at: 10)
        log.read([1, 2], at: 12)
        log.write(.notified, [1, 2, 3, 4], at: 14)
        let screens = try await log.screens(at: [0.5, 3, 8, 11, 13])
        let pair = "old, Pair the phone in the Bluetooth settings"
        let silent = "old, The phone is not responding"
        #expect(
            screens == [
                "- |  |  | Connected, waiting for an instruction", Self.left + pair,
                Self.left + silent, Self.left + pair, Self.left + "Navigating",
            ])
    }

    @Test(
        "Only the device's end of the link, seen from either side, shows that navigation has ended",
        arguments: [
            (.central, 0x16, true), (.central, 0x13, false), (.peripheral, 0x13, true),
            (.peripheral, 0x16, false),
        ] as [(CaptureWriter.Host, UInt8, Bool)])
    func endOfNavigation(host: CaptureWriter.Host, reason: UInt8, isEnd: Bool) async throws {
        let object = try Self.instruction.encoded(as: .deployed)
        var log = Log(writer: CaptureWriter(host: host))
        log.begin(at: 0)
        log.read(object, at: 1)
        log.fail(.invalidHandle, at: 2)
        log.write(.disconnected(reason: reason), at: 3)
        log.begin(at: 5)
        let screen = try await log.screens(at: [4])[0]
        let lost = Self.left + "old, Looking for a phone"
        #expect(screen == (isEnd ? "- |  |  | Navigation has ended" : lost))
    }

    @Test("A link whose end the log lacks ends when the same device connects again")
    func lostEnd() async throws {
        let object = try Self.instruction.encoded(as: .deployed)
        var log = Log()
        log.begin(at: 0)
        log.read(object, at: 1)
        log.begin(link: 2, at: 4)
        log.read(object, link: 2, at: 5)
        log.write(.disconnected(reason: 8), link: 2, at: 6)
        log.begin(link: 3, at: 12)
        let screens = try await log.screens(at: [5.5, 7, 10], isNamed: true)
        #expect(
            screens == [
                Self.left + "Navigating", Self.left + "old, Looking for a phone",
                Self.left + "old, Looking for a phone",
            ])
    }

    @Test(
        "A recording that can't be read is told as such",
        arguments: [[], Array("no ride".utf8), Array("btsnoop".utf8)] as [[UInt8]])
    func unreadable(bytes: [UInt8]) async throws {
        let screens = try await ModelStage.screens(at: [1], .recording { bytes })
        #expect(screens == ["- |  |  | The recording can't be read"])
    }

    private static func problem(
        of source: NavigationSource, _ clock: VirtualClock
    ) async throws -> [String] {
        let model = ModelStage.model(source, clock)
        return try await ModelStage.show(model, clock, at: [1])
            + [model.failure?.localizedDescription ?? "-"]
    }

    @Test(
        "A log without a link to a phone has no directions, and the model says so",
        arguments: [0, 1])
    func noDirections(linkCount: Int) async throws {
        var writer = CaptureWriter()
        let time = CaptureTime(microsecondsSince1970: 1_700_000_000_000_000)
        for link in 0..<linkCount { writer.write(.connected, connection: link + 1, at: time) }
        let log = Array(writer.takeBytes())
        let screen = try await World(seed: 1).run { world in
            let clock = world.clock
            return try await Self.problem(of: .recording { log }, clock)
        }
        #expect(
            screen == [
                "- |  |  | The recording has no directions", "The Bluetooth log has no directions.",
            ])
    }
}

extension ContiguousArray<UInt8> {
    /// What the first answer of a link with the smallest MTU has of an object.
    fileprivate var firstAnswer: Self { Self(prefix(22)) }
}
