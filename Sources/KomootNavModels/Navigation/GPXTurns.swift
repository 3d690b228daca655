public import Foundation
import KomootNav
public import KomootNavRecording

#if canImport(FoundationXML)
    import FoundationXML
#endif

extension RecordedRide {
    /// Takes the turns of a GPX file, each at several distances: where the leg to it begins, and 400, 200, 100, 50 and
    /// 10 m ahead. The rider starts after 3 s, and rides at 18 km/h.
    ///
    /// Turns are points that say what to do, in the words of planners:
    ///
    /// - BRouter and OsmAnd: `<rtept>` with `<turn>TSLL</turn>` among its extensions
    /// - GraphHopper: `<rtept>` with `<gh:sign>-1</gh:sign>` there
    /// - Ride with GPS and Garmin: `<rtept>` or `<wpt>` with `<sym>` or `<type>`, such as `Slight Left`
    ///
    /// A street is what follows "onto" in a point's description, as much of it as can be published. Without a track,
    /// route points that say nothing draw the way between the others; waypoints that say nothing don't count. No turn
    /// is guessed from the shape of the way.
    ///
    /// - Parameters:
    ///   - file: the file's bytes, at most 8 MiB; with a track, it may have 2000 turns.
    ///   - didSkip: is called for each point of the route, or each waypoint, from 1, whose `<turn>`, `<gh:sign>`, or
    ///     left or right in `<sym>` or `<type>`, has no arrow. A route's ends and via points don't count.
    public init(gpx file: Data, _ didSkip: (Int) -> Void = { _ in }) throws(GPXError) {
        guard file.count <= GPXTurns.maximumByteCount else { throw .tooLong }
        // The parser accepts a file without bytes.
        guard !file.isEmpty else { throw .malformed(line: 1) }
        let turns = GPXTurns()
        let parser = XMLParser(data: file)
        #if canImport(FoundationXML)
            parser.delegate = turns
        #else
            // The parser is gone before the turns are.
            unsafe parser.delegate = turns
        #endif
        // On Linux, a tag that does not end is an error that lets it go on.
        guard parser.parse(), turns.errorLine == nil else {
            throw .malformed(line: turns.errorLine ?? parser.lineNumber)
        }
        self = try turns.ride(didSkip)
    }
}

/// Reads the points of a GPX file.
final class GPXTurns: NSObject, XMLParserDelegate {
    /// A ride of a day with a point each second has half of that.
    static let maximumByteCount = 1 << 23
    /// More than a ride of a day has.
    static let maximumTurnCount = 2000

    /// How long the start is shown.
    private static let secondsBeforeRide = 3.0

    fileprivate struct Point {
        var latitude: Double
        var longitude: Double
        var texts: [String: String] = [:]
    }

    private var points: [String: [Point]] = ["wpt": [], "rtept": [], "trkpt": []]
    private var current: Point?
    private var text = ""
    private(set) var errorLine: Int?

    // MARK: - Reading

    func parser(
        _ parser: XMLParser, didStartElement element: String, namespaceURI: String?,
        qualifiedName: String?, attributes: [String: String] = [:]
    ) {
        text = ""
        guard points[element] != nil else { return }
        guard let latitude = attributes["lat"].flatMap(Double.init), abs(latitude) <= 90,
            let longitude = attributes["lon"].flatMap(Double.init), abs(longitude) <= 180
        else {
            errorLine = errorLine ?? parser.lineNumber
            return parser.abortParsing()
        }
        current = Point(latitude: latitude, longitude: longitude)
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if current != nil { text += string }
    }

    func parser(
        _ parser: XMLParser, didEndElement element: String, namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard let point = current else { return }
        if points[element] != nil {
            points[element]?.append(point)
            current = nil
        } else if element.hasPrefix("gh:") || !element.contains(":") {
            let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            if !text.isEmpty { current?.texts[element] = text }
        }
    }

