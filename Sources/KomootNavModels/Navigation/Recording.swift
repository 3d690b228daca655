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
        /// A log has no link to a phone.
        case noDirections

        var errorDescription: String? {
            switch self {
            case .unreadable: "It is neither a Bluetooth log nor a ride file."
            case .noDirections: "The Bluetooth log has no directions."
            }
        }
    }

    /// What a log tells of a phone.
    fileprivate enum Moment {
        case connected(device: Int?)
        case discovered, heard, value, noInstruction, handleRefused, pairingRequired
        case disconnected(byDevice: Bool)
        /// An instruction, and the bytes by which it is known.
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

    /// What the device of a log has read, and its links to phones. Times count from the log's beginning.
    private init(log bytes: [UInt8]) throws(CaptureError) {
        let bytes = ContiguousArray(bytes)
        var reader = NavigationReader()
        var moments: [(time: CaptureTime, connection: Int, kind: Moment)] = []
        // A log may have the links of sensors and headphones, too. The phone may be the host that keeps the log.
        var isHostServing: [Int: Bool] = [:]
        var last: CaptureTime?
        func take(_ event: CapturedEvent, _ value: Span<UInt8>) {
            func add(_ moment: Moment) {
                moments.append((event.time, event.connection, moment))
            }
            last = max(last ?? event.time, event.time)
            if event.kind.isTraffic { isHostServing[event.connection] = event.isHostServing }
            let isPhoneLog = isHostServing[event.connection] ?? false
            if let moment = Moment(event, isPhoneLog: isPhoneLog) { add(moment) }
            // The first answer is of one object, whatever comes after it: a device shows it at once.
            guard case .chunk(offset: 0) = event.kind else { return }
            if let beginning = Moment(beginning: ContiguousArray(copying: value)) {
                add(beginning)
            }
        }
        // A read belongs after its last answer. It is known only once the next one begins; but a refused one comes before
        // the event of its answer, which changes nothing more.
        func take(_ read: CapturedRead) {
            guard let moment = Moment(read) else { return }
            let answer = moments.lastIndex {
                $0.connection == read.connection && $0.time == read.end
            }
            moments.insert(
                (read.end, read.connection, moment), at: answer.map { $0 + 1 } ?? moments.count)
        }
        try reader.read(bytes.span, { take($0, $1) }, reads: { take($0) })
        try reader.finish({ take($0, $1) }, reads: { take($0) })
        damageCount = reader.damageCount
        guard !isHostServing.isEmpty else { return }
        var screen = LoggedScreen(PlaybackPace(since: reader.records.firstTime))
        for moment in moments where isHostServing[moment.connection] != nil {
            screen.take(moment.kind, of: moment.connection, at: moment.time)
        }
        if let last { screen.pass(until: last) }
        (entries, end) = (screen.entries, screen.now)
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

extension Recording.Moment {
    /// - Parameter isPhoneLog: whether the host that keeps the log is the phone.
    fileprivate init?(_ event: CapturedEvent, isPhoneLog: Bool) {
        switch event.kind {
        case .connected: self = .connected(device: event.device)
        case .discovered: self = .discovered
        case .chunk: self = .value
        case .notified, .failed: self = .heard
        // The device has ended the link, or nobody knows who did.
        case .disconnected(let reason):
            self = .disconnected(
                byDevice: reason == LinkEndReason.unspecified
                    || LinkEndReason.isByDevice(reason, isHostServing: isPhoneLog))
        case .requested, .subscribed, .mtuAgreed, .foundAnother: return nil
        }
    }

    /// What a device shows of a read when it has ended, beside its first answer.
    fileprivate init?(_ read: CapturedRead) {
        switch read.outcome {
        case .refused(.attributeNotFound): self = .noInstruction
        case .refused(.invalidHandle): self = .handleRefused
        case .refused(let error) where error.requiresPairing: self = .pairingRequired
        case .refused, .unfinished: return nil
        case .complete:
            guard !read.mayBeTorn else { return nil }
            let isWhole = read.integrity == .proven || read.endsShort
            self.init(read.bytes, isWhole ? .whole : .possiblyCut)
        }
    }

    /// A read's first answer. It is nothing new if as much as the smallest answer has is on the screen, as a session
    /// has it (C.4).
    fileprivate init?(beginning bytes: ContiguousArray<UInt8>) {
        self.init(bytes, .possiblyCut)
        if case .instruction(let instruction, _) = self {
            self = .instruction(instruction, ContiguousArray(bytes.prefix(ATT.smallestPayload)))
        }
    }

    /// An instruction, if the bytes are one's.
    fileprivate init?(_ bytes: ContiguousArray<UInt8>, _ extent: ObjectExtent) {
        guard let instruction = try? DecodedInstruction(decoding: bytes, extent: extent) else {
            return nil
        }
        self = .instruction(instruction, bytes)
    }
}

extension Recording {
    /// What the screen of a log's device shows, as time passes.
    private struct LoggedScreen {
        private(set) var entries: [(time: Duration, update: NavigationSource.Update)] = [
            (.zero, .status(.searching))
        ]
        /// The last moment, since the log's beginning.
        private(set) var now = Duration.zero
        private var pace: PlaybackPace
        /// The links that are up.
        private var links: Set<Int> = []
        /// The devices of all links so far, as far as the log shows them.
        private var devices: [Int: Int] = [:]
        private var lastArrival = Duration.zero
        private var status = NavigationDevice.Status.searching
        /// The last instruction, and the bytes by which it is known.
        private var last: (instruction: DecodedInstruction, bytes: ContiguousArray<UInt8>)?
        /// Whether an instruction was read since the link came up, or the phone had none.
        private var hasInstruction = false
        private var needsPairing = false
        /// Whether the phone may have taken the service away.
        private var mayHaveEnded = false

        init(_ pace: PlaybackPace) { self.pace = pace }

        mutating func pass(until time: CaptureTime) {
            now = max(now, pace.offset(of: time))
            let silence = lastArrival + NavigationTiming.silenceInterval
            if !links.isEmpty && silence < now { report(.silent, at: silence) }
        }

        mutating func take(_ moment: Moment, of link: Int, at time: CaptureTime) {
            pass(until: time)
            if case .disconnected(let byDevice) = moment { return lose(link, byDevice) }
            // A log may begin during a link.
            if case .connected(let device?) = moment {
                // The log lacks the end of that device's last link.
                links = links.filter { devices[$0] != device }
                devices[link] = device
            }
            if links.isEmpty {
                (hasInstruction, needsPairing) = (false, false)
                if status != .ended { report(.waiting, at: now) }
            }
            links.insert(link)
            lastArrival = now
            switch moment {
            case .connected, .disconnected: break
            case .discovered:
                mayHaveEnded = false
                if status == .ended { report(.waiting, at: now) }
            case .heard: break
            case .value: (mayHaveEnded, needsPairing) = (false, false)
            case .handleRefused: mayHaveEnded = true
            case .pairingRequired:
                needsPairing = true
                return report(.pairingRequired, at: now)
            case .noInstruction:
                (mayHaveEnded, needsPairing) = (false, false)
                forget()
                report(.waiting, at: now)
            case .instruction(let instruction, let bytes): show(instruction, bytes)
            }
            if status == .silent || status == .pairingRequired {
                report(
                    needsPairing
                        ? .pairingRequired : hasInstruction ? .navigating : .waiting, at: now)
            }
        }

        private mutating func lose(_ link: Int, _ byDevice: Bool) {
            links.remove(link)
            guard links.isEmpty else { return }
            if mayHaveEnded && byDevice { forget() }
            report(mayHaveEnded && byDevice ? .ended : .searching, at: now)
            mayHaveEnded = false
        }

        private mutating func report(_ next: NavigationDevice.Status, at time: Duration) {
            if next != status { entries.append((time, .status(next))) }
            status = next
        }

        private mutating func forget() {
            entries.append((now, .noInstruction))
            (last, hasInstruction) = (nil, false)
        }

        private mutating func show(
            _ instruction: DecodedInstruction, _ bytes: ContiguousArray<UInt8>
        ) {
            hasInstruction = true
            report(.navigating, at: now)
            if let last {
                // Less of what is shown is nothing new.
                let isLess =
                    instruction.extent == .possiblyCut && last.bytes.starts(with: bytes)
                if isLess { return }
                self.last = (instruction, bytes)
                if last.instruction == instruction { return }
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
