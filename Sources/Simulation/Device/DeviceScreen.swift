public import KomootNav

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
