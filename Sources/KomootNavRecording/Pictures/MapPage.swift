package import KomootNav

/// The map of a ride as a picture: the way with its maneuvers, north up, and a list of them. One SVG file without
/// scripts, on light ground or on dark.
package struct MapPage {
    private let name: String
    private let units: DistanceStyle
    private let maneuvers: [RideWay.Maneuver]
    /// The way, and where each maneuver is on it, in the picture's units.
    private let way: [PlanePoint]
    private let places: [PlanePoint]
    private let mapHeight: Double
    private let unitsPerMeter: Double

    private static let width = 960.0
    private static let margin = 24.0
    private static let top = 56.0
    private static let mapWidth = width - 2 * margin
    private static let inset = 60.0
    private static let mapHeights = 240.0...760.0
    private static let strip = 56.0
    private static let columnCount = 2
    private static let rowHeight = 30.0
    /// A way that is shorter than this is drawn as if it were so long, in metres.
    private static let leastExtent = 50.0

    package init(_ ride: RideWay, name: String, units: DistanceStyle) {
        self.name = name
        self.units = units
        maneuvers = ride.maneuvers
        let (x, y) = (ride.points.map(\.x), ride.points.map(\.y))
        let (left, right) = (x.min() ?? 0, x.max() ?? 0)
        let (top, bottom) = (y.min() ?? 0, y.max() ?? 0)
        let extent = max(right - left, bottom - top, Self.leastExtent)
        let room = PlanePoint(
            x: Self.mapWidth - 2 * Self.inset, y: Self.mapHeights.upperBound - 2 * Self.inset)
        let scale = min(
            room.x / max(right - left, extent / 1000), room.y / max(bottom - top, extent / 1000),
            max(room.x, room.y) / extent)
        let mapHeight = min(
            max((bottom - top) * scale + 2 * Self.inset, Self.mapHeights.lowerBound),
            Self.mapHeights.upperBound)
        func placed(_ point: PlanePoint) -> PlanePoint {
            PlanePoint(
                x: Self.mapWidth / 2 + (point.x - (left + right) / 2) * scale,
                y: mapHeight / 2 + (point.y - (top + bottom) / 2) * scale)
        }
        way = ride.points.map(placed)
        places = ride.maneuvers.map { placed($0.point) }
        self.mapHeight = mapHeight
        unitsPerMeter = scale
    }

    /// The colours: on light ground, and on dark.
    private static let style = """
        .ground{fill:#fff}.map{fill:#f3f5f0;stroke:#c9cec3}.words{fill:#222}.faint{fill:#555}\
        .casing{stroke:#fff}.way{stroke:#1d5fd1}.course{fill:#fff}.leader{stroke:#555}\
        .label{fill:#fff;stroke:#555}.ink{color:#222}.bar{stroke:#222}.point{fill:#222}\
        .start{fill:#0b7a55;stroke:#fff}.end{fill:#c22828;stroke:#fff}\
        @media (prefers-color-scheme:dark){\
        .ground{fill:#14171c}.map{fill:#1d2128;stroke:#3b424c}.words{fill:#e3e6ea}.faint{fill:#a9b0ba}\
        .casing{stroke:#14171c}.way{stroke:#6ea6ff}.course{fill:#14171c}.leader{stroke:#a9b0ba}\
        .label{fill:#2a3039;stroke:#8a929d}.ink{color:#e3e6ea}.bar{stroke:#e3e6ea}.point{fill:#e3e6ea}\
        .start{fill:#4fd1a1;stroke:#14171c}.end{fill:#ff8a80;stroke:#14171c}}
        """

    /// The picture.
    package var svg: String {
        let rowCount = (maneuvers.count + Self.columnCount - 1) / Self.columnCount
        let listTop = Self.top + mapHeight + Self.strip
        let height = listTop + Double(rowCount) * Self.rowHeight + Self.margin
        let size = "width=\"\(number(Self.width))\" height=\"\(number(height))\""
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" \(size) "
                + "viewBox=\"0 0 \(number(Self.width)) \(number(height))\" "
                + "font-family=\"sans-serif\" font-size=\"14\">",
            "<title>Map of \(escaped(name))</title>",
            "<style>\(Self.style)</style>",
            "<rect class=\"ground\" \(size)/>",
            text(escaped(name), Self.margin, 36, more: " font-size=\"18\" font-weight=\"bold\""),
            "<svg x=\"\(number(Self.margin))\" y=\"\(number(Self.top))\" "
                + "width=\"\(number(Self.mapWidth))\" height=\"\(number(mapHeight))\">",
            "<rect class=\"map\" x=\"0.5\" y=\"0.5\" width=\"\(number(Self.mapWidth - 1))\" "
                + "height=\"\(number(mapHeight - 1))\" rx=\"6\"/>",
        ]
        lines += drawnWay + labels + ends
        lines.append("</svg>")
        lines += legend(Self.top + mapHeight + 30)
        for (index, maneuver) in maneuvers.enumerated() {
            let (column, row) = (index / rowCount, index % rowCount)
            let width = Self.mapWidth / Double(Self.columnCount)
            lines += entry(
                maneuver, index + 1, Self.margin + Double(column) * width,
                listTop + Double(row) * Self.rowHeight, width - 12)
        }
        return (lines + ["</svg>"]).map { $0 + "\n" }.joined()
    }

    /// The way, and small triangles on it that show where it goes.
    private var drawnWay: [String] {
        var points: [PlanePoint] = []
        for point in way where points.last.map({ $0.distance(to: point) >= 0.5 }) ?? true {
            points.append(point)
        }
        let list = points.map { "\(number($0.x)),\(number($0.y))" }.joined(separator: " ")
        let form = "fill=\"none\" stroke-linejoin=\"round\" stroke-linecap=\"round\""
        return [
            "<polyline class=\"casing\" \(form) stroke-width=\"10\" points=\"\(list)\"/>",
            "<polyline class=\"way\" \(form) stroke-width=\"6\" points=\"\(list)\"/>",
        ] + courses(points)
    }

    private func courses(_ points: [PlanePoint]) -> [String] {
        let spacing = 70.0
        var lines: [String] = []
        var walked = spacing / 2
        for (point, next) in zip(points, points.dropFirst()) {
            let length = point.distance(to: next)
            guard length > 0 else { continue }
            let (dx, dy) = ((next.x - point.x) / length, (next.y - point.y) / length)
            while walked <= length {
                let (x, y) = (point.x + dx * walked, point.y + dy * walked)
                let tip = "\(number(x + dx * 5)) \(number(y + dy * 5))"
                let (back, side) = (PlanePoint(x: x - dx * 3, y: y - dy * 3), 2.7)
                lines.append(
                    "<path class=\"course\" d=\"M\(tip) "
                        + "\(number(back.x - dy * side)) \(number(back.y + dx * side)) "
                        + "\(number(back.x + dy * side)) \(number(back.y - dx * side))z\"/>")
                walked += spacing
            }
            walked -= length
        }
        return lines
    }

    /// A point, a number and an arrow for each maneuver.
    private var labels: [String] {
        var places = MapLabels(Self.mapWidth, mapHeight, avoiding: way + self.places)
        var (leaders, boxes): ([String], [String]) = ([], [])
        for (index, (maneuver, point)) in zip(maneuvers, self.places).enumerated() {
            let box = places.place(near: point)
            leaders += [
                line(point, box.middle, "leader"),
                "<circle class=\"point\" cx=\"\(number(point.x))\" cy=\"\(number(point.y))\" r=\"3.5\"/>",
            ]
            boxes += [
                "<rect class=\"label\" x=\"\(number(box.left))\" y=\"\(number(box.top))\" "
                    + "width=\"\(number(MapLabels.width))\" height=\"\(number(MapLabels.height))\" "
                    + "rx=\"5\"/>",
                text(
                    "\(index + 1)", box.left + 13, box.top + 15.5, "middle",
                    more: " font-size=\"12\" font-weight=\"bold\""),
                arrow(maneuver.arrow, box.left + 25, box.top + 2.5, 17),
            ]
        }
        return leaders + boxes
    }

    private var ends: [String] {
        guard let first = way.first, let last = way.last else { return [] }
        return [
            "<rect class=\"end\" x=\"\(number(last.x - 7))\" y=\"\(number(last.y - 7))\" "
                + "width=\"14\" height=\"14\" stroke-width=\"2\"/>",
            "<circle class=\"start\" cx=\"\(number(first.x))\" cy=\"\(number(first.y))\" r=\"7\" "
                + "stroke-width=\"2\"/>",
        ]
    }

    /// The scale, the start and the end, and where north is.
    private func legend(_ y: Double) -> [String] {
        let meters = scaleLength
        let (left, length) = (Self.margin, meters * unitsPerMeter)
        let right = Self.width - Self.margin
        let words = meters >= 1000 ? "\(number(meters / 1000)) km" : "\(number(meters)) m"
        let bar = [
            (left, y - 5, left, y + 5), (left, y, left + length, y),
            (left + length, y - 5, left + length, y + 5),
        ]
        return bar.map {
            line(PlanePoint(x: $0.0, y: $0.1), PlanePoint(x: $0.2, y: $0.3), "bar", width: 2)
        } + [
            text(words, left + length + 10, y + 5),
            "<circle class=\"start\" cx=\"\(number(Self.width / 2 - 70))\" cy=\"\(number(y))\" r=\"7\"/>",
            text("start", Self.width / 2 - 57, y + 5),
            "<rect class=\"end\" x=\"\(number(Self.width / 2 + 8))\" y=\"\(number(y - 7))\" "
                + "width=\"14\" height=\"14\"/>",
            text("end", Self.width / 2 + 29, y + 5),
            text("N", right - 26, y + 5, "end", more: " font-weight=\"bold\""),
            "<path class=\"point\" d=\"M\(number(right - 10)) \(number(y - 13)) "
                + "\(number(right - 3)) \(number(y + 9)) \(number(right - 10)) \(number(y + 4)) "
                + "\(number(right - 17)) \(number(y + 9))z\"/>",
        ]
    }

    /// The longest of 1, 2, 5, 10, 20 … metres that takes at most a fifth of the map's width.
    private var scaleLength: Double {
        var length = 1.0
        while true {
            for factor in [2.0, 5, 10] where length * factor * unitsPerMeter > Self.mapWidth / 5 {
                return length * (factor == 2 ? 1 : factor == 5 ? 2 : 5)
            }
            length *= 10
        }
    }

    /// Where a line's street begins.
    private static let streetStart = 136.0
    /// About as wide as a letter of a street is on average.
    private static let letterWidth = 7.4

    /// A line of the list: number, arrow, how far ahead it was first shown, street. What is too long is cut, and whole
    /// in the line's title.
    private func entry(
        _ maneuver: RideWay.Maneuver, _ count: Int, _ x: Double, _ y: Double, _ width: Double
    ) -> [String] {
        let distance = DistanceDisplay(
            distanceInMeters: maneuver.distanceInMeters, style: units)
        let street = maneuver.street.description
        let shown = street.cut(toColumns: Int((width - Self.streetStart) / Self.letterWidth))
        return [
            "<svg x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(width))\" "
                + "height=\"\(number(Self.rowHeight))\">",
            "<title>\(count) \(maneuver.arrow.name) \(escaped(street))</title>",
            text("\(count)", 28, 20, "end", more: " font-weight=\"bold\""),
            arrow(maneuver.arrow, 38, 4, 22),
            text("\(distance)", 124, 20, "end", kind: "faint"),
            text(escaped(shown), Self.streetStart, 20),
            "</svg>",
        ]
    }

    /// An arrow's picture.
    private func arrow(_ arrow: Arrow, _ x: Double, _ y: Double, _ size: Double) -> String {
        let shapes = ArrowDrawings.shapes[arrow.isReserved ? "unknown" : arrow.name] ?? ""
        return "<svg class=\"ink\" x=\"\(number(x))\" y=\"\(number(y))\" width=\"\(number(size))\" "
            + "height=\"\(number(size))\" viewBox=\"0 0 96 96\">\(shapes)</svg>"
    }

    private func line(
        _ one: PlanePoint, _ other: PlanePoint, _ kind: String, width: Double = 1
    ) -> String {
        "<line class=\"\(kind)\" stroke-width=\"\(number(width))\" x1=\"\(number(one.x))\" "
            + "y1=\"\(number(one.y))\" x2=\"\(number(other.x))\" y2=\"\(number(other.y))\"/>"
    }

    /// - Parameter words: with all markup escaped.
    private func text(
        _ words: String, _ x: Double, _ y: Double, _ anchor: String = "start",
        kind: String = "words", more: String = ""
    ) -> String {
        "<text class=\"\(kind)\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"\(more)>"
            + "\(words)</text>"
    }

    private func number(_ value: Double) -> String { SVG.number(value) }
}
