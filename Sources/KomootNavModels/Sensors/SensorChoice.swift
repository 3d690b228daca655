import CyclingSensors
public import Foundation
import KomootNavCoreBluetooth
public import KomootNavFoundation
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
/// A ``RideModel`` of `.live(choice)` shows the sensors that are chosen, also if the rider chooses others. Store the
/// identifiers of ``chosen``, so that the rider need not choose at every launch.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class SensorChoice {
    /// The sensors that are near while ``look()`` runs.
    public private(set) var nearby: [GATTAdvertisement] = []
    /// Why Bluetooth can't be used, to be shown instead of the list, while ``look()`` runs; `nil` if it can, or if that
    /// is not known yet.
    public private(set) var bluetoothText: String?
    /// The sensors that the rider has chosen, in that order.
    public private(set) var chosen: [GATTPeer] { didSet { follow?(chosen) } }

    /// Is told who is chosen, for the source that began last.
    @ObservationIgnored private var follow: (([GATTPeer]) -> Void)?
    @ObservationIgnored let central: GATTCentral
    @ObservationIgnored private let locale: Locale
    @ObservationIgnored private let catalogues: TextCatalogues
    @ObservationIgnored private let clock: AppClock

    /// Creates a choice.
    ///
    /// - Parameters:
    ///   - central: the app's radio.
    ///   - chosen: the sensors that the rider has chosen before.
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    ///   - clock: the time; in tests a simulated one.
    public init(
        on central: GATTCentral, chosen: [GATTPeer] = [], locale: Locale = .current,
        in catalogues: TextCatalogues = .current, clock: AppClock = AppClock()
    ) {
        self.central = central
        self.chosen = chosen
        self.locale = locale
        self.catalogues = catalogues
        self.clock = clock
    }

    /// Lists the sensors that are near, until the task is cancelled.
    public func look() async {
        let watching = Task {
            while true {
                let state = try await central.state()
                let text = state.obstacleText(locale: locale, in: catalogues)
                if bluetoothText != text { bluetoothText = text }
                try await clock.sleep(for: .seconds(1))
            }
        }
        while !Task.isCancelled {
            do {
                for try await list in central.nearbySensors() { nearby = list }
            } catch {
                // The other task says why.
            }
            nearby = []
            try? await clock.sleep(for: .seconds(1))
        }
        watching.cancel()
        _ = await watching.result
        bluetoothText = nil
    }

    func begin(_ follow: @escaping ([GATTPeer]) -> Void) {
        self.follow = follow
        follow(chosen)
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
    /// The sensors that are chosen. Those that stay chosen stay connected.
    public static func live(_ choice: SensorChoice) -> RideSource {
        RideSource(isLive: true) { _, take in
            await choice.central.withSensors(choice.chosen) { links in
                await choice.begin { links.choose($0) }
                for await update in links.updates { await take(.sensor(update)) }
            }
            try Task.checkCancellation()
        }
    }
}
