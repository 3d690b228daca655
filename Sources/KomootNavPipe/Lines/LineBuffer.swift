/// Cuts a stream of bytes into lines. It keeps only one line, up to a maximum length.
package struct LineBuffer: Sendable {
    private let maximumLength: Int
    private var bytes: ContiguousArray<UInt8> = []
    /// Whether the rest of a line that is too long is under way.
    private var isSkipping = false

    /// Creates a buffer for lines of up to this many bytes.
    package init(maximumLength: Int) { self.maximumLength = maximumLength }

    /// Takes the next bytes.
    ///
    /// - Parameter body: called with each line, without its line end; with `nil` for one that is too long, as soon
    ///   as it is: such a line may never end.
    package mutating func take(_ chunk: Span<UInt8>, _ body: (ContiguousArray<UInt8>?) -> Void) {
        for position in chunk.indices {
            let byte = chunk[position]
            if byte == UInt8(ascii: "\n") {
                end(body)
            } else if isSkipping {
                continue
            } else if bytes.count == maximumLength {
                isSkipping = true
                bytes.removeAll(keepingCapacity: true)
                body(nil)
            } else {
                bytes.append(byte)
            }
        }
    }

    /// Ends the stream: bytes without a line end are a line too.
    package mutating func finish(_ body: (ContiguousArray<UInt8>?) -> Void) {
        if !bytes.isEmpty { end(body) }
    }

    private mutating func end(_ body: (ContiguousArray<UInt8>?) -> Void) {
        if !isSkipping { body(bytes) }
        bytes.removeAll(keepingCapacity: true)
        isSkipping = false
    }
}
