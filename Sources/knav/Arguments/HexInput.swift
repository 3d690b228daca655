import KomootNavPipe

/// Bytes that are given as words in hexadecimal, or as lines of standard input.
enum HexInput {
    /// Reads the words; for `-`, the lines of standard input.
    ///
    /// - Parameters:
    ///   - command: the name of the command that reports that standard input can't be read.
    ///   - body: called with the number of each input, from 1, and with its bytes or with what is
    ///     wrong with it. Empty lines count, and are skipped.
    /// - Returns: the first exit code that is not a success; that of standard input's failure goes before all others.
    static func read(
        _ words: some Sequence<String>, for command: String,
        _ body: (Int, Result<ContiguousArray<UInt8>, HexInputFault>) -> ExitCode
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
        _ body: (Int, Result<ContiguousArray<UInt8>, HexInputFault>) -> Void
    ) throws(StandardInput.Failure) {
        var number = 0
        for word in words {
            guard word == "-" else {
                number += 1
                body(number, HexInputFault.bytes(in: word))
                continue
            }
            try InputLines.read { line in
                number += 1
                guard let line else {
                    body(number, .failure(.oversized))
                    return true
                }
                let text = String(decoding: line, as: UTF8.self)
                if !text.allSatisfy(\.isWhitespace) { body(number, HexInputFault.bytes(in: text)) }
                return true
            }
        }
    }
}
