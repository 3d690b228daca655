import Foundation

/// A property that does not hold: the seed, the simplest case that was found, and how to repeat it.
public struct PropertyFailure: Error, CustomStringConvertible {
    /// The property's name.
    public let name: String
    /// The seed that gave the failing case.
    public let seed: UInt64
    /// The simplest failing case that was found, as text.
    public let simplest: String
    /// What went wrong with it.
    public let reason: String

    public var description: String {
        let hex = "0x" + String(seed, radix: 16)
        return """
            property '\(name)' does not hold
              seed      \(hex)
              simplest  \(simplest)
              reason    \(reason)
              repeat    \(Replay.variable)=\(hex) swift test
            """
    }
}

/// A variable of the environment that is no number.
struct UnreadableVariable: Error, CustomStringConvertible {
    let name: String
    let text: String

    var description: String { "\(name) is '\(text)', which is no number" }
}

/// What the environment asks for.
enum Replay {
    static let variable = "KNAV_SEED"
    static let runsVariable = "KNAV_PROPERTY_RUNS"

    static func seed(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> UInt64? {
        guard let text = environment[variable] else { return nil }
        let seed =
            text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
        guard let seed else { throw UnreadableVariable(name: variable, text: text) }
        return seed
    }

    static func factor(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> Int {
        guard let text = environment[runsVariable] else { return 1 }
        guard let factor = Int(text), 1...1_000_000 ~= factor else {
            throw UnreadableVariable(name: runsVariable, text: text)
        }
        return factor
    }
}

/// Checks that a property holds for generated values.
///
/// The seeds follow from the name, so that every run checks the same cases. With `KNAV_SEED` set, only
/// that seed is checked; `KNAV_PROPERTY_RUNS` multiplies the number of cases.
///
/// - Parameters:
///   - name: the property as a sentence.
///   - count: the number of cases.
///   - failedSeeds: seeds that once failed; they are checked first, for ever.
///   - generate: makes a value from choices.
///   - holds: throws, or gives a reason, if the property does not hold for the value.
/// - Throws: ``PropertyFailure``.
public func checkProperty<Value>(
    _ name: String, count: Int, replaying failedSeeds: [UInt64] = [],
    generate: (inout Choices) -> Value, holds: (Value) throws -> String?
) throws {
    try withoutActuallyEscaping(generate) { generate in
        try withoutActuallyEscaping(holds) { holds in
            let property = Property(name: name, generate: generate, holds: holds)
            if let seed = try Replay.seed() {
                try property.check(seed: seed)
                return
            }
            for seed in failedSeeds { try property.check(seed: seed) }
            var seeds = SplitMix64(seed: seed(of: name))
            for _ in 0..<(count * (try Replay.factor())) { try property.check(seed: seeds.next()) }
        }
    }
}

/// The 64-bit FNV-1a hash of a name (Fowler, Noll and Vo): the same on every run and machine.
private func seed(of name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

private struct Property<Value> {
    let name: String
    let generate: (inout Choices) -> Value
    let holds: (Value) throws -> String?

    func check(seed: UInt64) throws {
        var choices = Choices(seed: seed)
        let value = generate(&choices)
        guard reason(against: value) != nil else { return }
        var shrinking = Shrinking { candidate in
            var choices = Choices(replaying: candidate)
            let value = generate(&choices)
            return reason(against: value) == nil ? nil : choices.drawn
        }
        var simplest = Choices(replaying: shrinking.shrink(choices.drawn))
        let smallest = generate(&simplest)
        throw PropertyFailure(
            name: name, seed: seed, simplest: String(describing: smallest),
            reason: reason(against: smallest) ?? "it fails only sometimes")
    }

    private func reason(against value: Value) -> String? {
        do {
            return try holds(value)
        } catch {
            return "threw \(error)"
        }
    }
}
