import KomootNavPipe

/// A file that can't be written.
struct UnwritableFile: Error {
    let path: String
    /// Why, in the system's words.
    let reason: String

    /// Says what `errno` says.
    init(path: String) {
        reason = systemReason()
        self.path = path
    }
}

extension Arguments {
    /// Begins the file that an option names; `nil` without the option.
    func file(_ option: String) throws(UnwritableFile) -> PartialFile? {
        guard let path = options[option] else { return nil }
        guard let file = PartialFile(path: path) else { throw UnwritableFile(path: path) }
        return file
    }

    /// Begins the files that two options name, or neither.
    func files(
        _ one: String, _ other: String
    ) throws(UnwritableFile) -> (PartialFile?, PartialFile?) {
        let first = try file(one)
        do throws(UnwritableFile) {
            return (first, try file(other))
        } catch {
            first?.discard()
            throw error
        }
    }

    /// Makes sure that a path of a file that is written does not stand for standard input or output.
    static func checkOutput(_ path: String) throws(UsageError) {
        guard path != "-" else {
            throw UsageError(message: "'-' names no file to write; './-' does")
        }
    }

    /// Makes sure that no option names a file that is read, or that another option writes.
    func keepApart(_ inputs: [String], outputs: [String]) throws(UsageError) {
        var taken = inputs
        for option in outputs {
            guard let path = options[option] else { continue }
            try Self.checkOutput(path)
            for other in taken where FileFacts(path: other).isSame(as: path) {
                throw UsageError(
                    message: "'\(option)' names a file that is already in use: '\(path)'")
            }
            taken.append(path)
        }
    }
}
