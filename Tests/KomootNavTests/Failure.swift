/// What is wrong. Tests that go through many cases throw it, so they end at the first failing one.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