    func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
        errorLine = errorLine ?? parser.lineNumber
    }

    // MARK: - Turns

    func ride(_ didSkip: (Int) -> Void) throws(GPXError) -> RecordedRide {
        let track = points["trkpt", default: []]
        var signs = points["rtept", default: []]
        var firstNumber = 1
        if !signs.contains(where: { $0.arrow != nil }) {
            let waypoints = points["wpt", default: []]
            let cues = waypoints.filter { $0.arrow != nil }
            guard !cues.isEmpty else { throw .noTurns }
            for (index, point) in waypoints.enumerated() where point.arrow == nil && point.saysTurn
            {
                didSkip(index + 1)
            }
            signs = cues
            if let start = track.first, let finish = track.last {
                signs = [start] + cues + [finish]
                firstNumber = 0
            }
        }
        guard signs.count <= Self.maximumTurnCount || track.isEmpty else { throw .tooLong }
        let way = track.isEmpty ? signs : track
        var instructions: [RideInstruction] = []
        var place = 0
        var (ridden, lastTurn) = (0.0, 0.0)
        for (index, sign) in signs.enumerated() {
            let end: Arrow? =
                index == 0 ? .start : index == signs.count - 1 ? .finish : nil
            let arrow = sign.arrow ?? end
            // A loop passes its finish at the beginning, too.
            let isFinish = end == .finish && arrow == .finish
            let rest = place..<way.count
            guard
                let next = track.isEmpty
                    ? index
                    : isFinish
                        ? sign.place(on: way, in: rest.reversed()) : sign.place(on: way, in: rest)
            else { throw .offTrack(index + firstNumber) }
            for step in place..<next { ridden += way[step].distance(to: way[step + 1]) }
            place = next
            guard let arrow else {
                if sign.saysTurn { didSkip(index + 1) }
                continue
            }
            let leg = ridden - lastTurn
            lastTurn = ridden
            for distance in [leg] + [400, 200, 100, 50, 10].filter({ $0 < leg }) {
                let rest = index == 0 ? 0 : Self.secondsBeforeRide
                let microseconds = ((ridden - distance) / 5 + rest) * 1_000_000
                instructions.append(
                    RideInstruction(
                        time: CaptureTime(microsecondsSince1970: Int64(microseconds)),
                        arrow: arrow, distanceInMeters: UInt32(clamping: Int(distance)),
                        street: sign.street))
            }
        }
        return RecordedRide(instructions)
    }
}

extension GPXTurns.Point {
    /// The distance in metres, as on a plane: the way has many short steps.
    fileprivate func distance(to other: Self) -> Double {
        let middle = (latitude + other.latitude) / 2 * .pi / 180
        let north = other.latitude - latitude
        let east = (other.longitude - longitude).remainder(dividingBy: 360) * cos(middle)
        return 111_195 * (north * north + east * east).squareRoot()
    }

    /// The place where a way passes this point, the first of those in the order that is given; `nil` if it is never
    /// within 250 m.
    fileprivate func place(on way: [Self], in indices: some Sequence<Int>) -> Int? {
        var (place, nearest) = (0, Double.infinity)
        for index in indices {
            let distance = distance(to: way[index])
            if distance < nearest { (place, nearest) = (index, distance) }
            if nearest < 25 && distance > 250 || nearest <= 250 && distance > 1000 { break }
        }
        return nearest <= 250 ? place : nil
    }

    /// What to do there.
    fileprivate var arrow: Arrow? {
        if let turn = texts["turn"] {
            if turn.hasPrefix("RND") || turn.hasPrefix("RNLB") { return .roundaboutFallback }
            return Self.turns[turn]
        }
        if let sign = texts["gh:sign"].flatMap({ Int($0) }) { return Self.signs[sign] }
        for text in [texts["sym"], texts["type"]].compactMap(\.self) {
            let words = text.lowercased().split { !$0.isLetter && $0 != "-" }
                .filter { $0 != "turn" }
            if let arrow = Self.words[words.joined(separator: " ")] { return arrow }
        }
        return nil
    }

    /// Whether a planner says that something is to be done there. A sign of 5 only says that a via point is reached.
    fileprivate var saysTurn: Bool {
        if texts["turn"] != nil { return true }
        if let sign = texts["gh:sign"] { return sign != "5" }
        return [texts["sym"], texts["type"]].compactMap(\.self).contains { text in
            let words = text.lowercased().split { !$0.isLetter }
            return words.contains("left") || words.contains("right")
        }
    }

    private static let turns: [String: Arrow] = [
        "C": .straight, "TL": .left, "TSLL": .slightLeft, "TSHL": .sharpLeft, "TR": .right,
        "TSLR": .slightRight, "TSHR": .sharpRight, "KL": .forkLeft, "KR": .forkRight,
        "TU": .uTurn, "TLU": .uTurn, "TRU": .uTurn,
    ]

    private static let signs: [Int: Arrow] = [
        -98: .uTurn, -8: .uTurn, -7: .forkLeft, -3: .sharpLeft, -2: .left, -1: .slightLeft,
        0: .straight, 1: .slightRight, 2: .right, 3: .sharpRight, 4: .finish,
        6: .roundaboutFallback, 7: .forkRight, 8: .uTurn,
    ]

    private static let words: [String: Arrow] = [
        "left": .left, "slight left": .slightLeft, "sharp left": .sharpLeft, "right": .right,
        "slight right": .slightRight, "sharp right": .sharpRight, "straight": .straight,
        "keep left": .forkLeft, "keep right": .forkRight, "u-turn": .uTurn, "uturn": .uTurn,
        "roundabout": .roundaboutFallback,
    ]

    /// The street to turn into, as much of it as can be published.
    fileprivate var street: Street {
        for text in [texts["desc"], texts["cmt"], texts["name"]].compactMap(\.self) {
            guard let onto = text.firstRange(of: " onto ") else { continue }
            return Street(String(text[onto.upperBound...]))
                .prefix(maximumByteCount: InstructionLayout.deployed.maximumStreetByteCount)
        }
        return ""
    }
}
