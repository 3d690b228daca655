/// Which version of the program this is.
enum KnavVersion {
    /// The newest version in `CHANGELOG.md`; `unreleased` before the first one.
    static let text = "unreleased"
}
