import Foundation
import KomootNav
import KomootNavCoreBluetooth
import KomootNavFoundation
import KomootNavModels
import KomootNavRecording
import Observation
import RepositorySupport
import Simulation
import Testing

@Suite("The model of a display's screen")
@MainActor
struct NavigationModelTests {
    /// What a screen shows at a moment.
    private static func screen(_ model: NavigationModel) -> String {
        let old = model.isOld ? "old, " : ""
        let parts = [model.symbolName ?? "no symbol", model.distance, model.street]
        return "\(parts.joined(separator: ", ")); \(old)\(model.statusText)"
    }

    /// What a model's screen shows at moments of its run, in seconds.
    private static func screens(
        at moments: [Double], _ source: @escaping @Sendable (isolated World) -> NavigationSource
    ) async throws -> [String] {
        try await World(seed: 1, conditions: LinkConditions(mtu: 185)).run { world in
            let clock = world.clock
            let source = source(world)
            return try await show(source, clock, at: moments)
        }
    }

    private static func show(
        _ source: NavigationSource, _ clock: VirtualClock, at moments: [Double]
    ) async throws -> [String] {
        let model = NavigationModel(
            source, locale: Locale(identifier: "en_GB"), style: .metric, clock: AppClock(clock))
        let run = Task { await model.run() }
        defer { run.cancel() }
        let start = clock.now
        var screens: [String] = []
        for moment in moments {
            try await clock.sleep(for: start.advanced(by: .seconds(moment)).offset - clock.now.offset)
            screens.append(screen(model))
        }
        return screens
    }

    @Test("A simulated ride is shown as it goes on, and stays on the screen when it has ended")
    func simulated() async throws {
        let screens = try await Self.screens(at: [0.1, 3, 14, 22, 100]) { _ in .simulated() }
        for screen in screens { print(screen) }
        #expect(screens.count == 5)
    }
}
