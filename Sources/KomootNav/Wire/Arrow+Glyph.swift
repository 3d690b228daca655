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
