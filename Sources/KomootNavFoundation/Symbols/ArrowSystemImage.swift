public import KomootNav

/// The SF Symbol that shows an arrow, and the systems that have it.
///
/// Every system that this package supports has all of these symbols. An app that also runs on older
/// ones takes ``fallbackName`` there.
///
/// The names and the versions were looked up, and not tried on an Apple system.
///
/// Source: `name_availability.plist` of Apple's SF Symbols 4.1, as the SFSafeSymbols project keeps
/// it. It says macOS 10.15 for the first symbols, but they can only be used from 11 on.
public struct ArrowSystemImage: Hashable, Sendable {
    /// The first major versions of Apple's systems that have a symbol.
    public struct Systems: Hashable, Sendable {
        /// The first iOS and iPadOS.
        public let iOS: Int
        /// The first macOS.
        public let macOS: Int
        /// The first tvOS.
        public let tvOS: Int
        /// The first watchOS.
        public let watchOS: Int
        /// The first visionOS.
        public let visionOS: Int

        static let of2019 = Systems(iOS: 13, macOS: 11, tvOS: 13, watchOS: 6, visionOS: 1)
        static let of2020 = Systems(iOS: 14, macOS: 11, tvOS: 14, watchOS: 7, visionOS: 1)
        static let of2022 = Systems(iOS: 16, macOS: 13, tvOS: 16, watchOS: 9, visionOS: 1)
    }

    /// The arrow.
    public let arrow: Arrow
    /// The symbol's name, for `Image(systemName:)`.
    public let name: String
    /// The first systems that have the symbol.
    public let firstSystems: Systems
    /// A symbol that every system with SF Symbols has. Often the same.
    public let fallbackName: String

    /// The symbols of all arrows that have a meaning, in the order of their bytes.
    ///
    /// The repository's `Docs/Texts.md` shows them as a table.
    public static let all = Arrow.named.map(\.systemImage)

    private init(
        _ arrow: Arrow, _ name: String, from systems: Systems = .of2019,
        else fallback: String? = nil
    ) {
        self.arrow = arrow
        self.name = name
        firstSystems = systems
        fallbackName = fallback ?? name
    }

    /// The exit's number is in a circle, which is filled where traffic runs clockwise.
    fileprivate init(_ arrow: Arrow) {
        let clockwise =
            Arrow.roundaboutClockwise1of1.rawValue...Arrow.roundaboutClockwise3of3.rawValue
        let circle = clockwise ~= arrow.rawValue ? "circle.fill" : "circle"
        // The compiler refuses this switch if it leaves a manoeuvre out.
        switch Maneuver(arrow) {
        case .straight: self.init(arrow, "arrow.up")
        case .start: self.init(arrow, "flag")
        case .finish: self.init(arrow, "flag.checkered", from: .of2022, else: "flag.fill")
        case .slightLeft, .forkLeft: self.init(arrow, "arrow.up.left")
        case .slightRight, .forkRight: self.init(arrow, "arrow.up.right")
        case .left: self.init(arrow, "arrow.turn.up.left")
        case .right: self.init(arrow, "arrow.turn.up.right")
        case .sharpLeft: self.init(arrow, "arrow.down.left")
        case .sharpRight: self.init(arrow, "arrow.down.right")
        case .uTurn: self.init(arrow, "arrow.uturn.down")
        case .roundaboutExitLeft: self.init(arrow, "arrow.left.circle")
        case .roundaboutExitRight: self.init(arrow, "arrow.right.circle")
        case .roundaboutFirstExit: self.init(arrow, "1.\(circle)")
        case .roundaboutSecondExit: self.init(arrow, "2.\(circle)")
        case .roundaboutThirdExit: self.init(arrow, "3.\(circle)")
        case .roundabout:
            self.init(
                arrow, "arrow.triangle.2.circlepath", from: .of2020, else: "arrow.2.circlepath")
        case .outOfRoute: self.init(arrow, "exclamationmark.triangle")
        case .unknown: self.init(arrow, "questionmark.circle")
        }
    }
}

extension Arrow {
    /// The SF Symbol for this arrow, and the systems that have it. A reserved arrow is a question
    /// mark.
    public var systemImage: ArrowSystemImage { ArrowSystemImage(self) }

    /// The name of the SF Symbol for this arrow. Every system that this package supports has it.
    public var systemImageName: String { systemImage.name }
}
