// Refused: random(using:)
public import Foundation

public func tooNew(_ generator: inout SystemRandomNumberGenerator) -> UUID {
    UUID.random(using: &generator)
}
