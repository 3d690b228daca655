package import CyclingSensors
import KomootNav

/// A source's packets on their way through a calculator, from one line of readings to the next.
package struct SensorRide {
    private var source: any SensorSource
    private let end: SessionTime
    /// When the link was lost, in order.
    private var losses: ArraySlice<SessionTime>
    /// The time between two lines, in milliseconds.
    private let step: UInt64
    private var calculator: CyclingCalculator
    /// When the last packet or loss was.
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
    ///   - source: where the packets come from; their times are the ride's.
    ///   - end: when the ride ends.
    ///   - losses: when the link was lost, in order.
    ///   - step: the time between two lines, in milliseconds.
    ///   - wheelCircumference: in millimetres.
    package init(
        _ source: any SensorSource, until end: SessionTime, losses: [SessionTime],
        every step: UInt64, wheelCircumference: UInt16
    ) {
        self.source = source
        self.end = end
        self.losses = losses[...]
        self.step = max(step, 1)
        calculator = CyclingCalculator(wheelCircumferenceInMillimeters: wheelCircumference)
    }

    /// Takes the packets and the losses that are due by ``time``, in the order of their times.
    ///
    /// - Parameter took: called with each packet, and with what is wrong with it.
    /// - Returns: what is known then.
    package mutating func reading(_ took: (SensorPacket, SensorError?) -> Void) -> CyclingReading {
        while true {
            let loss = losses.first.flatMap { $0 <= time ? $0 : nil }
            if let packet = source.nextPacket(by: loss ?? time) {
                take(packet, took)
            } else if let loss {
                losses.removeFirst()
                latest = max(latest, loss)
                calculator.linkLost()
            } else {
                return calculator.reading(at: time)
            }
        }
    }

    private mutating func take(
        _ packet: SensorPacket, _ took: (SensorPacket, SensorError?) -> Void
    ) {
        packetCount += 1
        latest = max(latest, packet.time)
        do throws(SensorError) {
            try calculator.take(packet)
            took(packet, nil)
        } catch {
            badCount += 1
            took(packet, error)
        }
    }

    /// Goes to the next line. A long silence gets no lines: a phone's clock may step by years.
    ///
    /// - Returns: the time for which there are no lines, if it is longer than usual, in milliseconds; `nil` at the
    ///   ride's end.
    package mutating func advance() -> UInt64? {
        guard time < end else { return nil }
        var steps: UInt64 = 1
        if time.milliseconds(since: latest) >= Self.longestChange {
            let due = min(source.nextPacketTime ?? end, losses.first ?? end)
            steps = max(due.milliseconds(since: time) / step, 1)
        }
        let last = time
        time = min(time.advanced(byMilliseconds: steps * step), end)
        let pause = time.milliseconds(since: last)
        return pause > step ? pause : 0
    }
}
