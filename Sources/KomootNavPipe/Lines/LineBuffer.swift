/// Cuts a stream of bytes into lines. It keeps only one line, up to a maximum length.
package struct LineBuffer: Sendable {
    private let maximumLength: Int
    private var bytes: ContiguousArray<UInt8> = []
    private var isTooLong = false

    /// Creates a buffer for lines of up to this many bytes.
    package init(maximumLength: Int) { self.maximumLength = maximumLength }

    /// Takes the next bytes.
    ///
    /// - Parameter body: called with each line, without its line end; with `nil` for one that is too long.
    package mutating func take(_ chunk: Span<UInt8>, _ body: (ContiguousArray<UInt8>?) -> Void) {
        for position in chunk.indices {
            let byte = chunk[position]
            if byte == UInt8(ascii: "\n") {
                end(body)
            } else if bytes.count == maximumLength {
                isTooLong = true
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Ends the stream: bytes without a line end are a line too.
    package mutating func finish(_ body: (ContiguousArray<UInt8>?) -> Void) {
        if isTooLong || !bytes.isEmpty { end(body) }
    }

    private mutating func end(_ body: (ContiguousArray<UInt8>?) -> Void) {
        body(isTooLong ? nil : bytes)
        bytes.removeAll(keepingCapacity: true)
        isTooLong = false
    }
}
