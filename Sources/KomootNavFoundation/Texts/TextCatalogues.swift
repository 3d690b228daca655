public import Foundation

/// The catalogues that texts are taken from: the app's own and this module's.
///
/// An app that brings its own language says so once, when it starts. From then on every text is
/// taken from there, `localizedDescription` of an error too:
///
/// ```swift
/// TextCatalogues.current = TextCatalogues(adding: [PolishTexts()])
/// ```
///
/// A text can also be taken from other catalogues for once, as in a test:
///
/// ```swift
/// let catalogues = TextCatalogues(adding: [PolishTexts()])
/// instruction.spokenText(locale: Locale(identifier: "pl_PL"), in: catalogues)
/// ```
public struct TextCatalogues: Sendable {
    /// This module's own, in six languages.
    public static let builtIn = TextCatalogues()

    /// What a text is taken from unless the call names other catalogues. At first ``builtIn``.
    ///
    /// Any thread may read and set it. Texts that are shown already don't change.
    public static var current: TextCatalogues {
        get { shared.value }
        set { shared.value = newValue }
    }

    private static let shared = Shared()

    private let own: [any TextCatalogue]
    private let fallback: [Locale]

    /// Adds catalogues to this module's.
    ///
    /// - Parameters:
    ///   - catalogues: your own. They come before this module's where both fit a locale equally.
    ///   - languages: the tags of the languages to fall back to if no catalogue fits a locale, the
    ///     best first: `["pt"]`. English comes last even if you don't name it.
    public init(adding catalogues: [any TextCatalogue] = [], fallingBackTo languages: [String] = [])
    {
        own = catalogues
        fallback = (languages + ["en"]).map { Locale(identifier: $0) }
    }

    /// The tags of all languages that have a catalogue, yours first. Each is there once.
    public var languages: [String] {
        var known: Set<String> = []
        return all(for: Locale(identifier: "en")).map(\.language).filter {
            known.insert($0).inserted
        }
    }

    /// The catalogue for a locale.
    ///
    /// A catalogue fits if its language is the locale's, and its script too, where its tag names
    /// one. Of those that fit, this is the order:
    ///
    /// 1. the region of the tag is the locale's: `pt-BR` for Brazil;
    /// 2. the tag has no region: `pt`;
    /// 3. the tag has another region: `pt-BR` for Portugal.
    ///
    /// A locale without a script or a region has the likely ones: `zh_TW` is written in traditional
    /// characters and fits `zh-Hant`, but not `zh-Hans`. The codes `no` and `nb` are the same
    /// language, and `nn` falls back to them. If none fits, the languages to fall back to are tried
    /// in their order, and then English is taken.
    public func catalogue(for locale: Locale) -> any TextCatalogue {
        choice(for: locale).catalogue
    }

    /// The catalogue for a locale, and whether it fits or is one to fall back to.
    func choice(for locale: Locale) -> (catalogue: any TextCatalogue, fits: Bool) {
        let all = all(for: locale)
        if let found = Self.best(of: all, for: locale) { return (found, true) }
        for language in fallback {
            if let found = Self.best(of: all, for: language) { return (found, false) }
        }
        return (EnglishTexts(locale: locale), false)
    }

    private func all(for locale: Locale) -> [any TextCatalogue] {
        own + [
            GermanTexts(locale: locale), EnglishTexts(locale: locale), SpanishTexts(),
            FrenchTexts(), ItalianTexts(), DutchTexts(),
        ]
    }

    private static func best(
        of catalogues: [any TextCatalogue], for locale: Locale
    ) -> (any TextCatalogue)? {
        let wanted = LanguageTag(locale.language)
        var best: (rank: LanguageTag.Rank, catalogue: any TextCatalogue)?
        for catalogue in catalogues {
            let tag = LanguageTag(catalogue: catalogue.language)
            guard let rank = tag.rank(for: wanted) else { continue }
            if best.map({ rank < $0.rank }) ?? true { best = (rank, catalogue) }
        }
        return best?.catalogue
    }
}

extension TextCatalogue {
    /// A locale of the catalogue's language. English is of no region, so that numbers in metres
    /// belong to it.
    var locale: Locale { Locale(identifier: language == "en" ? "en_001" : language) }
}

/// The catalogues of the process, under a lock.
private final class Shared: @unchecked Sendable {
    private let lock = NSLock()
    private var stored = TextCatalogues.builtIn

    var value: TextCatalogues {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }
}
