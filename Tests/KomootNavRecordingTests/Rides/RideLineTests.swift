import KomootNav
import KomootNavRecording
import Testing

@Suite("A line of a ride file")
struct RideLineTests {
    private func line(
        street: String = "\"Am Wall\"", text: String = "In 210 m", icon: String = "icon",
        arrow: String = "4", time: String = "1469106318564.437988"
    ) -> String {
        "TYPE,52.4,13.0,0,-1,5,1469106318229.49,-1,\(street),\(text),\(icon),\(arrow),\(time),app"
    }

    private func parse(_ line: String) throws(RideFileError) -> RideInstruction {
        try RideInstruction(line: ContiguousArray(line.utf8).span)
    }

    @Test("A line of a ride file gives arrow, distance, street and time")
    func fields() throws {
        let instruction = try parse(line())
        #expect(instruction.arrow == .slightLeft)
        #expect(instruction.distanceInMeters == 210)
        #expect(instruction.street == "Am Wall")
        #expect(instruction.time == .microseconds(1_469_106_318_564_000))
    }

    @Test(
        "A line of a ride file has the distance as it was displayed",
        arguments: [
            ("In 210 m", 210), ("In 1.2 km", 1200), ("\"In 1,2 km\"", 1200), ("In 12.4 km", 12400),
            ("In 3 km", 3000), ("In 1.234567 km", 1234), ("Now", 0), ("Follow", 0), ("", 0),
            ("In 4294967295 m", UInt32.max),
            ("Folgen", 0), ("Jetzt", 0), ("Maintenant", 0), ("今", 0), ("Soon", 0), ("In m", 0),
            ("210 m", 210), ("in 210 m", 210), ("In  210 m", 210), ("In 210m", 210),
            ("Dans 210\u{A0}m", 210), ("\"Tra 1,2 km, poi\"", 1200), ("Noch 3 km.", 3000),
        ])
    func distances(_ text: String, _ meters: UInt32) throws {
        #expect(try parse(line(text: text)).distanceInMeters == meters)
    }

    @Test(
        "A line of a ride file is refused when the distance is malformed",
        arguments: [
            "In 210 ft", "In 210", "In -3 m", "In 1.2.3 km", "In .5 km", "In 1. km",
            "In 4294967296 m", "In 99999999999999999999 m", "In 9999999 km", "In 5.3 m",
            "\"In 1,234 m\"", "In 210 Metern", "In 210 km/h 3", "2 mal 3 m", "In 1 234 m", "x210 m",
            "In ٣ m", "In 1٣ m",
        ])
    func badDistances(_ text: String) {
        #expect(throws: RideFileError.malformedDistance) { try parse(line(text: text)) }
    }

    @Test("A line of a ride file may have commas and doubled quotes in a quoted street")
    func quoting() throws {
        #expect(try parse(line(street: "\"Platz, \"\"am\"\" Tor\"")).street == "Platz, \"am\" Tor")
        #expect(try parse(line(street: "\"\"\"\"")).street == "\"")
        #expect(try parse(line(street: "\"\"")).street == "")
        #expect(try parse(line(street: "bare")).street == "bare")
    }

    @Test(
        "A line of a ride file is refused when the quoting is broken",
        arguments: ["\"open", "\"a\"b", "\"a\" "])
    func badQuoting(_ street: String) {
        #expect(throws: RideFileError.malformedLine) { try parse(line(street: street)) }
    }

    @Test("A line of a ride file is refused when it is not UTF-8")
    func notUTF8() {
        let bytes = ContiguousArray(
            line(street: "\"X\"").utf8.map { $0 == UInt8(ascii: "X") ? 0xFF : $0 })
        #expect(throws: RideFileError.malformedLine) { try RideInstruction(line: bytes.span) }
    }

    @Test(
        "A line of a ride file is refused with another number of columns, and says how many there are"
    )
    func columns() {
        #expect(throws: RideFileError.columnCount(1)) { try parse("stray") }
        #expect(throws: RideFileError.columnCount(15)) { try parse(line(text: "In 1,2 km")) }
    }

    @Test("A line of a ride file is refused when it is longer than any instruction's")
    func longLine() {
        let icon = String(repeating: "i", count: RideFile.maximumLineLength)
        #expect(throws: RideFileError.oversizedLine) { try parse(line(icon: icon)) }
    }

    @Test("A line of a ride file is refused with a bad arrow or a bad time")
    func arrowAndTime() {
        for arrow in ["256", "-1", "", "left", "+5", " 5"] {
            #expect(throws: RideFileError.malformedArrow) { try parse(line(arrow: arrow)) }
        }
        for time in ["", "nan", "inf", "-1", "1e300", "noon", "0x10", "+5", ".5", "5.", "1.2.3"] {
            #expect(throws: RideFileError.malformedTime) { try parse(line(time: time)) }
        }
    }

    @Test("A line of a ride file is refused when no object has room for the street")
    func longStreet() throws {
        let fits = String(repeating: "x", count: 503)
        #expect(try parse(line(street: fits)).street.byteCount == 503)
        #expect(throws: RideFileError.oversizedStreet(byteCount: 504)) {
            try parse(line(street: fits + "x"))
        }
    }

    @Test("A line of a ride file tells roundabouts apart by the icon when the arrow is 14")
    func roundabouts() throws {
        let expected: [(String, Arrow)] = [
            ("ic_nav_roundabout_ccw1_1", .roundaboutCounterclockwise1of1),
            ("ic_nav_roundabout_ccw1_3", .roundaboutCounterclockwise1of3),
            ("ic_nav_roundabout_ccw2_2", .roundaboutCounterclockwise2of2),
            ("ic_nav_roundabout_cw1_1", .roundaboutClockwise1of1),
            ("ic_nav_roundabout_cw3_3", .roundaboutClockwise3of3),
            ("ic_nav_roundabout_exit_ccw", .roundaboutExitRight),
            ("ic_nav_roundabout_exit_cw", .roundaboutExitLeft),
            ("ic_nav_roundabout_cw4_3", .roundaboutFallback), ("", .roundaboutFallback),
        ]
        for (icon, arrow) in expected {
            #expect(try parse(line(icon: icon, arrow: "14")).arrow == arrow)
        }
        #expect(try parse(line(icon: "ic_nav_roundabout_cw3_3", arrow: "5")).arrow == .left)
    }
}
