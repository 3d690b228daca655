import Foundation
import Simulation

/// A property that does not hold: the seed, the simplest failing case that was found, and how to
/// repeat it.
public struct PropertyFailure: Error, CustomStringConvertible {
    /// The property's name.
    public let name: String
    /// The seed that gave the failing case.
    public let seed: UInt64
    /// The simplest failing case that was found, as text.
    public let simplest: String
    /// The choices that make that case.
    public let choices: [UInt64]
    /// What went wrong in that case.
    public let reason: String
    /// The filter for `swift test` that runs the test of this property.
    public let filter: String

    public var description: String {
        let hex = "0x" + String(seed, radix: 16)
        return """
            property '\(name)' does not hold
              seed      \(hex)
              simplest  \(simplest)
              choices   \(choices)
              reason    \(reason)
              repeat    \(Replay.variable)=\(hex) swift test --filter '\(filter)'
            """
    }
}

/// An environment variable that is not a number.
struct UnreadableVariable: Error, CustomStringConvertible {
    let name: String
    let text: String

    var description: String { "\(name) is '\(text)', which is not a number" }
}

/// What the environment variables ask for.
enum Replay {
    static let variable = "KNAV_SEED"
    static let runsVariable = "KNAV_PROPERTY_RUNS"

    static func seed(_ environment: [String: String]) throws -> UInt64? {
        guard let text = environment[variable] else { return nil }
        let seed =
            text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
        guard let seed else { throw UnreadableVariable(name: variable, text: text) }
        return seed
    }

    static func factor(_ environment: [String: String]) throws -> Int {
        guard let text = environment[runsVariable] else { return 1 }
        guard let factor = Int(text), 1...1_000_000 ~= factor else {
            throw UnreadableVariable(name: runsVariable, text: text)
        }
        return factor
    }

    /// The tests at a place in the sources, as a regular expression for `swift test`. It has the
    /// module and the function, because the name of the suite is not known there.
    static func filter(fileID: String, function: String) -> String {
        let module = fileID.prefix { $0 != "/" }
        let name = function.prefix { $0 != "(" }
        return "\(module)\\..*/\(name)\\("
    }
}

/// How many cases a test checks that draws them itself: `KNAV_PROPERTY_RUNS` times the usual number.
///
/// - Throws: an error that names the variable if it is not a number.
public func propertyRuns(_ count: Int) throws -> Int {
    try count * Replay.factor(ProcessInfo.processInfo.environment)
}

/// The seeds of a test that has one case for each: `KNAV_PROPERTY_RUNS` times the usual number.
///
/// It ends the tests if the variable is not a number: a list of arguments has nobody to tell.
public func propertySeeds(_ count: Int) -> Range<UInt64> {
    do { return 0..<UInt64(try propertyRuns(count)) } catch { fatalError("\(error)") }
}

/// Whether more cases than usual are asked for with `KNAV_PROPERTY_RUNS`. Then a test may check what takes long.
public let asksForMore = propertySeeds(1).count > 1

/// Checks that a property holds for generated values.
///
/// The name decides the seeds, so every run checks the same cases. If `KNAV_SEED` is set, only that
/// seed is checked; `KNAV_PROPERTY_RUNS` multiplies the number of cases.
///
/// - Parameters:
///   - name: the property as a sentence.
///   - count: the number of cases.
///   - failedSeeds: seeds that once failed; they are always checked first.
///   - generate: makes a value from choices.
///   - holds: throws or returns a reason if the property does not hold for the value.
/// - Returns: whether all cases were checked, and not only the environment's seed. A test that
///   counts what its cases met can check its counts then.
/// - Throws: ``PropertyFailure``, or an error that names an environment variable that is not a
///   number.
@discardableResult
public func checkProperty<Value>(
    _ name: String, count: Int, replaying failedSeeds: [UInt64] = [],
    fileID: String = #fileID, function: String = #function,
    generate: (inout Choices) -> Value, holds: (Value) throws -> String?
) throws -> Bool {
    try checkProperty(
        name, count: count, replaying: failedSeeds,
        environment: ProcessInfo.processInfo.environment, fileID: fileID, function: function,
        generate: generate, holds: holds)
}

/// The same, with a given environment.
@discardableResult
func checkProperty<Value>(
    _ name: String, count: Int, replaying failedSeeds: [UInt64] = [],
    environment: [String: String], fileID: String = #fileID, function: String = #function,
    generate: (inout Choices) -> Value, holds: (Value) throws -> String?
) throws -> Bool {
    let onlySeed = try Replay.seed(environment)
    let factor = try Replay.factor(environment)
    try withoutActuallyEscaping(generate) { generate in
        try withoutActuallyEscaping(holds) { holds in
            let property = Property(
                name: name, filter: Replay.filter(fileID: fileID, function: function),
                generate: generate, holds: holds)
            if let onlySeed {
                try property.check(seed: onlySeed)
                return
            }
            for seed in failedSeeds { try property.check(seed: seed) }
            var seeds = SplitMix64(seed: seed(of: name))
            for _ in 0..<(count * factor) { try property.check(seed: seeds.next()) }
        }
    }
    return onlySeed == nil
}

/// The 64-bit FNV-1a hash of a name (Fowler, Noll and Vo). It is the same on every run and machine.
private func seed(of name: String) -> UInt64 {
    name.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
}

private struct Property<Value> {
    let name: String
    let filter: String
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
            choices: simplest.drawn,
            reason: reason(against: smallest) ?? "it fails only sometimes", filter: filter)
    }

    private func reason(against value: Value) -> String? {
        do {
            return try holds(value)
        } catch {
            return "threw \(error)"
        }
    }
}
