import Foundation
import KomootNav
import KomootNavFoundation
import Testing

@Suite("The words of an announcement")
struct AnnouncementTextTests {
    private func announcement(
        _ meters: UInt32, _ street: Street = "Lennéstraße", arrow: Arrow = .left
    ) throws -> Announcement {
        var listener = Listener()
        let announcement = listener.ride(arrow, meters, street)
        return try #require(announcement)
    }

    private func text(
        _ announcement: Announcement, _ locale: String, _ style: DistanceStyle? = nil
    ) -> String {
        announcement.text(locale: Locale(identifier: locale), style: style)
    }

    @Test("An announcement has the words of an instruction, and says of a turn that is here: now")
    func words() throws {
        let ahead = try announcement(200)
        #expect(text(ahead, "en_IE") == "In 200 metres, turn left into Lennéstraße")
        #expect(text(ahead, "de_DE") == "In 200 Metern links abbiegen auf Lennéstraße")
        let now = try announcement(19)
        #expect(text(now, "en_IE") == "Now turn left into Lennéstraße")
        #expect(text(now, "de_DE") == "Jetzt links abbiegen auf Lennéstraße")
        let finish = try announcement(12, "Markt", arrow: .finish)
        #expect(text(finish, "en_IE") == "You have reached your destination on Markt")
        #expect(text(finish, "de_DE") == "Das Ziel ist erreicht")
        let left = try announcement(300, "", arrow: .outOfRoute)
        #expect(text(left, "de_DE") == "Nicht mehr auf der Route")
    }

    @Test("An announcement is in the units of the style, or of the locale")
    func units() throws {
        let ahead = try announcement(200, "")
        let texts = [
            "In 200 metres, turn left", "In 200 metres, turn left", "In 660 feet, turn left",
            "In 220 yards, turn left",
        ]
        let styles: [DistanceStyle] = [.vendor, .metric, .imperial, .uk]
        #expect(styles == DistanceStyle.allCases)
        #expect(styles.map { text(ahead, "en_IE", $0) } == texts)
        #expect(text(ahead, "en_US") == "In 660 feet, turn left")
        #expect(text(ahead, "en_GB") == "In 220 yards, turn left")
    }

    @Test("A street that is not well-formed, or has nothing to say, is not said")
    func unsayableStreets() throws {
        let illFormed = Street(ContiguousArray<UInt8>([0x4C, 0xFF]).span)
        for street in [illFormed, " ", "\u{7}"] {
            #expect(text(try announcement(200, street), "en_IE") == "In 200 metres, turn left")
        }
    }

    @Test(
        "Every arrow is announced in words, the reserved ones too",
        arguments: UInt8.min...UInt8.max)
    func everyArrow(rawValue: UInt8) throws {
        let arrow = Arrow(rawValue: rawValue)
        let near = try announcement(60, arrow: arrow)
        let instruction = NavigationInstruction(
            identifier: 1, arrow: arrow, distanceInMeters: 60, street: "Lennéstraße")
        for locale in ["en_IE", "de_DE"] {
            #expect(
                text(near, locale) == instruction.spokenText(locale: Locale(identifier: locale)))
        }
        let now = try announcement(0, arrow: arrow)
        #expect(now.stage == .now)
        #expect(!text(now, "en_IE").contains("metres"))
    }
}
