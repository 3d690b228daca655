/// The services in the order in which their values are believed (rule S.14).
enum SourceRank: UInt8, Comparable {
    case heartRate
    case speedAndCadence
    case power
    case fitnessMachine
    case trainer

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}

/// A value that could be shown, and how far its source is believed (rule S.14).
struct SourcedValue<Value: Hashable & Sendable>: Hashable, Sendable {
    let value: Value
    let rank: SourceRank
    /// Whether it says that something moves, or a counter has moved lately. One that doesn't is shown only if no other does.
    let isMoving: Bool
    /// Whether it is an average (rules S.12 and S.14).
    var isAverage = false

    /// Whether another value is believed more. Of two that are equal, the first is taken.
    func isWorse(than other: Self) -> Bool {
        isMoving == other.isMoving ? other.rank < rank : other.isMoving
    }
}

extension Optional {
    /// The better one of two values that may be known.
    func or<Value>(_ other: Self) -> Self where Wrapped == SourcedValue<Value> {
        guard let self else { return other }
        guard let other, self.isWorse(than: other) else { return self }
        return other
    }
}

extension SourcedValue<UInt64> {
    /// A distance in millimetres, of so many steps of this length.
    init(_ steps: UInt64, of length: UInt64, _ rank: SourceRank, isMoving: Bool) {
        let (product, overflow) = steps.multipliedReportingOverflow(by: length)
        self.init(value: overflow ? .max : product, rank: rank, isMoving: isMoving)
    }
}

extension SourcedValue {
    /// A value that a sensor sends as such.
    init?(_ value: Value?, _ rank: SourceRank, isMoving: Bool = true, isAverage: Bool = false) {
        guard let value else { return nil }
        self.init(value: value, rank: rank, isMoving: isMoving, isAverage: isAverage)
    }
}

/// A distance of which one source after another measures a part (rule S.14).
struct RiddenDistance<Source: Hashable & Sendable>: Hashable, Sendable {
    /// Who measures it now.
    private(set) var source: Source?
    /// The sum in millimetres; `nil` before there is a source.
    private(set) var ridden: UInt64?
    /// What the source had measured at the last event, in millimetres.
    private var latest: UInt64 = 0

    /// Goes on after an event, with the best source, or if nothing moves with the last one that has moved.
    ///
    /// - Parameters:
    ///   - best: the best source, and all that it has measured, in millimetres.
    ///   - isChosen: whether it counts even if it does not move.
    ///   - measured: all that another source has measured.
    mutating func follow(
        _ best: (source: Source, value: SourcedValue<UInt64>), isChosen: Bool = false,
        orLast measured: (Source) -> SourcedValue<UInt64>?
    ) {
        if !best.value.isMoving, !isChosen, let source, let last = measured(source), last.value > 0
        {
            follow(source, measured: last.value)
        } else {
            follow(best.source, measured: best.value.value)
        }
    }

    /// A new source goes on from the distance so far.
    private mutating func follow(_ newSource: Source, measured: UInt64) {
        let change = newSource == source ? measured - min(latest, measured) : 0
        let (sum, overflow) = (ridden ?? 0).addingReportingOverflow(change)
        ridden = overflow ? .max : sum
        source = newSource
        latest = measured
    }
}
