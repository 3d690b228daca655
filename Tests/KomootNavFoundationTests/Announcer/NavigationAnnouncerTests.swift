import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@Suite("When a turn is announced")
struct NavigationAnnouncerTests {
    @Test("A turn is announced when it is new, when it is near and when it is here, each once")
    func stages() {
        var listener = Listener()
        listener.ride(.left, from: 420, to: 0)
        #expect(listener.summary == ["ahead 420", "near 140", "now 28"])
        #expect(Set(listener.heard.map(\.announcement.turn)).count == 1)
        #expect(listener.heard.allSatisfy { $0.announcement.street == "Uferweg" })
    }

    @Test("Nothing is said of a turn that is too far away, until it comes nearer")
    func farAway() {
        var listener = Listener()
        #expect(listener.ride(.left, 12_400) == nil)
        listener.ride(.left, from: 1_000, to: 600)
        #expect(listener.summary == ["ahead 629"])
    }

    @Test("A faster rider hears of a turn earlier, by as much as the pace allows")
    func pace() {
        func near(at metersPerSecond: UInt32) -> [UInt32] {
            var listener = Listener()
            listener.ride(.left, from: 790, to: 0, metersPerSecond: metersPerSecond)
            return listener.heard.map(\.announcement).filter { $0.stage == .near }
                .map(\.distanceInMeters)
        }
        #expect(near(at: 1) == [50])
        #expect(near(at: 5) == [100])
        #expect(near(at: 10) == [200])
        // The distances of a rocket say nothing about a bicycle.
        #expect(near(at: 30) == [280])
    }

    @Test("Who stands at a traffic light before a turn hears nothing twice")
    func standing() {
        var listener = Listener()
        listener.ride(.left, from: 420, to: 70)
        for _ in 0..<60 { listener.ride(.left, 70) }
        listener.ride(.left, from: 70, to: 0)
        #expect(listener.summary == ["ahead 420", "near 140", "now 21"])
    }

    @Test("A turn that is near at once is announced once, and again only if there is time")
    func nearAtOnce() {
        var slow = Listener()
        slow.ride(.left, from: 120, to: 0, metersPerSecond: 5)
        #expect(slow.summary == ["near 120", "now 20"])
        var close = Listener()
        close.ride(.left, from: 36, to: 0, metersPerSecond: 6)
        #expect(close.summary == ["near 36"])
        var here = Listener()
        here.ride(.left, from: 12, to: 0, metersPerSecond: 3)
        #expect(here.summary == ["now 12"])
    }

    @Test("Two turns that follow each other closely are both announced, the second at once")
    func closeTurns() {
        var listener = Listener()
        listener.ride(.left, from: 140, to: 0)
        let second = listener.ride(.right, 35, "Brunnengasse")
        #expect(second?.stage == .near)
        listener.ride(.right, from: 28, to: 0, street: "Brunnengasse")
        #expect(listener.summary == ["near 140", "now 28", "near 35"])
    }

    @Test("Two turns alike are told apart by a distance that jumps up")
    func turnsAlike() {
        var listener = Listener()
        listener.ride(.left, from: 140, to: 0, street: "")
        listener.ride(.left, from: 42, to: 0, street: "")
        listener.ride(.left, from: 210, to: 0, street: "")
        #expect(listener.summary == ["near 140", "now 28", "near 42", "near 210", "now 28"])
    }

    @Test("A turn like the one before the last is another turn")
    func turnsInTurn() {
        var listener = Listener()
        listener.ride(.left, from: 140, to: 0, street: "")
        listener.ride(.right, from: 21, to: 0, street: "")
        listener.ride(.left, from: 21, to: 0, street: "")
        #expect(listener.summary == ["near 140", "now 28", "now 21", "now 21"])
    }

    @Test("An error of the position makes no new turn of an old one")
    func positionErrors() {
        var listener = Listener()
        listener.ride(.left, from: 280, to: 203)
        listener.ride(.left, 245)
        listener.ride(.left, from: 196, to: 7)
        for meters: UInt32 in [22, 4, 28, 9, 0] { listener.ride(.left, meters) }
        #expect(listener.summary == ["ahead 280", "near 140", "now 28"])
    }

    @Test("A distance that is wrong once does not have a turn announced again")
    func wrongDistance() {
        for wrong: UInt32 in [900, 5_000, .max] {
            var listener = Listener()
            listener.ride(.left, from: 280, to: 203)
            listener.ride(.left, wrong)
            listener.ride(.left, from: 196, to: 0)
            #expect(listener.summary == ["ahead 280", "near 140", "now 28"], "\(wrong) m")
        }
    }

