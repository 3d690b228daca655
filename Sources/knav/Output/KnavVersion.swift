/// Which version of the program this is.
enum KnavVersion {
    /// The newest version in `CHANGELOG.md`.
    static let text = "0.9.0"
}
