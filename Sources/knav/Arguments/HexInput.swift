import KomootNavPipe
import KomootNavRecording

/// Bytes that are given as words in hexadecimal, or as lines of standard input.
enum HexInput {
    /// Why an input does not stand for bytes.
    enum Fault: Error {
        /// The index of the first wrong character, from 0, and the character. If one is missing, the text's length
        /// and `nil`.
        case malformedHex(at: Int, Character?)
        /// It is a line of more than ``InputLines/maximumLength`` bytes.
        case oversized

        /// The name of what is wrong.
        var code: String {
            switch self {
            case .malformedHex: "malformedHex"
            case .oversized: "oversized"
            }
        }

        /// Where: at which character, or at which byte of an oversized line.
        var offset: Int {
            switch self {
            case .malformedHex(let offset, _): offset
            case .oversized: InputLines.maximumLength
            }
        }

        /// What is wrong, and where.
        var message: String {
            switch self {
            case .malformedHex(let offset, let character):
                let fault = character.map {
                    "'\(printable(String($0)))' is not a hexadecimal digit"
                }
                return "malformedHex at character \(offset): \(fault ?? "a byte has two digits")"
            case .oversized: return InputLines.tooLong
            }
        }
    }

    /// Reads the words; for `-`, the lines of standard input.
    ///
    /// - Parameters:
    ///   - command: the name of the command that reports that standard input can't be read.
    ///   - body: called with the number of each input, from 1, and with its bytes or with what is
    ///     wrong with it. Empty lines count, and are skipped.
    /// - Returns: the first exit code that is not a success; that of standard input's failure goes before all others.
    static func read(
        _ words: some Sequence<String>, for command: String,
        _ body: (Int, Result<ContiguousArray<UInt8>, Fault>) -> ExitCode
    ) -> ExitCode {
        let terminal = Terminal()
        var exitCode = ExitCode.success
        do throws(StandardInput.Failure) {
            try read(words) { number, bytes in
                exitCode = exitCode.combined(with: body(number, bytes))
                terminal.flush()
            }
        } catch {
            return error.report(as: command)
        }
        return exitCode
    }

    private static func read(
        _ words: some Sequence<String>,
        _ body: (Int, Result<ContiguousArray<UInt8>, Fault>) -> Void
    ) throws(StandardInput.Failure) {
        var number = 0
        for word in words {
            guard word == "-" else {
                number += 1
                body(number, bytes(in: word))
                continue
            }
            try InputLines.read { line in
                number += 1
                guard let line else {
                    body(number, .failure(.oversized))
                    return true
                }
                let text = String(decoding: line, as: UTF8.self)
                if !text.allSatisfy(\.isWhitespace) { body(number, bytes(in: text)) }
                return true
            }
        }
    }

    private static func bytes(in text: String) -> Result<ContiguousArray<UInt8>, Fault> {
        do throws(HexBytes.Misplaced) {
            return .success(try HexBytes.decode(spaced: text))
        } catch {
            return .failure(.malformedHex(at: error.offset, error.character))
        }
    }
}
