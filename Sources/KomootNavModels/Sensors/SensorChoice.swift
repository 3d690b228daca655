import CyclingSensors
public import LinkVocabulary
public import Observation

/// The sensors that a rider has chosen among those that are near, for a view to bind to.
///
/// ```swift
/// List(choice.nearby, id: \.peer) { sensor in
///     Button(sensor.name ?? "") { choice.toggle(sensor.peer) }
/// }
/// .task { await choice.look() }
/// ```
///
/// A ``RideModel`` of `.live(choice)` shows the sensors that are chosen when it runs: run it again when others are, with
/// `.task(id: choice.chosen)`. Store the identifiers of ``chosen``, so that the rider need not choose at every launch.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class SensorChoice {
    /// The sensors that are near while ``look()`` runs.
    public private(set) var nearby: [GATTAdvertisement] = []
    /// The sensors that the rider has chosen, in that order.
    public private(set) var chosen: [GATTPeer]

    @ObservationIgnored let central: GATTCentral
    @ObservationIgnored private let clock: AppClock

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - central: the app's radio.
    ///   - chosen: the sensors that the rider has chosen before.
    ///   - clock: the time; in tests a simulated one.
    public init(on central: GATTCentral, chosen: [GATTPeer] = [], clock: AppClock = AppClock()) {
        self.central = central
        self.chosen = chosen
        self.clock = clock
    }

    /// Lists the sensors that are near, until the task is cancelled.
    public func look() async {
        while !Task.isCancelled {
            do {
                for try await list in central.nearbySensors() { nearby = list }
            } catch {
                // Bluetooth is off, for example.
            }
            nearby = []
            try? await clock.sleep(for: .seconds(1))
        }
    }

    /// Chooses a sensor, or no longer.
    public func toggle(_ sensor: GATTPeer) {
        if chosen.contains(sensor) {
            chosen.removeAll { $0 == sensor }
        } else {
            chosen.append(sensor)
        }
    }
}

@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
extension RideSource {
    /// The sensors that are chosen when the model runs.
    public static func live(_ choice: SensorChoice) -> RideSource {
        RideSource { clock, take in
            try await live(choice.chosen, on: choice.central).run(clock, take)
        }
    }
}
