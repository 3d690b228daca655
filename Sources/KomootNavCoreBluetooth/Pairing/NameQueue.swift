import CompanionPairing
import KomootNav

/// Loads and stores an end's names, one call at a time and in order.
///
/// A load that fails because the phone is locked is tried again: the session waits for it.
///
/// It may be marked as sendable because it is used only in the radio's context, where it also tells what happens.
final class NameQueue: @unchecked Sendable {
    /// What became of a call, for the session.
    enum Outcome: Sendable {
        case loaded(PairingNames?)
        case loadFailed
        case stored(Ticket)
        case storeFailed(Ticket)
    }

    private enum Call {
        case load
        case store(PairingNames, Ticket)
    }

    private let store: any NameStore
    private let context: RadioCore
    private let didCall: (NameStoreError?) -> Void
    private let tell: (Outcome) -> Void
    private var waiting: [Call] = []
    private var isBusy = false
    /// Rings when a locked phone's names are to be loaded again.
    private var alarm: RadioAlarm?

    /// Creates a queue, in the radio's context.
    ///
    /// - Parameters:
    ///   - store: the app's.
    ///   - context: the radio's.
    ///   - didCall: is told how each call of the store ended, for the app; `nil` if it succeeded.
    ///   - tell: is told what became of it, unless the phone is locked.
    init(
        _ store: any NameStore, in context: RadioCore,
        didCall: @escaping (NameStoreError?) -> Void, tell: @escaping (Outcome) -> Void
    ) {
        self.store = store
        self.context = context
        self.didCall = didCall
        self.tell = tell
        alarm = RadioAlarm(in: context) { [weak self] in self?.load() }
    }

    func load() {
        alarm?.wake(at: nil)
        add(.load)
    }

    func store(_ names: PairingNames, _ ticket: Ticket) { add(.store(names, ticket)) }

    private func add(_ call: Call) {
        waiting.append(call)
        if !isBusy { beginNext() }
    }

    private func beginNext() {
        guard !waiting.isEmpty else { return }
        isBusy = true
        let call = waiting.removeFirst()
        context.begin { [weak self, store, context] in
            let (outcome, error) = await Self.make(call, of: store)
            context.run { [self] in self?.finish(outcome, error) }
        }
    }

    private func finish(_ outcome: Outcome, _ error: NameStoreError?) {
        isBusy = false
        didCall(error)
        if case .loadFailed = outcome, let error, error.isLocked {
            alarm?.wake(at: context.now.advanced(by: PairingTiming.storeRetryInterval))
        } else {
            tell(outcome)
        }
        if !isBusy { beginNext() }
    }

    private static func make(
        _ call: Call, of store: any NameStore
    ) async -> (Outcome, NameStoreError?) {
        do throws(NameStoreError) {
            switch call {
            case .load: return (.loaded(try await store.load()), nil)
            case .store(let names, let ticket):
                try await store.store(names)
                return (.stored(ticket), nil)
            }
        } catch {
            switch call {
            case .load: return (.loadFailed, error)
            case .store(_, let ticket): return (.storeFailed(ticket), error)
            }
        }
    }
}

/// What an end of a pairing tells its app.
protocol PairingUpdate: Superseding {
    static func storeFailure(_ error: NameStoreError?) -> Self
    var isStoreFailure: Bool { get }
}

extension UpdateHub where Element: PairingUpdate {
    /// Tells that a call of the store has failed, or that one has succeeded again.
    func tellStore(_ error: NameStoreError?) {
        let hadFailed = forget { $0.isStoreFailure }
        guard error != nil || hadFailed else { return }
        send(.storeFailure(error))
        if error == nil { forget { $0.isStoreFailure } }
    }
}
