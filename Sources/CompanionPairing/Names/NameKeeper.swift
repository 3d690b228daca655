/// Keeps the names in the app's store: one store at a time, and again after one that failed.
struct NameKeeper: Sendable {
    /// What the store is doing.
    enum Activity: Hashable, Sendable {
        /// The names are stored.
        case done
        /// They are being stored. If they are outdated, the newer ones have to be stored next.
        case storing(Ticket, isOutdated: Bool)
        /// The store failed; nobody knows what it holds. It is tried again at this time.
        case failed(retry: SessionTime)
    }

    /// What completing a store means for the session.
    enum Outcome: Hashable, Sendable {
        /// The names are stored now.
        case done
        /// The names have to be stored, with a new ticket.
        case mustStore
        /// The store failed; it is tried again later.
        case failed
        /// It is the completion of no store that is under way.
        case late
    }

    /// The newest names.
    private(set) var names: PairingNames
    private(set) var activity: Activity

    /// Names that were loaded.
    init(stored names: PairingNames) {
        self.names = names
        activity = .done
    }

    /// When the store is tried again.
    var retry: SessionTime? {
        if case .failed(let retry) = activity { retry } else { nil }
    }

    /// Notes new names.
    ///
    /// - Returns: whether to store them at once: not while older ones are being stored.
    mutating func keep(_ names: PairingNames) -> Bool {
        self.names = names
        guard case .storing(let ticket, _) = activity else { return true }
        activity = .storing(ticket, isOutdated: true)
        return false
    }

    /// Notes that the names are being stored.
    mutating func begin(_ ticket: Ticket) { activity = .storing(ticket, isOutdated: false) }

    /// Notes that a store has ended.
    mutating func finish(_ ticket: Ticket, succeeded: Bool, at now: SessionTime) -> Outcome {
        guard case .storing(ticket, let isOutdated) = activity else { return .late }
        if isOutdated { return .mustStore }
        guard succeeded else {
            activity = .failed(
                retry: now.advanced(byMilliseconds: PairingMilliseconds.storeRetryInterval))
            return .failed
        }
        activity = .done
        return .done
    }
}
