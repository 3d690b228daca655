package import CyclingSensors
import KomootNav

/// What happens to the sensors of a ride. Each has a name; one without a name has an empty one.
package enum RideEvent: Hashable, Sendable {
    /// A packet came.
    case packet(SensorPacket, from: String)
    /// The link was lost.
    case linkLost(SessionTime, to: String)

    package var time: SessionTime {
        switch self {
        case .packet(let packet, _): packet.time
        case .linkLost(let time, _): time
        }
    }
}

/// The packets of a ride's sensors on their way through a calculator, from one line of readings to the next.
package struct SensorRide {
    private var events: ArraySlice<RideEvent>
    private let end: SessionTime
    /// The time between two lines, in milliseconds.
    private let step: UInt64
    private var calculator: RideCalculator<String>
    /// When the last event was.
    private var latest = SessionTime.zero

    /// The time of the current line.
    package private(set) var time = SessionTime.zero
    /// How many packets came.
    package private(set) var packetCount = 0
    /// How many of them could not be decoded.
    package private(set) var badCount = 0

    /// By then, a reading has changed for the last time, in milliseconds: standstill comes after 5 s.
    private static let longestChange: UInt64 = 10_000

    /// - Parameters:
    ///   - events: what happens, in the order of the times.
    ///   - end: when the ride ends.
    ///   - step: the time between two lines, in milliseconds.
    ///   - wheelCircumference: in millimetres.
    package init(
        _ events: some Sequence<RideEvent>, until end: SessionTime, every step: UInt64,
        wheelCircumference: UInt16
    ) {
        self.events = Array(events)[...]
        self.end = end
        self.step = max(step, 1)
        calculator = RideCalculator(wheelCircumferenceInMillimeters: wheelCircumference)
    }

    /// Takes what has happened by ``time``.
    ///
    /// - Parameter took: called with each packet, and with what is wrong with it.
    /// - Returns: what is known then.
    package mutating func reading(
        _ took: (SensorPacket, SensorError?) -> Void
    ) -> RideReading<String> {
        while let event = events.first, event.time <= time {
            events.removeFirst()
            latest = event.time
            switch event {
            case .packet(let packet, let sensor):
                packetCount += 1
                do throws(SensorError) {
                    try calculator.take(packet, from: sensor)
                    took(packet, nil)
                } catch {
                    badCount += 1
                    took(packet, error)
                }
            case .linkLost(_, let sensor): calculator.linkLost(to: sensor)
            }
        }
        return calculator.reading(at: time)
    }

    /// Goes to the next line. A long silence gets no lines: a phone's clock may step by years.
    ///
    /// - Returns: the time for which there are no lines, if it is longer than usual, in milliseconds; `nil` at the
    ///   ride's end.
    package mutating func advance() -> UInt64? {
        guard time < end else { return nil }
        var steps: UInt64 = 1
        if time.milliseconds(since: latest) >= Self.longestChange {
            let due = events.first?.time ?? end
            steps = max(due.milliseconds(since: time) / step, 1)
        }
        let last = time
        time = min(time.advanced(byMilliseconds: steps * step), end)
        let pause = time.milliseconds(since: last)
        return pause > step ? pause : 0
    }
}
