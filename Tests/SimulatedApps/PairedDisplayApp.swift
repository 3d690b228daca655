import CompanionPairing
import CoreBluetooth
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
package import PairingSimulation
package import Simulation

/// A client's phone, whose app has a `PairedDisplay`.
///
/// It may be marked as sendable because only code on its world's executor uses it.
package final class PairedDisplayApp: PairingApp, PairingClientHost, @unchecked Sendable {
    private var display: PairedDisplay?
    private var session: PairingClient?

    /// Adds a phone to a world. Its app does not run yet.
    package init(_ app: SimulatedApp, in world: isolated World, misuses: MisuseLog) {
        super.init(app, "client", in: world, misuses: misuses) {
            .central($0.enterAsCentral())
        }
    }

    package var client: (any ClientState)? {
        session.map { DisplayState(session: $0, isVisible: isVisible) }
    }

    override var isConnected: Bool { session?.isConnected == true }

    override func open(_ life: AppLife, _ freshName: PairingName) {
        session = PairingClient(freshName: freshName)
        let display = PairedDisplay(
            on: GATTCentral(), names: life, freshName: freshName, observer: Watch(life: life))
        self.display = display
        display.start()
    }

    override func startAgain() { display?.start() }

    override func close() {
        display = nil
        session = nil
    }

    package func press(_ button: PairingNote.Button) {
        // The user has to look at the app first.
        guard !isSuspended else { return resume() }
        let meaning = meaning(of: button)
        app.note(.pressed(button, meaning))
        if button == .unpair, meaning == .counts { app.judge.pressUnpair(of: app.clientNumber) }
        switch button {
        case .discover: display?.press(.discover)
        case .connect: display?.press(.connect)
        case .disconnect: display?.press(.disconnect)
        case .unpair: display?.press(.unpair)
        }
    }

    package func loseLink() {
        let links = app.layer.state.links
        let link = links.lastIndex {
            $0.central == app.clientNumber && $0.isUpForCentral && !$0.isLost
        }
        guard let link else { return }
        app.note(.linkLost)
        app.layer.drop(Int32(link), tellsCentral: true, tellsPeripheral: true)
    }

    /// Core Bluetooth gives an app the same identifiers.
    package func changeAddresses() {}

    private struct Watch: PairedDisplayObserver {
        let life: AppLife

        private var app: PairedDisplayApp? { life.phone as? PairedDisplayApp }

        func willPerform(_ effect: PairingClient.Effect) {
            guard let app, app.goesOn() else { return }
            app.note(effect)
            if case .show(.storeUnreadable) = effect { app.startLater() }
        }

        func didHandle(_ session: PairingClient) {
            guard let app else { return }
            app.session = session
            app.follow()
        }

        func willTell(_ update: NavigationDevice.Update) {
            guard let app, case .instruction(let next) = update else { return }
            app.app.judge.shows(
                next.instruction.distanceInMeters, by: app.app.clientNumber, at: app.now)
        }
    }
}

/// What a judge sees of a display.
private struct DisplayState: ClientState {
    let session: PairingClient
    let isVisible: Bool

    var names: PairingNames { session.names }
    var isLoaded: Bool { session.isLoaded }
    var isConnected: Bool { session.isConnected }
    var isSearching: Bool { session.isSearching }
    var buttons: PairingClient.Screen.Buttons { session.buttons }
}
