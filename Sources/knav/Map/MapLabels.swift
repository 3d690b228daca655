import Foundation

/// Finds a place for the label of each maneuver: near its point, off the way, and not on another label.
struct MapLabels {
    /// A label's size.
    static let width = 46.0
    static let height = 22.0

    /// A rectangle that a label takes.
    struct Box {
        var left: Double
        var top: Double

        var middle: PlanePoint {
            PlanePoint(x: left + MapLabels.width / 2, y: top + MapLabels.height / 2)
        }

        func overlaps(_ other: Box) -> Bool {
            abs(left - other.left) < MapLabels.width + 3
                && abs(top - other.top) < MapLabels.height + 3
        }

        func contains(_ point: PlanePoint) -> Bool {
            (left - 3...left + MapLabels.width + 3).contains(point.x)
                && (top - 3...top + MapLabels.height + 3).contains(point.y)
        }
    }

    /// What labels should not cover.
    private let obstacles: [PlanePoint]
    private let width: Double
    private let height: Double
    private var taken: [Box] = []

    /// Creates an empty picture.
    init(_ width: Double, _ height: Double, avoiding obstacles: [PlanePoint]) {
        self.width = width
        self.height = height
        self.obstacles = obstacles
    }

    /// Finds a place, and takes it.
    mutating func place(near point: PlanePoint) -> Box {
        var best: (cost: Double, box: Box)?
        for distance in [26.0, 36, 50, 68, 90, 120, 160] {
            for step in 0..<24 {
                let angle = Double(step) * .pi / 12
                // Wide labels need more room at the sides than above and below.
                let x = point.x + cos(angle) * (distance + 10) - Self.width / 2
                let y = point.y + sin(angle) * distance - Self.height / 2
                guard (4...width - Self.width - 4).contains(x),
                    (4...height - Self.height - 4).contains(y)
                else { continue }
                let box = Box(left: x, top: y)
                let covered = obstacles.count { box.contains($0) }
                let overlapped = taken.count { box.overlaps($0) }
                let cost = distance + Double(covered) * 40 + Double(overlapped) * 400
                if best.map({ cost < $0.cost }) ?? true { best = (cost, box) }
            }
        }
        let box = best?.box ?? Box(left: 4, top: 4)
        taken.append(box)
        return box
    }
}
