import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavRecording
import LinkVocabulary

/// What a recording shows, and when, since its beginning.
struct Recording: Sendable {
    /// Why nothing can be shown.
    enum Failure: LocalizedError {
        /// The bytes are neither a log nor a ride file.
        case unreadable
        /// A log has no link to a phone, and no instruction that was read whole.
        case noDirections

        var errorDescription: String? {
            switch self {
            case .unreadable: "It is neither a Bluetooth log nor a ride file."
            case .noDirections: "The Bluetooth log has no directions."
            }
        }
    }

    /// What a log tells of a phone.
    private enum Moment {
        case connected, discovered, heard, noInstruction, handleRefused, disconnected
        case instruction(DecodedInstruction, ContiguousArray<UInt8>)
    }

    /// How long the last instruction of a ride is shown.
    static let rest = Duration.seconds(10)

    private(set) var entries: [(time: Duration, update: NavigationSource.Update)] = []
    /// When the playback is over.
    private var end = Duration.zero
    private(set) var damageCount = 0

    /// The instructions of a ride, each when it was published.
    init(_ ride: RecordedRide) {
        var pace = PlaybackPace()
        for (index, instruction) in ride.instructions.enumerated() {
            let time = pace.offset(of: instruction.time)
            let next = NavigationInstruction(
                identifier: .uint32(UInt32(truncatingIfNeeded: index + 1)),
                arrow: instruction.arrow, distanceInMeters: instruction.distanceInMeters,
                street: instruction.street)
            if index == 0 { entries.append((time, .status(.navigating))) }
            entries.append((time, .instruction(DecodedInstruction(next, layout: .deployed))))
            end = time + Self.rest
        }
    }

    /// A Bluetooth log, or a ride file.
    ///
    /// - Throws: ``Failure`` if nothing can be shown.
    init(_ bytes: [UInt8]) throws {
        var failure = Failure.noDirections
        do throws(CaptureError) {
            try self.init(log: bytes)
        } catch {
            let file = RideFile(ContiguousArray(bytes).span)
            self.init(RecordedRide(file))
            damageCount = file.lines.count { line in
                if case .failure(let error) = line.content { !error.isSkippable } else { false }
            }
            failure = .unreadable
        }
        if entries.isEmpty { throw failure }
    }

    /// What the device of a log has read whole, and its links to phones. Times count from the log's beginning.
    private init(log bytes: [UInt8]) throws(CaptureError) {
        let bytes = ContiguousArray(bytes)
        var reader = NavigationReader()
        var moments: [(time: CaptureTime, connection: Int, kind: Moment)] = []
        // A log may have the links of sensors and headphones, too.
        var phones: Set<Int> = []
        func take(_ event: CapturedEvent) {
            if event.kind.isTraffic { phones.insert(event.connection) }
            let kind: Moment? =
                switch event.kind {
                case .connected: .connected
                case .discovered: .discovered
                case .disconnected: .disconnected
                case .chunk, .notified, .failed: .heard
                case .requested, .subscribed, .mtuAgreed, .foundAnother: nil
                }
            if let kind { moments.append((event.time, event.connection, kind)) }
        }
        func take(_ read: CapturedRead) {
            switch read.outcome {
            case .refused(.attributeNotFound):
                moments.append((read.end, read.connection, .noInstruction))
            case .refused(.invalidHandle):
                moments.append((read.end, read.connection, .handleRefused))
            case .complete:
                if let shown = Self.instruction(read) {
                    moments.append((read.start, read.connection, .instruction(shown, read.bytes)))
                }
            case .refused, .unfinished: break
            }
        }
        try reader.read(bytes.span, { event, _ in take(event) }, reads: { take($0) })
        try reader.finish({ event, _ in take(event) }, reads: { take($0) })
        var screen = LoggedScreen(PlaybackPace(since: reader.records.firstTime))
        // A read is known only once the next one begins.
        for moment in moments.sorted(by: { $0.time < $1.time })
        where phones.contains(moment.connection) {
            screen.take(moment.kind, of: moment.connection, at: moment.time)
        }
        (entries, end) = (screen.entries, screen.now)
        damageCount = reader.damageCount
    }

