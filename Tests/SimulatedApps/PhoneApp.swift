package import CoreBluetooth
import Foundation
package import KomootNav
import KomootNavCoreBluetooth
package import Simulation

/// An app with a `NavigationPhone`, which a campaign judges.
package actor NavigationApp: PhoneApp {
    // The world keeps the app.
    private unowned let world: World
    /// The executor of its world.
    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe world.unownedExecutor
    }

    /// What it runs on.
    package nonisolated let bluetooth: SimulatedBluetooth
    /// What is armed.
    package private(set) var replacements: ContiguousArray<Replacement> = []
    private let configuration: PeripheralSession.Configuration
    private let clock: LocalClock
    private let reporter: PhoneReporter
    private let number: Int32
    private var objects: ObjectFactory
    private var phone: NavigationPhone?
    private var observer: NavigationObserver?
    private let misuses: MisuseLog?

    /// Adds an app to a world. It does nothing yet.
    package init(
        _ configuration: PeripheralSession.Configuration, clock: LocalClock = LocalClock(),
        salt: UInt32 = 0, in world: isolated World, misuses: MisuseLog? = nil
    ) {
        self.misuses = misuses
        self.world = world
        self.configuration = configuration
        self.clock = clock
        bluetooth = SimulatedBluetooth(in: world)
        number = bluetooth.enterAsPeripheral()
        reporter = PhoneReporter(of: number, in: world)
        objects = ObjectFactory(layout: configuration.layout, salt: salt)
        bluetooth.willTellRead = { [unowned self] offset in
            assumeIsolated { $0.replaceObject(readAt: offset) }
        }
    }

    package func startNavigation() {
        let observer = observer ?? NavigationObserver(reporter, phone: number)
        self.observer = observer
        WorldSurroundings(bluetooth, clock: clock, phoneObserver: observer).run {
            let phone = phone ?? NavigationPhone(configuration)
            self.phone = phone
            phone.start()
        }
    }

    package func startAdvertising() { phone?.advertise() }

    package func publishInvented(streetByteCount: Int, key: UInt64) {
        let instruction = objects.withObject(streetByteCount: streetByteCount, key: key) { object in
            try? NavigationInstruction(decoding: object, layout: configuration.layout)
        }
        // Like any app, it can't publish while nobody navigates.
        if let instruction { try? phone?.publish(instruction) }
    }

    package func arm(_ replacement: Replacement) { replacements.append(replacement) }

    package func disarmReplacements() { replacements.removeAll() }

    package var isServing: Bool {
        bluetooth.linkLayer.state.peripherals[Int(number)].database.handle(
            of: NavigationService.instructionCharacteristic, in: NavigationService.uuid) != nil
    }

    package var isRunning: Bool { phone != nil }

    package func stopServing() { phone?.stop() }
    package func serveAgain() { startNavigation() }

    package func die() {
        reporter.report(.killed)
        kill()
    }

    package func end() {
        kill()
        misuses?.add(bluetooth.misuses)
    }

    private func kill() {
        observer?.end()
        observer = nil
        // In this order: an app that is killed can't stop before.
        bluetooth.terminateApp(keepsState: false)
        phone = nil
    }

    package func restart() { startNavigation() }

    /// Publishes what is armed, before a read at an offset above zero is answered.
    private func replaceObject(readAt offset: Int) {
        guard offset > 0, !replacements.isEmpty else { return }
        let replacement = replacements.removeFirst()
        let count = replacement.streetByteCount
        guard replacement.forgetsOld else {
            return publishInvented(streetByteCount: count, key: UInt64(count))
        }
        // An object that ends before the offset would not go on, but end the read.
        let needed = offset + ATT.smallestPayload - configuration.layout.streetOffset
        for number in 0..<PeripheralSession.keptObjects {
            publishInvented(streetByteCount: max(count, needed), key: UInt64(number))
        }
    }
}

/// Reports what a phone is told and does to its world's observers. It names a device by its central's number.
///
/// It may be marked as sendable because only code on its world's executor uses it.
private final class NavigationObserver: KomootNavCoreBluetooth.PhoneObserver, @unchecked Sendable {
    private let reporter: PhoneReporter
    private let phone: Int32
    private var hasEnded = false

    init(_ reporter: PhoneReporter, phone: Int32) {
        self.reporter = reporter
        self.phone = phone
    }

    /// Reports nothing any more: the app was killed.
    func end() { hasEnded = true }

    func willHandle(
        _ event: PeripheralDriver<GATTPeer, GATTRead>.Event, at time: SessionTime
    ) {
        guard let input = input(event) else { return }
        report(.told(input, at: time))
    }

    private func input(_ event: PeripheralDriver<GATTPeer, GATTRead>.Event) -> PhoneInput? {
        switch event {
        case .startNavigation: .navigationStarted
        case .stopNavigation: .navigationStopped
        case .startAdvertising: .advertisingWanted
        case .connected(let central, let mtu): .connected(name(central), mtu: mtu)
        case .heard: nil  // It is resolved.
        case .disconnected(let central): .disconnected(name(central))
        case .mtuChanged(let central, let mtu): .mtuChanged(name(central), mtu)
        case .subscribed(let central): .subscribed(name(central))
        case .unsubscribed(let central): .unsubscribed(name(central))
        case .read(_, let central, let offset): .read(name(central), offset: offset)
        case .notificationRefused: nil
        case .notificationsReady: .queueReady
        case .radioOff: .radioOff
        case .radioOn: .radioOn
        case .timePassed: .timePassed
        }
    }

    /// The number of a device among the centrals of the world.
    private func name(_ central: GATTPeer) -> Int32 {
        var number: Int32 = 0
        while UUID128(device: ~phone, peer: number) != central.identifier { number += 1 }
        return number
    }

    func willPublish(_ object: Span<UInt8>, at time: SessionTime) {
        report(.told(.published, at: time), object)
    }

    func didHandle() { report(.acted) }

    func willNotify(_ central: GATTPeer, with value: Span<UInt8>) {
        report(.notified(link: name(central)), value)
    }

    func willAnswer(_ read: GATTRead, with value: Span<UInt8>) {
        report(.answered(link: name(read.central), offset: read.offset), value)
    }

    func willReject(_ read: GATTRead, with error: ATTError) {
        report(.rejected(link: name(read.central), offset: read.offset, error))
    }

    func willPerform(_ request: PeripheralDriver<GATTPeer, GATTRead>.Request) {
        switch request {
        case .addService, .removeService: break
        case .startAdvertising: report(.advertising(isOn: true))
        case .stopAdvertising: report(.advertising(isOn: false))
        }
    }

    private func report(_ event: PhoneEvent, _ bytes: Span<UInt8> = Span()) {
        if !hasEnded { reporter.report(event, bytes) }
    }
}
