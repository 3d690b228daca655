import Foundation
import KomootNav
import Simulation

/// What somebody was told, in order, and when.
///
/// It may be marked as sendable because each use holds the lock.
final class Diary<Entry: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [(time: Duration, entry: Entry)] = []

    func add(_ entry: Entry, at time: Duration = .zero) {
        lock.withLock { noted.append((time, entry)) }
    }

    func clear() { lock.withLock { noted = [] } }

    var all: [(time: Duration, entry: Entry)] { lock.withLock { noted } }
    var entries: [Entry] { all.map(\.entry) }
    var count: Int { lock.withLock { noted.count } }
}

extension NavigationInstruction {
    /// An instruction with a number of its own, and a street of this many bytes.
    static func number(_ number: UInt32, streetByteCount: Int = 30) -> NavigationInstruction {
        NavigationInstruction(
            identifier: .uint32(number), arrow: .left, distanceInMeters: number * 3,
            street: Street(String(repeating: "a", count: streetByteCount)))
    }
}
