import Dispatch
import KomootNav
import Testing

@testable import KomootNavCoreBluetooth

@Suite("The clock of a driver")
struct SessionClockTests {
    /// A clock that the test sets, and the alarm.
    ///
    /// It may be marked as sendable because it is used by one test alone.
    private final class Stopped: Surroundings, @unchecked Sendable {
        let queue = DispatchQueue(label: "unused")
        var milliseconds: UInt64 = 0
        private(set) var alarm: (time: SessionTime, ring: @Sendable () -> Void)?

        var now: SessionTime { SessionTime(milliseconds: milliseconds) }
        func perform(_ work: @escaping @Sendable () -> Void) { work() }
        func performAfterCallbacks(_ work: @escaping @Sendable () -> Void) { work() }
        func performAndWait(_ work: @Sendable () -> Void) { work() }
        func perform(at time: SessionTime, _ work: @escaping @Sendable () -> Void) {
            alarm = (time, work)
        }
        func random() -> UInt64 { 0 }
        var deviceObserver: (any DeviceObserver)? { nil }
        var phoneObserver: (any PhoneObserver)? { nil }
    }

    @Test(
        "The clock of a driver stands still if it is read over 0.3 s after the alarm was due, and goes on from 0.5 s before that, or 1 s",
        arguments: [
            (read: 2000, tells: 2000), (2300, 2300), (2301, 1500), (3000, 1500), (3001, 1000),
            (60_000, 1000),
        ] as [(read: UInt64, tells: UInt64)])
    func standstill(_ moment: (read: UInt64, tells: UInt64)) {
        let surroundings = Stopped()
        let clock = SessionClock(surroundings)
        clock.wake(at: SessionTime(milliseconds: 2000)) {}
        surroundings.milliseconds = moment.read
        #expect(clock.read() == SessionTime(milliseconds: moment.tells))
        clock.wake(at: SessionTime(milliseconds: 5000)) {}
        // That is when the clock will say so.
        #expect(surroundings.alarm?.time.milliseconds == 5000 + moment.read - moment.tells)
        surroundings.milliseconds += 700
        #expect(clock.read() == SessionTime(milliseconds: moment.tells + 700))
    }

    @Test("The clock of a driver never goes back, and only the last alarm rings")
    func alarms() {
        let surroundings = Stopped()
        let clock = SessionClock(surroundings)
        let rung = Locked(0)
        surroundings.milliseconds = 900
        #expect(clock.read() == SessionTime(milliseconds: 900))
        clock.wake(at: SessionTime(milliseconds: 1000)) { rung.with { $0 += 1 } }
        let first = surroundings.alarm
        surroundings.milliseconds = 2000
        #expect(clock.read() == SessionTime(milliseconds: 900))
        clock.wake(at: SessionTime(milliseconds: 1100)) { rung.with { $0 += 10 } }
        first?.ring()
        surroundings.alarm?.ring()
        #expect(rung.with { $0 } == 10)
    }
}
