import Foundation
import KomootNav
import KomootNavFoundation
import KomootNavRecording
import RepositorySupport

/// A ride, and what is said on it.
struct AnnouncedRide {
    /// An instruction, and when the phone gave it.
    struct Given {
        let time: SessionTime
        let instruction: NavigationInstruction
    }

    /// An announcement, and when the rider came to its turn.
    struct Row {
        let heard: Listener.Heard
        /// When the phone first gave its turn, or a distance to it to which no bicycle could have come since the last one.
        let surprise: SessionTime
        /// The place of its turn on the ride, counted by the instructions.
        let turn: Int
        /// When the phone first gave 5 m or less, or if it never did, when it last gave the turn.
        let arrival: SessionTime

        /// How long before the turn it is said.
        var lead: Duration { heard.time.duration(to: arrival) }
    }

    /// How the instructions reach the device.
    enum Link: CaseIterable {
        /// Each at once, and whole.
        case direct
        /// Each cut first, and whole 0.6 s later.
        case late
        /// Each cut; none becomes whole.
        case cut
    }

    /// What it takes to read an instruction that needs several requests.
    static let delay = Duration.milliseconds(600)

    let name: String
    let given: [Given]

    /// The rides of the fixtures, and one of our own.
    static func all() throws -> [AnnouncedRide] {
        let names = ["city-loop", "country-road", "roundabouts", "scripts", "long-streets"]
        return try [dayOut] + names.map { try AnnouncedRide(fixture: $0) }
    }

    init(fixture name: String) throws {
        let file = Repository.rides.appendingPathComponent("\(name).csv")
        let bytes = ContiguousArray(try Data(contentsOf: file))
        let rides = RideFile(bytes.span).instructions
        guard let start = rides.first?.time else { throw CocoaError(.fileReadCorruptFile) }
        self.name = name
        given = rides.enumerated().map { number, ride in
            Given(
                time: SessionTime(start.duration(to: ride.time)),
                instruction: NavigationInstruction(
                    identifier: .uint32(UInt32(number)), arrow: ride.arrow,
                    distanceInMeters: ride.distanceInMeters, street: ride.street))
        }
    }

    private init(name: String, legs: [Leg]) {
        var given: [Given] = []
        for leg in legs {
            for distance in leg.distances {
                let count = given.count
                given.append(
                    Given(
                        time: SessionTime(milliseconds: UInt64(count) * 1000),
                        instruction: NavigationInstruction(
                            identifier: .uint32(UInt32(count)), arrow: leg.arrow,
                            distanceInMeters: distance, street: leg.street)))
            }
        }
        (self.name, self.given) = (name, given)
    }

    /// A part of a ride with an instruction every second.
    private struct Leg {
        let arrow: Arrow
        let street: Street
        let distances: [UInt32]

        init(
            _ arrow: Arrow, _ street: Street, _ start: Int, _ end: Int = 0, speed: Int = 7,
            seconds: Int? = nil
        ) {
            self.arrow = arrow
            self.street = street
            let step = end > start ? speed : -speed
            let all =
                seconds.map { Array(repeating: start, count: $0) }
                ?? Array(stride(from: start, through: end, by: step))
            distances = all.map(UInt32.init)
        }
    }

    /// What the short rides of the fixtures lack: long ways at the pace of a bicycle, a red light, a detour, a missed turn.
    private static let dayOut = AnnouncedRide(
        name: "a day out",
        legs: [
            Leg(.start, "Hafenstraße", 0),
            Leg(.right, "Am Mühlbach", 640, 2),
            Leg(.left, "", 92),
            Leg(.right, "Brunnenweg", 35, speed: 5),
            Leg(.straight, "Brunnenweg", 420, speed: 8),
            Leg(.roundaboutCounterclockwise2of3, "Ringstraße", 380, 40, speed: 8),
            Leg(.roundaboutCounterclockwise2of3, "Ringstraße", 40, seconds: 45),
            Leg(.roundaboutCounterclockwise2of3, "Ringstraße", 38, speed: 5),
            Leg(.slightLeft, "Uferweg", 1400, 230, speed: 9),
            Leg(.outOfRoute, "", 0, seconds: 40),
            Leg(.slightLeft, "Uferweg", 310, 4, speed: 6),
            Leg(.left, "Kirchgasse", 180, 5),
            Leg(.left, "Kirchgasse", 12, 96),
            Leg(.left, "Kirchgasse", 89, 1, speed: 4),
            Leg(.uTurn, "Kirchgasse", 25, 5, speed: 4),
            Leg(.finish, "Marktplatz", 260, 0, speed: 5),
        ])

