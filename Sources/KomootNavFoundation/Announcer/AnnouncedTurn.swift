import KomootNav

/// A turn that lies ahead, and what was said of it.
///
/// A phone does not name its turns: each new distance brings a new identifier. So a turn is known by its arrow, its street
/// and a distance that shrinks.
struct AnnouncedTurn: Sendable {
    /// What was last said of it, and when.
    struct Telling: Sendable {
        let stage: Announcement.Stage
        let time: SessionTime
    }

    /// A distance that grows by more than this, in metres, is no error of the position.
    private static let largestError: UInt32 = 50
    /// The same at the turn, where errors are smaller, and where the next one of its kind may follow closely.
    private static let largestErrorAtTurn: UInt32 = 25
    /// A rider who rode away from a turn comes back when the distance has shrunk by this, in metres.
    private static let returnDistance: UInt32 = 20

    let number: UInt64
    let arrow: Arrow
    private(set) var street: Street
    private(set) var isStreetWhole: Bool
    /// The last distance, in metres.
    private(set) var distance: UInt32
    /// When the phone last gave the turn.
    private(set) var lastSeen: SessionTime
    /// The nearest that the rider came, in metres.
    private var nearest: UInt32
    /// The farthest that the rider came after riding away; `nil` on the way to the turn.
    private var farthest: UInt32?

    /// The nearest stage that was announced or left out.
    var reached: Announcement.Stage?
    var lastTelling: Telling?
    /// Until when to wait for the whole street.
    var streetDeadline: SessionTime?

    init(number: UInt64, _ instruction: DecodedInstruction, at time: SessionTime) {
        self.number = number
        arrow = instruction.arrow
        street = instruction.street
        isStreetWhole = instruction.extent == .whole
        distance = instruction.distanceInMeters
        nearest = distance
        lastSeen = time
    }

    /// Whether the rider is riding away from it.
    var isLeft: Bool { farthest != nil }

    /// Whether the phone may mean this turn, and not another one.
    func isMeant(by instruction: DecodedInstruction, at time: SessionTime) -> Bool {
        guard instruction.arrow == arrow else { return false }
        // Off the route, there is no turn that a street or a distance would tell from another one.
        if arrow == .outOfRoute { return true }
        let ridden = RidingPace.farthest(in: time.milliseconds(since: lastSeen))
        let distance = instruction.distanceInMeters
        guard growth(from: self.distance, to: distance) <= max(ridden, largestError),
            canBe(instruction.street, isWhole: instruction.extent == .whole)
        else { return false }
        // The return counts as a turn of its own, so that it is announced again.
        return farthest.map { growth(from: distance, to: $0) < Self.returnDistance } ?? true
    }

    /// Whether the phone may mean this turn again, after it meant another one for a moment.
    func isMeantAgain(by instruction: DecodedInstruction, at time: SessionTime) -> Bool {
        isMeant(by: instruction, at: time)
            && (arrow == .outOfRoute
                || growth(from: nearest, to: instruction.distanceInMeters) <= largestError)
    }

    /// Takes what the phone newly says of the turn.
    mutating func update(_ instruction: DecodedInstruction, at time: SessionTime) {
        lastSeen = time
        if !isStreetWhole {
            isStreetWhole = instruction.extent == .whole
            if isStreetWhole || instruction.street.byteCount > street.byteCount {
                street = instruction.street
            }
        }
        distance = instruction.distanceInMeters
        nearest = min(nearest, distance)
        if farthest != nil || growth(from: nearest, to: distance) > largestError {
            farthest = max(farthest ?? distance, distance)
        }
    }

    private var largestError: UInt64 {
        UInt64(reached == .now ? Self.largestErrorAtTurn : Self.largestError)
    }

    private func growth(from shorter: UInt32, to longer: UInt32) -> UInt64 {
        UInt64(longer - min(shorter, longer))
    }

    private func canBe(_ other: Street, isWhole: Bool) -> Bool {
        if isStreetWhole && isWhole { return street == other }
        return street.withBytes { mine in
            other.withBytes { theirs in
                // Who is cut must be the beginning of the other.
                (!isStreetWhole || theirs.count <= mine.count)
                    && (!isWhole || mine.count <= theirs.count)
                    && (0..<min(mine.count, theirs.count)).allSatisfy { mine[$0] == theirs[$0] }
            }
        }
    }
}
