import Simulation

/// The calls to a manager's delegates that are yet to come: in order, one at a time, and never from inside a call
/// of the app.
final class CallbackQueue {
    private unowned let bluetooth: SimulatedBluetooth
    /// When the last call is due, in microseconds.
    private var last: UInt64 = 0
    /// Grows when an app ends: what was meant for it is not told.
    private var app = 0
    /// How many calls wait for the app that runs.
    private(set) var count = 0
    /// What waits for an app that does not run; `nil` if it runs.
    private var held: [() -> Void]?

    init(_ bluetooth: SimulatedBluetooth) { self.bluetooth = bluetooth }

    func post(_ call: @escaping () -> Void) {
        if held != nil {
            held?.append(call)
            bluetooth.wakesApp?()
            return
        }
        let now = bluetooth.linkLayer.now
        let time = max(now + bluetooth.drawTime(bluetooth.habits.callbackDelay), last)
        last = time
        count += 1
        bluetooth.scheduleForApp(.callback, after: time - now) { [self, app] in
            guard app == self.app else { return }
            count -= 1
            call()
        }
    }

    /// Forgets what waits: its app has ended.
    func clear() {
        app += 1
        count = 0
        held = nil
    }

    /// From now on, keeps what is posted for the next app.
    func hold() {
        app += 1
        count = 0
        held = []
    }

    /// Hands out what was kept, for an app that runs again.
    func release() -> [() -> Void] {
        defer { held = nil }
        return held ?? []
    }
}
