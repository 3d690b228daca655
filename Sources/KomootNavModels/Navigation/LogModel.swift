public import Foundation
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
    /// Why it could not be saved; `nil` if nothing is wrong.
    public private(set) var problem: String?

    @ObservationIgnored private let path: URL
    @ObservationIgnored private let takeLog: @Sendable () async -> ContiguousArray<UInt8>
    @ObservationIgnored private var log = Data()

    /// Creates a log of a device's links, in a temporary file unless you say otherwise.
    public convenience init(_ recorder: LinkRecorder, in file: URL? = nil) {
        self.init(in: file) { await recorder.takeLog() }
    }

    /// Creates a log of a phone's links, in a temporary file unless you say otherwise.
    public convenience init(_ recorder: PhoneLinkRecorder, in file: URL? = nil) {
        self.init(in: file) { await recorder.takeLog() }
    }

    private init(
        in file: URL?, _ takeLog: @escaping @Sendable () async -> ContiguousArray<UInt8>
    ) {
        path =
            file ?? FileManager.default.temporaryDirectory.appendingPathComponent("link.btsnoop")
        self.takeLog = takeLog
    }

    /// Writes all that was recorded so far into the file, whole or not at all.
    public func save() async {
        log.append(contentsOf: Array(await takeLog()))
        do {
            try log.write(to: path, options: .atomic)
            (file, problem) = (path, nil)
        } catch {
            problem = error.localizedDescription
        }
    }
}
