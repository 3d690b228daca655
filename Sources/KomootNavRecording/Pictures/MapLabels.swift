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
    }

    /// The side of a cell: what is in the way is known cell by cell, so that a long ride takes no longer for each label.
    private static let cell = 8.0
    private let width: Double
    private let height: Double
    private let columnCount: Int
    /// What covering each cell costs.
    private var costs: [Double]

    /// Creates an empty picture.
    init(_ width: Double, _ height: Double, avoiding obstacles: [PlanePoint]) {
        self.width = width
        self.height = height
        columnCount = Int(width / Self.cell) + 1
        costs = Array(repeating: 0, count: columnCount * (Int(height / Self.cell) + 1))
        for point in obstacles {
            costs[Int(point.y / Self.cell) * columnCount + Int(point.x / Self.cell)] = 20
        }
    }

    /// The cells that a label covers.
    private func cells(_ box: Box) -> [Int] {
        let rows = Int(box.top / Self.cell)...Int((box.top + Self.height) / Self.cell)
        let columns = Int(box.left / Self.cell)...Int((box.left + Self.width) / Self.cell)
        return rows.flatMap { row in columns.map { row * columnCount + $0 } }
    }

    /// Finds a place, and takes it.
    mutating func place(near point: PlanePoint) -> Box {
        var best: (cost: Double, box: Box)?
        // A label that is farther away costs at least its distance.
        for distance in [26.0, 36, 50, 68, 90, 120, 160] where (best?.cost ?? .infinity) > distance
        {
            for step in 0..<24 {
                let direction = PlanePoint.onUnitCircle(Double(step) * .pi / 12)
                // Wide labels need more room at the sides than above and below.
                let x = point.x + direction.x * (distance + 10) - Self.width / 2
                let y = point.y + direction.y * distance - Self.height / 2
                guard (4...width - Self.width - 4).contains(x),
                    (4...height - Self.height - 4).contains(y)
                else { continue }
                let box = Box(left: x, top: y)
                let cost = cells(box).reduce(distance) { $0 + costs[$1] }
                if best.map({ cost < $0.cost }) ?? true { best = (cost, box) }
            }
        }
        let box = best?.box ?? Box(left: 4, top: 4)
        for cell in cells(box) { costs[cell] += 200 }
        return box
    }
}
