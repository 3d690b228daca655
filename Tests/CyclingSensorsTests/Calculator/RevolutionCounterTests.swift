import CyclingSensors
import KomootNav
import Testing

@Suite("A counter")
struct RevolutionCounterTests {
    private func at(_ milliseconds: UInt64) -> SessionTime {
        SessionTime(milliseconds: milliseconds)
    }

    /// A wheel that has turned twice in the second before 1000 ms: a baseline and a rate.
    private func twoPerSecond(_ kind: RevolutionCounter.Kind = .wheel) -> RevolutionCounter {
        var counter = RevolutionCounter(kind)
        _ = counter.take(count: 100, eventTime: 0, at: at(0))
        _ = counter.take(
            count: 102, eventTime: UInt16(kind.ticksPerSecond), at: at(1000))
        return counter
    }

    @Test("A counter has no rate before the second event, and then that of both (S.1)")
    func twoEvents() {
        var counter = RevolutionCounter(.wheel)
        #expect(counter.rate(at: at(0)) == nil && counter.standstillTime == nil)
        #expect(counter.take(count: 7, eventTime: 9, at: at(0)) == .first)
        #expect(counter.rate(at: at(0)) == nil)
        #expect(counter.take(count: 9, eventTime: 521, at: at(500)) == .advanced(revolutions: 2))
        #expect(counter.rate(at: at(500))?.revolutionsPerMinute == 240)
        #expect(counter.revolutions == 2)
    }

    @Test(
        "A counter counts ticks of 1/2048 s for a wheel in Cycling Power, and of 1/1024 s elsewhere"
    )
    func resolutions() {
        for kind in RevolutionCounter.Kind.allCases {
            #expect(twoPerSecond(kind).rate(at: at(1000))?.revolutionsPerMinute == 120)
        }
        #expect(RevolutionCounter.Kind.powerWheel.ticksPerSecond == 2048)
        #expect(RevolutionCounter.Kind.wheel.ticksPerSecond == 1024)
        #expect(RevolutionCounter.Kind.crank.ticksPerSecond == 1024)
    }

