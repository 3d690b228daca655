import KomootNav
import Testing

@Suite("A session's time")
struct SessionTimeTests {
    @Test("A session's time goes forward, and stays at the last moment instead of overflowing")
    func advancing() {
        let time = SessionTime(milliseconds: 5)
        #expect(time.advanced(byMilliseconds: 7) == SessionTime(milliseconds: 12))
        #expect(time.advanced(by: .seconds(1)) == SessionTime(milliseconds: 1005))
        #expect(time.advanced(by: .microseconds(2999)) == SessionTime(milliseconds: 7))
        let last = SessionTime(milliseconds: .max)
        #expect(last.advanced(byMilliseconds: 1) == last)
        #expect(last.advanced(by: .milliseconds(1)) == last)
        #expect(last.advanced(by: .milliseconds(-1)) < last)
        #expect(time.advanced(by: .seconds(Int64.max) * 10) == last)
        #expect(time < last)
        #expect(last.milliseconds(since: SessionTime(milliseconds: .max - 3)) == 3)
        #expect(time.milliseconds(since: last) == 0)
    }

    @Test("A session's time goes back by a negative duration, but not before the beginning")
    func goingBack() {
        let time = SessionTime(milliseconds: 5)
        #expect(time.advanced(by: .milliseconds(-2)) == SessionTime(milliseconds: 3))
        #expect(time.advanced(by: .microseconds(-2999)) == SessionTime(milliseconds: 3))
        #expect(time.advanced(by: .milliseconds(-5)) == .zero)
        #expect(time.advanced(by: .milliseconds(-6)) == .zero)
        #expect(time.advanced(by: .seconds(Int64.min) * 10) == .zero)
    }

    @Test("A session's time tells how much later another moment is, or earlier")
    func distance() {
        let (time, later) = (SessionTime(milliseconds: 5), SessionTime(milliseconds: 1005))
        #expect(time.duration(to: later) == .seconds(1))
        let last = SessionTime(milliseconds: .max)
        #expect(SessionTime.zero.duration(to: last) == .milliseconds(UInt64.max))
        #expect(last.duration(to: .zero) == .zero - .milliseconds(UInt64.max))
    }

    @Test(
        "A session's time can be made from a duration, in whole milliseconds, and turned back into one"
    )
    func durations() {
        #expect(SessionTime(.milliseconds(1500)).milliseconds == 1500)
        #expect(SessionTime(.microseconds(2999)).milliseconds == 2)
        #expect(SessionTime(.seconds(-3)) == .zero)
        #expect(SessionTime(.seconds(Int64.max)).milliseconds == .max)
        #expect(SessionTime(.seconds(Int64.max) * 10).milliseconds == .max)
        #expect(SessionTime(.milliseconds(UInt64.max)).milliseconds == .max)
        #expect(SessionTime(milliseconds: 1500).duration == .milliseconds(1500))
    }
}
