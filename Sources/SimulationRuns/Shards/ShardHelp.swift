/// What the help of every command with shards says.
package enum ShardHelp {
    /// The lines about `--shard` and `--report`, with their explanations after so many columns.
    package static func lines(width: Int, parts: String = "the seeds") -> String {
        let lines = [
            ("--shard I/N", "do the I-th of N parts of \(parts), which are about as large"),
            (
                "--report FILE",
                "write what '--json' prints into FILE when all is done. If it is there"
            ),
            ("", "already, do nothing; 'knav campaign merge' adds such reports"),
        ]
        return lines.map { option, words in
            let gap = String(repeating: " ", count: max(1, width - option.count))
            return "  \(option)\(gap)\(words)"
        }.joined(separator: "\n")
    }
}
