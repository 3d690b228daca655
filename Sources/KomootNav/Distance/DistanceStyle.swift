/// The units and rounding in which a rider reads a distance.
///
/// Every style shows "Now" up to ``DistanceDisplay/nowLimitInMeters`` and rounds halves up.
///
/// | style | near | then | from |
/// |---|---|---|---|
/// | ``vendor`` | nearest 10 m | | |
/// | ``metric`` | nearest 10 m, 10 to 990 m | 1.0 to 9.9 km from 995 m | whole km from 9 950 m |
/// | ``imperial`` | nearest 10 ft, 20 to 990 ft | 0.2 to 9.9 mi from 995 ft | whole mi from 9.95 mi |
/// | ``uk`` | nearest 10 yd, 10 to 870 yd | 0.5 to 9.9 mi from 875 yd | whole mi from 9.95 mi |
///
/// A style changes units where rounding would go past the next unit's first number. So the unit
/// never switches back, and a longer distance never reads as shorter.
///
/// Source: `Docs/Protocol.md`, clauses 6.2 to 6.6.
public enum DistanceStyle: String, Hashable, Sendable, CaseIterable {
    /// The vendor's rule to the letter: always metres, however far.
    case vendor
    /// Metres and kilometres.
    case metric
    /// Feet and miles, as in the United States.
    case imperial
    /// Yards and miles, as on British roads.
    case uk
}
