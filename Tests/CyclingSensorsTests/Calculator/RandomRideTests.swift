import CyclingSensors
import Foundation
import KomootNav
import PropertyTesting
import Testing

@Suite("A counter on random rides")
struct RandomRideTests {
    /// The number of rides. `KNAV_RIDES=1000000` asks for a million; use a release build for it.
    private static let rideCount =
        ProcessInfo.processInfo.environment["KNAV_RIDES"].flatMap { Int($0) } ?? 4000

    /// What happened in the rides, so that the rare cases are known to have come up.
    private struct Met {
        var outcomes: [String: Int] = [:]
        var averages = 0
        var ambiguous = 0
        var linkLosses = 0

        mutating func note(_ outcome: RevolutionCounter.Outcome) {
            let name = "\(outcome)".prefix { $0 != "(" }
            outcomes[String(name), default: 0] += 1
        }
    }

    @Test("agrees with the true history in every outcome, rate and distance")
    func agrees() throws {
        var met = Met()
        let isFull = try checkProperty(
            "the counter agrees with the true history", count: Self.rideCount,
            // No time for half a roll-over: that may have been a whole one.
            replaying: [0x5C09_B1B1_7273_05E1]
        ) {
            $0.randomRide()
        } holds: { ride in
            Self.firstDisagreement(in: ride, &met)
        }
        guard isFull else { return }
        for name in ["first", "advanced", "untimed", "repeated", "reversed", "restarted"] {
            #expect(met.outcomes[name, default: 0] > 100, "too little of \(name)")
        }
        #expect(met.averages > 100 && met.ambiguous > 20 && met.linkLosses > 100)
    }

    private static func firstDisagreement(in ride: RandomRide, _ met: inout Met) -> String? {
        var counter = RevolutionCounter(ride.kind)
        var truth = TrueHistory(ride.kind)
        for (index, notification) in ride.notifications.enumerated() {
            let time = SessionTime(milliseconds: UInt64(notification.arrival))
            if notification.linkWasLost {
                counter.linkLost()
                met.linkLosses += 1
                if counter.rate(at: time) != nil { return "\(index): a rate without a link" }
            }
            let expected = truth.take(notification)
            let outcome = counter.take(
                count: UInt32(truncatingIfNeeded: notification.count),
                eventTime: UInt16(truncatingIfNeeded: notification.ticks), at: time)
            met.note(outcome)
            if case .modulo = truth.rate {
                met.ambiguous += 1
                // Nobody can know that the time has moved by whole roll-overs only.
                if case .untimed = outcome { return nil }
            }
            if outcome != expected { return "\(index): \(outcome), but it was \(expected)" }
            if counter.revolutions != UInt64(truth.revolutions) {
                return "\(index): \(counter.revolutions) of \(truth.revolutions) revolutions"
            }
            if counter.isRateAverage { met.averages += 1 }
            // Right after an event nothing is slowed down yet.
            if case .advanced = outcome, !truth.agrees(with: counter.rate(at: time)) {
                return "\(index): \(String(describing: counter.rate(at: time))) for \(truth.rate)"
            }
            if let rate = counter.rate(at: time),
                rate.revolutions * rate.ticksPerSecond > ride.kind.maximumRate * rate.ticks
            {
                return "\(index): a spike, \(rate)"
            }
        }
        return nil
    }
}
