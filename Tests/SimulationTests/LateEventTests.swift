import KomootNav
import Testing

@testable import Simulation

@Suite("What a referee makes of what comes too late")
struct LateEventTests {
    private static let answered: UInt64 = 7_000_000
    private static let pause = Milliseconds.keepAliveReadInterval * 1000
    private static let read = LinkEvent.sent(
        link: 0, token: 2, .read, offset: 0, isOneTooMany: false)
    private let referee = Referee(
        phone: PeripheralSession.Configuration(layout: .deployed), tellsMTU: true, mtu: 23)

    /// A device whose discovery was answered.
    init() {
        referee.observe(.added(.offsetReads), of: 0, at: 0, Span())
        referee.observe(.started, of: 0, at: 0, Span())
        // Silence is another promise.
        referee.observe(.reported(.silent), of: 0, at: 0, Span())
        happen(.connecting(link: 0, central: 0, peripheral: 0), at: 1)
        happen(.connected(link: 0), at: Self.answered)
        happen(
            .sent(link: 0, token: 1, .discovery, offset: 0, isOneTooMany: false), at: Self.answered)
        happen(.confirmation(link: 0, token: 1), at: Self.answered)
    }

    private func happen(_ event: LinkEvent, at time: UInt64) {
        referee.observe(event, at: time, Span())
    }

    @Test(
        "A pause is too long even if nothing happens until a late read, or until the link's end",
        arguments: [
            read, .ended(link: 0), .centralDisconnected(link: 0), .centralRadio(0, isOn: false),
        ])
    func latePauses(_ event: LinkEvent) {
        let end = Self.answered + Self.pause + 900_000
        happen(event, at: end)
        #expect(referee.state.broken?.promise == .keepsAlive)
        #expect(referee.state.broken?.time.offset == .microseconds(end))
        #expect(
            referee.state.broken?.evidence == "no read within 4.000 s of the answer at 7.000 s")
    }

    @Test(
        "A device may read as late as its clock and its system allow",
        arguments: [0, 600_000] as [UInt64])
    func reads(latency: UInt64) {
        referee.latency = latency
        happen(Self.read, at: Self.answered + Self.pause + latency + Referee.tolerance)
        #expect(referee.state.broken == nil)
    }

    @Test("An answer to a read that comes after its time-out does not excuse that the link stayed")
    func lateAnswers() {
        happen(Self.read, at: Self.answered)
        happen(
            .value(link: 0, token: 2), at: Self.answered + referee.readTimeout + Referee.tolerance)
        #expect(referee.state.broken == nil)
        happen(Self.read, at: Self.answered)
        happen(.value(link: 0, token: 2), at: Self.answered + referee.readTimeout + 900_000)
        #expect(referee.state.broken?.promise == .endsUnansweredLinks)
    }
}
