package import CompanionPairing
import Simulation

/// What one app has stored. Stores take their time, and may fail; a failed store, and one during which the
/// app is killed, may have stored the names or not.
package struct SimulatedDisk: Sendable {
    /// A store or a load that is under way.
    enum Operation: Sendable {
        case load
        case store(PairingNames, UInt32)
    }

    package internal(set) var names: PairingNames?
    var operations: [(due: UInt64, Operation)] = []

    /// Names that an app is storing, when it is killed.
    mutating func kill(using random: inout SplitMix64) {
        for operation in operations {
            if case .store(let names, _) = operation.1, random.happens(1, in: 2) {
                self.names = names
            }
        }
        operations = []
    }
}
