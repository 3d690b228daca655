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