    @Test("A distance that jumps down has only the nearest stage announced")
    func jumpDown() {
        var listener = Listener()
        listener.ride(.left, from: 420, to: 399)
        listener.ride(.left, 15, after: 4000)
        listener.ride(.left, 8)
        #expect(listener.summary == ["ahead 420", "now 15"])
    }

    @Test("A stage that follows the one before it closely is left out")
    func leftOut() {
        var listener = Listener()
        listener.ride(.left, 500)
        listener.ride(.left, 420)
        #expect(listener.ride(.left, 100, after: 8_999) == nil)
        listener.ride(.left, 95)
        #expect(listener.ride(.left, 20)?.stage == .now)
        var patient = Listener()
        patient.ride(.left, 420)
        #expect(patient.ride(.left, 100, after: 10_000)?.stage == .near)
        #expect(patient.ride(.left, 20, after: 4_999) == nil)
        #expect(patient.ride(.left, 12) == nil)
        #expect(patient.ride(.left, 0) == nil)
    }

    @Test("Who rides away from a turn without having reached it is not told of another one")
    func rareInstructions() {
        var listener = Listener()
        listener.ride(.left, from: 280, to: 203)
        for meters: UInt32 in [263, 323, 383] { listener.ride(.left, meters, after: 4_000) }
        #expect(listener.summary == ["ahead 280"])
    }

    @Test("Who rides away from a turn hears nothing, and hears of it again on the way back")
    func wayBack() {
        var listener = Listener()
        listener.ride(.left, from: 280, to: 0)
        listener.ride(.left, from: 7, to: 210)
        #expect(listener.summary == ["ahead 280", "near 140", "now 28"])
        listener.ride(.left, from: 203, to: 0)
        #expect(listener.summary.dropFirst(3) == ["ahead 189", "now 28"])
        #expect(listener.heard[3].announcement.turn != listener.heard[2].announcement.turn)
    }

    @Test("After a detour of more than half a minute, the turn is announced again")
    func detour() {
        var listener = Listener()
        listener.ride(.left, from: 420, to: 350)
        for _ in 0..<31 { listener.ride(.outOfRoute, 0, "") }
        listener.ride(.left, from: 340, to: 0)
        #expect(listener.summary == ["ahead 420", "now 0", "ahead 340", "near 137", "now 25"])
    }

    @Test("An instruction that another one interrupts for a moment is not announced again")
    func interruption() {
        var listener = Listener()
        listener.ride(.left, from: 420, to: 350)
        for _ in 0..<3 { listener.ride(.outOfRoute, 0, "") }
        listener.ride(.left, from: 322, to: 301)
        listener.ride(.outOfRoute, 12, "Feld")
        listener.ride(.left, 290)
        listener.ride(.right, 60, "Brunnengasse")
        listener.ride(.left, 280)
        listener.ride(.right, 50, "Brunnengasse")
        listener.ride(.left, 266)
        #expect(listener.summary == ["ahead 420", "now 0", "near 60"])
    }

    @Test("A turn with another street, or another arrow, is another turn")
    func otherTurn() {
        var listener = Listener()
        #expect(listener.ride(.left, 100) != nil)
        #expect(listener.ride(.left, 100, "Ufergasse") != nil)
        #expect(listener.ride(.right, 100, "Ufergasse") != nil)
        #expect(listener.ride(.right, 100, "Ufergasse") == nil)
    }

    @Test("Straight on, the start and reserved arrows are announced once, when they are near")
    func onceOnly() {
        for arrow in [Arrow.straight, .start, Arrow(rawValue: 0), Arrow(rawValue: 255)] {
            var listener = Listener()
            listener.ride(arrow, from: 420, to: 0)
            #expect(listener.summary == ["near 140"], "\(arrow)")
        }
    }

    @Test("The finish is reached when the rider is there, and not seconds before")
    func finish() {
        var listener = Listener()
        listener.ride(.finish, from: 420, to: 0)
        #expect(listener.summary == ["ahead 420", "near 140", "now 7"])
    }

    @Test("That the rider has left the route is said at once, and once, at any distance")
    func outOfRoute() {
        var listener = Listener()
        for meters: UInt32 in [.max, 0, 900, 300, 20, .max] {
            listener.ride(.outOfRoute, meters, "\(meters)")
        }
        #expect(listener.summary == ["now \(UInt32.max)"])
    }
}