    /// The announcements of the ride.
    func rows(_ link: Link = .direct) -> [Row] {
        var listener = Listener()
        for given in given {
            let instruction = given.instruction
            if link != .direct {
                let bytes = instruction.street.withBytes { street in
                    ContiguousArray(street.indices.prefix(11).map { street[$0] })
                }
                var cut = instruction
                cut.street = Street(bytes.span)
                listener.take(cut, .possiblyCut, at: given.time)
            }
            if link != .cut {
                let delay = link == .late ? Self.delay : .zero
                listener.take(instruction, .whole, at: given.time.advanced(by: delay))
            }
        }
        listener.take(.timePassed, after: 2000)
        return listener.heard.map(row)
    }

    /// Where the phone goes over to another turn, told without the announcer: by another arrow or street, or by more metres.
    private var turns: [[Given]] {
        var turns: [[Given]] = []
        for next in given {
            if let last = turns.last?.last?.instruction, last.arrow == next.instruction.arrow,
                last.arrow == .outOfRoute
                    || last.street == next.instruction.street
                        && last.distanceInMeters >= next.instruction.distanceInMeters
            {
                turns[turns.count - 1].append(next)
            } else {
                turns.append([next])
            }
        }
        return turns
    }

    private func row(_ heard: Listener.Heard) -> Row {
        let turns = turns
        let begun = turns.filter { ($0.first?.time ?? .zero) <= heard.time }
        let turn = begun.last ?? []
        let given = turn.filter { $0.time <= heard.time }
        let surprise = Array(zip(given, given.dropFirst())).last { last, next in
            let ridden = last.instruction.distanceInMeters - next.instruction.distanceInMeters
            return Double(ridden) > 15 * (last.time.duration(to: next.time) / .seconds(1)) + 10
        }
        let here = turn.first {
            $0.instruction.distanceInMeters <= DistanceDisplay.nowLimitInMeters
        }
        return Row(
            heard: heard, surprise: (surprise?.1 ?? turn.first)?.time ?? .zero, turn: begun.count,
            arrival: (here ?? turn.last)?.time ?? .zero)
    }
}

extension Listener {
    fileprivate mutating func take(
        _ instruction: NavigationInstruction, _ extent: ObjectExtent, at time: SessionTime
    ) {
        let decoded = DecodedInstruction(instruction, layout: .deployed, extent: extent)
        take(.instruction(decoded), after: time.milliseconds - now.milliseconds)
    }
}

extension TextsPage {
    /// What is said on rides; on the others, each instruction is another turn.
    static func rides() throws -> String {
        let sections = try AnnouncedRide.all().prefix(3).map { ride in
            "### Ride: \(ride.name)\n\n" + table(ride)
        }
        return """
            ## On a ride

            What [`NavigationAnnouncer`](../Sources/KomootNavFoundation/Announcer/NavigationAnnouncer.swift) says on two
            [rides of the fixtures](../Fixtures/rides/README.md), and before them on a made-up one at the pace of a bicycle, with an
            instruction every second. "Before" is the time from then to the turn: until the phone gives 5 m or less or, if it
            never does, its last distance to it. Long streets are shortened here.

            \(sections.joined(separator: "\n"))
            """
    }

    private static func table(_ ride: AnnouncedRide) -> String {
        let english = Locale(identifier: "en_IE"), german = Locale(identifier: "de")
        let rows = ride.rows().map { row in
            let announcement = row.heard.announcement
            return [
                seconds(row.heard.time.duration), "\(announcement.distanceInMeters) m",
                seconds(row.lead), shortened(announcement.text(locale: english)),
                shortened(announcement.text(locale: german)),
            ]
        }
        return table(["at", "ahead", "before", "English", "German"], rows)
    }

    private static func seconds(_ duration: Duration) -> String {
        let tenths = Int(duration / .milliseconds(100))
        return "\(tenths / 10).\(tenths % 10) s"
    }

    private static func shortened(_ text: String) -> String {
        text.count > 90 ? "\(text.prefix(80))…" : text
    }
}
