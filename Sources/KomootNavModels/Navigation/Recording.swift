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
        case connected, disconnected, noInstruction
        case instruction(DecodedInstruction)
    }

    private(set) var entries: [(time: Duration, update: NavigationSource.Update)] = []
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
            damageCount = file.lines.count - file.instructions.count
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
            switch event.kind {
            case .connected: moments.append((event.time, event.connection, .connected))
            case .disconnected: moments.append((event.time, event.connection, .disconnected))
            default: break
            }
        }
        func take(_ read: CapturedRead) {
            if read.outcome == .refused(.attributeNotFound) {
                moments.append((read.end, read.connection, .noInstruction))
            }
            guard read.outcome == .complete, read.integrity != .torn,
                let instruction = try? DecodedInstruction(decoding: read.bytes)
            else { return }
            moments.append((read.start, read.connection, .instruction(instruction)))
        }
        try reader.read(bytes.span, { event, _ in take(event) }, reads: { take($0) })
        try reader.finish({ event, _ in take(event) }, reads: { take($0) })
        var pace = PlaybackPace(since: reader.records.firstTime)
        var open: Set<Int> = []
        var last: DecodedInstruction?
        // A read is known only once the next one begins.
        for moment in moments.sorted(by: { $0.time < $1.time })
        where phones.contains(moment.connection) {
            let time = pace.offset(of: moment.time)
            func add(_ updates: NavigationSource.Update...) {
                entries += updates.map { (time, $0) }
            }
            switch moment.kind {
            case .connected:
                if open.isEmpty {
                    add(.status(.waiting))
                    last = nil
                }
                open.insert(moment.connection)
            case .disconnected:
                open.remove(moment.connection)
                if open.isEmpty {
                    add(.status(.searching))
                    last = nil
                }
            case .noInstruction:
                add(.noInstruction, .status(.waiting))
                last = nil
            case .instruction(let instruction):
                guard instruction != last else { continue }
                add(.status(.navigating), .instruction(instruction))
                last = instruction
            }
        }
        damageCount = reader.damageCount
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
            try await show(.problem(.ended))
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
