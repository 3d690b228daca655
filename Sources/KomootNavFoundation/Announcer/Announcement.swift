public import Foundation
public import KomootNav

/// Something to say to a rider now, from a ``NavigationAnnouncer``.
///
/// ```swift
/// speaker.say(announcement.text())  // In 200 metres, turn left into Lennéstraße
/// ```
///
/// If the last announcement is still being said, stop it: this one is newer.
public struct Announcement: Hashable, Sendable {
    /// How near a turn is. Each stage of a turn is announced once at most.
    public enum Stage: Hashable, Comparable, Sendable, CaseIterable {
        /// The turn is new: "In 400 metres, turn left".
        case ahead
        /// It comes soon: "In 100 metres, turn left".
        case near
        /// It is here: "Now turn left".
        case now
    }

    /// The number of the turn. Announcements of the same turn have the same one; it is another one if the rider comes to
    /// a turn again.
    public let turn: UInt64
    /// How near the turn is.
    public let stage: Stage
    /// What to do there.
    public let arrow: Arrow
    /// How far ahead it was when the phone last said so. ``Stage/now`` is said without it.
    public let distanceInMeters: UInt32
    /// The street to turn into; `nil` if there is none, or if not all of its name came in time.
    public let street: Street?

    /// What to say: "In 200 metres, turn left into Lennéstraße", "Now turn left into Lennéstraße".
    ///
    /// The words are those of `spokenText(locale:in:style:)` of an instruction. A street that is not well-formed UTF-8 is
    /// left out.
    ///
    /// - Parameters:
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from; ``TextCatalogues/catalogue(for:)`` says how.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    public func text(
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil
    ) -> String {
        // A distance of zero is "Now". The identifier is not said.
        let instruction = NavigationInstruction(
            identifier: 0, arrow: arrow, distanceInMeters: stage == .now ? 0 : distanceInMeters,
            street: street ?? "")
        return instruction.spokenText(locale: locale, in: catalogues, style: style)
    }
}
