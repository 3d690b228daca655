public import KomootNav

/// The texts of one language.
///
/// Six languages are here. For another, write a type that conforms and put it into
/// ``TextCatalogues``. The compiler asks for each kind of text, and a `switch` without `default` for
/// each text. ``flaws()`` finds the texts that are empty or unfinished.
///
/// A sentence comes without a full stop, and begins with a capital letter where the language has
/// them.
public protocol TextCatalogue: Sendable {
    /// The language's tag: `fr`, or with a script or a region `zh-Hant` or `pt-BR`.
    ///
    /// ``TextCatalogues/catalogue(for:)`` says which locales a tag fits.
    var language: String { get }

    /// What is shown for a distance of up to 5 m: "Now".
    var now: String { get }

    /// The sign of a unit: "km". Where the language uses the international signs, return
    /// `unit.symbol`.
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

    /// What the rider can do about a status; `nil` if there is nothing to do, or if the status's own
    /// text says it.
    func advice(on status: CentralSession.Status) -> String?

    /// What a phone tells its user about the devices.
    func text(_ phase: PeripheralSession.Phase) -> String

    /// Why an app can't use Bluetooth, and what to do if there is something to do.
    func text(_ obstacle: BluetoothObstacle) -> String

    /// What is said of a recording that the directions come from.
    func text(_ recording: RecordingText) -> String

    /// What is shown of a rider's sensors and trainer.
    func text(_ ride: RideText) -> String

    /// What pairing shows. Names are put in as they are.
    func text(_ pairing: PairingText) -> String

    /// What happened, and what to do if there is something to do. Offsets are counted from 0.
    func text(_ error: KomootNavError) -> String

    /// What a phone's error code means, and what to do if there is something to do.
    func text(_ error: ATTError) -> String
}

extension DistanceDisplay.Value {
    /// Whether the number is 1, however it is written.
    public var isOne: Bool { self == .whole(1) || self == .tenths(10) }

    /// Whether the number is 0.5.
    public var isHalf: Bool { self == .tenths(5) }
}

/// Why an app can't use Bluetooth, where only its user can do something about it.
public enum BluetoothObstacle: String, Hashable, Sendable, CaseIterable, Codable {
    /// The system has no Bluetooth Low Energy.
    case unsupported
    /// The user does not let the app use Bluetooth.
    case unauthorized
}
