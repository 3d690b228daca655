import Foundation

/// The parts of a language's tag that decide which catalogue fits.
struct LanguageTag {
    /// How well a catalogue fits, the best first.
    struct Rank: Comparable {
        /// The place among the codes of languages that its readers know: 0 is their own.
        let code: Int
        /// 0 for the same region, 1 for none, 2 for another.
        let region: Int
        /// 0 if the tag names its script, 1 if not.
        let script: Int

        static func < (one: Rank, other: Rank) -> Bool {
            (one.code, one.region, one.script) < (other.code, other.region, other.script)
        }
    }

    /// Languages that are read by those who read another: for each code, the others.
    private static let readable = ["nb": ["no"], "no": ["nb"], "nn": ["no", "nb"]]

    private let code: String?
    private let script: String?
    private let region: String?

    /// The parts of a locale's language, with the likely ones where it names none, and with the code
    /// that has replaced an old one.
    init(_ language: Locale.Language) {
        let likely = Locale.Language(identifier: language.maximalIdentifier)
        code = likely.languageCode?.identifier
        script = likely.script?.identifier
        region = likely.region?.identifier
    }

    /// The parts that a catalogue's tag names. A region implies its script: `zh-TW` is traditional.
    init(catalogue tag: String) {
        let likely = LanguageTag(Locale.Language(identifier: tag))
        // After a single letter come extensions, which say nothing about the language.
        let all: [Substring] = tag.split { $0 == "-" || $0 == "_" }
        let parts = all.dropFirst().prefix { $0.count > 1 }
        let namesRegion = parts.contains {
            $0.count == 2 || $0.count == 3 && $0.first?.isNumber == true
        }
        let namesScript =
            namesRegion || parts.contains { $0.count == 4 && $0.allSatisfy(\.isLetter) }
        code = likely.code
        script = namesScript ? likely.script : nil
        region = namesRegion ? likely.region : nil
    }

    /// How well a catalogue with this tag fits a locale's; `nil` if it does not.
    func rank(for wanted: LanguageTag) -> Rank? {
        guard let code, let wantedCode = wanted.code else { return nil }
        let codes = [wantedCode] + Self.readable[wantedCode, default: []]
        guard let place = codes.firstIndex(of: code), script == nil || script == wanted.script
        else {
            return nil
        }
        let distance = region == nil ? 1 : region == wanted.region ? 0 : 2
        return Rank(code: place, region: distance, script: script == nil ? 1 : 0)
    }
}