    /// What a device would show of a read: its beginning if it may be torn, and whole only what is known to be.
    private static func instruction(_ read: CapturedRead) -> DecodedInstruction? {
        guard read.integrity != .torn else { return nil }
        let isWhole =
            read.integrity == .proven || read.answerCount > 1 && !read.mayBeTorn
        let count =
            read.mayBeTorn
            ? min(read.bytes.count, ATT.smallestPayload) : read.bytes.count
        return try? DecodedInstruction(
            decoding: read.bytes.prefix(count), extent: isWhole ? .whole : .possiblyCut)
    }

    /// - Parameter speed: how many times faster than it was.
    func source(speed: Double) -> NavigationSource {
        NavigationSource { clock, show in
            if damageCount > 0 { try await show(.problem(.damaged(damageCount))) }
            let pace = Pace(clock, speed)
            var next = 0
            while next < entries.count {
                var newest = NewestUpdates()
                while next < entries.count, entries[next].time <= pace.elapsed {
                    newest.add(entries[next].update)
                    next += 1
                }
                try await newest.show(show)
                if next < entries.count { try await pace.wait(until: entries[next].time) }
            }
            if pace.elapsed < end { try await pace.wait(until: end) }
            try await show(.problem(.ended))
        }
    }
}

extension Recording {
    /// What the screen of a log's device shows, as time passes.
    private struct LoggedScreen {
        private(set) var entries: [(time: Duration, update: NavigationSource.Update)] = []
        /// The last moment, since the log's beginning.
        private(set) var now = Duration.zero
        private var pace: PlaybackPace
        private var links: Set<Int> = []
        private var lastArrival = Duration.zero
        private var status = NavigationDevice.Status.searching
        /// The last instruction, and the bytes that it was read from.
        private var last: (instruction: DecodedInstruction, bytes: ContiguousArray<UInt8>)?
        /// Whether the phone may have taken the service away.
        private var mayHaveEnded = false

        init(_ pace: PlaybackPace) { self.pace = pace }

        mutating func take(_ moment: Moment, of link: Int, at time: CaptureTime) {
            now = pace.offset(of: time)
            let silence = lastArrival + NavigationTiming.silenceInterval
            if !links.isEmpty && silence < now { report(.silent, at: silence) }
            switch moment {
            case .connected:
                if links.isEmpty { begin(.waiting) }
                links.insert(link)
                lastArrival = now
            case .discovered:
                mayHaveEnded = false
                hear()
            case .heard: hear()
            case .handleRefused: mayHaveEnded = true
            case .noInstruction:
                entries.append((now, .noInstruction))
                begin(.waiting)
            case .disconnected:
                links.remove(link)
                guard links.isEmpty else { break }
                if mayHaveEnded { entries.append((now, .noInstruction)) }
                begin(mayHaveEnded ? .ended : .searching)
                mayHaveEnded = false
            case .instruction(let instruction, let bytes): show(instruction, bytes)
            }
        }

        private mutating func report(_ next: NavigationDevice.Status, at time: Duration) {
            if next != status { entries.append((time, .status(next))) }
            status = next
        }

        /// What was shown may be old.
        private mutating func begin(_ next: NavigationDevice.Status) {
            report(next, at: now)
            last = nil
        }

        private mutating func hear() {
            lastArrival = now
            if status == .silent { report(last == nil ? .waiting : .navigating, at: now) }
        }

        private mutating func show(
            _ instruction: DecodedInstruction, _ bytes: ContiguousArray<UInt8>
        ) {
            lastArrival = now
            report(.navigating, at: now)
            if let last {
                // Less of what is shown is nothing new.
                let isLess =
                    instruction.extent == .possiblyCut && last.bytes.starts(with: bytes)
                if isLess || last.instruction == instruction { return }
            }
            last = (instruction, bytes)
            entries.append((now, .instruction(instruction)))
        }
    }
}

extension PlaybackPace {
    /// Begins with a log's first record.
    init(since first: CaptureTime?) {
        self.init()
        if let first { _ = offset(of: first) }
    }
}
