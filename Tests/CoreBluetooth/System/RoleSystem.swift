import CCoreBluetooth
import Foundation
import Simulation

/// What the system of a simulated Apple device does for an app in either role: it lets a manager take over from
/// another one, and follows Bluetooth's state.
///
/// It may be marked as sendable because only code on its world's executor uses it.
class RoleSystem: @unchecked Sendable {
    unowned let bluetooth: SimulatedBluetooth
    let linkLayer: LinkLayer
    let callbacks: CallbackQueue
    private var restoreIdentifier: String?
    /// What the system knows of Bluetooth. The manager learns it later.
    private(set) var state = CBManagerState.poweredOn
    /// The state that the next change of the radio means.
    private var nextState: CBManagerState?
    /// How many changes of the state the app was not told yet.
    private var untoldStates = 0

    init(_ bluetooth: SimulatedBluetooth) {
        self.bluetooth = bluetooth
        linkLayer = bluetooth.linkLayer
        callbacks = CallbackQueue(bluetooth)
    }

    // MARK: What the roles do

    var anyManager: CBManager? { nil }
    var participant: Participant { preconditionFailure("a role takes part in its world") }
    var isRadioOn: Bool { false }
    /// Ends what an app wanted.
    func dropEverything() {}
    /// The app's objects are of no use any more.
    func disownObjects() {}
    /// Tells a new app what the system has kept.
    func tellRestoration() {}
    /// Tells the app of a state.
    func tell(_ state: CBManagerState) {}

    // MARK: Managers

    /// A new app's manager takes over. The older one has been terminated.
    func begin(_ identifier: String?) {
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
    }

    /// Whether the app may call its manager. If not, that is noted.
    func mayBeCalled(_ call: String) -> Bool {
        if anyManager?.state == .poweredOn { return true }
        bluetooth.note(.notPoweredOn(call))
        return false
    }

    // MARK: Bluetooth's state

    /// Whether Bluetooth is on, and the app was told so.
    var isOn: Bool { state == .poweredOn && untoldStates == 0 }

    /// Switches the radio as the device's state says.
    func follow(_ wanted: CBManagerState) {
        if wanted == .poweredOn {
            if !isRadioOn { linkLayer.switchRadioOn(participant) }
        } else if isRadioOn {
            nextState = wanted
            linkLayer.switchRadioOff(participant)
        } else if wanted != state {
            change(to: wanted)
        }
    }

    /// What the radio's going off means.
    func takeNextState() -> CBManagerState {
        defer { nextState = nil }
        return nextState ?? .poweredOff
    }

    func change(to new: CBManagerState) {
        state = new
        if new.isBelowPoweredOff { disownObjects() }
        tellState()
    }

    private func tellState() {
        guard anyManager != nil else { return }
        untoldStates += 1
        callbacks.post { [weak self, state] in
            self?.untoldStates -= 1
            self?.anyManager?.state = state
            self?.tell(state)
        }
    }
}

extension CBManagerState {
    /// Whether what the system knew for the app is gone.
    var isBelowPoweredOff: Bool { rawValue < CBManagerState.poweredOff.rawValue }
}
