public import KomootNav

/// Something that a device did and the link does not show.
public enum DeviceEvent: Hashable, Sendable {
    /// The device was added to the world, with this radio; `nil` if it calls a ``GATTClient``.
    case added(DeviceRadio?)
    /// The rider made it look for a phone.
    case started
    /// The rider made it end its link.
    case stopped
    /// It asked its radio for something while an earlier request was still unanswered.
    case asksTooMuch(LinkEvent.RequestKind)
    /// It was given an object to show, or the beginning of one; the bytes come with the event.
    case delivered(ObjectExtent)
    /// It told its rider a new status.
    case reported(CentralSession.Status)
    /// It met something that should not happen.
    case noticed(CentralSession.Fault)
    /// It can't go on, for this reason.
    case brokeDown(String)
    /// It has taken all effects of one event, and uses this many bytes of memory.
    case acted(effects: Int, memory: Int)
}

/// Is told what the devices of a world do.
protocol DeviceObserver: AnyObject, Sendable {
    func observe(
        _ event: DeviceEvent, of device: Int32, at time: UInt64, _ bytes: Span<UInt8>)
}

/// Something that a simulated device was given to show.
public struct Delivery: Hashable, Sendable {
    /// When.
    public let time: VirtualClock.Instant
    /// Whether the bytes are a whole object, or may be cut.
    public let extent: ObjectExtent
    /// The bytes.
    public let bytes: ContiguousArray<UInt8>

    /// The instruction. Its layout is detected unless you give it.
    ///
    /// - Throws: what `NavigationInstruction(decoding:layout:extent:)` throws.
    public func instruction(
        layout: InstructionLayout? = nil
    ) throws(KomootNavError) -> NavigationInstruction {
        try NavigationInstruction(decoding: bytes.span, layout: layout, extent: extent)
    }
}

/// A device that brings its own radio to a campaign: not a state machine, but a whole app.
package protocol DeviceHost: AnyObject {
    /// How late its system may tell it what has happened, in microseconds.
    static var latency: UInt64 { get }
    /// The rider makes it look for a phone.
    func start(in world: isolated World)
    /// The run is over: ends everything that would wait for ever.
    func end()
}

/// The screen of a device that is written as an asynchronous function (``Contestants/init(runDevice:makePhone:)``).
public actor DeviceScreen {
    private let executor: WorldExecutor
    private let linkLayer: LinkLayer
    /// The executor of its world.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        unsafe executor.asUnownedSerialExecutor()
    }

    private let observer: (any DeviceObserver)?
    private let device: Int32
    /// What it shows; `nil` if nothing was shown yet. It stays when the function is called again.
    public private(set) var shown: Delivery?

    /// - Parameter device: the number of its central.
    package init(of device: Int32, in world: World) {
        executor = world.executor
        linkLayer = world.linkLayer
        observer = world.linkLayer.observer as? any DeviceObserver
        self.device = device
    }

    /// Shows an object, or the beginning of one.
    ///
    /// - Parameters:
    ///   - bytes: the bytes as they were read.
    ///   - extent: whether they are a whole object, or may be cut.
    public func show(_ bytes: some Collection<UInt8>, _ extent: ObjectExtent) {
        let delivery = Delivery(
            time: VirtualClock.Instant(microseconds: linkLayer.now), extent: extent,
            bytes: ContiguousArray(bytes))
        shown = delivery
        report(.delivered(extent), delivery.bytes.span)
    }

    package func report(_ event: DeviceEvent, _ bytes: Span<UInt8> = Span()) {
        observer?.observe(event, of: device, at: linkLayer.now, bytes)
    }
}
