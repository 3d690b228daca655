/// What the rider should do: one byte.
///
/// Decoding and encoding keep all 256 values. The vendor's document gives a meaning to the named
/// ones; 0, 13, 14 and everything from 31 up are reserved.
///
/// ```swift
/// switch instruction.arrow {
/// case .left, .slightLeft, .sharpLeft: showLeft()
/// case .outOfRoute: showOutOfRoute()
/// default: showNumber(instruction.arrow.rawValue)
/// }
/// ```
///
/// Source: `Docs/Protocol.md`, clause 4.
public struct Arrow: RawRepresentable, Hashable, Sendable {
    /// The byte on the wire.
    public let rawValue: UInt8

    /// Creates an arrow from its byte, which can have any value.
    @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Straight on.
    public static let straight = Arrow(rawValue: 1)
    /// The start of the tour.
    public static let start = Arrow(rawValue: 2)
    /// The finish of the tour.
    public static let finish = Arrow(rawValue: 3)
    /// Bear left.
    public static let slightLeft = Arrow(rawValue: 4)
    /// Turn left.
    public static let left = Arrow(rawValue: 5)
    /// Turn sharp left.
    public static let sharpLeft = Arrow(rawValue: 6)
    /// Turn sharp right.
    public static let sharpRight = Arrow(rawValue: 7)
    /// Turn right.
    public static let right = Arrow(rawValue: 8)
    /// Bear right.
    public static let slightRight = Arrow(rawValue: 9)
    /// Take the right fork.
    public static let forkRight = Arrow(rawValue: 10)
    /// Take the left fork.
    public static let forkLeft = Arrow(rawValue: 11)
    /// Turn round.
    public static let uTurn = Arrow(rawValue: 12)
    /// Leave the roundabout to the left.
    public static let roundaboutExitLeft = Arrow(rawValue: 15)
    /// Leave the roundabout to the right.
    public static let roundaboutExitRight = Arrow(rawValue: 16)
    /// Roundabout ridden counter-clockwise: exit 1 of 1.
    public static let roundaboutCounterclockwise1of1 = Arrow(rawValue: 17)
    /// Roundabout ridden counter-clockwise: exit 1 of 2.
    public static let roundaboutCounterclockwise1of2 = Arrow(rawValue: 18)
    /// Roundabout ridden counter-clockwise: exit 1 of 3.
    public static let roundaboutCounterclockwise1of3 = Arrow(rawValue: 19)
    /// Roundabout ridden counter-clockwise: exit 2 of 2.
    public static let roundaboutCounterclockwise2of2 = Arrow(rawValue: 20)
    /// Roundabout ridden counter-clockwise: exit 2 of 3.
    public static let roundaboutCounterclockwise2of3 = Arrow(rawValue: 21)
    /// Roundabout ridden counter-clockwise: exit 3 of 3.
    public static let roundaboutCounterclockwise3of3 = Arrow(rawValue: 22)
    /// Roundabout ridden clockwise: exit 1 of 1.
    public static let roundaboutClockwise1of1 = Arrow(rawValue: 23)
    /// Roundabout ridden clockwise: exit 1 of 2.
    public static let roundaboutClockwise1of2 = Arrow(rawValue: 24)
    /// Roundabout ridden clockwise: exit 1 of 3.
    public static let roundaboutClockwise1of3 = Arrow(rawValue: 25)
    /// Roundabout ridden clockwise: exit 2 of 2.
    public static let roundaboutClockwise2of2 = Arrow(rawValue: 26)
    /// Roundabout ridden clockwise: exit 2 of 3.
    public static let roundaboutClockwise2of3 = Arrow(rawValue: 27)
    /// Roundabout ridden clockwise: exit 3 of 3.
    public static let roundaboutClockwise3of3 = Arrow(rawValue: 28)
    /// A roundabout about which nothing more is known.
    public static let roundaboutFallback = Arrow(rawValue: 29)
    /// The rider has left the route.
    public static let outOfRoute = Arrow(rawValue: 30)

    /// Whether the vendor's document gives the value no meaning.
    public var isReserved: Bool {
        switch rawValue {
        case 1...12, 15...30: false
        default: true
        }
    }
}

