import KomootNav
import KomootNavFoundation
import Testing

@Suite("What is said on the recorded rides")
struct AnnouncedRideTests {
    /// No announcement of a turn comes later than this before it, unless the phone has just begun to give the turn.
    private static let latest = Duration.seconds(2)

    @Test(
        "On the recorded rides, each turn is announced, three times at most, and in time",
        arguments: AnnouncedRide.Link.allCases)
    func limits(link: AnnouncedRide.Link) throws {
        for ride in try AnnouncedRide.all() {
            let rows = ride.rows(link)
            #expect(!rows.isEmpty, "\(ride.name)")
            for (turn, rows) in Dictionary(grouping: rows, by: \.turn) {
                #expect(rows.count <= 3, "\(ride.name), turn \(turn)")
            }
            for row in rows {
                let age = row.surprise.duration(to: row.heard.time)
                let isFinish = row.heard.announcement.arrow == .finish
                #expect(
                    isFinish || age <= link.delay || row.lead >= Self.latest,
                    "\(ride.name): \(row.heard) is \(row.lead) before the turn")
            }
        }
    }

    @Test("On the recorded rides, streets that come later delay what is said by no more")
    func lateStreets() throws {
        for ride in try AnnouncedRide.all() {
            let direct = Dictionary(grouping: ride.rows(), by: \.turn)
            let late = Dictionary(grouping: ride.rows(.late), by: \.turn)
            #expect(direct.keys == late.keys, "\(ride.name)")
            for (turn, rows) in direct {
                let (first, other) = (rows[0].heard, late[turn, default: rows][0].heard)
                let delay = first.time.duration(to: other.time)
                #expect(
                    delay >= .zero && delay <= AnnouncedRide.delay, "\(ride.name): \(other)")
            }
        }
    }
}

extension AnnouncedRide.Link {
    /// How long after an instruction its announcement can come.
    fileprivate var delay: Duration {
        switch self {
        case .direct: .zero
        case .late: AnnouncedRide.delay
        case .cut: NavigationAnnouncer.streetInterval
        }
    }
}
