import CompanionPairing
import KomootNav

/// A text of a catalogue that is empty or malformed.
///
/// ``TextCatalogue/flaws()`` finds them.
public struct TextFlaw: Hashable, Sendable, CustomStringConvertible {
    /// What is wrong with a text.
    public enum Reason: Hashable, Sendable {
        /// It is empty, or has nothing but spaces.
        case empty
        /// It begins or ends with a space, or has one too many.
        case spaces
        /// It has something that looks like a placeholder: `%@`, `{`, `$`, `Optional(`.
        case placeholder
        /// A sentence does not say the distance that it was given.
        case withoutDistance
    }

    /// Which text it is, by the call that gives it: `text(.left)`.
    public let name: String
    /// The text.
    public let text: String
    /// What is wrong with it.
    public let reason: Reason

    /// The text's name, what is wrong, and the text, in one line.
    public var description: String {
        switch reason {
        case .empty: "\(name) is empty"
        case .spaces: "\(name) has a space too many: \"\(text)\""
        case .placeholder: "\(name) has a placeholder: \"\(text)\""
        case .withoutDistance: "\(name) does not say the distance: \"\(text)\""
        }
    }
}

extension TextCatalogue {
    /// Asks for every text, and returns those that are empty or malformed.
    ///
    /// For the tests of an app that brings its own language:
    ///
    /// ```swift
    /// #expect(PolishTexts().flaws() == [])
    /// ```
    ///
    /// It can't tell whether the words are right, or only a note such as "to do": have a native speaker read them all.
    public func flaws() -> [TextFlaw] {
        var inspection = Inspection()
        inspection.take(now, "now")
        for unit in DistanceDisplay.Unit.allCases {
            inspection.take(symbol(of: unit), "symbol(of: .\(unit))")
            for value in Self.values {
                let name = "spokenDistance(\(value), in: .\(unit))"
                inspection.take(
                    spokenDistance(value, written: value.description, in: unit), name)
            }
        }
        for maneuver in Maneuver.allCases { inspectTexts(of: maneuver, &inspection) }
        for status in CentralSession.Status.allCases {
            inspection.take(text(status), "text(CentralSession.Status.\(status))")
            if let advice = advice(on: status) { inspection.take(advice, "advice(on: .\(status))") }
        }
        for obstacle in BluetoothObstacle.allCases {
            inspection.take(text(obstacle), "text(BluetoothObstacle.\(obstacle))")
        }
        for recording in RecordingText.samples {
            inspection.take(text(recording), "text(RecordingText.\(recording))")
        }
        for ride in RideText.samples { inspection.take(text(ride), "text(RideText.\(ride))") }
        for phase in PeripheralSession.Phase.allCases {
            inspection.take(text(phase), "text(PeripheralSession.Phase.\(phase))")
        }
        for pairing in PairingText.samples(PairingName(random: 0)) {
            inspection.take(text(pairing), "text(PairingText.\(pairing))")
        }
        for error in KomootNavError.samples { inspection.take(text(error), "text(\(error))") }
        for error in ATTError.samples { inspection.take(text(error), "text(ATTError \(error))") }
        return inspection.flaws
    }

    /// Numbers that languages decline in different ways.
    private static var values: [DistanceDisplay.Value] {
        [.whole(1), .whole(2), .whole(5), .whole(20), .tenths(5), .tenths(12)]
    }

    private func inspectTexts(of maneuver: Maneuver, _ inspection: inout Inspection) {
        inspection.take(text(maneuver), "text(.\(maneuver))")
        let distance = spokenDistance(.whole(200), written: "200", in: .meters)
        for street in [nil, "A 1"] {
            let given = street.map { "\"\($0)\"" } ?? "nil"
            inspection.take(
                sentence(for: maneuver, ahead: nil, street: street),
                "sentence(for: .\(maneuver), ahead: nil, street: \(given))")
            let name = "sentence(for: .\(maneuver), ahead: \"\(distance)\", street: \(given))"
            inspection.take(
                sentence(for: maneuver, ahead: distance, street: street), name,
                // Who has left the route has left it now.
                saying: maneuver == .outOfRoute ? "" : distance)
        }
    }
}

/// The flaws that were found so far.
private struct Inspection {
    private(set) var flaws: [TextFlaw] = []

    mutating func take(_ text: String, _ name: String, saying distance: String = "") {
        guard let reason = Self.reason(text, distance) else { return }
        flaws.append(TextFlaw(name: name, text: text, reason: reason))
    }

    private static func reason(_ text: String, _ distance: String) -> TextFlaw.Reason? {
        if text.allSatisfy(\.isWhitespace) { return .empty }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        if words.contains(where: { $0.isEmpty || $0.first == "," }) { return .spaces }
        let signs = text.contains { "%{}$".contains($0) } || text.firstRange(of: "@") != nil
        if signs || text.firstRange(of: "Optional(") != nil { return .placeholder }
        return text.lowercased().firstRange(of: distance.lowercased()) == nil && !distance.isEmpty
            ? .withoutDistance : nil
    }
}
