public import ConnectIQBridge
import Foundation
import LinkVocabulary

/// Makes the calls to a store that a session asks for, in the order of its effects and one at a time.
///
/// A session relies on this order: at a stop, it may ask for the newest list to be stored while an older one still is being
/// stored. Tasks of your own, one for each effect, may reach the store in another order; then a device that the user
/// removed is there again at the next start. Give each effect to ``perform(_:)`` when you take it, and hand the
/// events to the session:
///
/// ```swift
/// let queue = DeviceStoreQueue(store) { event in await watches.handle(event) }
/// while let effect = session.nextEffect() {
///     if queue.perform(effect) { continue }
///     …
/// }
/// ```
///
/// A load that fails only for now, because the phone is locked, is not answered: it is tried again after
/// ``retryInterval``, and the session waits: `loadFailed` would leave it without devices until its next start. When the session
/// asks for something else of the store, it does not need that load any more, and the queue does not try it again.
///
/// When nothing refers to the queue any more, it still makes the calls that wait in it.
///
/// Source: `Docs/Watch.md`, clause 8.3.
public final class DeviceStoreQueue: Sendable {
    /// After this long, a load that failed only for now is tried again.
    public static let retryInterval = BridgeTiming.storeRetryInterval

    enum Call: Sendable {
        case load(Ticket)
        case loadAgain(Ticket)
        case store([WatchDevice], Ticket)
    }

    private let calls: AsyncStream<Call>.Continuation

    /// Creates an empty queue.
    ///
    /// - Parameters:
    ///   - store: the store. Nothing else may call it meanwhile.
    ///   - isTemporary: whether a load that failed so is tried again. The usual rule is `DeviceStoreError.isLocked`. The session
    ///     waits as long as this is true, and refuses what the app asks for meanwhile.
    ///   - report: hands an event to the session. The next call waits for it.
    public convenience init(
        _ store: any DeviceStore,
        isTemporary: @escaping @Sendable (DeviceStoreError) -> Bool = { $0.isLocked },
        report: @escaping @Sendable (CompanionSession.Event) async -> Void
    ) {
        self.init(
            store, retryInterval: Self.retryInterval, clock: AppClock(), isTemporary: isTemporary,
            report: report)
    }

    /// Creates an empty queue that tries again by a companion's clock.
    convenience init(
        _ store: any DeviceStore, clock: AppClock,
        report: @escaping @Sendable (CompanionSession.Event) async -> Void
    ) {
        self.init(
            store, retryInterval: Self.retryInterval, clock: clock, isTemporary: { $0.isLocked },
            report: report)
    }

    init(
        _ store: any DeviceStore, retryInterval: Duration, clock: AppClock = AppClock(),
        isTemporary: @escaping @Sendable (DeviceStoreError) -> Bool,
        report: @escaping @Sendable (CompanionSession.Event) async -> Void
    ) {
        let (stream, calls) = AsyncStream.makeStream(of: Call.self)
        self.calls = calls
        Task {
            var worker = DeviceStoreWorker(store, isTemporary: isTemporary)
            for await call in stream {
                switch await worker.make(call) {
                case .event(let event): await report(event)
                case .nothing: break
                case .again(let ticket):
                    Task {
                        try? await clock.sleep(for: retryInterval)
                        calls.yield(.loadAgain(ticket))
                    }
                }
            }
        }
    }

    deinit { calls.finish() }

    /// Takes an effect of the session, and returns at once.
    ///
    /// Call it in the order in which the session gives its effects.
    ///
    /// - Returns: false for an effect that does not concern the store. Nothing happens then.
    public func perform(_ effect: CompanionSession.Effect) -> Bool {
        switch effect {
        case .load(let ticket): calls.yield(.load(ticket))
        case .store(let devices, let ticket): calls.yield(.store(devices, ticket))
        case .transport, .tell: return false
        }
        return true
    }
}

/// Makes one call after the other.
struct DeviceStoreWorker {
    enum Answer: Hashable {
        case event(CompanionSession.Event)
        /// The load is to be tried again.
        case again(Ticket)
        case nothing
    }

    private let store: any DeviceStore
    private let isTemporary: @Sendable (DeviceStoreError) -> Bool
    /// That of a load that was not answered.
    private var awaited: Ticket?

    init(_ store: any DeviceStore, isTemporary: @escaping @Sendable (DeviceStoreError) -> Bool) {
        self.store = store
        self.isTemporary = isTemporary
    }

    mutating func make(_ call: DeviceStoreQueue.Call) async -> Answer {
        switch call {
        case .load(let ticket): return await load(ticket)
        case .loadAgain(let ticket): return ticket == awaited ? await load(ticket) : .nothing
        case .store(let devices, let ticket):
            awaited = nil
            do throws(DeviceStoreError) {
                try await store.store(devices)
                return .event(.stored(ticket))
            } catch {
                return .event(.storeFailed(ticket))
            }
        }
    }

    private mutating func load(_ ticket: Ticket) async -> Answer {
        awaited = nil
        do throws(DeviceStoreError) {
            return .event(.loaded(try await store.load(), ticket))
        } catch {
            guard isTemporary(error) else { return .event(.loadFailed(ticket)) }
            awaited = ticket
            return .again(ticket)
        }
    }
}

extension DeviceStoreError {
    /// Whether a file can't be read because nobody has unlocked the phone since it was switched on: `EPERM`. Its content is not
    /// lost. (Not tried on a phone.)
    public var isLocked: Bool { self == .system(EPERM) }
}
