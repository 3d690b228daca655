public import KomootNav

/// What an arrow asks of a rider, as far as a sentence needs it.
///
/// Arrows that are told in the same words are one manoeuvre. All 256 arrows have one, and the
/// compiler asks each ``TextCatalogue`` for a text of every manoeuvre.
///
/// Source: `Docs/Protocol.md`, clause 4.
public enum Maneuver: Hashable, Sendable, CaseIterable {
    /// Straight on.
    case straight
    /// The tour starts.
    case start
    /// The tour ends.
    case finish
    /// Bear left.
    case slightLeft
    /// Turn left.
    case left
    /// Turn sharp left.
    case sharpLeft
    /// Turn sharp right.
    case sharpRight
    /// Turn right.
    case right
    /// Bear right.
    case slightRight
    /// Keep right at a fork.
    case forkRight
    /// Keep left at a fork.
    case forkLeft
    /// Turn round.
    case uTurn
    /// Leave the roundabout to the left.
    case roundaboutExitLeft
    /// Leave the roundabout to the right.
    case roundaboutExitRight
    /// Take the first exit of the roundabout, whichever way it turns.
    case roundaboutFirstExit
    /// Take the second exit of the roundabout, whichever way it turns.
    case roundaboutSecondExit
    /// Take the third exit of the roundabout, whichever way it turns.
    case roundaboutThirdExit
    /// A roundabout about which nothing more is known.
    case roundabout
    /// The rider has left the route.
    case outOfRoute
    /// A reserved arrow: something is there, and nobody has said what.
    case unknown

    /// What an arrow asks; ``unknown`` for the reserved ones.
    public init(_ arrow: Arrow) {
        switch arrow {
        case .straight: self = .straight
        case .start: self = .start
        case .finish: self = .finish
        case .slightLeft: self = .slightLeft
        case .left: self = .left
        case .sharpLeft: self = .sharpLeft
        case .sharpRight: self = .sharpRight
        case .right: self = .right
        case .slightRight: self = .slightRight
        case .forkRight: self = .forkRight
        case .forkLeft: self = .forkLeft
        case .uTurn: self = .uTurn
        case .roundaboutExitLeft: self = .roundaboutExitLeft
        case .roundaboutExitRight: self = .roundaboutExitRight
        case .roundaboutCounterclockwise1of1, .roundaboutCounterclockwise1of2,
            .roundaboutCounterclockwise1of3, .roundaboutClockwise1of1, .roundaboutClockwise1of2,
            .roundaboutClockwise1of3:
            self = .roundaboutFirstExit
        case .roundaboutCounterclockwise2of2, .roundaboutCounterclockwise2of3,
            .roundaboutClockwise2of2, .roundaboutClockwise2of3:
            self = .roundaboutSecondExit
        case .roundaboutCounterclockwise3of3, .roundaboutClockwise3of3: self = .roundaboutThirdExit
        case .roundaboutFallback: self = .roundabout
        case .outOfRoute: self = .outOfRoute
        default: self = .unknown
        }
    }
}
