import CompanionPairing
import CoreBluetooth
import KomootNav
import KomootNavCoreBluetooth
package import PairingSimulation
package import Simulation

/// A server's phone, whose app has a `PairedPhone`, and navigates all the time.
///
/// It may be marked as sendable because only code on its world's executor uses it.
package final class PairedPhoneApp: PairingApp, PairingServerHost, @unchecked Sendable {
    private var phone: PairedPhone?
    private var session: PairingServer?
    /// What is published last.
    private var number: UInt32 = 0

    /// Adds a phone to a world. Its app does not run yet.
    package init(_ app: SimulatedApp, in world: isolated World, misuses: MisuseLog) {
        super.init(app, "server", in: world, misuses: misuses) {
            .peripheral($0.enterAsPeripheral())
        }
    }

    package var server: (any ServerState)? { session }

    override var isConnected: Bool { session?.client != nil }

    override func open(_ life: AppLife, _ freshName: PairingName) {
        session = PairingServer(PairingServer.Configuration(freshName: freshName))
        let phone = PairedPhone(
            on: GATTPeripheral(), names: life, freshName: freshName, observer: Watch(life: life))
        self.phone = phone
        phone.start()
        publish(number)
    }

    override func startAgain() { phone?.start() }

    override func close() {
        phone = nil
        session = nil
    }

    package func publish(_ number: UInt32) {
        self.number = number
        guard !isSuspended else { return }
        let instruction = NavigationInstruction(
            identifier: .uint32(number), arrow: .left, distanceInMeters: number, street: "")
        try? phone?.publish(instruction)
    }

    package func unpair() {
        // The user has to look at the app first.
        guard !isSuspended else { return resume() }
        let press: PairingNote.Press =
            session.map { $0.canUnpair ? .counts : .notOnScreen } ?? .notRunning
        app.note(.pressed(.unpair, press))
        if press == .counts { app.judge.pressServersUnpair() }
        phone?.unpair()
    }

    private struct Watch: PairedPhoneObserver {
        let life: AppLife

        private var app: PairedPhoneApp? { life.phone as? PairedPhoneApp }

        func willPerform(_ effect: PairingServer.Effect) {
            guard let app, app.goesOn() else { return }
            app.note(effect)
            if case .show(.storeUnreadable) = effect { app.startLater() }
        }

        func didHandle(_ session: PairingServer) {
            guard let app else { return }
            app.session = session
            app.follow()
        }
    }
}
