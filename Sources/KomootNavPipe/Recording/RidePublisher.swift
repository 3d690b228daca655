public import KomootNav
public import KomootNavRecording

/// Publishes the instructions of a ride through a pipe, each at its time after navigation starts.
///
/// ```swift
/// var publisher = try RidePublisher(of: ride, layout: .deployed)
/// // Whenever the pipe writes a line:
/// publisher.handle(line, at: now)
/// // At `publisher.nextTime`:
/// while let event = publisher.next(at: now) { pipe.handle(event, at: now, write) }
/// ```
public struct RidePublisher: Sendable {
    private let objects: [RecordedRide.Publication]
    private let speed: Double
    private var start: SessionTime?
    private var nextIndex = 0

    /// Creates a publisher that waits for the navigation to start.
    ///
    /// - Parameters:
    ///   - ride: the ride.
    ///   - layout: the layout of its objects.
    ///   - speed: the speed relative to the recording; more than zero.
    /// - Throws: what `NavigationInstruction.encoded(as:)` throws.
    public init(
        of ride: RecordedRide, layout: InstructionLayout, speed: Double = 1
    ) throws(KomootNavError) {
        precondition(speed > 0, "a ride has a speed")
        objects = try ride.objects(in: layout)
        self.speed = speed
    }

    /// When the next instruction is due; `nil` while navigation is off, and after the last instruction.
    public var nextTime: SessionTime? {
        guard let start, nextIndex < objects.count else { return nil }
        let milliseconds = (Double(objects[nextIndex].time.milliseconds) / speed).rounded(.down)
        return start.advanced(byMilliseconds: UInt64(exactly: milliseconds) ?? .max)
    }

    /// The event that publishes the next instruction, if it is due.
    public mutating func next(at time: SessionTime) -> SessionEvent? {
        guard let due = nextTime, due <= time else { return nil }
        nextIndex += 1
        return .peripheral(.publish(objects[nextIndex - 1].object))
    }

    /// Looks at a line: the ride starts and ends with the navigation.
    public mutating func handle(_ line: PipeLine, at time: SessionTime) {
        guard case .event(let taken) = line.kind else { return }
        if taken.event == .peripheral(.startNavigation) {
            start = start ?? time
        } else if taken.event == .peripheral(.stopNavigation) {
            start = nil
            nextIndex = 0
        }
    }
}
