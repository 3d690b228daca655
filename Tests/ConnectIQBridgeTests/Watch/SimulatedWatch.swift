import ConnectIQBridge
import KomootNav
import Simulation

/// A watch in memory: apps with mailboxes, little memory, and a connection that is lost at times.
struct SimulatedWatch {
    struct InstalledApp {
        let version: UInt16
        /// The serialised messages that wait for the app, oldest first.
        var mailbox: [ContiguousArray<UInt8>] = []
        /// What the app has taken.
        var taken: [MonkeyValue] = []
        var isOpen = false
    }

    /// What all mailboxes can hold together, in bytes.
    static let memoryByteCount = 120
    /// A transient message is skipped if so many messages wait.
    static let skippingCount = 2

    let device: WatchDevice
    var apps: [UUID128: InstalledApp] = [:]
    var isConnected = false

    private var usedByteCount: Int {
        apps.values.reduce(0) { $0 + $1.mailbox.reduce(0) { $0 + $1.count } }
    }

    /// Puts a message into an app's mailbox, if it fits.
    mutating func receive(
        _ message: ContiguousArray<UInt8>, for app: UUID128, isTransient: Bool, _ marks: inout Marks
    ) -> SendResult {
        guard isConnected else { return .deviceNotAvailable }
        guard let installed = apps[app] else {
            marks.note("app not found")
            return .appNotFound
        }
        if isTransient && installed.mailbox.count >= Self.skippingCount {
            marks.note("transient message skipped")
            return .success
        }
        guard usedByteCount + message.count <= Self.memoryByteCount else {
            marks.note("mailbox full")
            return .insufficientMemory
        }
        apps[app]?.mailbox.append(message)
        return .success
    }

    /// The app takes everything out of its mailbox.
    mutating func takeMessages(of app: UUID128) throws {
        guard let waiting = apps[app]?.mailbox else { return }
        for message in waiting { apps[app]?.taken.append(try MonkeyValue(decoding: message.span)) }
        apps[app]?.mailbox = []
    }

    mutating func open(_ app: UUID128, _ random: inout SplitMix64) -> SendResult {
        guard isConnected else { return .deviceNotAvailable }
        guard let installed = apps[app] else { return .appNotFound }
        if installed.isOpen { return .appAlreadyRunning }
        if random.happens(1, in: 4) { return .promptNotDisplayed }
        apps[app]?.isOpen = true
        return .success
    }
}

/// How often rare things happened.
struct Marks {
    private(set) var counts: [String: Int] = [:]

    mutating func note(_ mark: String) { counts[mark, default: 0] += 1 }
}
