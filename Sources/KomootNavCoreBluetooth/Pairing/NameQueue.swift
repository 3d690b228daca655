import CompanionPairing

/// Loads and stores an end's names, one call at a time and in order, and tells the outcome in the radio's context.
///
/// It may be marked as sendable because it is used only there.
final class NameQueue: @unchecked Sendable {
    /// What became of a call.
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
    private let begin: (@escaping @Sendable () async -> Void) -> Void
    private let tell: @Sendable (Outcome) -> Void
    private var waiting: [Call] = []
    private var isBusy = false

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
    func goOn() {
        isBusy = false
        beginNext()
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
            do { return .loaded(try await store.load()) } catch { return .loadFailed }
        case .store(let names, let ticket):
            do {
                try await store.store(names)
                return .stored(ticket)
            } catch { return .storeFailed(ticket) }
        }
    }
}
