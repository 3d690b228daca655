import CCoreBluetooth
import Simulation

/// The radio of a simulated Apple device in one role, which all managers of that role share.
///
/// It may be marked as sendable because only code on its world's executor uses it.
class RoleRadio<System: RoleSystem>: @unchecked Sendable {
    unowned let bluetooth: SimulatedBluetooth
    let linkLayer: LinkLayer
    /// One for each manager. One whose manager is gone keeps its state, or waits for another manager.
    private(set) var systems: [System] = []
    /// What the system knows of Bluetooth. Managers learn it later.
    private(set) var state = CBManagerState.poweredOn
    /// The state that the next change of the radio means.
    private var nextState: CBManagerState?

    /// What it is in its world, as soon as it has been added.
    private(set) var participant: Participant?

    init(_ bluetooth: SimulatedBluetooth) {
        self.bluetooth = bluetooth
        linkLayer = bluetooth.linkLayer
    }

    /// Takes part in its world.
    func join(as participant: Participant) {
        self.participant = participant
        follow(bluetooth.state)
    }

    func makeSystem() -> System { preconditionFailure("a role has managers") }

    var isOn: Bool { participant.map(linkLayer.isRadioOn) ?? false }

    // MARK: Managers

    /// The one that has a manager, or the one for the next manager.
    var current: System {
        systems.first { $0.anyManager != nil } ?? systems.first ?? system(for: nil)
    }

    /// The one for a new manager: what was kept for its identifier, if there is that.
    func system(for identifier: String?) -> System {
        let kept = systems.first { identifier != nil && $0.restoreIdentifier == identifier }
        if let known = kept ?? systems.first(where: \.isFree) { return known }
        let new = makeSystem()
        systems.append(new)
        return new
    }

    // MARK: Bluetooth's state

    /// Switches the radio as the device's state says.
    func follow(_ wanted: CBManagerState) {
        guard let participant else { return }
        if wanted == .poweredOn {
            if !isOn { linkLayer.switchRadioOn(participant) }
        } else if isOn {
            nextState = wanted
            linkLayer.switchRadioOff(participant)
        } else if wanted != state {
            state = wanted
            for system in systems { system.change(to: wanted) }
        }
    }

    /// The radio has gone off: takes on the state that this means.
    func takeNextState() -> CBManagerState {
        state = nextState ?? .poweredOff
        nextState = nil
        return state
    }

    /// The radio has gone on.
    func takeOn() { state = .poweredOn }
}
