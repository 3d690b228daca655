public import Foundation
public import KomootNavFoundation
public import KomootNavRecording
public import Observation

/// The log that an app records of its own links, as a file for its user to share.
///
/// ```swift
/// @State private var log = LogModel(recorder)
/// …
/// Button("Save the log") { Task { await log.save() } }
/// if let file = log.file { ShareLink(item: file) }
/// ```
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class LogModel {
    /// The file, as it was saved last; `nil` if it was never.
    public private(set) var file: URL?
    /// Why it could not be saved, or that its end is missing as the log is full; `nil` if nothing is wrong.
    public private(set) var problem: String?

    /// How many bytes of the form btsnoop come before its first record.
    private static let headerByteCount = 16

    @ObservationIgnored private let path: URL
    @ObservationIgnored private let texts: NavigationTexts
    @ObservationIgnored private let log: @Sendable () async -> ContiguousArray<UInt8>
    @ObservationIgnored private let isFull: @Sendable () async -> Bool

    /// Creates a log of a device's links.
    ///
    /// - Parameters:
    ///   - recorder: what records them.
    ///   - file: the file; `nil` for a temporary one, `device.btsnoop`.
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public convenience init(
        _ recorder: LinkRecorder, file: URL? = nil, locale: Locale = .current,
        in catalogues: TextCatalogues = .current
    ) {
        self.init(
            file ?? .temporary("device.btsnoop"), NavigationTexts(locale: locale, in: catalogues),
            { await recorder.recordedLog() }, isFull: { await recorder.isFull })
    }

    /// Creates a log of a phone's links.
    ///
    /// - Parameters:
    ///   - recorder: what records them.
    ///   - file: the file; `nil` for a temporary one, `phone.btsnoop`.
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public convenience init(
        _ recorder: PhoneLinkRecorder, file: URL? = nil, locale: Locale = .current,
        in catalogues: TextCatalogues = .current
    ) {
        self.init(
            file ?? .temporary("phone.btsnoop"), NavigationTexts(locale: locale, in: catalogues),
            { await recorder.recordedLog() }, isFull: { await recorder.isFull })
    }

    private init(
        _ path: URL, _ texts: NavigationTexts,
        _ log: @escaping @Sendable () async -> ContiguousArray<UInt8>,
        isFull: @escaping @Sendable () async -> Bool
    ) {
        self.path = path
        self.texts = texts
        self.log = log
        self.isFull = isFull
    }

    /// Writes all that was recorded so far into the file, whole or not at all; nothing before a link to the other end.
    public func save() async {
        let bytes = await log()
        guard bytes.count > Self.headerByteCount else {
            problem = texts.text(.empty)
            return
        }
        do {
            try Data(bytes).write(to: path, options: .atomic)
            (file, problem) = (path, await isFull() ? texts.text(.full) : nil)
        } catch {
            problem = error.localizedDescription
        }
    }
}

extension URL {
    fileprivate static func temporary(_ name: String) -> URL {
        FileManager.default.temporaryDirectory.appendingPathComponent(name)
    }
}
