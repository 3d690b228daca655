import Foundation
package import KomootNavRecording

extension CaptureSelection.Bound {
    /// A number of seconds, or a date with a time in UTC; `nil` for any other text.
    package init?(_ text: String) {
        if let seconds = Double(text) {
            guard (0...1_000_000).contains(seconds) else { return nil }
            self = .sinceStart(.microseconds(Int64((seconds * 1_000_000).rounded())))
        } else if let time = CaptureTime(text) {
            self = .clock(time)
        } else {
            return nil
        }
    }
}

extension CaptureTime {
    /// A time in UTC: `2026-05-17T08:30:00Z`, with up to six digits of a second's fraction; `nil` for any other
    /// text.
    fileprivate init?(_ text: String) {
        guard text.hasSuffix("Z") else { return nil }
        let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let seconds = "\(parts[0])Z"
        // Foundation takes 30 February for 1 March.
        guard parts.count <= 2, let date = try? Date(seconds, strategy: .iso8601),
            date.formatted(.iso8601) == seconds
        else { return nil }
        var microseconds = 0
        if parts.count == 2 {
            let digits = parts[1]
            guard 1...6 ~= digits.utf8.count, digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
                let number = Int(digits + String(repeating: "0", count: 6 - digits.utf8.count))
            else { return nil }
            microseconds = number
        }
        self.init(
            microsecondsSince1970: Int64(date.timeIntervalSince1970) * 1_000_000
                + Int64(microseconds))
    }
}
