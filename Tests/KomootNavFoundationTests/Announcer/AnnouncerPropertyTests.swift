import Foundation
import KomootNav
import KomootNavFoundation
import PropertyTesting
import Testing

/// An event, and how many milliseconds after the last one it comes.
private struct Step: CustomStringConvertible {
    let event: NavigationAnnouncer.Event
    let delay: UInt64

    var description: String {
        switch event {
        case .instruction(let next):
            "+\(delay): \(next.arrow) \(next.distanceInMeters) m '\(next.street)' \(next.extent)"
        case .status(let status): "+\(delay): \(status)"
        case .timePassed: "+\(delay)"
        }
    }
}

@Suite("What an announcer never does")
struct AnnouncerPropertyTests {
    private static let streets: [Street] = ["", "U", "Ufer", "Uferweg", "Ufergasse", "Am Ufer"]

    private static func instruction(
        _ arrow: Arrow, _ meters: UInt32, _ street: Street, isCut: Bool
    ) -> NavigationAnnouncer.Event {
        let instruction = NavigationInstruction(
            identifier: 1, arrow: arrow, distanceInMeters: meters, street: street)
        return .instruction(
            DecodedInstruction(
                instruction, layout: .deployed, extent: isCut ? .possiblyCut : .whole))
    }

    /// A ride as a link gives it: distances that mostly shrink, and now and then jump, other turns, cut streets, silences.
    private static func ride(_ choices: inout Choices) -> [Step] {
        let arrows: [Arrow] = [.left, .right, .straight, .finish, .outOfRoute, .init(rawValue: 77)]
        var arrow = Arrow.left
        var street: Street = "Uferweg"
        var meters: UInt32 = 300
        return choices.list(atMost: 120) { choices in
            let delay = UInt64(choices.element(of: [1000, 100, 999, 1001, 2000, 5000, 31_000, 0]))
            switch choices.number(upTo: 19) {
            case 0: return Step(event: .timePassed, delay: delay)
            case 1:
                let status = choices.element(of: CentralSession.Status.allCases)
                return Step(event: .status(status), delay: delay)
            case 2:
                arrow = choices.element(of: arrows)
                street = choices.element(of: streets)
                meters = choices.element(of: [100, 0, 30, 300, 900, 12_000, .max])
            case 3: meters = meters &+ UInt32(choices.number(upTo: 100))
            default: meters -= min(meters, UInt32(choices.number(upTo: 15)))
            }
            let isCut = choices.bool()
            return Step(event: instruction(arrow, meters, street, isCut: isCut), delay: delay)
        }
    }

    @Test("On no ride is a stage announced twice, or anything but what the phone says now")
    func randomRides() throws {
        var counts: [Announcement.Stage: Int] = [:]
        var countWithoutStreet = 0
        let areAll = try checkProperty(
            "each turn has each stage once, and nothing is said of another one", count: 2000,
            generate: Self.ride
        ) { steps in
            var announcer = NavigationAnnouncer()
            var time: UInt64 = 0
            var stages: [UInt64: Announcement.Stage] = [:]
            var newest: DecodedInstruction?
            var isQuiet = false
            for step in steps {
                time += step.delay
                if case .instruction(let instruction) = step.event {
                    (newest, isQuiet) = (instruction, false)
                }
                if case .status(let status) = step.event, status != .navigating { isQuiet = true }
                let now = SessionTime(milliseconds: time)
                let announcement = announcer.handle(step.event, at: now)
                if let deadline = announcer.nextDeadline {
                    let wait = now.duration(to: deadline)
                    guard wait > .zero, wait <= NavigationAnnouncer.streetInterval else {
                        return "waits \(wait)"
                    }
                    guard !isQuiet, announcement == nil else { return "waits for nothing" }
                }
                guard let announcement else { continue }
                guard !isQuiet else { return "speaks when it should be quiet" }
                guard let newest, newest.arrow == announcement.arrow,
                    newest.distanceInMeters == announcement.distanceInMeters
                else { return "says \(announcement) of something else" }
                if let street = announcement.street {
                    guard !street.isEmpty, newest.extent == .possiblyCut || newest.street == street
                    else { return "says \(street)" }
                } else {
                    countWithoutStreet += 1
                }
                if let last = stages[announcement.turn], announcement.stage <= last {
                    return "says \(announcement.stage) after \(last)"
                }
                stages[announcement.turn] = announcement.stage
                counts[announcement.stage, default: 0] += 1
            }
            return nil
        }
        if areAll {
            // A property that meets nothing proves nothing.
            #expect(counts.keys.count == Announcement.Stage.allCases.count)
            #expect(counts.values.allSatisfy { $0 > 200 } && countWithoutStreet > 200)
        }
    }

    @Test("On the way to one turn, no more than three announcements are made, whatever is cut")
    func oneTurn() throws {
        try checkProperty(
            "a distance that never grows brings at most three announcements", count: 1000,
            generate: { choices in
                var meters: UInt32 = choices.element(of: [100, 1000, 20, 300, .max])
                return choices.list(atMost: 100) { choices in
                    meters -= min(meters, UInt32(choices.number(upTo: 40)))
                    let isCut = choices.bool()
                    let street: Street = isCut ? choices.element(of: ["Ufer", "", "U"]) : "Uferweg"
                    return Step(
                        event: Self.instruction(.left, meters, street, isCut: isCut),
                        delay: choices.number(upTo: 3000))
                }
            }
        ) { steps in
            var listener = Listener()
            for step in steps { listener.take(step.event, after: step.delay) }
            let stages = listener.heard.map(\.announcement.stage)
            return stages == Array(Set(stages)).sorted() ? nil : "says \(stages)"
        }
    }

    @Test("Whatever bytes the phone sends, at whatever times, the announcer goes on")
    func anyBytes() throws {
        try checkProperty(
            "no bytes stop the announcer", count: 2000,
            generate: { choices in
                choices.list(atMost: 30) { choices -> (bytes: [UInt8], isCut: Bool, time: UInt64) in
                    let time = choices.number(upTo: choices.bool() ? .max : 9999)
                    return (choices.bytes(atMost: 40), choices.bool(), time)
                }
            }
        ) { values in
            var announcer = NavigationAnnouncer()
            for value in values {
                let decoded = try? DecodedInstruction(
                    decoding: value.bytes, extent: value.isCut ? .possiblyCut : .whole)
                let event = decoded.map(NavigationAnnouncer.Event.instruction) ?? .timePassed
                let time = SessionTime(milliseconds: value.time)
                guard let announcement = announcer.handle(event, at: time) else { continue }
                for style in DistanceStyle.allCases
                where announcement.text(locale: Locale(identifier: "de"), style: style).isEmpty {
                    return "nothing to say"
                }
            }
            return nil
        }
    }
}
