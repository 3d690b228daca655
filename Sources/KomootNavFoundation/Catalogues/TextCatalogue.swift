public import KomootNav

/// The texts of one language.
///
/// English and German are here. For another language, write a type that conforms and hand it to
/// ``NavigationTexts/init(locale:adding:)``. The compiler asks for each kind of text, and a
/// `switch` without `default` for each text.
///
/// A sentence comes without a full stop, and begins with a capital letter where the language has
/// them.
public protocol TextCatalogue: Sendable {
    /// The language's code, as in `de`. A catalogue is used for every region of its language.
    var language: String { get }

    /// What is shown for a distance of up to 5 m: "Now".
    var now: String { get }

    /// The sign of a unit: "km".
    func symbol(of unit: DistanceDisplay.Unit) -> String

    /// A distance in words, in the form that ``sentence(for:ahead:street:)`` needs: "200 metres".
    ///
    /// - Parameters:
    ///   - value: the rounded number, to choose the right plural.
    ///   - number: the same number, already written in the locale's digits.
    ///   - unit: the unit.
    func spokenDistance(
        _ value: DistanceDisplay.Value, written number: String, in unit: DistanceDisplay.Unit
    ) -> String

    /// A manoeuvre as a short label: "Turn left".
    func text(_ maneuver: Maneuver) -> String

    /// What to say to a rider: "In 200 metres, turn left into Lennéstraße".
    ///
    /// - Parameters:
    ///   - maneuver: what to do.
    ///   - distance: what ``spokenDistance(_:written:in:)`` gave; `nil` if the manoeuvre is here.
    ///   - street: the street to turn into, as its sign says it; `nil` if there is none to say.
    func sentence(for maneuver: Maneuver, ahead distance: String?, street: String?) -> String

    /// What a device tells its rider about the connection.
    func text(_ status: CentralSession.Status) -> String

    /// What a phone tells its user about the devices.
    func text(_ phase: PeripheralSession.Phase) -> String

    /// What happened, and what to do if there is something to do.
    func text(_ error: KomootNavError) -> String
}

extension TextCatalogue {
    /// The international sign: `m`, `km`, `ft`, `yd`, `mi`.
    public func symbol(of unit: DistanceDisplay.Unit) -> String { unit.symbol }
}

extension DistanceDisplay.Value {
    /// Whether the number is 1, however it is written.
    public var isOne: Bool { self == .whole(1) || self == .tenths(10) }

    /// Whether the number is 0.5.
    public var isHalf: Bool { self == .tenths(5) }
}
