public import KomootNav

extension Arrow {
    /// The name of an SF Symbol for this arrow. Every name exists on every system that this package
    /// supports.
    ///
    /// | arrows | symbol | from |
    /// |---|---|---|
    /// | straight | `arrow.up` | iOS 13 |
    /// | start | `flag` | iOS 13 |
    /// | finish | `flag.checkered` | iOS 16, macOS 13, tvOS 16, watchOS 9 |
    /// | bear left, left fork; bear right, right fork | `arrow.up.left`, `arrow.up.right` | iOS 13 |
    /// | left, right | `arrow.turn.up.left`, `arrow.turn.up.right` | iOS 13 |
    /// | sharp left, sharp right | `arrow.down.left`, `arrow.down.right` | iOS 13 |
    /// | U-turn | `arrow.uturn.down` | iOS 13 |
    /// | leave the roundabout to the left, right | `arrow.left.circle`, `arrow.right.circle` | iOS 13 |
    /// | exit *n*, ridden counter-clockwise | `1.circle`, `2.circle`, `3.circle` | iOS 13 |
    /// | exit *n*, ridden clockwise | `1.circle.fill`, `2.circle.fill`, `3.circle.fill` | iOS 13 |
    /// | any other roundabout | `arrow.triangle.2.circlepath` | iOS 14 |
    /// | out of route | `exclamationmark.triangle` | iOS 13 |
    /// | reserved | `questionmark.circle` | iOS 13 |
    ///
    /// "iOS 13" also means macOS 11, tvOS 13 and watchOS 6, and "iOS 14" macOS 11, tvOS 14 and
    /// watchOS 7. The names and the versions were looked up, and not tried on an Apple system.
    ///
    /// Source: `name_availability.plist` of Apple's SF Symbols 4.1, as the SFSafeSymbols project
    /// keeps it. It says macOS 10.15 for the first symbols, but they can only be used from 11 on.
    public var systemImageName: String {
        switch self {
        case .straight: "arrow.up"
        case .start: "flag"
        case .finish: "flag.checkered"
        case .slightLeft, .forkLeft: "arrow.up.left"
        case .slightRight, .forkRight: "arrow.up.right"
        case .left: "arrow.turn.up.left"
        case .right: "arrow.turn.up.right"
        case .sharpLeft: "arrow.down.left"
        case .sharpRight: "arrow.down.right"
        case .uTurn: "arrow.uturn.down"
        case .roundaboutExitLeft: "arrow.left.circle"
        case .roundaboutExitRight: "arrow.right.circle"
        case .roundaboutCounterclockwise1of1, .roundaboutCounterclockwise1of2,
            .roundaboutCounterclockwise1of3:
            "1.circle"
        case .roundaboutCounterclockwise2of2, .roundaboutCounterclockwise2of3: "2.circle"
        case .roundaboutCounterclockwise3of3: "3.circle"
        case .roundaboutClockwise1of1, .roundaboutClockwise1of2, .roundaboutClockwise1of3:
            "1.circle.fill"
        case .roundaboutClockwise2of2, .roundaboutClockwise2of3: "2.circle.fill"
        case .roundaboutClockwise3of3: "3.circle.fill"
        case .roundaboutFallback: "arrow.triangle.2.circlepath"
        case .outOfRoute: "exclamationmark.triangle"
        default: "questionmark.circle"
        }
    }
}
