import KomootNav

/// A device that is written as an asynchronous function.
///
/// It may be marked as sendable because only code on its world's executor uses it.
final class ProgrammedDevice: @unchecked Sendable {
    private let program: @Sendable (GATTClient, DeviceScreen) async throws -> Void
    private let client: GATTClient
    private let screen: DeviceScreen
    private var task: Task<Void, Never>?

    init(
        _ program: @escaping @Sendable (GATTClient, DeviceScreen) async throws -> Void,
        in world: isolated World
    ) {
        self.program = program
        client = world.addClient()
        screen = DeviceScreen(of: client.assumeIsolated { $0.number }, in: world)
        screen.assumeIsolated { $0.report(.added(nil)) }
    }

    /// Calls the function, and again whenever it ends.
    func start(in world: isolated World) {
        guard #available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *) else {
            preconditionFailure("a program was taken, so tasks can prefer an executor")
        }
        screen.assumeIsolated { $0.report(.started) }
        world.linkLayer.state.mayHaveResumed = true
        task = Task(executorPreference: world.executor) { [program, client, screen] in
            while !Task.isCancelled {
                try? await program(client, screen)
                await client.disconnect()
                try? await client.clock.sleep(for: NavigationTiming.retryInterval)
            }
        }
    }

    /// Ends the function's task, and everything that it waits for.
    func end() {
        task?.cancel()
        client.assumeIsolated { $0.close() }
    }
}