    @Test("A counter goes on over every roll-over (S.2, S.3)")
    func rollOvers() {
        var wheel = RevolutionCounter(.wheel)
        _ = wheel.take(count: .max, eventTime: 65_000, at: at(0))
        #expect(wheel.take(count: 1, eventTime: 488, at: at(1000)) == .advanced(revolutions: 2))
        #expect(wheel.rate(at: at(1000))?.revolutionsPerMinute == 120)
        var crank = RevolutionCounter(.crank)
        _ = crank.take(count: 65_535, eventTime: 65_024, at: at(0))
        #expect(crank.take(count: 1, eventTime: 512, at: at(1000)) == .advanced(revolutions: 2))
        #expect(crank.rate(at: at(1000))?.cadence == 12_000)
        // Only the low 16 bits of a crank's count are looked at.
        #expect(
            crank.take(count: 0xABCD_0002, eventTime: 1024, at: at(1500))
                == .advanced(revolutions: 1))
    }

    @Test(
        "A counter takes as many roll-overs of the time as the arrivals say, delayed or not (S.2)")
    func gaps() {
        for (elapsed, turns) in [
            (UInt64(0), UInt64(0)), (1000, 0), (32_900, 0), (33_100, 1), (65_000, 1), (96_900, 1),
            (97_100, 2), (129_000, 2), (6_401_000, 100),
        ] {
            var counter = RevolutionCounter(.wheel)
            _ = counter.take(count: 0, eventTime: 500, at: at(5000))
            _ = counter.take(count: 1, eventTime: 1524, at: at(5000 + elapsed))
            let rate = counter.rate(at: at(5000 + elapsed))
            #expect(rate?.ticks == 1024 + turns * 65_536, "after \(elapsed) ms")
            #expect(counter.isRateAverage == (elapsed >= 32_000))
        }
        var power = RevolutionCounter(.powerWheel)
        _ = power.take(count: 0, eventTime: 0, at: at(0))
        _ = power.take(count: 1, eventTime: 2048, at: at(33_000))
        #expect(power.rate(at: at(33_000))?.ticks == 2048 + 65_536)
    }

    @Test("A counter takes a gap of exactly one roll-over for that, and not for no time")
    func wholeRollOver() {
        var counter = RevolutionCounter(.wheel)
        _ = counter.take(count: 0, eventTime: 77, at: at(0))
        #expect(
            counter.take(count: 64, eventTime: 77, at: at(64_000)) == .advanced(revolutions: 64))
        #expect(counter.rate(at: at(64_000))?.revolutionsPerMinute == 60)
    }

    @Test("A counter learns nothing from a repeat, nor from a clock in place of the event (S.4)")
    func repeats() {
        var counter = twoPerSecond()
        #expect(counter.take(count: 102, eventTime: 1024, at: at(1100)) == .repeated)
        #expect(counter.rate(at: at(1100))?.revolutionsPerMinute == 120)
        #expect(counter.take(count: 102, eventTime: 1300, at: at(1300)) == .repeated)
        #expect(
            counter.take(count: 103, eventTime: 1536, at: at(1500)) == .advanced(revolutions: 1))
        #expect(counter.rate(at: at(1500))?.revolutionsPerMinute == 120)
        #expect(counter.revolutions == 3)
    }

    @Test("A counter counts revolutions that are not timed, and times them with the next (S.5)")
    func untimed() {
        var counter = twoPerSecond()
        #expect(counter.take(count: 103, eventTime: 1024, at: at(1500)) == .untimed(revolutions: 1))
        #expect(counter.rate(at: at(1500))?.revolutionsPerMinute == 120)
        #expect(counter.revolutions == 3)
        // It turns all the same: half a second for a revolution, 0.875 s for an interval.
        #expect(counter.standstillTime == at(1500 + 2750))
        #expect(
            counter.take(count: 104, eventTime: 2048, at: at(2000)) == .advanced(revolutions: 1))
        #expect(counter.rate(at: at(2000))?.revolutionsPerMinute == 120)
        #expect(counter.revolutions == 4)
    }

    @Test("A counter shows no speed backwards, and counts what is then ridden forwards (S.6)")
    func backwards() {
        var counter = twoPerSecond()
        #expect(counter.take(count: 99, eventTime: 2048, at: at(2000)) == .reversed(revolutions: 3))
        #expect(counter.rate(at: at(2000)) == nil)
        #expect(counter.revolutions == 2)
        #expect(
            counter.take(count: 101, eventTime: 3072, at: at(3000)) == .advanced(revolutions: 2))
        #expect(counter.rate(at: at(3000))?.revolutionsPerMinute == 120)
        #expect(counter.revolutions == 4)
    }

    @Test("A counter begins again if the counter was set or the sensor restarted (S.7)")
    func restarts() {
        for count: UInt32 in [1_000_000, 4_294_000_000, 0x8000_0066] {
            var counter = twoPerSecond()
            #expect(counter.take(count: count, eventTime: 5, at: at(2000)) == .restarted)
            #expect(counter.rate(at: at(2000)) == nil)
            #expect(counter.revolutions == 2)
            #expect(
                counter.take(count: count &+ 2, eventTime: 1029, at: at(3000))
                    == .advanced(revolutions: 2))
            #expect(counter.rate(at: at(3000))?.revolutionsPerMinute == 120)
        }
        var crank = twoPerSecond(.crank)
        #expect(crank.take(count: 0, eventTime: 0, at: at(2000)) == .restarted)
        #expect(crank.revolutions == 2)
    }

    @Test("A counter believes what the time since the last arrival allows, and no more (S.7)")
    func bound() {
        // 40 revolutions a second for a second and a delay of 5 s, and one.
        var counter = twoPerSecond()
        let most: UInt32 = 40 * 6 + 1
        #expect(
            counter.take(count: 102 + most, eventTime: 2048, at: at(2000))
                == .untimed(revolutions: most))
        #expect(counter.revolutions == 2 + UInt64(most))
        var other = twoPerSecond()
        #expect(other.take(count: 102 + most + 1, eventTime: 2048, at: at(2000)) == .restarted)
    }

    @Test(
        "A counter counts what was ridden while a notification was late (S.7)",
        arguments: [0, 1, 400])
    func lateNotification(_ next: UInt64) {
        // 75 km/h. The notification of the second second comes 20 s late, the others are lost.
        var counter = twoPerSecond()
        #expect(
            counter.take(count: 112, eventTime: 2048, at: at(22_000)) == .advanced(revolutions: 10))
        #expect(
            counter.take(count: 312, eventTime: 22 * 1024, at: at(22_000 + next))
                == .advanced(revolutions: 200))
        #expect(counter.rate(at: at(22_000 + next))?.revolutionsPerMinute == 600)
    }

    @Test(
        "A counter does not show a rate that nobody rides, nor one with a time that went back (S.8)"
    )
    func impossible() {
        var counter = twoPerSecond()
        #expect(counter.take(count: 104, eventTime: 1034, at: at(2000)) == .untimed(revolutions: 2))
        #expect(counter.rate(at: at(2000)) == nil)
        #expect(counter.revolutions == 4)
        var back = twoPerSecond()
        #expect(
            back.take(count: 103, eventTime: 1024 &- 20_000, at: at(2000))
                == .untimed(revolutions: 1))
        #expect(back.rate(at: at(2000)) == nil)
        #expect(back.revolutions == 3)
        #expect(
            back.take(count: 105, eventTime: 1024 &- 18_976, at: at(3000))
                == .advanced(revolutions: 2))
        #expect(back.rate(at: at(3000))?.revolutionsPerMinute == 120)
    }
}
