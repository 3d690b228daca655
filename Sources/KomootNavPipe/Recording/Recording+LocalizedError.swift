public import Foundation
public import KomootNavRecording

// KomootNavRecording does without Foundation, so its errors get their sentences here.

extension CaptureError: LocalizedError {
    /// The `description` as a sentence that stands alone.
    public var errorDescription: String? { "The Bluetooth log can't be used: \(description)." }
}

extension RideFileError: LocalizedError {
    /// The `description` as a sentence that stands alone.
    public var errorDescription: String? {
        "The line of the ride file can't be used: \(description)."
    }
}
