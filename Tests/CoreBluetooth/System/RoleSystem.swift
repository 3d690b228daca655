import CCoreBluetooth
import Foundation
import Simulation

/// What the system of a simulated Apple device does for one manager, in either role: it lets a manager take over from
/// another one, and follows Bluetooth's state.
///
/// It may be marked as sendable because only code on its world's executor uses it.
class RoleSystem: @unchecked Sendable {
    unowned let bluetooth: SimulatedBluetooth
    let linkLayer: LinkLayer
    let callbacks: CallbackQueue
    private(set) var restoreIdentifier: String?
    /// What the system knows of Bluetooth. The manager learns it later.
    private var state: CBManagerState
    /// How many changes of the state the app was not told yet.
    private var untoldStates = 0
    /// How often what the app had from here became invalid, and how often the app was told.
    private var resets = (happened: 0, told: 0)

    init(_ bluetooth: SimulatedBluetooth, _ state: CBManagerState) {
        self.bluetooth = bluetooth
        self.state = state
        linkLayer = bluetooth.linkLayer
        callbacks = CallbackQueue(bluetooth)
    }

    // MARK: What the roles do

    var anyManager: CBManager? { nil }
    /// Ends what an app wanted.
    func dropEverything() {}
    /// The app's objects are of no use any more.
    func disownObjects() {}
    /// Tells a new app what the system has kept.
    func tellRestoration() {}
    /// Tells the app of a state.
    func tell(_ state: CBManagerState) {}

    // MARK: Managers

    /// Whether it has no manager, and keeps nothing for one.
    var isFree: Bool { anyManager == nil && restoreIdentifier == nil }

    /// A new app's manager takes over. The older one has been terminated.
    ///
    /// - Parameter canBeRestored: whether the manager's delegate has the method for that.
    func begin(_ identifier: String?, canBeRestored: Bool) {
        if canBeRestored != (identifier != nil) {
            bluetooth.note(canBeRestored ? .noRestoreIdentifier : .noRestoration)
        }
        let isRestored = identifier != nil && identifier == restoreIdentifier
        restoreIdentifier = identifier
        if !isRestored { dropEverything() }
        let waiting = isRestored ? callbacks.release() : []
        forgetCallbacks()
        if isRestored { callbacks.post { [weak self] in self?.tellRestoration() } }
        tellState()
        for call in waiting { callbacks.post(call) }
    }

    /// The app has ended.
    func endApp(keepsState: Bool) {
        disownObjects()
        forgetCallbacks()
        if keepsState && restoreIdentifier != nil {
            callbacks.hold()
        } else {
            restoreIdentifier = nil
            dropEverything()
        }
    }

    private func forgetCallbacks() {
        callbacks.clear()
        untoldStates = 0
        resets.told = resets.happened
    }

    /// Whether the app may call its manager. If not, that is noted.
    func mayBeCalled(_ call: String) -> Bool {
        if anyManager?.state == .poweredOn { return true }
        bluetooth.note(.notPoweredOn(call))
        return false
    }

    /// Notes that the app used what is not valid, unless it can't know yet: Bluetooth was reset, and the app was not told.
    func noteUnlessReset(_ misuse: Misuse) {
        if resets.told == resets.happened { bluetooth.note(misuse) }
    }

    // MARK: Bluetooth's state

    /// Whether Bluetooth is on, and the app was told so.
    var isOn: Bool { state == .poweredOn && untoldStates == 0 }

    func change(to new: CBManagerState) {
        state = new
        if new.isBelowPoweredOff {
            resets.happened += 1
            disownObjects()
        }
        tellState()
    }

    private func tellState() {
        guard anyManager != nil else { return }
        untoldStates += 1
        callbacks.post { [weak self, state, resets] in
            self?.untoldStates -= 1
            self?.resets.told = resets.happened
            self?.anyManager?.state = state
            self?.tell(state)
        }
    }
}

extension CBManagerState {
    /// Whether what the system knew for the app is gone.
    var isBelowPoweredOff: Bool { rawValue < CBManagerState.poweredOff.rawValue }
}
