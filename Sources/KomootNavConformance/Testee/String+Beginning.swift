extension String {
    /// The text or, if it is longer than `length`, its beginning, and how many characters it has. A character is a
    /// Unicode scalar here: any number of them may be one letter with its accents.
    func beginning(_ length: Int) -> String {
        // A megabyte is not walked through for its beginning alone.
        guard utf8.count > length else { return self }
        let scalars = unicodeScalars
        guard scalars.count > length else { return self }
        return "\(String(scalars.prefix(length)))… (\(scalars.count) characters)"
    }
}
