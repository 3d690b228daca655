public import Foundation
public import KomootNavRecording

// KomootNavRecording does without Foundation, so its errors get their sentences here.

extension CaptureError: LocalizedError {
    /// The `description` as a sentence that stands alone.
    public var errorDescription: String? {
        "The Bluetooth log can't be used: it is \(description)."
    }
}

extension RideFileError: LocalizedError {
    /// The `description` as a sentence that stands alone.
    public var errorDescription: String? {
        "This line of the ride file can't be used: \(description)."
    }
}

extension CaptureSurvey.Doubt: LocalizedError {
    /// The `description` as a sentence that stands alone.
    public var errorDescription: String? {
        "It is not clear what to copy from the Bluetooth log: \(description)."
    }
}