extension Arrow {
    /// The constant's name, or `reserved` and the number.
    public var name: String { staticName.map { $0.description } ?? "reserved\(rawValue)" }

    /// The ``name`` without a `String`, for systems without a heap; `nil` for a reserved value.
    public var staticName: StaticString? {
        switch self {
        case .straight: "straight"
        case .start: "start"
        case .finish: "finish"
        case .slightLeft: "slightLeft"
        case .left: "left"
        case .sharpLeft: "sharpLeft"
        case .sharpRight: "sharpRight"
        case .right: "right"
        case .slightRight: "slightRight"
        case .forkRight: "forkRight"
        case .forkLeft: "forkLeft"
        case .uTurn: "uTurn"
        case .roundaboutExitLeft: "roundaboutExitLeft"
        case .roundaboutExitRight: "roundaboutExitRight"
        case .roundaboutCounterclockwise1of1: "roundaboutCounterclockwise1of1"
        case .roundaboutCounterclockwise1of2: "roundaboutCounterclockwise1of2"
        case .roundaboutCounterclockwise1of3: "roundaboutCounterclockwise1of3"
        case .roundaboutCounterclockwise2of2: "roundaboutCounterclockwise2of2"
        case .roundaboutCounterclockwise2of3: "roundaboutCounterclockwise2of3"
        case .roundaboutCounterclockwise3of3: "roundaboutCounterclockwise3of3"
        case .roundaboutClockwise1of1: "roundaboutClockwise1of1"
        case .roundaboutClockwise1of2: "roundaboutClockwise1of2"
        case .roundaboutClockwise1of3: "roundaboutClockwise1of3"
        case .roundaboutClockwise2of2: "roundaboutClockwise2of2"
        case .roundaboutClockwise2of3: "roundaboutClockwise2of3"
        case .roundaboutClockwise3of3: "roundaboutClockwise3of3"
        case .roundaboutFallback: "roundaboutFallback"
        case .outOfRoute: "outOfRoute"
        default: nil
        }
    }

    /// Creates an arrow from its name; `nil` for a name that ``name`` never gives.
    public init?(name: String) {
        for rawValue in UInt8.min...UInt8.max where Arrow(rawValue: rawValue).name == name {
            self.init(rawValue: rawValue)
            return
        }
        return nil
    }
}

// Left out of Embedded Swift: an array needs a heap.
#if !hasFeature(Embedded)
    extension Arrow {
        /// The arrows that have a meaning, in the order of their bytes.
        public static let named = (UInt8.min...UInt8.max).map(Arrow.init)
            .filter { $0.staticName != nil }
    }
#endif

extension Arrow: CustomStringConvertible {
    /// The ``name``.
    public var description: String { name }
}

extension Arrow {
    /// One character for displays that show only text.
    ///
    /// A roundabout is the number of the exit in a circle, which is filled where traffic runs
    /// clockwise. A reserved value is `?`.
    public var glyph: String {
        switch self {
        case .straight: "↑"
        case .start: "▶"
        case .finish: "⚑"
        case .slightLeft: "↖"
        case .left: "←"
        case .sharpLeft: "↙"
        case .sharpRight: "↘"
        case .right: "→"
        case .slightRight: "↗"
        case .forkRight: "⇗"
        case .forkLeft: "⇖"
        case .uTurn: "↶"
        case .roundaboutExitLeft: "↰"
        case .roundaboutExitRight: "↱"
        case .roundaboutCounterclockwise1of1, .roundaboutCounterclockwise1of2,
            .roundaboutCounterclockwise1of3:
            "①"
        case .roundaboutCounterclockwise2of2, .roundaboutCounterclockwise2of3: "②"
        case .roundaboutCounterclockwise3of3: "③"
        case .roundaboutClockwise1of1, .roundaboutClockwise1of2, .roundaboutClockwise1of3: "❶"
        case .roundaboutClockwise2of2, .roundaboutClockwise2of3: "❷"
        case .roundaboutClockwise3of3: "❸"
        case .roundaboutFallback: "○"
        case .outOfRoute: "✕"
        default: "?"
        }
    }
}
