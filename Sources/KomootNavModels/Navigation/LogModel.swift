public import Foundation
import KomootNavFoundation
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

    /// How many bytes of the form btsnoop come before its first record.
    private static let headerByteCount = 16

    @ObservationIgnored private let path: URL
    @ObservationIgnored private let log: @Sendable () async -> ContiguousArray<UInt8>

    /// Creates a log of a device's links, in a temporary file `device.btsnoop` unless you say otherwise.
    public convenience init(_ recorder: LinkRecorder, in file: URL? = nil) {
        self.init(in: file ?? .temporary("device.btsnoop")) { await recorder.recordedLog() }
    }

    /// Creates a log of a phone's links, in a temporary file `phone.btsnoop` unless you say otherwise.
    public convenience init(_ recorder: PhoneLinkRecorder, in file: URL? = nil) {
        self.init(in: file ?? .temporary("phone.btsnoop")) { await recorder.recordedLog() }
    }

    private init(in path: URL, _ log: @escaping @Sendable () async -> ContiguousArray<UInt8>) {
        self.path = path
        self.log = log
    }

    /// Writes all that was recorded so far into the file, whole or not at all; nothing before a link to the other end.
    public func save() async {
        let bytes = await log()
        guard bytes.count > Self.headerByteCount else {
            problem = RecordingText.empty.text()
            return
        }
        do {
            try Data(bytes).write(to: path, options: .atomic)
            (file, problem) = (path, nil)
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
