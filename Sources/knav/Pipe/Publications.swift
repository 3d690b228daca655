import KomootNav
import KomootNavConformance
import KomootNavRecording

/// The instructions of a ride, each published in its time since the navigation began.
struct Publications {
    private let objects: [RecordedRide.Publication]
    private let speed: Double
    private var start: SessionTime?
    private var nextIndex = 0

    /// - Parameters:
    ///   - ride: the ride.
    ///   - layout: the layout of its objects.
    ///   - speed: how much faster than it was recorded.
    init(
        of ride: RecordedRide, layout: InstructionLayout, speed: Double
    ) throws(KomootNavError) {
        objects = try ride.objects(in: layout)
        self.speed = speed
    }

    /// When the next one is due; `nil` while nobody navigates, and when all are out.
    var nextTime: SessionTime? {
        guard let start, nextIndex < objects.count else { return nil }
        let time = Double(objects[nextIndex].millisecondsFromStart) / speed
        return start.advanced(byMilliseconds: UInt64(time))
    }

    /// The next one, if it is due.
    mutating func next(at time: SessionTime) -> ContiguousArray<UInt8>? {
        guard let due = nextTime, due <= time else { return nil }
        nextIndex += 1
        return objects[nextIndex - 1].object
    }

    /// Looks at an event: the navigation's beginning is the ride's, and its end ends it.
    mutating func observe(_ line: PipeLine, at time: SessionTime) {
        switch line.kind {
        case .event("startNavigation"): start = start ?? time
        case .event("stopNavigation"):
            start = nil
            nextIndex = 0
        default: break
        }
    }
}
