import CoreBluetooth
import KomootNavCoreBluetooth
public import Simulation

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
extension World {
    /// Runs the code of an app in this world: the devices and phones of `KomootNavCoreBluetooth` that it makes meet
    /// the world's phones and devices, in virtual time.
    ///
    /// - Parameters:
    ///   - limit: how much of the world's time the code may take.
    ///   - body: the code.
    /// - Throws: what ``run(atMost:_:)`` throws.
    public func runApp<R: Sendable>(
        atMost limit: Duration = .seconds(3600),
        _ body: @escaping @Sendable (isolated World) async throws -> R
    ) async throws -> R {
        let bluetooth = SimulatedBluetooth(in: self)
        return try await SimulatedBluetooth.$current.withValue(bluetooth) {
            let surroundings = WorldSurroundings(bluetooth)
            return try await CurrentSurroundings.$ofTest.withValue(surroundings) {
                try await run(atMost: limit, body)
            }
        }
    }
}
