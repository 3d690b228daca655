import KomootNavRecording

extension CaptureTime {
    /// The moment this many microseconds after the beginning of 1970.
    static func microseconds(_ count: Int64) -> CaptureTime {
        CaptureTime(microsecondsSince1970: count)
    }
}
