import Simulation

/// The calls to a manager's delegates that are yet to come: in order, one at a time, and never from inside a call
/// of the app.
final class CallbackQueue {
    private unowned let bluetooth: SimulatedBluetooth
    /// When the last call is due, in microseconds.
    private(set) var last: UInt64 = 0
    /// Grows when an app ends: what was meant for it is not told.
    private var app = 0
    /// The calls that wait for the app that runs.
    private var waiting: [() -> Void] = []
    /// What waits for an app that does not run; `nil` if it runs.
    private var held: [() -> Void]?

    init(_ bluetooth: SimulatedBluetooth) { self.bluetooth = bluetooth }

    /// How many calls wait for the app that runs.
    var count: Int { waiting.count }

    /// Whether the app is one that may be busy.
    var mayBeBusy = false
    /// Whose value the last call that waits tells, if it tells one.
    private(set) var lastTold: ObjectIdentifier?

    /// - Parameter told: whose value the call tells, if it tells one.
    func post(telling told: ObjectIdentifier? = nil, _ call: @escaping () -> Void) {
        lastTold = told
        if held != nil {
            held?.append(call)
            bluetooth.wakesApp?()
            return
        }
        let now = bluetooth.linkLayer.now
        let habits = bluetooth.habits
        let isBusy = mayBeBusy && bluetooth.draws(habits.isBusy)
        let delay = isBusy ? habits.busyDelay : habits.callbackDelay
        let time = max(now + bluetooth.drawTime(delay), last)
        last = time
        waiting.append(call)
        bluetooth.scheduleForApp(.callback, after: time - now) { [self, app] in
            guard app == self.app else { return }
            // Of calls that an app was suspended for, and later ones, any may be due first.
            waiting.removeFirst()()
        }
    }

    /// Forgets what waits: its app has ended.
    func clear() {
        app += 1
        waiting = []
        held = nil
    }

    /// From now on, keeps what is posted for the next app.
    func hold() {
        app += 1
        waiting = []
        held = []
    }

    /// Hands out what was kept, for an app that runs again.
    func release() -> [() -> Void] {
        defer { held = nil }
        return held ?? []
    }
}
