import KomootNav

// Core Bluetooth tells everything on one queue. It keeps one value of the characteristic, and a callback tells the
// value that is there when it runs: a later one than arrived, or one that was told before.
extension SimulatedCentral {
    /// How long a callback waits at most, in microseconds.
    static let longestWait: UInt64 = 200_000

    /// What has not been told yet.
    struct Callbacks: Sendable {
        enum Callback: Equatable, Sendable {
            case event(CentralSession.OwnedEvent)
            /// A value of the link has arrived.
            case value(link: Ticket)
            /// The deadline has come.
            case timePassed(SessionTime)
        }

        fileprivate var waiting: ContiguousArray<(Callback, time: UInt64)> = []
        fileprivate var value: ContiguousArray<UInt8> = []
        fileprivate var link: Ticket?
        /// The MTU that was told last, in bytes.
        fileprivate var mtu = 0
    }

    nonisolated var hasOneCallback: Bool { radio == .coreBluetooth }

    /// Tells the session an event, after everything that it was not told yet.
    func tell(_ event: CentralSession.Event) {
        hasOneCallback ? post(.event(CentralSession.OwnedEvent(event))) : feed(event)
    }

    /// Keeps a value that has arrived, in the place of the one before.
    func keep(_ value: Span<UInt8>, of link: Ticket) {
        state.callbacks.value = ContiguousArray(copying: value)
        state.callbacks.link = link
        let last = state.callbacks.waiting.last?.0
        // Two values may have one callback.
        if last == .value(link: link), linkLayer.state.random.happens(1, in: 4) { return }
        post(.value(link: link))
    }

    /// Puts a callback after all others. Now and then it waits.
    func post(_ callback: Callbacks.Callback) {
        var time = state.callbacks.waiting.last?.time ?? 0
        let isBusy = linkLayer.state.random.happens(1, in: 8)
        let wait = isBusy ? linkLayer.state.random.next() % Self.longestWait : 0
        time = max(time, linkLayer.now + wait)
        state.callbacks.waiting.append((callback, time))
        guard time > linkLayer.now else { return runCallbacks() }
        linkLayer.state.queue.add(.wake(.central(state.number)), at: time)
    }

    /// Runs the callbacks whose time has come.
    func runCallbacks() {
        while let (callback, time) = state.callbacks.waiting.first, time <= linkLayer.now {
            state.callbacks.waiting.removeFirst()
            run(callback)
        }
    }

    /// Whether any callback is waiting.
    var hasCallbacks: Bool { !state.callbacks.waiting.isEmpty }

    /// Whether a callback is waiting.
    func isWaiting(_ callback: Callbacks.Callback) -> Bool {
        state.callbacks.waiting.contains { $0.0 == callback }
    }

    private func run(_ callback: Callbacks.Callback) {
        switch callback {
        case .event(let event):
            if case .connected = event { state.callbacks.mtu = linkMTU }
            event.lend { feed($0) }
        case .value(let link):
            guard link == state.callbacks.link else { return }
            tellMTU(link)
            let value = state.callbacks.value
            // The device may take it for the answer, or for what has taken the answer's place.
            state.owed = nil
            feed(.arrived(link: link, value.span))
        case .timePassed(let deadline):
            if deadline == state.session.deadline() { feed(.timePassed) }
        }
    }

    private func tellMTU(_ link: Ticket) {
        guard tellsMTU, linkMTU != state.callbacks.mtu else { return }
        state.callbacks.mtu = linkMTU
        feed(.mtuChanged(link: link, mtu: linkMTU))
    }
}
