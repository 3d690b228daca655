package import CCoreBluetooth
package import Simulation

/// The Bluetooth of one simulated Apple device: what its apps' managers talk to.
///
/// It takes part in a world as a central, as a peripheral, or as both, from the moment at which a manager of
/// that kind is made. Everything happens on the world's executor: managers are made and called there, and
/// delegates are called there, in virtual time, between two of the world's events.
///
/// It may be marked as sendable because only code on its world's executor uses it.
package final class SimulatedBluetooth: @unchecked Sendable {
    /// The device whose app runs now: managers that are made become its own.
    @TaskLocal package static var current: SimulatedBluetooth?

    /// What varies from run to run.
    package var habits = Habits()
    /// Whether the user lets apps use Bluetooth.
    package var authorization = CBManagerAuthorization.allowedAlways
    /// What apps did that Apple's systems only log, in order. A correct app leaves it empty.
    package internal(set) var misuses: [Misuse] = []
    /// How many requests of a central are neither answered nor lost with their link.
    package internal(set) var owedRequests = 0
    /// How many ends of links a central's app was told after its next link to the peripheral had begun.
    package internal(set) var endsToldAfterNewLinks = 0
    /// Is told when a central's app asks for something.
    package var willRequest: ((RequestKind) -> Void)?
    /// Is told of each such request, when its delegate is about to be told or its link is gone.
    package var didAnswer: ((RequestKind, RequestEnd) -> Void)?
    /// Is told when a central's app is about to be told of a value that was notified.
    package var willTellNotification: (() -> Void)?
    /// Is told when the app was told.
    package var didTellNotification: (() -> Void)?
    /// Is told the offset of a read when a peripheral's app is about to be told of it.
    package var willTellRead: ((Int) -> Void)?
    /// Is told if something happens for an app that was terminated and is to be restored.
    package var wakesApp: (() -> Void)?

    package let linkLayer: LinkLayer
    /// Begins a task in the world's time.
    package let begin: @Sendable (@escaping @Sendable () async -> Void) -> Void
    /// What has become due for an app that is suspended; `nil` if it is not.
    private var overdue: [(kind: AppWork, action: () -> Void)]?
    private var isResuming = false
    /// Something to do later, in microseconds. What is due at the same time is done in order.
    private struct Later {
        let time: UInt64
        let order: UInt64
        let action: () -> Void

        func comes(before other: Later) -> Bool {
            time < other.time || time == other.time && order < other.order
        }
    }

    private var later: [Later] = []
    private var lastOrder: UInt64 = 0
    private var tick: Int32 = 0

    private var centralSide: CentralRadio?
    private var peripheralSide: PeripheralRadio?

    /// Creates the Bluetooth of a device in a world, switched on.
    package init(in world: isolated World) {
        linkLayer = world.linkLayer
        begin = world.begin
        tick = world.addAction { [device = DeviceOfWorld(self)] _ in
            device.bluetooth.takeDueActions()
        }
    }

    /// Takes part in the world as a central, before there is a manager.
    ///
    /// - Returns: its number among the centrals.
    package func enterAsCentral() -> Int32 { centralRadio.number }

    /// Takes part in the world as a peripheral, before there is a manager.
    ///
    /// - Returns: its number among the peripherals.
    package func enterAsPeripheral() -> Int32 { peripheralRadio.number }

    /// The device as a central.
    var centralRadio: CentralRadio {
        if let centralSide { return centralSide }
        let radio = CentralRadio(self)
        centralSide = radio
        return radio
    }

    /// The device as a peripheral.
    var peripheralRadio: PeripheralRadio {
        if let peripheralSide { return peripheralSide }
        let radio = PeripheralRadio(self)
        peripheralSide = radio
        return radio
    }

    /// The side of the app's first central manager.
    var centralSystem: CentralSystem { centralRadio.current }

    /// The side of the app's first peripheral manager.
    var peripheralSystem: PeripheralSystem { peripheralRadio.current }

    /// What the system knows of Bluetooth's state. To set it switches the radio: only `poweredOn` has one. Below
    /// `poweredOff` the objects that managers gave out become invalid, and services must be added again.
    package var state = CBManagerState.poweredOn {
        didSet {
            guard state != oldValue else { return }
            centralSide?.follow(state)
            peripheralSide?.follow(state)
        }
    }

    /// Ends the app: its managers are dead, and call no delegate any more.
    ///
    /// - Parameter keepsState: whether the system keeps its links, attempts to connect, scan, services and
    ///   advertising, for managers that were made with a restoration identifier. Without one, it never does.
    package func terminateApp(keepsState: Bool = true) {
        for system in centralSide?.systems ?? [] { system.terminate(keepsState: keepsState) }
        for system in peripheralSide?.systems ?? [] { system.terminate(keepsState: keepsState) }
    }

    /// How many reads and writes the peripheral's app was told of and has not answered.
    package var unansweredRequests: Int {
        peripheralSide?.systems.reduce(0) { $0 + $1.untilAnswered.count } ?? 0
    }

    /// The number of the device among the centrals of its world; `nil` if it has no central manager yet.
    package var centralNumber: Int32? { centralSide?.number }
    /// The number of the device among the peripherals of its world; `nil` if it has no peripheral manager yet.
    package var peripheralNumber: Int32? { peripheralSide?.number }

    /// Does something once a central's app has been told all that it has not been told yet.
    package func performAfterCallbacks(_ work: @escaping () -> Void) {
        // What waited for an app that was suspended reaches its queue after its timers.
        let waiting = centralSide?.systems.map(\.callbacks).filter { $0.count > 0 } ?? []
        guard let latest = waiting.max(by: { $0.last < $1.last }), !isResuming else {
            return work()
        }
        latest.post(work)
    }

    /// Whether there is something that the apps have not been told yet.
    package var isAheadOfApps: Bool {
        centralSide?.systems.contains { $0.callbacks.count > 0 } ?? false
            || peripheralSide?.systems.contains { $0.callbacks.count > 0 } ?? false
    }

    func note(_ misuse: Misuse) { misuses.append(misuse) }

    /// Does something later, in microseconds from now. What is to be done at the same time is done in the order
    /// in which it was asked for.
    package func schedule(after delay: UInt64, _ action: @escaping () -> Void) {
        lastOrder += 1
        later.append(Later(time: linkLayer.now + delay, order: lastOrder, action: action))
        linkLayer.schedule(.action(tick), after: delay)
    }

    /// What is done for an app while it runs.
    package enum AppWork { case timer, callback }

    /// Does something later for the app: when it is due, or when the app is no longer suspended.
    package func scheduleForApp(
        _ kind: AppWork, after delay: UInt64, _ action: @escaping () -> Void
    ) {
        schedule(after: delay) { [weak self] in
            guard let self else { return }
            if overdue == nil { action() } else { overdue?.append((kind, action)) }
        }
    }

    /// Suspends the app: from now on, what becomes due for it waits.
    package func suspendApp() { overdue = overdue ?? [] }

    /// The app goes on. First its timers fire that are overdue, and a little later its delegates are called.
    package func resumeApp() {
        let waiting = overdue ?? []
        overdue = nil
        let delay = drawTime(habits.callbackDelay)
        for (kind, action) in waiting {
            scheduleForApp(kind, after: kind == .timer ? 0 : delay) { [weak self] in
                self?.isResuming = kind == .timer
                action()
                self?.isResuming = false
            }
        }
    }

    /// Keeps a device as long as its world is there. Then nothing is due any more, and what was refers to the device, which
    /// would otherwise never be freed.
    private final class DeviceOfWorld {
        let bluetooth: SimulatedBluetooth

        init(_ bluetooth: SimulatedBluetooth) { self.bluetooth = bluetooth }

        deinit {
            bluetooth.later = []
            bluetooth.overdue = nil
        }
    }

    private func takeDueActions() {
        linkLayer.state.mayHaveResumed = true
        let now = linkLayer.now
        while let index = firstDue(at: now) { later.remove(at: index).action() }
    }

    private func firstDue(at now: UInt64) -> Int? {
        var first: Int?
        for index in later.indices where later[index].time <= now {
            if let known = first, !later[index].comes(before: later[known]) { continue }
            first = index
        }
        return first
    }

    func draws(_ frequency: Habits.Frequency) -> Bool {
        switch frequency {
        case .never: false
        case .rarely: linkLayer.state.random.happens(1, in: 16)
        case .sometimes: linkLayer.state.random.happens(1, in: 2)
        case .always: true
        }
    }

    /// Draws a time in a range, in microseconds.
    func drawTime(_ range: ClosedRange<Int>) -> UInt64 {
        UInt64(linkLayer.state.random.number(in: range))
    }
}
