package import KomootNav

/// An instruction as lines for a person show it.
package struct InstructionText {
    /// The arrow; a reserved one also has its number.
    package let arrow: String
    package let distance: String
    /// The street; after an ellipsis more of it may follow.
    package let street: String

    package init(_ instruction: NavigationInstruction, units: DistanceStyle) {
        self.init(
            instruction.arrow, instruction.distanceInMeters, instruction.street.description, units)
    }

    package init(
        _ view: borrowing NavigationInstructionView, _ extent: ObjectExtent, units: DistanceStyle
    ) {
        let ending = extent == .whole ? "" : "…"
        self.init(view.arrow, view.distanceInMeters, view.street.description + ending, units)
    }

    package init(
        _ arrow: Arrow, _ distanceInMeters: UInt32, _ street: String, _ units: DistanceStyle
    ) {
        self.arrow = arrow.isReserved ? "\(arrow.glyph)\(arrow.rawValue)" : arrow.glyph
        distance =
            DistanceDisplay(distanceInMeters: distanceInMeters, style: units).description
        self.street = printable(street)
    }

    /// The distance in a column.
    package var alignedDistance: String { rightAligned(distance, 7) }

    /// All of it within a sentence.
    package var words: String {
        [arrow, distance, street].filter { !$0.isEmpty }.joined(separator: "  ")
    }

    /// All of it on one line.
    package var line: String {
        [arrow, alignedDistance, street].filter { !$0.isEmpty }.joined(separator: "  ")
    }
}
