package import CoreBluetooth
import Foundation

/// Collects what apps did that they must not do.
///
/// It may be marked as sendable because each use holds the lock.
package final class MisuseLog: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [Misuse] = []

    package init() {}

    /// What was noted, in order.
    package var all: [Misuse] { lock.withLock { noted } }

    func add(_ misuses: [Misuse]) { lock.withLock { noted += misuses } }
}
