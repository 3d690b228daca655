/// What is wrong. Thrown where a test goes through many cases, so that it ends with the first one
/// that fails.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
