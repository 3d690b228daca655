public import Foundation

/// Cases that an implementation is known to fail.
///
/// A file lists one id a line, with the reason after `#`; lines without an id are comments.
public struct ExpectedFailures: Hashable, Sendable {
    /// A line that can't be used.
    public struct Malformed: Error, Hashable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// What is wrong.
        public let reason: String
    }

    /// The reason for each id; empty if none is given.
    package private(set) var reasons: [String: String] = [:]

    /// Expects nothing to fail.
    public init() {}

    /// Reads the text of a file.
    ///
    /// - Throws: ``Malformed`` for a line of several words, a repeated id, and an id that is not in the
    ///   suite, because nobody would ever notice such an id.
    public init(_ text: String, in suite: VectorSuite) throws(Malformed) {
        let known = Set(suite.vectors.map(\.id))
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            let parts = line.split(
                separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts[0].split(whereSeparator: \.isWhitespace)
            guard let word = words.first else { continue }
            let id = String(word)
            guard words.count == 1 else {
                throw Malformed(line: index + 1, reason: "put '#' before the reason")
            }
            guard known.contains(id) else {
                throw Malformed(line: index + 1, reason: "the suite has no case '\(id)'")
            }
            let comment = parts.count == 2 ? parts[1] : ""
            let reason = comment.drop(while: \.isWhitespace)
            guard reasons.updateValue(String(reason), forKey: id) == nil else {
                throw Malformed(line: index + 1, reason: "'\(id)' is listed twice")
            }
        }
    }
}

extension ExpectedFailures.Malformed: LocalizedError {
    /// The line and the reason, in a sentence.
    public var errorDescription: String? {
        "Line \(line) of the expected failures can't be used: \(reason)."
    }
}
