package import CoreBluetooth
import KomootNav
package import KomootNavCoreBluetooth
package import Simulation

/// An app with a `NavigationDevice`, which a campaign judges.
///
/// It may be marked as sendable because only code on its world's executor uses it.
package final class DisplayApp: DeviceHost, @unchecked Sendable {
    /// Three callbacks: an answer; then a request that fails at once, because the services have changed; and that they have.
    /// Or a timer that is overdue after a suspension, and waits for what has still to be told.
    package static var latency: UInt64 {
        3 * UInt64(Habits().busyDelay.upperBound) + longestSuspension + 500_000
    }

    /// In microseconds.
    private static let longestSuspension: UInt64 = 300_000

    /// What it runs on.
    package let bluetooth: SimulatedBluetooth
    /// Its device; `nil` until the rider starts it.
    package private(set) var device: NavigationDevice?
    private let surroundings: WorldSurroundings
    private let reporter: DisplayReporter

    private let misuses: MisuseLog?
    private let isSuspended: Bool
    /// The request that the device waits for.
    private var awaited: RequestKind?
    private var isToldNotification = false
    /// Whether it asked while it was told a notification, which may have come after that: then it may be taken for the answer.
    private var mayBeAnswered = false
    /// The callback that tells an answer: when, in microseconds; how many events it was so far; and whether the first one
    /// made the device read. If that was another MTU, the value comes after it, and is taken for the new read's answer.
    private var answer: (time: UInt64, events: Int, readsAtFirst: Bool) = (0, 0, false)

    /// Adds an app to a world. It does nothing yet.
    package init(
        in world: isolated World, misuses: MisuseLog? = nil, isSuspended: Bool = false
    ) {
        self.misuses = misuses
        self.isSuspended = isSuspended
        bluetooth = SimulatedBluetooth(in: world)
        reporter = DisplayReporter(
            DeviceScreen(of: bluetooth.enterAsCentral(), in: world), bluetooth)
        surroundings = WorldSurroundings(bluetooth, deviceObserver: reporter)
        reporter.report(.added(.coreBluetooth))
        bluetooth.willRequest = { [unowned self] kind in
            if let awaited, !mayBeAnswered {
                reporter.report(.asksTooMuch(awaited == .read ? .read : .discovery))
            }
            awaited = kind
            mayBeAnswered = isToldNotification && kind == .read
            if answer.time == bluetooth.linkLayer.now && answer.events == 0 {
                answer.readsAtFirst = kind == .read
            }
        }
        bluetooth.didAnswer = { [unowned self] _, _ in
            awaited = nil
            answer = (bluetooth.linkLayer.now, 0, false)
        }
        reporter.didHandleEvent = { [unowned self] in
            guard answer.time == bluetooth.linkLayer.now else { return }
            answer.events += 1
            if answer.events == 2 && answer.readsAtFirst { mayBeAnswered = true }
        }
        // With one callback, it may be taken for the answer.
        bluetooth.willTellNotification = { [unowned self] in
            isToldNotification = true
            if awaited == .read { awaited = nil }
        }
        bluetooth.didTellNotification = { [unowned self] in isToldNotification = false }
    }

    package func start(in world: isolated World) { start() }

    private func start() {
        reporter.report(.started)
        let device = surroundings.run { NavigationDevice() }
        self.device = device
        device.start()
        if isSuspended { suspendNowAndThen() }
    }

    private func suspendNowAndThen() {
        bluetooth.schedule(after: 50_000 + surroundings.random() % 3_000_000) { [weak self] in
            guard let self, device != nil else { return }
            bluetooth.suspendApp()
            let length = surroundings.random() % Self.longestSuspension
            bluetooth.schedule(after: length) { [weak self] in
                self?.bluetooth.resumeApp()
                self?.suspendNowAndThen()
            }
        }
    }

    package func end() {
        // That the link ends with the app is not a misuse.
        misuses?.add(bluetooth.misuses)
        reporter.hasEnded = true
        device = nil
        bluetooth.willRequest = nil
        bluetooth.didAnswer = nil
        reporter.didHandleEvent = nil
        bluetooth.willTellNotification = nil
        bluetooth.didTellNotification = nil
        bluetooth.terminateApp(keepsState: false)
    }
}

/// Reports what a device does to its world's observers.
///
/// It may be marked as sendable because only code on its world's executor uses it.
private final class DisplayReporter: KomootNavCoreBluetooth.DeviceObserver, @unchecked Sendable {
    private let screen: DeviceScreen
    private unowned let bluetooth: SimulatedBluetooth
    var didHandleEvent: (() -> Void)?
    /// Whether the run is over, so that nothing is reported any more.
    var hasEnded = false
    private var effects = 0
    /// The most effects of one event since the last report.
    private var mostEffects = 0

    init(_ screen: DeviceScreen, _ bluetooth: SimulatedBluetooth) {
        self.screen = screen
        self.bluetooth = bluetooth
    }

    func report(_ event: DeviceEvent, _ bytes: Span<UInt8> = Span()) {
        if !hasEnded { screen.assumeIsolated { $0.report(event, bytes) } }
    }

    func willShow(_ object: Span<UInt8>, _ extent: ObjectExtent) {
        effects += 1
        report(.delivered(extent), object)
    }

    func willReport(_ status: CentralSession.Status) {
        effects += 1
        report(.reported(status))
    }

    func willNote(_ fault: CentralSession.Fault) {
        effects += 1
        report(.noticed(fault))
    }

    func didHandle() {
        didHandleEvent?()
        mostEffects = max(mostEffects, effects)
        effects = 0
        // While the system has more to tell, the app can't have followed all of it.
        guard !bluetooth.isAheadOfApps else { return }
        report(.acted(effects: mostEffects, memory: 0))
        mostEffects = 0
    }
}
