public import KomootNav

/// The two ends that a run judges.
public struct Contestants: Sendable {
    /// Makes the device's state machine, for a radio.
    public typealias DeviceMaker = @Sendable (DeviceRadio) -> any CentralStateMachine
    /// Makes the phone's state machine.
    public typealias PhoneMaker =
        @Sendable (PeripheralSession.Configuration) -> any PeripheralStateMachine
    /// A device as an asynchronous function.
    public typealias DeviceProgram = @Sendable (GATTClient, DeviceScreen) async throws -> Void

    /// The device's end.
    enum Device: Sendable {
        case session
        case stateMachine(@Sendable (RunPlan) -> any CentralStateMachine)
        case program(DeviceProgram)
        case host(DeviceHostMaker)
    }

    /// Makes a device with a radio of its own.
    package typealias DeviceHostMaker = @Sendable (isolated World, RunPlan) -> any DeviceHost
    /// Makes a phone with a radio of its own.
    package typealias PhoneHostMaker = @Sendable (isolated World, RunPlan) -> any PhoneApp

    /// The library's own sessions on its drivers: radios that know no tickets lie between them and the link.
    package static let drivers: Contestants = {
        var drivers = Contestants(
            makeDevice: { DrivenCentral(CentralSession.Configuration(radio: $0.reads)) },
            makePhone: { DrivenPeripheral($0) })
        drivers.areDrivers = true
        return drivers
    }()

    let device: Device
    private let phone: PhoneMaker?
    let phoneHost: PhoneHostMaker?
    /// Whether these are ``drivers``.
    private(set) var areDrivers = false

    /// Takes the library's own session for each end that you don't give.
    public init(makeDevice: DeviceMaker? = nil, makePhone: PhoneMaker? = nil) {
        device = makeDevice.map { make in .stateMachine { make($0.radio) } } ?? .session
        phone = makePhone
        phoneHost = nil
    }

    /// Takes devices that each need to know of their run.
    package init(makeDeviceForPlan make: @escaping @Sendable (RunPlan) -> any CentralStateMachine) {
        device = .stateMachine(make)
        phone = nil
        phoneHost = nil
    }

    /// Takes ends that bring radios of their own. They report what they do to the world's observers.
    package init(makeDeviceHost: DeviceHostMaker?, makePhoneHost: PhoneHostMaker?) {
        device = makeDeviceHost.map(Device.host) ?? .session
        phone = nil
        phoneHost = makePhoneHost
    }

    /// Takes a device that is written as an asynchronous function. It reads at offsets, with a ``GATTClient``, and
    /// says on a ``DeviceScreen`` what it shows.
    ///
    /// The function begins when the rider starts the device. When it returns or throws, its link is ended, and after
    /// half a second it is called again. When the run ends, its task is cancelled and its link is gone: a loop
    /// that catches errors must look at `Task.isCancelled`.
    ///
    /// Some promises are not judged. The client keeps ``Promise/asksOneAtATime`` and
    /// ``Promise/endsUnansweredLinks`` by itself, as it ends a link whose request is unanswered for 30 s. A function has no
    /// effects, no memory that can be measured, and no status: ``Promise/boundsItsWork``,
    /// ``Promise/boundsItsMemory``, ``Promise/tellsSilence`` and ``Promise/tellsWaiting`` don't apply, nor does
    /// ``Promise/endsFailingLinks``. ``Promise/searchesAfterLoss`` shows only in ``Promise/recovers``, for which the
    /// device has 30 s more.
    ///
    /// It needs macOS 15, iOS 18, watchOS 11, tvOS 18 or visionOS 2, which is newer than what the package needs.
    @available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
    public init(runDevice: @escaping DeviceProgram, makePhone: PhoneMaker? = nil) {
        device = .program(runDevice)
        phone = makePhone
        phoneHost = nil
    }

    /// Whether both ends are the library's own sessions.
    var areSessions: Bool {
        if case .session = device { phone == nil && phoneHost == nil } else { false }
    }

    /// Whether the device is an asynchronous function.
    var hasProgram: Bool {
        if case .program = device { true } else { false }
    }

    /// Whether the device leaves it to its system to end a link on which a read stays unanswered.
    var waitsForSystem: Bool {
        switch device {
        case .program, .host: true
        case .session, .stateMachine: false
        }
    }

    func makePhone(_ configuration: PeripheralSession.Configuration) -> any PeripheralStateMachine {
        phone?(configuration) ?? PeripheralSession(configuration)
    }
}
