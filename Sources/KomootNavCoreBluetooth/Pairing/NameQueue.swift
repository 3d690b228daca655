import CompanionPairing

/// Loads and stores an end's names, one call at a time and in order, and tells the outcome in the radio's context.
///
/// A load that fails because the phone is locked is tried again: the session waits for it.
///
/// It may be marked as sendable because it is used only there.
final class NameQueue: @unchecked Sendable {
    /// What became of a call.
    enum Outcome: Sendable {
        case loaded(PairingNames?)
        case loadFailed(NameStoreError)
        /// The phone is locked: it is tried again.
        case locked(NameStoreError)
        case stored(Ticket)
        case storeFailed(Ticket, NameStoreError)
    }

    private enum Call {
        case load
        case store(PairingNames, Ticket)
    }

    private let store: any NameStore
    private let begin: (@escaping @Sendable () async -> Void) -> Void
    private let tell: @Sendable (Outcome) -> Void
    private var waiting: [Call] = []
    private var isBusy = false
    /// When to try to load again.
    private(set) var retryTime: SessionTime?

    /// - Parameters:
    ///   - store: the app's.
    ///   - begin: begins a task.
    ///   - tell: is told each outcome, on any thread, and then calls ``goOn()``.
    init(
        _ store: any NameStore, begin: @escaping (@escaping @Sendable () async -> Void) -> Void,
        tell: @escaping @Sendable (Outcome) -> Void
    ) {
        self.store = store
        self.begin = begin
        self.tell = tell
    }

    func load() { add(.load) }

    func store(_ names: PairingNames, _ ticket: Ticket) { add(.store(names, ticket)) }

    /// The call under way has ended.
    ///
    /// - Parameter time: the time now; what is to be tried again is tried later.
    func goOn(after outcome: Outcome, at time: SessionTime) {
        isBusy = false
        if case .locked = outcome {
            retryTime = time.advanced(by: PairingTiming.storeRetryInterval)
        }
        beginNext()
    }

    /// Tries to load again, if it is time.
    func ring(_ now: SessionTime) {
        guard let due = retryTime, due <= now else { return }
        retryTime = nil
        load()
    }

    private func add(_ call: Call) {
        waiting.append(call)
        if !isBusy { beginNext() }
    }

    private func beginNext() {
        guard !waiting.isEmpty else { return }
        isBusy = true
        let call = waiting.removeFirst()
        begin { [store, tell] in tell(await Self.outcome(of: call, store)) }
    }

    private static func outcome(of call: Call, _ store: any NameStore) async -> Outcome {
        switch call {
        case .load:
            do throws(NameStoreError) {
                return .loaded(try await store.load())
            } catch {
                return error.isLocked ? .locked(error) : .loadFailed(error)
            }
        case .store(let names, let ticket):
            do throws(NameStoreError) {
                try await store.store(names)
                return .stored(ticket)
            } catch { return .storeFailed(ticket, error) }
        }
    }
}
