/// What plots consist of. Their words are this program's own and need no escaping.
enum SVG {
    /// The colours that all plots share: on light ground, and on dark.
    static let plotStyle = """
        .ground{fill:#fff}.words{fill:#333}.grid{stroke:#ddd}.axis{stroke:#888}\
        @media (prefers-color-scheme:dark){\
        .ground{fill:#14171c}.words{fill:#d5d8dd}.grid{stroke:#333941}.axis{stroke:#878e98}}
        """

    /// A number with at most one digit after the point.
    static func number(_ value: Double) -> String {
        let text = decimal(value, digits: 1)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    static func line(
        _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ kind: String
    ) -> String {
        "<line class=\"\(kind)\" x1=\"\(number(x1))\" y1=\"\(number(y1))\" x2=\"\(number(x2))\" "
            + "y2=\"\(number(y2))\"/>"
    }

    static func text(
        _ words: String, _ x: Double, _ y: Double, _ anchor: String, more: String = ""
    ) -> String {
        "<text class=\"words\" x=\"\(number(x))\" y=\"\(number(y))\" text-anchor=\"\(anchor)\"\(more)>"
            + "\(words)</text>"
    }
}
