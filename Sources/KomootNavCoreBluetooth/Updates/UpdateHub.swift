import Foundation

/// An update that makes earlier ones of its kind unnecessary.
protocol Superseding: Sendable {
    /// Whether whoever sees this one need not see the other any more.
    func supersedes(_ other: Self) -> Bool
}

/// Passes updates to everyone who waits for them.
///
/// Each listener keeps the newest update of each kind that it has not taken, so its memory is bounded. A new
/// one begins with the newest of each kind, even after others have ended.
final class UpdateHub<Element: Superseding>: Sendable {
    /// What is protected by the lock.
    private struct State {
        var newest: [Element] = []
        var listeners: [UInt64: UpdateListener<Element>] = [:]
        var lastNumber: UInt64 = 0
    }

    private let state = Locked(State())

    /// The number of the listener that was made last.
    var newestListener: UInt64 { state.with { $0.lastNumber } }

    /// Ends the listeners that were made up to this one. They still give what waits for them.
    func end(upTo number: UInt64) {
        let ending = state.with { state in
            let ending = state.listeners.filter { $0.key <= number }
            for number in ending.keys { state.listeners[number] = nil }
            return Array(ending.values)
        }
        for listener in ending { listener.end() }
    }

    func send(_ update: Element) {
        let listeners = state.with { state in
            state.newest.add(update)
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.take(update) }
    }

    /// Forgets what is over, for those who listen later.
    ///
    /// - Returns: whether there was any of it.
    @discardableResult
    func forget(where isOver: (Element) -> Bool) -> Bool {
        state.with { state in
            let count = state.newest.count
            state.newest.removeAll(where: isOver)
            return state.newest.count < count
        }
    }

    /// A new listener. It listens as long as somebody keeps it.
    ///
    /// - Parameter owner: what it keeps as long.
    func listen(keeping owner: (any AnyObject & Sendable)? = nil) -> UpdateListening<Element> {
        let (number, listener) = state.with { state in
            state.lastNumber += 1
            let listener = UpdateListener(state.newest)
            state.listeners[state.lastNumber] = listener
            return (state.lastNumber, listener)
        }
        return UpdateListening(listener, keeping: owner) { [weak self] in
            self?.state.with { $0.listeners[number] = nil }
        }
    }
}

/// Ends a listener when nobody keeps this any more.
final class UpdateListening<Element: Superseding>: Sendable {
    let listener: UpdateListener<Element>
    private let owner: (any AnyObject & Sendable)?
    private let end: @Sendable () -> Void

    init(
        _ listener: UpdateListener<Element>, keeping owner: (any AnyObject & Sendable)?,
        end: @escaping @Sendable () -> Void
    ) {
        self.listener = listener
        self.owner = owner
        self.end = end
    }

    deinit { end() }
}

/// The updates that one listener has not taken.
final class UpdateListener<Element: Superseding>: Sendable {
    private struct State {
        var waiting: [Element]
        var continuation: CheckedContinuation<Element?, Never>?
        var hasEnded = false
    }

    private let state: Locked<State>

    init(_ waiting: [Element]) { state = Locked(State(waiting: waiting)) }

    func take(_ update: Element) {
        let continuation = state.with { state in
            guard let continuation = state.continuation else {
                state.waiting.add(update)
                return nil as CheckedContinuation<Element?, Never>?
            }
            state.continuation = nil
            return continuation
        }
        continuation?.resume(returning: update)
    }

    /// Gives no more than what waits.
    func end() {
        let continuation = state.with { state in
            state.hasEnded = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: nil)
    }

    /// The next update; `nil` after the end, and when the task is cancelled.
    func next() async -> Element? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let update = state.with { state -> Element?? in
                    if Task.isCancelled { return .some(nil) }
                    guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                    if state.hasEnded { return .some(nil) }
                    state.continuation = continuation
                    return nil
                }
                if let update { continuation.resume(returning: update) }
            }
        } onCancel: {
            let continuation = state.with { state in
                defer { state.continuation = nil }
                return state.continuation
            }
            continuation?.resume(returning: nil)
        }
    }
}

extension Array where Element: Superseding {
    fileprivate mutating func add(_ update: Element) {
        removeAll { update.supersedes($0) }
        append(update)
    }
}
