#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A place on the plane, in metres or in a picture's units.
package struct PlanePoint: Equatable {
    package var x: Double
    package var y: Double

    package func distance(to other: PlanePoint) -> Double { hypot(other.x - x, other.y - y) }

    /// The place at a distance of 1 from the origin, in a direction in radians.
    package static func onUnitCircle(_ angle: Double) -> PlanePoint {
        PlanePoint(x: cos(angle), y: sin(angle))
    }
}

/// Places on the Earth as metres east and south of the middle of a way: equirectangular, with the length of a degree of
/// longitude at the middle's latitude. On a way of 100 km this is true to a few parts in a thousand at usual latitudes.
struct MapProjection {
    /// The Earth's mean radius in metres.
    ///
    /// Source: IUGG, R₁ of GRS 80.
    private static let earthRadius = 6_371_008.8

    private let middleLatitude: Double
    private let firstLongitude: Double

    /// Creates a projection for a way.
    ///
    /// - Parameter positions: latitudes and longitudes in degrees; at least one.
    init(_ positions: [(latitude: Double, longitude: Double)]) {
        let latitudes = positions.map(\.latitude)
        middleLatitude = ((latitudes.min() ?? 0) + (latitudes.max() ?? 0)) / 2
        firstLongitude = positions.first?.longitude ?? 0
    }

    /// Where a position is. A way may cross the date line.
    func point(latitude: Double, longitude: Double) -> PlanePoint {
        var east = longitude - firstLongitude
        if east > 180 { east -= 360 }
        if east < -180 { east += 360 }
        let metersPerDegree = Self.earthRadius * .pi / 180
        return PlanePoint(
            x: east * metersPerDegree * cos(middleLatitude * .pi / 180),
            y: (middleLatitude - latitude) * metersPerDegree)
    }
}
