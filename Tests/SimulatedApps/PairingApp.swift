import CompanionPairing
package import CoreBluetooth
package import PairingSimulation
import Simulation

/// A phone on which an app that pairs runs or does not, on Core Bluetooth: what the hosts of both ends have in common.
/// Now and then the system suspends the app.
///
/// It may be marked as sendable because only code on its world's executor uses it.
package class PairingApp: PairingHost, @unchecked Sendable {
    /// How long what was true before a suspension may still be shown, in microseconds.
    private static let catchUp: UInt64 = 600_000

    package var app: SimulatedApp
    /// What it runs on.
    package let bluetooth: SimulatedBluetooth
    private let surroundings: WorldSurroundings
    private let misuses: MisuseLog
    /// How many of them were noted.
    private var knownMisuses = 0
    /// The end, in marks.
    private let word: String
    /// The app, while it runs.
    private var life: AppLife?
    /// The calls of the store that have not ended.
    private var waiting: [AppLife.Waiting] = []
    private(set) var isSuspended = false
    /// Whether the screen may show what was true before a suspension.
    private var isOld = false
    /// Whether things still go wrong.
    private var mayBeSuspended: Bool

    /// Adds a phone to a world. Its app does not run yet.
    ///
    /// - Parameters:
    ///   - word: the end, in marks.
    ///   - enter: has its Bluetooth take part in the world.
    init(
        _ app: SimulatedApp, _ word: String, in world: isolated World, misuses: MisuseLog,
        enter: (SimulatedBluetooth) -> Participant
    ) {
        self.app = app
        self.word = word
        self.misuses = misuses
        bluetooth = SimulatedBluetooth(in: world)
        surroundings = WorldSurroundings(bluetooth, clock: app.clock)
        mayBeSuspended = self.app.random.happens(1, in: 2)
        let alarm = world.addAction { [unowned self] _ in wakeUp() }
        self.app.enter(as: enter(bluetooth), alarm: .action(alarm))
        if mayBeSuspended { suspendNowAndThen() }
    }

    deinit { noteMisuses() }

    private func noteMisuses() {
        misuses.add(Array(bluetooth.misuses.dropFirst(knownMisuses)))
        knownMisuses = bluetooth.misuses.count
    }

    // MARK: What each end does in its own way

    /// Makes the app and starts it.
    func open(_ life: AppLife, _ freshName: PairingName) {}
    /// Starts again what could not load its names.
    func startAgain() {}
    /// Forgets the app.
    func close() {}
    /// Whether it is connected for its user.
    var isConnected: Bool { false }

    // MARK: What its user and its system do

    var isRunning: Bool { life != nil }
    /// Whether the user sees what is true now.
    var isVisible: Bool { !isSuspended && !isOld }
    var now: UInt64 { app.layer.now }

    package func launch() {
        guard life == nil else { return }
        app.note(.launched)
        let name = app.freshName()
        let life = AppLife(of: self)
        self.life = life
        surroundings.run { open(life, name) }
    }

    package func kill() {
        guard let life else { return }
        life.phone = nil
        self.life = nil
        noteMisuses()
        // In this order: an app that is killed can't stop before.
        bluetooth.terminateApp(keepsState: false)
        if isSuspended {
            app.judge.mark("\(word) killed while suspended")
            bluetooth.resumeApp()
        }
        isSuspended = false
        isOld = false
        if app.disk.isStoring { app.judge.mark("\(word) killed during a store") }
        close()
        // That the link ends with the app is not a misuse.
        knownMisuses = bluetooth.misuses.count
        app.die()
        for call in waiting { call.resume(returning: nil) }
        waiting = []
        app.judge.mark("\(word) killed")
        app.judge.check(at: now)
    }

    package func rest() {
        mayBeSuspended = false
        resume()
        app.rest()
    }

    /// The states in which the radio can't be used, and their names in marks.
    private static let statesWithoutRadio: [(state: CBManagerState, name: String)] = [
        (.poweredOff, "off"), (.resetting, "resetting"), (.unauthorized, "unauthorized"),
        (.unsupported, "unsupported"), (.unknown, "unknown"),
    ]

    package func switchRadio(on isOn: Bool) {
        guard !isOn else { return bluetooth.state = .poweredOn }
        // One may follow another at once.
        for _ in 0...app.random.number(in: 0...1) {
            let next = app.random.element(of: Self.statesWithoutRadio)
            bluetooth.state = next.state
            if isRunning { app.judge.mark("\(word) Bluetooth \(next.name)") }
        }
    }

    private func suspendNowAndThen() {
        bluetooth.schedule(after: UInt64(app.random.number(in: 1000...30_000)) * 1000) {
            [weak self] in
            guard let self, mayBeSuspended else { return }
            suspend()
            let isLong = app.random.happens(1, in: 2)
            let length = UInt64(app.random.number(in: 50...(isLong ? 30_000 : 1000))) * 1000
            bluetooth.schedule(after: length) { [weak self] in
                guard let self else { return }
                // The system may need the memory.
                if isSuspended, app.random.happens(1, in: 8) { kill() }
                resume()
                suspendNowAndThen()
            }
        }
    }

    private func suspend() {
        guard isRunning, !isSuspended else { return }
        if isConnected { app.judge.mark("\(word) suspended while connected") }
        app.note(.suspended(true))
        isSuspended = true
        bluetooth.suspendApp()
        app.judge.check(at: now)
    }

    /// The app goes on, if it was suspended.
    func resume() {
        guard isSuspended else { return }
        app.note(.suspended(false))
        isSuspended = false
        bluetooth.resumeApp()
        isOld = true
        let life = life
        bluetooth.schedule(after: Self.catchUp) { [weak self] in
            if let self, life === self.life { follow() }
        }
        wakeUp()
    }

    // MARK: The store

    fileprivate func begin(_ operation: SimulatedDisk.Operation, _ call: AppLife.Waiting) {
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

    // MARK: What the app does

    /// The app is about to do something.
    ///
    /// - Returns: whether it lives on.
    func goesOn() -> Bool {
        if app.livesOn() { return true }
        kill()
        return false
    }

    /// The app tells its user that it can't read its names.
    func startLater() {
        let life = life
        bluetooth.scheduleForApp(.timer, after: 1_000_000) { [weak self] in
            if let self, life === self.life { startAgain() }
        }
    }

    /// The session has taken an event.
    func follow() {
        isOld = false
        app.judge.check(at: now)
    }
}

/// One life of an app, from a launch to a kill. It is the app's store.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class AppLife: NameStore, @unchecked Sendable {
    typealias Waiting = CheckedContinuation<SharedPairingEvent?, Never>

    /// `nil` after its end.
    fileprivate(set) weak var phone: PairingApp?

    fileprivate init(of phone: PairingApp) { self.phone = phone }

    func load() async throws(NameStoreError) -> PairingNames? {
        guard case .loaded(let names) = await outcome(of: .load) else { throw .unreadable }
        return names
    }

    func store(_ names: PairingNames) async throws(NameStoreError) {
        guard case .stored = await outcome(of: .store(names, 0)) else { throw .system(5) }
    }

    /// - Returns: `nil` if the app was killed before.
    private func outcome(of operation: SimulatedDisk.Operation) async -> SharedPairingEvent? {
        await withCheckedContinuation { continuation in
            guard let phone else { return continuation.resume(returning: nil) }
            phone.begin(operation, continuation)
        }
    }
}
