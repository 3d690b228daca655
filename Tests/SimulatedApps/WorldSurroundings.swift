package import CoreBluetooth
package import Dispatch
package import KomootNav
package import KomootNavCoreBluetooth
package import Simulation

/// Lets devices and phones of `KomootNavCoreBluetooth` run in a world: on its executor, and in its time.
package struct WorldSurroundings: Surroundings {
    // Never used: the stand-in for Core Bluetooth calls in the world's time.
    private static let unused = DispatchQueue(label: "unused")

    package var queue: DispatchQueue { Self.unused }
    package let deviceObserver: (any KomootNavCoreBluetooth.DeviceObserver)?
    package let phoneObserver: (any KomootNavCoreBluetooth.PhoneObserver)?
    private let bluetooth: SimulatedBluetooth
    private let clock: LocalClock

    package init(
        _ bluetooth: SimulatedBluetooth, clock: LocalClock = LocalClock(),
        deviceObserver: (any KomootNavCoreBluetooth.DeviceObserver)? = nil,
        phoneObserver: (any KomootNavCoreBluetooth.PhoneObserver)? = nil
    ) {
        self.bluetooth = bluetooth
        self.clock = clock
        self.deviceObserver = deviceObserver
        self.phoneObserver = phoneObserver
    }

    package var now: SessionTime { clock.time(at: bluetooth.linkLayer.now) }

    // A manager may be made here, and below.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        SimulatedBluetooth.$current.withValue(bluetooth, operation: work)
    }

    package func performAfterCallbacks(_ work: @escaping @Sendable () -> Void) {
        bluetooth.performAfterCallbacks(work)
    }

    package func performAndWait(_ work: @Sendable () -> Void) {
        SimulatedBluetooth.$current.withValue(bluetooth, operation: work)
    }

    package func perform(at time: SessionTime, _ work: @escaping @Sendable () -> Void) {
        let now = bluetooth.linkLayer.now
        let delay = max(clock.microseconds(of: time), now) - now
        bluetooth.scheduleForApp(.timer, after: delay) { bluetooth.performAfterCallbacks(work) }
    }

    package func begin(_ task: @escaping @Sendable () async -> Void) { bluetooth.begin(task) }

    package func random() -> UInt64 { bluetooth.linkLayer.state.random.next() }

    /// Calls a function in which devices and phones can be made that run in the world.
    package func run<R>(_ body: () throws -> R) rethrows -> R {
        try SimulatedBluetooth.$current.withValue(bluetooth) {
            try CurrentSurroundings.$ofTest.withValue(self, operation: body)
        }
    }
}
