/// A radio of a device, in the role of a central or of a peripheral.
///
/// A radio does what it is asked for, and tells what happens. All of that is on one thread at a time, and in order: in the
/// radio's *context*, which ``run(_:)`` enters. It tells events in its context, later or while it is asked. It has one
/// owner: whoever opens it last.
public protocol GATTRadio: AnyObject, Sendable {
    /// Does something in the radio's context, after all that was given to it before. May be called from anywhere.
    func run(_ work: @escaping @Sendable () -> Void)
    /// Does something in the radio's context, like ``run(_:)``, and returns afterwards if the radio can wait. Not to be
    /// called in that context.
    func runAndWait(_ work: @escaping @Sendable () -> Void)
    /// The time, on a clock that never goes back. It may stand still while the system suspends the app. Read it, and call
    /// everything below, in the radio's context.
    var now: SessionTime { get }
    /// The time on a clock that nothing stops, for what both ends count.
    var unstoppedTime: SessionTime { get }
    #if !hasFeature(Embedded)
        /// Begins a task that waits for others, as for a file. A simulated radio runs it in its world's time.
        func begin(_ task: @escaping @Sendable () async -> Void)
    #endif
    /// A random number: from the system, or from a simulated world. May be called from anywhere.
    func randomNumber() -> UInt64
    /// Tells that time has passed at this time, after all that has happened by then, and no longer at the time that was
    /// said before; `nil` if there is nothing to wait for. Too early does no harm.
    func wake(at time: SessionTime?)
}

extension GATTRadio {
    /// ``now``, for a radio whose clock does not stop.
    public var unstoppedTime: SessionTime { now }

    #if !hasFeature(Embedded)
        /// Begins a task on any executor.
        public func begin(_ task: @escaping @Sendable () async -> Void) { Task(operation: task) }
    #endif

    /// A number from the system.
    public func randomNumber() -> UInt64 { UInt64.random(in: .min ... .max) }

    /// Does not wait.
    public func runAndWait(_ work: @escaping @Sendable () -> Void) { run(work) }
}

/// Whether a radio can be used.
public enum GATTRadioState: Hashable, Sendable, CaseIterable {
    /// The system has not said yet.
    case unknown
    /// There is no Bluetooth Low Energy.
    case unsupported
    /// The user does not allow the app to use it.
    case unauthorized
    /// It is off. There are no links, no scan and no services.
    case off
    /// It is on.
    case on
}

/// Names the device at the other end, as long as the system knows it: beyond links and the app's life, but not on another
/// device.
public struct GATTPeer: Hashable, Sendable {
    /// The system's identifier of the device.
    public let identifier: UUID128

    /// Names the device with this identifier.
    public init(identifier: UUID128) { self.identifier = identifier }
}
