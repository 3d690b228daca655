package import KomootNav

/// A line of a simulated run: when, who, what.
package enum NoteLine {
    private static let timeWidth = 9
    private static let nameWidth = 10

    package static func text(_ time: SessionTime, _ name: String, _ words: String) -> String {
        let fraction = String(String(1000 + time.milliseconds % 1000).dropFirst())
        let seconds = rightAligned("\(time.milliseconds / 1000).\(fraction)", timeWidth)
        let gap = String(repeating: " ", count: max(1, nameWidth - name.count))
        return "\(seconds)  \(name)\(gap)\(words)"
    }
}
