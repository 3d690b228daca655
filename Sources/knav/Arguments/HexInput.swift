import KomootNavPipe
import KomootNavRecording

/// Bytes that are given as words in hexadecimal, or as lines of standard input.
enum HexInput {
    /// A text that does not stand for bytes.
    struct Malformed: Error {
        /// The index of the first wrong character, from 0; the text's length if a character is missing.
        let offset: Int
        /// The wrong character; `nil` if one is missing.
        let character: Character?

        /// What is wrong, and where.
        var message: String {
            let fault = character.map { "'\(printable(String($0)))' is not a hexadecimal digit" }
            return "malformedHex at character \(offset): \(fault ?? "a byte has two digits")"
        }
    }

    /// Reads the words; for `-`, the lines of standard input.
    ///
    /// - Parameter body: called with the number of each input, from 1, and with its bytes or with the
    ///   place in the text where it goes wrong. Empty lines count, and are skipped.
    static func read(
        _ words: some Sequence<String>,
        _ body: (Int, Result<ContiguousArray<UInt8>, Malformed>) -> Void
    ) {
        var number = 0
        for word in words {
            guard word == "-" else {
                number += 1
                body(number, bytes(in: word))
                continue
            }
            while let line = readLine() {
                number += 1
                if !line.allSatisfy(\.isWhitespace) { body(number, bytes(in: line)) }
            }
        }
    }

    /// The bytes that a text stands for. Blanks, `:` and `-` between digits and a leading `0x` are ignored.
    private static func bytes(
        in text: String
    ) -> Result<ContiguousArray<UInt8>, Malformed> {
        // Where each digit is in the text.
        var digits = text.enumerated().filter {
            !$0.element.isWhitespace && $0.element != ":" && $0.element != "-"
        }
        if ["0x", "0X"].contains(String(digits.prefix(2).map(\.element))) {
            digits.removeFirst(2)
        }
        do throws(HexBytes.Malformed) {
            return .success(try HexBytes.decode(String(digits.map(\.element))))
        } catch {
            let wrong = digits.indices.contains(error.offset) ? digits[error.offset] : nil
            return .failure(
                Malformed(offset: wrong?.offset ?? text.count, character: wrong?.element))
        }
    }
}
