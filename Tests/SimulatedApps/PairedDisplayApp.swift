import CompanionPairing
package import CoreBluetooth
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
package import PairingSimulation
package import Simulation

/// A client's phone, on which an app with a `PairedDisplay` runs or does not. A campaign of pairing judges it.
///
/// It may be marked as sendable because only code on its world's executor uses it.
package final class PairedDisplayApp: PairingClientHost, @unchecked Sendable {
    /// What one life of the app is to others.
    private final class Life: DisplayObserver, NameStore, @unchecked Sendable {
        weak var app: PairedDisplayApp?

        init(_ app: PairedDisplayApp) { self.app = app }

        func willPerform(_ effect: PairingClient.Effect) { app?.willPerform(effect) }
        func didHandle(_ session: PairingClient) { app?.didHandle(session) }
        func willTell(_ update: NavigationDevice.Update) { app?.willTell(update) }

        func load() async throws(NameStoreError) -> PairingNames? {
            guard case .loaded(let names) = await outcome(of: .load, 0) else {
                throw .unreadable
            }
            return names
        }

        func store(_ names: PairingNames) async throws(NameStoreError) {
            guard case .stored = await outcome(of: .store(names, 1), 1) else { throw .system(5) }
        }

        /// - Returns: `nil` if the app was killed before.
        private func outcome(
            of operation: SimulatedDisk.Operation, _ ticket: UInt32
        ) async -> SharedPairingEvent? {
            await withCheckedContinuation { continuation in
                guard let app else { return continuation.resume(returning: nil) }
                app.begin(operation, continuation)
            }
        }
    }

    private typealias Waiting = CheckedContinuation<SharedPairingEvent?, Never>

    /// What happens in campaigns of some size, so that finding nothing proves something.
    package static let marks = [
        "forgot", "client killed", "client killed during a store", "client killed while suspended",
        "server killed", "suspended while connected", "instruction shown", "refused 0x08",
        "client fault leaseExpired", "client fault outrun", "client fault storeFailed",
        "client fault timedOut", "client fault unreadableStore", "server fault storeFailed",
        "server fault unreadableStore", "client copied", "client installed again",
        "ends of links are told", "ends of links are not told",
    ]

    /// How long the screen may be old after a suspension, in microseconds.
    private static let catchUp: UInt64 = 600_000

    package var app: SimulatedApp
    /// What it runs on.
    package let bluetooth: SimulatedBluetooth
    private let surroundings: WorldSurroundings
    private let number: Int32
    private let misuses: MisuseLog
    /// How many of them were noted.
    private var knownMisuses = 0
    private var life: Life?
    private var display: PairedDisplay?
    private var session: PairingClient?
    /// The call of the store that has not ended.
    private var waiting: [Waiting] = []
    private var isSuspended = false
    /// Whether the screen may show what was true before a suspension.
    private var isOld = false
    /// Whether things still go wrong.
    private var mayBeSuspended: Bool

    /// Adds a phone to a world. Its app does not run yet.
    package init(_ app: SimulatedApp, in world: isolated World, misuses: MisuseLog) {
        self.app = app
        self.misuses = misuses
        bluetooth = SimulatedBluetooth(in: world)
        surroundings = WorldSurroundings(bluetooth, clock: app.clock)
        mayBeSuspended = self.app.random.happens(1, in: 2)
        number = bluetooth.enterAsCentral()
        let alarm = world.addAction { [unowned self] _ in wakeUp() }
        self.app.enter(as: .central(number), alarm: .action(alarm))
        if mayBeSuspended { suspendNowAndThen() }
    }

    deinit { noteMisuses() }

    private func noteMisuses() {
        misuses.add(Array(bluetooth.misuses.dropFirst(knownMisuses)))
        knownMisuses = bluetooth.misuses.count
    }

    package var client: (any ClientState)? {
        session.map { DisplayState(session: $0, isVisible: !isSuspended && !isOld) }
    }

    private var now: UInt64 { app.layer.now }

    package func launch() {
        guard display == nil else { return }
        app.note(.launched)
        let name = app.freshName()
        let life = Life(self)
        self.life = life
        session = PairingClient(freshName: name)
        surroundings.run {
            let display = PairedDisplay(
                on: GATTCentral(), names: life, freshName: name, layout: .deployed, observer: life)
            self.display = display
            display.start()
        }
    }

    package func kill() {
        guard display != nil else { return }
        life?.app = nil
        life = nil
        noteMisuses()
        // In this order: an app that is killed can't stop before.
        bluetooth.terminateApp(keepsState: false)
        if isSuspended {
            app.judge.mark("client killed while suspended")
            bluetooth.resumeApp()
        }
        isSuspended = false
        isOld = false
        if app.disk.isStoring { app.judge.mark("client killed during a store") }
        display = nil
        session = nil
        // That the link ends with the app is not a misuse.
        knownMisuses = bluetooth.misuses.count
        app.die()
        for call in waiting { call.resume(returning: nil) }
        waiting = []
        app.judge.mark("client killed")
        app.judge.check(at: now)
    }

    package func rest() {
        mayBeSuspended = false
        resume()
        app.rest()
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
        let link = links.lastIndex { $0.central == number && $0.isUpForCentral && !$0.isLost }
        guard let link else { return }
        app.note(.linkLost)
        app.layer.drop(Int32(link), tellsCentral: true, tellsPeripheral: true)
    }

    /// Core Bluetooth gives an app the same identifiers.
    package func changeAddresses() {}

    // MARK: Suspensions

    private func suspendNowAndThen() {
        bluetooth.schedule(after: UInt64(app.random.number(in: 1000...30_000)) * 1000) {
            [weak self] in
            guard let self, mayBeSuspended else { return }
            suspend()
            let isLong = app.random.happens(1, in: 2)
            let length = UInt64(app.random.number(in: 50...(isLong ? 30_000 : 1000))) * 1000
            bluetooth.schedule(after: length) { [weak self] in
                self?.resume()
                self?.suspendNowAndThen()
            }
        }
    }

    private func suspend() {
        guard display != nil, !isSuspended else { return }
        if session?.isConnected == true { app.judge.mark("suspended while connected") }
        app.note(.suspended(true))
        isSuspended = true
        bluetooth.suspendApp()
        app.judge.check(at: now)
    }

    private func resume() {
        guard isSuspended else { return }
        app.note(.suspended(false))
        isSuspended = false
        bluetooth.resumeApp()
        isOld = true
        let life = life
        bluetooth.schedule(after: Self.catchUp) { [weak self] in
            guard let self, life === self.life else { return }
            isOld = false
            app.judge.check(at: now)
        }
        wakeUp()
    }

    // MARK: The store

    private func begin(_ operation: SimulatedDisk.Operation, _ call: Waiting) {
        waiting.append(call)
        app.begin(operation)
    }

    /// Tells the app what its disk has done.
    private func wakeUp() {
        guard !isSuspended else { return }
        app.layer.state.mayHaveResumed = true
        while !waiting.isEmpty, let completion = app.nextCompletion() {
            waiting.removeFirst().resume(returning: completion)
        }
    }

    // MARK: What the display does

    private func willPerform(_ effect: PairingClient.Effect) {
        guard app.livesOn() else { return kill() }
        note(effect)
        guard case .show(.storeUnreadable) = effect else { return }
        let life = life
        bluetooth.scheduleForApp(.timer, after: 1_000_000) { [weak self] in
            if let self, life === self.life { display?.start() }
        }
    }

    private func didHandle(_ session: PairingClient) {
        self.session = session
        isOld = false
        app.judge.check(at: now)
    }

    private func willTell(_ update: NavigationDevice.Update) {
        guard case .instruction(let next) = update else { return }
        app.judge.shows(next.instruction.distanceInMeters, by: app.clientNumber, at: now)
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
