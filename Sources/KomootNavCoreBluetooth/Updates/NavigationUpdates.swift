/// The updates of a ``NavigationDevice`` or a ``NavigationPhone``.
///
/// Each iteration begins with what is newest. It ends when the device or the phone is stopped; before, it gives the
/// status that says so, if the system has told its own by then. An iteration that begins later waits for the next start.
/// Whoever keeps the updates, or an iterator of them, keeps the device or the phone at work.
public struct NavigationUpdates<Element: Sendable>: AsyncSequence, Sendable {
    private let begin: @Sendable () -> Iterator

    init<Adapter: UpdatingAdapter>(of owner: AdapterOwner<Adapter>)
    where Adapter.Update == Element {
        begin = {
            let listening = owner.adapter.hub.listen(keeping: owner)
            return Iterator { await listening.listener.next() }
        }
    }

    /// Begins to iterate.
    public func makeAsyncIterator() -> Iterator { begin() }

    /// Waits for one update after another.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate let takeNext: @Sendable () async -> Element?

        /// The next update; `nil` after a stop, and when the task is cancelled.
        public mutating func next() async -> Element? { await takeNext() }
    }
}

/// What does the work of a device or a phone.
protocol UpdatingAdapter: AnyObject, Sendable {
    associatedtype Update: Superseding
    /// Takes the updates.
    var hub: UpdateHub<Update> { get }
    /// Ends the work, on the adapter's queue, and the updates of those who listen now. May be called from any thread.
    func stop()
}

/// Stops an adapter when nobody refers to its device or phone any more.
final class AdapterOwner<Adapter: UpdatingAdapter>: Sendable {
    let adapter: Adapter

    init(_ adapter: Adapter) { self.adapter = adapter }

    deinit { adapter.stop() }
}
