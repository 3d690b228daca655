/// A command as a shell takes it: words with other than harmless characters are quoted.
func shellCommand(_ words: [String]) -> String {
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
