package import KomootNav

/// The way of a ride file, with what the rider was told on it.
package struct RideWay {
    /// What the rider was to do at a place. The file has a line for each time that its distance was shown.
    package struct Maneuver {
        package let arrow: Arrow
        package let street: Street
        /// How far ahead it was when it was first shown, in metres.
        package let distanceInMeters: UInt32
        /// Where the rider was when it was last shown, which is nearest to its place.
        package fileprivate(set) var point: PlanePoint
        fileprivate var lastDistance: UInt32
    }

    /// Where the rider was, in metres east and south of the way's middle.
    package private(set) var points: [PlanePoint] = []
    package private(set) var maneuvers: [Maneuver] = []

    /// Takes the lines of a file that have an instruction and a position. Consecutive lines with one arrow and one street
    /// are one maneuver as long as the distance does not rise.
    ///
    /// - Returns: `nil` if no line has a position.
    package init?(_ file: RideFile) {
        var found: [(instruction: RideInstruction, latitude: Double, longitude: Double)] = []
        for line in file.lines {
            guard case .known(let latitude, let longitude) = line.position,
                let instruction = try? line.content.get()
            else { continue }
            found.append((instruction, latitude, longitude))
        }
        guard !found.isEmpty else { return nil }
        let projection = MapProjection(found.map { ($0.latitude, $0.longitude) })
        for (instruction, latitude, longitude) in found {
            add(instruction, projection.point(latitude: latitude, longitude: longitude))
        }
    }

    private mutating func add(_ instruction: RideInstruction, _ point: PlanePoint) {
        points.append(point)
        if let last = maneuvers.last, last.arrow == instruction.arrow,
            last.street == instruction.street, instruction.distanceInMeters <= last.lastDistance
        {
            maneuvers[maneuvers.count - 1].point = point
            maneuvers[maneuvers.count - 1].lastDistance = instruction.distanceInMeters
            return
        }
        maneuvers.append(
            Maneuver(
                arrow: instruction.arrow, street: instruction.street,
                distanceInMeters: instruction.distanceInMeters, point: point,
                lastDistance: instruction.distanceInMeters))
    }
}
