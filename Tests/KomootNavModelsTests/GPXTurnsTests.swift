import Foundation
import KomootNav
import KomootNavModels
import KomootNavRecording
import Testing

@Suite("The turns of a GPX file")
struct GPXTurnsTests {
    private static func gpx(_ body: String) -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gh="https://graphhopper.com/public/schema/gpx/1.1">
            <metadata><name>Ride onto nowhere</name></metadata>
            \(body)
            </gpx>
            """.utf8)
    }

    /// Each instruction, with its time in seconds.
    private static func lines(_ body: String) throws -> [String] {
        try RecordedRide(gpx: gpx(body)).instructions.map {
            let seconds = $0.time.microsecondsSince1970 / 1_000_000
            return "\(seconds) \($0.arrow) \($0.distanceInMeters) \($0.street)"
        }
    }

    /// Eleven points to the north, 111 m apart, in a zigzag that is longer, and back to the first.
    private static let track =
        "<trk><trkseg>"
        + ((0...10) + [0]).map {
            "<trkpt lat=\"52.\(400 + $0)\" lon=\"13.00\($0 % 2)\"><ele>30</ele></trkpt>"
        }.joined() + "</trkseg></trk>"

    @Test("BRouter's and OsmAnd's turns come at several distances along the track")
    func brouter() throws {
        let lines = try Self.lines(
            """
            <rte>
            <rtept lat="52.400" lon="13"><desc>start</desc>
            <extensions><time>21</time><offset>0</offset></extensions></rtept>
            <rtept lat="52.404" lon="13.0001"><desc>Turn left onto Am Kanal</desc>
            <extensions><turn>TSLL</turn><turn-angle>-30</turn-angle><offset>4</offset></extensions></rtept>
            <rtept lat="52.405" lon="13"><desc>roundabout</desc>
            <extensions><turn>RNDB2</turn></extensions></rtept>
            <rtept lat="52.410" lon="13"><desc>destination</desc></rtept>
            </rte>\(Self.track)
            """)
        #expect(
            lines == [
                "0 start 0 ", "3 slightLeft 521 Am Kanal", "27 slightLeft 400 Am Kanal",
                "67 slightLeft 200 Am Kanal", "87 slightLeft 100 Am Kanal",
                "97 slightLeft 50 Am Kanal", "105 slightLeft 10 Am Kanal",
                "107 roundaboutFallback 130 ", "113 roundaboutFallback 100 ",
                "123 roundaboutFallback 50 ", "131 roundaboutFallback 10 ", "133 finish 651 ",
                "183 finish 400 ", "223 finish 200 ", "243 finish 100 ", "253 finish 50 ",
                "261 finish 10 ",
            ])
    }

    @Test("GraphHopper's signs are turns, and without a track the points are the way")
    func graphHopper() throws {
        let lines = try Self.lines(
            """
            <rte>
            <rtept lat="52.4" lon="13"><desc>continue onto A</desc><extensions><gh:sign>0</gh:sign></extensions></rtept>
            <rtept lat="52.4005" lon="13"/>
            <rtept lat="52.401" lon="13"><desc>turn left onto B &amp; C</desc><extensions><gh:distance>80</gh:distance>
            <gh:sign>-2</gh:sign></extensions></rtept>
            <rtept lat="52.4014" lon="13"><desc>arrive</desc><extensions><gh:sign>4</gh:sign></extensions></rtept>
            </rte>
            """)
        #expect(
            lines == [
                "0 straight 0 A", "3 left 111 B & C", "5 left 100 B & C", "15 left 50 B & C",
                "23 left 10 B & C", "25 finish 44 ", "32 finish 10 ",
            ])
    }

    @Test("Cues are turns by their symbol or their type, and other waypoints are none")
    func cues() throws {
        let lines = try Self.lines(
            """
            <wpt lat="52.400" lon="13"><name>Right</name><desc>Turn right onto Hauptstraße</desc><sym>Right</sym></wpt>
            <wpt lat="52.402" lon="13"><name>Water</name><sym>Drinking Water</sym></wpt>
            <wpt lat="52.4" lon="13.0003"><cmt>Sharp left</cmt><sym>generic</sym><type>TURN_SHARP_LEFT</type></wpt>
            <wpt lat="52.4" lon="13"><sym>U-Turn</sym></wpt>
            """)
        #expect(lines.first == "0 right 0 Hauptstraße")
        let kinds = lines.map { $0.split(separator: " ")[1] }
        #expect(Set(kinds) == ["right", "sharpLeft", "uTurn"])
    }

    @Test("With a track, cues begin and end with it, and other waypoints change nothing")
    func cuesOnTrack() throws {
        let food = "<wpt lat=\"52.409\" lon=\"13.001\"><sym>Restaurant</sym></wpt>"
        let cue = "<wpt lat=\"52.4041\" lon=\"13\"><sym>Left</sym></wpt>"
        let lines = try Self.lines(food + cue + food + Self.track)
        #expect(lines.prefix(2) == ["0 start 0 ", "3 left 521 "])
        let finish = lines.first { $0.contains("finish") }
        #expect(finish == "107 finish 1893 ")
        let kinds = lines.map { $0.split(separator: " ")[1] }
        #expect(Set(kinds) == ["start", "left", "finish"])
        var skipped: [Int] = []
        let luggage = "<wpt lat=\"52.5\" lon=\"13\"><type>Left luggage</type></wpt>"
        _ = try RecordedRide(gpx: Self.gpx(cue + luggage + Self.track)) { skipped.append($0) }
        #expect(skipped == [2])
        let far = "<wpt lat=\"52.5\" lon=\"13\"><sym>Left</sym></wpt>"
        #expect(throws: GPXError.offTrack(2)) {
            try RecordedRide(gpx: Self.gpx(cue + far + Self.track))
        }
        let many = String(repeating: cue, count: 2000)
        #expect(throws: GPXError.tooLong) { try RecordedRide(gpx: Self.gpx(many + Self.track)) }
    }

    /// A square of 8 km, whose points are 100 m apart, and that ends where it begins.
    private static let loop: String = {
        let corners = [(0, 0), (20, 0), (20, 20), (0, 20), (0, 0)]
        var points = ""
        for (corner, next) in zip(corners, corners.dropFirst()) {
            for step in 0...20 {
                let north = corner.0 + (next.0 - corner.0) * step / 20
                let east = corner.1 + (next.1 - corner.1) * step / 20
                let longitude = 13 + Double(east) * 0.0015
                points += "<trkpt lat=\"52.\(400 + north)\" lon=\"\(longitude)\"/>"
            }
        }
        return "<trk><trkseg>\(points)</trkseg></trk>"
    }()

    @Test("A loop ends at its end, though its finish is at its beginning, too")
    func loops() throws {
        func route(_ finish: String) -> String {
            """
            <rte><rtept lat="52.4" lon="13"/>
            <rtept lat="52.401" lon="13"><extensions><turn>TL</turn></extensions></rtept>
            \(finish)</rte>
            """
        }
        let cue = "<wpt lat=\"52.401\" lon=\"13\"><sym>Left</sym></wpt>"
        let arrival = "<extensions><gh:sign>4</gh:sign></extensions>"
        // The last finish is 22 m from the track's beginning, and from its end.
        for turns in [
            cue, route("<rtept lat=\"52.4\" lon=\"13\"/>"),
            route("<rtept lat=\"52.4\" lon=\"13\">\(arrival)</rtept>"),
            route("<rtept lat=\"52.4002\" lon=\"13\"/>"),
        ] {
            let lines = try Self.lines(turns + Self.loop)
            #expect(
                lines == [
                    "0 start 0 ", "3 left 111 ", "5 left 100 ", "15 left 50 ", "23 left 10 ",
                    "25 finish 8406 ", "1626 finish 400 ", "1666 finish 200 ", "1686 finish 100 ",
                    "1696 finish 50 ", "1704 finish 10 ",
                ])
        }
        // A route may end before the track does, and with a turn.
        let early = try Self.lines(route("<rtept lat=\"52.42\" lon=\"13.03\"/>") + Self.loop)
        #expect(early.contains("25 finish 4147 "))
        let right = "<extensions><turn>TR</turn></extensions>"
        let turn = route("<rtept lat=\"52.402\" lon=\"13\">\(right)</rtept>")
        #expect(try Self.lines(turn + Self.loop).last == "45 right 10 ")
        let far = route("<rtept lat=\"52.41\" lon=\"13.01\"/>")
        #expect(throws: GPXError.offTrack(3)) {
            try RecordedRide(gpx: Self.gpx(far + Self.loop))
        }
    }

    @Test(
        "Each planner's words for a turn are read",
        arguments: [
            ("<turn>TSHL</turn>", Arrow.sharpLeft), ("<turn>KR</turn>", .forkRight),
            ("<turn>RNDB3</turn>", .roundaboutFallback), ("<turn>TLU</turn>", .uTurn),
            ("<turn>C</turn>", .straight), ("<gh:sign>-7</gh:sign>", .forkLeft),
            ("<gh:sign>6</gh:sign>", .roundaboutFallback), ("<gh:sign>-98</gh:sign>", .uTurn),
        ])
    func words(_ word: String, _ arrow: Arrow) throws {
        let point = "<rtept lat=\"52\" lon=\"13\"><extensions>\(word)</extensions></rtept>"
        let ride = try RecordedRide(gpx: Self.gpx("<rte>\(point)</rte>"))
        #expect(ride.instructions.map(\.arrow) == [arrow])
    }

    @Test("A turn that has no arrow is skipped, and told; a via point is none")
    func skips() throws {
        let words = [
            "<turn>C</turn>", "<turn>OFFR</turn>", "<gh:sign>5</gh:sign>", "<gh:sign>99</gh:sign>",
            "<sym>Food</sym>", "<sym>Hook Right</sym>", "",
        ]
        let points = words.enumerated().map { index, word in
            "<rtept lat=\"52.\(index)\" lon=\"13\"><extensions>\(word)</extensions></rtept>"
        }
        var skipped: [Int] = []
        let ride = try RecordedRide(gpx: Self.gpx("<rte>\(points.joined())</rte>")) {
            skipped.append($0)
        }
        #expect(skipped == [2, 4, 6])
        #expect(Set(ride.instructions.map(\.arrow)) == [.straight, .finish])
    }

    @Test("A track alone has no turns, and what is no GPX file has none either")
    func noTurns() {
        for body in [Self.track, "", "<rte><rtept lat=\"52\" lon=\"13\"/></rte>"] {
            #expect(throws: GPXError.noTurns) { try RecordedRide(gpx: Self.gpx(body)) }
        }
        #expect(throws: GPXError.noTurns) { try RecordedRide(gpx: Data("<html/>".utf8)) }
    }

    @Test(
        "A file that is cut, or has an invalid coordinate, is refused with its line",
        arguments: [
            ("<rte>", 5), ("<wpt lat=\"91\" lon=\"13\"><sym>Left</sym></wpt>", 4),
            ("\n<wpt lat=\"nan\" lon=\"13\"><sym>Left</sym></wpt>", 5),
            ("<wpt lon=\"13\"><sym>Left</sym></wpt>", 4), ("<name>&unknown;</name>", 4),
        ])
    func malformed(_ body: String, _ line: Int) {
        #expect(throws: GPXError.malformed(line: line)) { try RecordedRide(gpx: Self.gpx(body)) }
    }

    @Test("A file that is too long is not read")
    func tooLong() {
        let file = Data(count: (8 << 20) + 1)
        #expect(throws: GPXError.tooLong) { try RecordedRide(gpx: file) }
    }

    @Test("A street that is too long is cut to what can be published, and no distance overflows")
    func extreme() throws {
        let long = String(repeating: "ä", count: 600)
        let far = (0..<1000).map {
            "<wpt lat=\"\($0.isMultiple(of: 2) ? 90 : -90)\" lon=\"0\"><name>Left onto \(long)</name><sym>Left</sym></wpt>"
        }
        let ride = try RecordedRide(gpx: Self.gpx(far.joined()))
        #expect(try ride.objects(in: .deployed).count == ride.instructions.count)
    }
}
