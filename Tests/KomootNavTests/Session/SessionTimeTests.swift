import KomootNav
import Testing

@Suite("A session's time")
struct SessionTimeTests {
    @Test("goes forward, and stays at the last moment instead of overflowing")
    func advancing() {
        let time = SessionTime(milliseconds: 5)
        #expect(time.advanced(byMilliseconds: 7) == SessionTime(milliseconds: 12))
        let last = SessionTime(milliseconds: .max)
        #expect(last.advanced(byMilliseconds: 1) == last)
        #expect(time < last)
        #expect(last.milliseconds(since: SessionTime(milliseconds: .max - 3)) == 3)
        #expect(time.milliseconds(since: last) == 0)
    }

    @Test("can be made from a duration, in whole milliseconds, and turned back into one")
    func durations() {
        #expect(SessionTime(.milliseconds(1500)).milliseconds == 1500)
        #expect(SessionTime(.microseconds(2999)).milliseconds == 2)
        #expect(SessionTime(.seconds(-3)) == .zero)
        #expect(SessionTime(.seconds(Int64.max)).milliseconds == .max)
        #expect(SessionTime(milliseconds: 1500).duration == .milliseconds(1500))
    }
}
