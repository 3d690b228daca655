import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@Suite("What an announcement waits for")
struct AnnouncerWaitingTests {
    @Test("An announcement waits for the whole street")
    func wholeStreet() {
        var listener = Listener()
        #expect(listener.ride(.left, 200, "Ufe", extent: .possiblyCut) == nil)
        #expect(listener.announcer.nextDeadline == SessionTime(milliseconds: 2000))
        let announcement = listener.ride(.left, 200, "Uferweg", after: 300)
        #expect(announcement?.street == "Uferweg")
        #expect(listener.announcer.nextDeadline == nil)
    }

    @Test("After a second, an announcement goes without a street, and the later ones don't wait")
    func noStreet() {
        var listener = Listener()
        listener.ride(.left, 300, "Ufe", extent: .possiblyCut)
        #expect(listener.take(.timePassed, after: 999) == nil)
        let announcement = listener.take(.timePassed, after: 1)
        #expect(announcement?.distanceInMeters == 300)
        #expect(announcement != nil && announcement?.street == nil)
        for meters in stride(from: 293 as UInt32, through: 0, by: -7) {
            listener.ride(.left, meters, "Ufe", extent: .possiblyCut)
        }
        #expect(listener.heard.count == 3)
        #expect(listener.heard.allSatisfy { $0.announcement.street == nil })
        #expect(listener.announcer.nextDeadline == nil)
    }

    @Test("Nothing waits for the street of a turn that is here, or of a rider off the route")
    func noTime() {
        var listener = Listener()
        #expect(listener.ride(.left, 8, "Ufe", extent: .possiblyCut)?.stage == .now)
        #expect(listener.ride(.outOfRoute, 8, "Ufe", extent: .possiblyCut) != nil)
    }

    @Test("Distances that come while an announcement waits don't make it wait longer")
    func newDistances() {
        var listener = Listener()
        listener.ride(.left, 200, "Ufe", extent: .possiblyCut)
        listener.ride(.left, 197, "Ufe", extent: .possiblyCut, after: 500)
        let announcement = listener.ride(.left, 193, "Ufe", extent: .possiblyCut, after: 500)
        #expect(announcement?.distanceInMeters == 193)
    }

    @Test("A known street is said although the newest distance came cut")
    func knownStreet() {
        var listener = Listener()
        for meters in stride(from: 280 as UInt32, through: 0, by: -7) {
            listener.ride(.left, meters, "Ufe", extent: .possiblyCut, after: 900)
            listener.ride(.left, meters, "Uferweg", after: 100)
        }
        #expect(listener.summary.count == 3)
        #expect(listener.heard.map(\.announcement.street) == ["Uferweg", "Uferweg", "Uferweg"])
        #expect(listener.heard.dropFirst().allSatisfy { $0.time.milliseconds % 1000 == 900 })
    }

    @Test("A whole street that contradicts its beginning is another turn's")
    func contradiction() {
        var listener = Listener()
        listener.ride(.left, 200, "Ufe", extent: .possiblyCut)
        #expect(listener.ride(.left, 200, "Brunnengasse", after: 300)?.street == "Brunnengasse")
        // Longer than all of it, "Brunnengassen" can't be its beginning.
        listener.ride(.left, 193, "Brunnengassen", extent: .possiblyCut)
        listener.take(.timePassed)
        #expect(listener.heard.count == 2)
        // Shorter than its beginning, "Brunnen" can't be all of it.
        #expect(listener.ride(.left, 186, "Brunnen")?.street == "Brunnen")
    }

    @Test("A street that was cut within a character is waited for like others")
    func cutCharacter() throws {
        let bytes = Array("Lenn\u{E9}straße".utf8)
        var listener = Listener()
        for count in 0...bytes.count {
            let street = Street(ContiguousArray(bytes[..<count]).span)
            #expect(listener.ride(.left, 200, street, extent: .possiblyCut, after: 10) == nil)
        }
        #expect(listener.ride(.left, 200, "Lennéstraße", after: 10)?.street == "Lennéstraße")
        #expect(listener.heard.count == 1)
    }

    @Test("Without a street, nothing is waited for if the instruction is whole")
    func emptyStreet() {
        var listener = Listener()
        let announcement = listener.ride(.left, 200, "")
        #expect(announcement != nil && announcement?.street == nil)
    }
}

@Suite("When an announcer is quiet")
struct QuietAnnouncerTests {
    @Test(
        "Nothing is said after a status other than navigating, until there is an instruction",
        arguments: CentralSession.Status.allCases.filter { $0 != .navigating })
    func quiet(status: CentralSession.Status) {
        var listener = Listener()
        listener.ride(.left, 200, "Ufe", extent: .possiblyCut)
        #expect(listener.take(.status(status), after: 500) == nil)
        #expect(listener.announcer.nextDeadline == nil)
        #expect(listener.take(.timePassed, after: 5000) == nil)
        #expect(listener.take(.status(.navigating)) == nil)
        #expect(listener.ride(.left, 190) != nil)
    }

    @Test("The status navigating does not end a wait for a street")
    func navigating() {
        var listener = Listener()
        listener.ride(.left, 200, "Ufe", extent: .possiblyCut)
        #expect(listener.take(.status(.navigating), after: 300) == nil)
        #expect(listener.take(.timePassed, after: 700) != nil)
    }

    @Test("After a lost link, a turn that was announced is not announced again")
    func lostLink() {
        for status in [CentralSession.Status.silent, .searching, .waiting, .radioOff] {
            var listener = Listener()
            listener.ride(.left, from: 420, to: 350)
            listener.take(.status(status))
            listener.ride(.left, 280, after: 40_000)
            #expect(listener.summary == ["ahead 420"], "\(status)")
        }
    }

    @Test("The next navigation begins anew")
    func nextNavigation() {
        for status in [CentralSession.Status.ended, .stopped] {
            var listener = Listener()
            listener.ride(.left, 200)
            listener.take(.status(status))
            #expect(listener.ride(.left, 200) != nil, "\(status)")
        }
    }

    @Test("An earlier time counts as the latest")
    func clockSetBack() {
        var announcer = NavigationAnnouncer()
        let instruction = DecodedInstruction(
            NavigationInstruction(identifier: 1, arrow: .left, distanceInMeters: 200, street: "U"),
            layout: .deployed, extent: .possiblyCut)
        let late = SessionTime(milliseconds: 10_000)
        #expect(announcer.handle(.timePassed, at: late) == nil)
        #expect(announcer.handle(.instruction(instruction), at: .zero) == nil)
        #expect(announcer.nextDeadline == SessionTime(milliseconds: 11_000))
        #expect(announcer.handle(.timePassed, at: SessionTime(milliseconds: 11_000)) != nil)
    }

    @Test("At the end of time, an announcement does not wait")
    func endOfTime() {
        var listener = Listener()
        listener.now = SessionTime(milliseconds: .max)
        #expect(listener.ride(.left, 200, "Ufe", extent: .possiblyCut) != nil)
    }
}
