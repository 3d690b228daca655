/// Writes text into the caller's memory, as much as fits with a terminator, and counts all of it.
@safe struct TextWriter {
    private let text: UnsafeMutablePointer<CChar>?
    private let capacity: Int
    /// How many bytes were written.
    private(set) var written = 0
    /// How many bytes the whole text would need.
    private(set) var needed = 0

    /// Begins a text in the `capacity` bytes at `text`.
    @unsafe init(_ text: UnsafeMutablePointer<CChar>?, capacity: Int) {
        unsafe self.text = unsafe text
        self.capacity = unsafe text == nil ? 0 : max(capacity, 0)
    }

    /// Whether nothing has been left out.
    private var isComplete: Bool { written == needed }
    /// How many more bytes fit before the terminator; zero once something was left out.
    var room: Int { isComplete ? max(capacity - 1 - written, 0) : 0 }

    /// Writes one byte.
    mutating func append(_ byte: UInt8) {
        if room > 0, let text = unsafe text {
            unsafe text[written] = CChar(bitPattern: byte)
            written += 1
        }
        needed += 1
    }

    /// Writes the first `count` bytes, and only counts the rest.
    mutating func append(_ bytes: Span<UInt8>, writing count: Int) {
        for position in 0..<count { append(bytes[position]) }
        needed += bytes.count - count
    }

    /// Discards the text that was written.
    mutating func clear() { written = 0 }

    /// Ends the text with a terminator.
    func terminate() {
        if capacity > 0, let text = unsafe text { unsafe text[written] = 0 }
    }
}
