package import Simulation

/// Many runs that shards do together. Only reports about the same work can be merged.
package struct Work: Codable, Hashable {
    /// The command, such as `watch campaign`.
    package let command: String
    /// Its options and flags that decide what is found, with their values.
    let options: [String]
    /// How many runs or explorations all shards do together.
    let size: UInt64
    /// The version of `knav`.
    let version: String
    /// A hash of what the first few runs find. It is the same in builds that simulate alike.
    let behavior: String

    package init(
        command: String, options: [String], size: UInt64, version: String, behavior: String
    ) {
        self.command = command
        self.options = options
        self.size = size
        self.version = version
        self.behavior = behavior
    }

    /// The value of an option; `nil` if it has none.
    func value(of option: String) -> String? {
        options.firstIndex(of: option).flatMap { options.dropFirst($0 + 1).first }
    }

    /// The command that does a shard.
    package func command(for shard: Shard, report path: String) -> String {
        let shardOptions = shard.count == 1 ? [] : ["--shard", "\(shard)"]
        return shellCommand(
            ["knav"] + command.split(separator: " ").map(String.init) + options + shardOptions
                + ["--report", path])
    }

    /// In what it differs from other work, with both values; `nil` if it is the same.
    func difference(from other: Work) -> String? {
        if command != other.command { return "'\(command)' instead of '\(other.command)'" }
        if options != other.options {
            return "\(shellCommand(options)) instead of \(shellCommand(other.options))"
        }
        if size != other.size { return "\(size) runs instead of \(other.size)" }
        if version != other.version { return "version \(version) instead of \(other.version)" }
        if behavior != other.behavior {
            return "a build that simulates differently: \(behavior) instead of \(other.behavior)"
        }
        return nil
    }
}
/// A command as a shell takes it: words with other than harmless characters are quoted.
private func shellCommand(_ words: [String]) -> String {
    words.map { word in
        let isPlain = word.utf8.allSatisfy { harmless.contains($0) }
        guard word.isEmpty || !isPlain else { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#) + "'"
    }.joined(separator: " ")
}

private let harmless = Set(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,=:".utf8)
