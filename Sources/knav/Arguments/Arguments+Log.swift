import KomootNavPipe
import KomootNavRecording

extension Arguments {
    /// The value of `--handle`: decimal, or hexadecimal after `0x`.
    func handle() throws(UsageError) -> UInt16? {
        try value("--handle", "a handle from 1 to 0xFFFF", Self.handle)
    }

    /// A handle, decimal, or hexadecimal after `0x`; `nil` for any other text.
    static func handle(_ text: String) -> UInt16? {
        let digits = text.hasPrefix("0x") ? text.dropFirst(2) : text[...]
        let number = UInt16(digits, radix: text.hasPrefix("0x") ? 16 : 10)
        return number == 0 ? nil : number
    }

    /// The value of `--connection`.
    func connection() throws(UsageError) -> Int? {
        try value("--connection", "a number from 1", Self.connection)
    }

    /// The value of `--connection`, where it can name several.
    func connections() throws(UsageError) -> [Int]? {
        try value("--connection", "numbers from 1, such as 2 or 1,3") { text in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false)
                .map { Self.connection(String($0)) }
            return numbers.contains(nil) ? nil : numbers.compactMap { $0 }
        }
    }

    private static func connection(_ text: String) -> Int? {
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(text) else {
            return nil
        }
        return number >= 1 ? number : nil
    }
}

extension Arguments {
    /// The files of one log, which a command takes in any order.
    ///
    /// - Parameter paths: those of the words that name them.
    func logs(_ paths: some Collection<String>) throws(UsageError) -> [String] {
        guard paths.count > 1 else { return Array(paths) }
        if flags.contains("--follow") { throw UsageError(message: "'--follow' takes one FILE") }
        for (place, path) in paths.enumerated() {
            if path == LogInput.standardInput {
                throw UsageError(message: "'-' can't be one of several files")
            }
            if paths.prefix(place).contains(where: { FileFacts(path: $0).isSame(as: path) }) {
                throw UsageError(message: "'\(path)' is given twice")
            }
        }
        return Array(paths)
    }

    /// The options that choose a part of a log.
    static let selection: Set<String> = ["--connection", "--from", "--to"]

    /// The values of `--connection`, `--from` and `--to`.
    func selection() throws(UsageError) -> CaptureSelection {
        let meaning =
            "a number of seconds from 0 to a million, or a time such as 2026-05-17T08:30:00Z"
        let from = try value("--from", meaning, CaptureSelection.Bound.init)
        let to = try value("--to", meaning, CaptureSelection.Bound.init)
        let isBackward =
            switch (from, to) {
            case (.sinceStart(let from)?, .sinceStart(let to)?): to < from
            case (.clock(let from)?, .clock(let to)?): to < from
            default: false
            }
        guard !isBackward else { throw UsageError(message: "'--to' comes before '--from'") }
        return CaptureSelection(connection: try connection(), from: from, to: to)
    }
}
