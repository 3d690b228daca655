import Foundation
import KomootNavPipe

/// The lines of standard input. At most one of them is in memory, up to a maximum length.
enum InputLines {
    /// The longest line that is read, in bytes: many times as long as any line that makes sense.
    static let maximumLength = 1 << 20

    /// What is wrong with a longer line.
    static let tooLong = "oversized: a line has at most \(maximumLength) bytes"

    /// Reads lines until the input ends, or until one of them is the last that is wanted.
    ///
    /// - Parameter body: called with each line, without its line end; with `nil` for one that is too long, as
    ///   soon as it is. Returns whether it wants more. A line of which only the beginning can be read is dropped.
    static func read(
        _ body: (ContiguousArray<UInt8>?) -> Bool
    ) throws(StandardInput.Failure) {
        var input = StandardInput()
        var buffer = LineBuffer(maximumLength: maximumLength)
        var isWanted = true
        let take = { (line: ContiguousArray<UInt8>?) in
            if isWanted { isWanted = body(line) }
        }
        while isWanted {
            switch input.wait(atMost: nil) {
            case .bytes(let count): buffer.take(input.chunk.span.extracting(..<count), take)
            case .nothing: break
            case .end: return buffer.finish(take)
            case .failed(let failure): throw failure
            }
        }
    }
}
