import CyclingSensors
import KomootNav
import Testing

@Suite("A counter, as time goes by,")
struct RevolutionCounterTimeTests {
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

    @Test("A counter slows down as notifications without an event come, and not without them (S.9)")
    func slowing() {
        var counter = RevolutionCounter(.wheel)
        _ = counter.take(count: 0, eventTime: 0, at: at(0))
        _ = counter.take(count: 1, eventTime: 1024, at: at(1000))
        #expect(counter.rate(at: at(2900))?.revolutionsPerMinute == 60)
        _ = counter.take(count: 1, eventTime: 1024, at: at(2000))
        #expect(counter.rate(at: at(2000))?.revolutionsPerMinute == 60)
        _ = counter.take(count: 1, eventTime: 1024, at: at(3000))
        // An event of the last second may be on its way.
        #expect(counter.rate(at: at(3000))?.revolutionsPerMinute == 60)
        _ = counter.take(count: 1, eventTime: 1024, at: at(4000))
        #expect(counter.rate(at: at(4000))?.revolutionsPerMinute == 30)
        #expect(counter.rate(at: at(4900))?.revolutionsPerMinute == 30)
        // The next event tells the truth.
        _ = counter.take(count: 2, eventTime: 4608, at: at(4500))
        #expect(counter.rate(at: at(4500))?.revolutionsPerMinute == 60000 / 3500.0)
    }

    @Test(
        "A counter shows no dip if a notification is late, just after a repeat of the one before (S.9)"
    )
    func lateAfterRepeat() {
        // 75 a minute; every fourth notification is late, and its place is taken by a repeat.
        var counter = RevolutionCounter(.crank)
        for second in 0..<30 {
            let count = second * 1000 / 800
            let ticks = UInt16(count * 800 * 1024 / 1000)
            let sent = second * 1000
            let isLate = second % 4 == 3
            if isLate {
                let before = (second - 1) * 1000 / 800
                _ = counter.take(
                    count: UInt32(before), eventTime: UInt16(before * 800 * 1024 / 1000),
                    at: at(UInt64(sent + 870)))
                #expect(
                    (74...76).contains(
                        counter.rate(at: at(UInt64(sent + 870)))?.revolutionsPerMinute ?? 0))
            }
            let arrival = UInt64(isLate ? sent + 900 : sent)
            _ = counter.take(count: UInt32(count), eventTime: ticks, at: at(arrival))
            guard second > 1 else { continue }
            #expect((74...76).contains(counter.rate(at: at(arrival))?.revolutionsPerMinute ?? 0))
        }
    }

    @Test("A counter stands still after twice a revolution and an interval, and at most 5 s (S.10)")
    func standstill() {
        // A revolution takes 0.5 s, notifications come every second: 3 s.
        let counter = twoPerSecond()
        #expect(counter.standstillTime == at(4000))
        #expect(counter.rate(at: at(3999))?.revolutionsPerMinute == 120)
        #expect(counter.rate(at: at(4000))?.revolutionsPerMinute == 0)
        var slow = RevolutionCounter(.wheel)
        _ = slow.take(count: 0, eventTime: 0, at: at(0))
        _ = slow.take(count: 1, eventTime: 3 * 1024, at: at(3000))
        #expect(slow.standstillTime == at(8000))
        var unmoved = RevolutionCounter(.wheel)
        _ = unmoved.take(count: 9, eventTime: 9, at: at(0))
        _ = unmoved.take(count: 9, eventTime: 9, at: at(1000))
        #expect(unmoved.rate(at: at(4999)) == nil)
        #expect(unmoved.rate(at: at(5000))?.revolutionsPerMinute == 0)
    }

    @Test("A counter takes no burst after a delay for a faster sensor (S.10)")
    func burst() {
        var counter = RevolutionCounter(.wheel)
        for (second, arrival) in [(0, 0), (1, 1000), (2, 2800), (3, 3000)] {
            _ = counter.take(
                count: UInt32(6 * second), eventTime: UInt16(1024 * second),
                at: at(UInt64(arrival)))
        }
        for time in stride(from: UInt64(3000), through: 4100, by: 50) {
            #expect(counter.rate(at: at(time))?.revolutionsPerMinute == 360)
        }
    }

    @Test("A counter knows nothing while the link is lost, and counts on afterwards (S.11, S.12)")
    func lostLink() {
        var counter = twoPerSecond()
        counter.linkLost()
        #expect(counter.rate(at: at(1000)) == nil && counter.standstillTime == nil)
        #expect(counter.rate(at: at(100_000)) == nil)
        #expect(
            counter.take(count: 202, eventTime: 1024 &+ 34_464, at: at(101_000))
                == .advanced(revolutions: 100))
        #expect(counter.rate(at: at(101_000))?.ticks == 100_000)
        #expect(counter.isRateAverage)
        #expect(counter.revolutions == 102)
        _ = counter.take(count: 204, eventTime: 1024 &+ 34_464 &+ 1024, at: at(102_000))
        #expect(!counter.isRateAverage)
        // A link that comes back to a wheel that stands.
        counter.linkLost()
        _ = counter.take(count: 204, eventTime: 1024 &+ 34_464 &+ 1024, at: at(150_000))
        #expect(counter.rate(at: at(150_000))?.revolutionsPerMinute == 0)
    }

    @Test("A counter takes an earlier arrival for the latest (S.13)")
    func earlier() {
        var counter = twoPerSecond()
        #expect(counter.take(count: 104, eventTime: 2048, at: at(0)) == .advanced(revolutions: 2))
        #expect(counter.rate(at: at(0))?.revolutionsPerMinute == 120)
        // Half a second for a revolution, and 0.75 s for an interval.
        #expect(counter.standstillTime == at(3500))
    }

    @Test("A counter takes any numbers and any times")
    func extremes() {
        for kind in RevolutionCounter.Kind.allCases {
            var counter = RevolutionCounter(kind)
            for time in [0, 1, UInt64.max / 2, .max - 1, .max, 0] {
                for count in [UInt32.max, 0, 0x7FFF_FFFF, 0x8000_0000, 1] {
                    for eventTime in [UInt16.max, 0, 0x8000] {
                        _ = counter.take(count: count, eventTime: eventTime, at: at(time))
                        let rate = counter.rate(at: at(.max))
                        #expect((rate?.speed(circumferenceInMillimeters: .max) ?? 0) <= .max)
                        _ = counter.rate(at: at(0))
                        _ = counter.standstillTime
                    }
                }
            }
        }
    }
}

@Suite("A rate")
struct RevolutionRateTests {
    @Test("A rate is a speed for a circumference, and a cadence, rounded")
    func conversions() throws {
        var counter = RevolutionCounter(.wheel)
        _ = counter.take(count: 0, eventTime: 0, at: .zero)
        _ = counter.take(count: 3, eventTime: 500, at: SessionTime(milliseconds: 500))
        let rate = try #require(counter.rate(at: SessionTime(milliseconds: 500)))
        // 3 × 2105 mm × 1024 / 500 = 12933.12 mm/s; 3 × 60 × 1024 / 500 = 368.64 /min.
        #expect(rate.speed(circumferenceInMillimeters: 2105) == 12_933)
        #expect(rate.cadence == 36_864)
        #expect(abs(rate.revolutionsPerMinute - 368.64) < 0.000_001)
    }
}
