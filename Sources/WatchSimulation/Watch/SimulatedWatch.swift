package import ConnectIQBridge
package import LinkVocabulary

/// A watch in memory: apps with mailboxes, and little room for them.
package struct SimulatedWatch: Sendable {
    /// An app that is on the watch.
    package struct InstalledApp: Sendable {
        package let version: UInt16
        /// The serialised messages that wait for the app, oldest first.
        package internal(set) var mailbox: [ContiguousArray<UInt8>] = []
        /// Whether it runs, and takes messages at once.
        package internal(set) var isOpen = false
        /// The last navigation message that it took.
        package internal(set) var shown: NavigationMessage?
        /// The last heart rate that it took, in beats per minute.
        package internal(set) var heartRate: Int32?

        package init(version: UInt16) { self.version = version }
    }

    /// What an app took out of its mailbox, oldest first.
    package struct Taken: Hashable, Sendable {
        /// What it showed.
        package var shown: [NavigationMessage] = []
        /// In beats per minute.
        package var heartRates: [Int32] = []

        mutating func take(_ content: MonkeyValue) {
            if let message = try? NavigationMessage(content) { shown.append(message) }
            if let rate = NumberedContent.heartRate(of: content) { heartRates.append(rate) }
        }
    }

    /// What became of a message that arrived.
    package enum Receipt: Hashable, Sendable {
        case kept, skipped, mailboxFull, notInstalled, away

        /// What the watch says about it.
        package var result: SendResult {
            switch self {
            case .kept, .skipped: .success
            case .mailboxFull: .insufficientMemory
            case .notInstalled: .appNotFound
            case .away: .deviceNotAvailable
            }
        }
    }

    /// What all mailboxes can hold together, in bytes.
    package static let memoryByteCount = 480
    /// A transient message is skipped if so many messages wait.
    package static let skippingCount = 2

    package let device: WatchDevice
    package var apps: [UUID128: InstalledApp] = [:]
    package var isConnected = false

    package init(device: WatchDevice) { self.device = device }

    private var usedByteCount: Int {
        apps.values.reduce(0) { $0 + $1.mailbox.reduce(0) { $0 + $1.count } }
    }

    /// Puts a message into an app's mailbox, if it fits.
    package mutating func receive(
        _ message: ContiguousArray<UInt8>, for app: UUID128, isTransient: Bool
    ) -> Receipt {
        guard isConnected else { return .away }
        guard let installed = apps[app] else { return .notInstalled }
        if isTransient && installed.mailbox.count >= Self.skippingCount { return .skipped }
        guard usedByteCount + message.count <= Self.memoryByteCount else { return .mailboxFull }
        apps[app]?.mailbox.append(message)
        return .kept
    }

    /// What an app that is open does with its mailbox: it takes everything out, and shows the last instruction.
    ///
    /// Those of a batch are taken one after the other (`Docs/Watch.md`, clause 9.2).
    package mutating func takeMessages(of app: UUID128) -> Taken {
        var taken = Taken()
        guard let installed = apps[app], installed.isOpen else { return taken }
        apps[app]?.mailbox = []
        for bytes in installed.mailbox {
            guard let content = try? MonkeyValue(decoding: bytes.span) else { continue }
            if case .array(let contents) = content {
                for content in contents { taken.take(content) }
            } else {
                taken.take(content)
            }
        }
        if let last = taken.shown.last { apps[app]?.shown = last }
        if let last = taken.heartRates.last { apps[app]?.heartRate = last }
        return taken
    }

    /// The phone asks to open an app, or its user does.
    ///
    /// - Parameter mayPrompt: whether the user is asked.
    package mutating func open(_ app: UUID128, mayPrompt: Bool = true) -> SendResult {
        guard let installed = apps[app] else { return .appNotFound }
        if installed.isOpen { return .appAlreadyRunning }
        guard mayPrompt else { return .promptNotDisplayed }
        apps[app]?.isOpen = true
        return .success
    }

    /// The user closes an app. It shows nothing any more.
    package mutating func close(_ app: UUID128) {
        apps[app]?.isOpen = false
        apps[app]?.shown = nil
        apps[app]?.heartRate = nil
    }
}
