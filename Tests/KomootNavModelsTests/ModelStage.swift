import Foundation
import KomootNav
import KomootNavModels
import Observation
import Simulation

/// Runs models in a simulated world's time.
@MainActor
enum ModelStage {
    /// What a screen shows.
    static func screen(_ model: NavigationModel) -> String {
        let old = model.isOld ? "old, " : ""
        let parts = [model.symbolName ?? "-", model.distance, model.street]
        let damage = model.damageText.map { " (\($0))" } ?? ""
        return "\(parts.joined(separator: " | ")) | \(old)\(model.statusText)\(damage)"
    }

    /// A model in English, with a simulated clock.
    static func model(_ source: NavigationSource, _ clock: VirtualClock) -> NavigationModel {
        NavigationModel(
            source, locale: Locale(identifier: "en_GB"), style: .metric, clock: AppClock(clock))
    }

    /// What a model's screen shows at moments of its run, in seconds.
    static func screens(
        at moments: [Double], _ source: NavigationSource
    ) async throws -> [String] {
        try await World(seed: 1).run { world in
            let clock = world.clock
            return try await show(model(source, clock), clock, at: moments)
        }
    }

    /// Runs a model, and looks at its screen.
    static func show(
        _ model: NavigationModel, _ clock: VirtualClock, at moments: [Double]
    ) async throws -> [String] {
        let run = Task { await model.run() }
        defer { run.cancel() }
        let start = clock.now.offset
        var screens: [String] = []
        for moment in moments {
            try await clock.sleep(for: start + .seconds(moment) - clock.now.offset)
            screens.append(screen(model))
        }
        return screens
    }
}

/// How often a view would be drawn again: after a change, once more.
@MainActor
final class ChangeCount {
    private(set) var count = 0
    private let draw: @MainActor () -> Void

    init(draw: @escaping @MainActor () -> Void) {
        self.draw = draw
        watch()
    }

    private func watch() {
        withObservationTracking(draw) {
            Task { @MainActor in
                self.count += 1
                self.watch()
            }
        }
    }
}
