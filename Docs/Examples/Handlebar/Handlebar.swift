// What the app Handlebar shows, without SwiftUI.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import CyclingSensors
import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import LinkVocabulary
import Observation
import Simulation

/// Where directions and measurements come from. The screen can't tell.
enum HandlebarSource: Sendable {
    /// A phone, and the sensors that the rider has chosen, over one radio.
    case live(GATTCentral)
    /// A Bluetooth log, or a ride file, which has no sensors.
    case recorded(@Sendable () throws -> [UInt8])
    /// A made-up ride in which something goes wrong.
    case simulated(RideFaults)

    var directions: NavigationSource {
        switch self {
        case .live(let central): .live(NavigationDevice(on: central))
        case .recorded(let log): .recording(log)
        case .simulated(let faults): .simulated(faults: faults)
        }
    }

    func sensors(_ chosen: [GATTPeer]) -> RideSource {
        switch self {
        case .live(let central): .live(chosen, on: central)
        case .recorded(let log): .recording(log)
        case .simulated: RiderScript(Self.rider).map { .simulated($0) } ?? .packets(LiveSensor())
        }
    }

    /// A rider who pedals harder and harder for two minutes.
    private static var rider: ContiguousArray<RiderScript.Point> {
        [
            point(0, 8000, 85, 160, 120), point(60, 9500, 92, 240, 150),
            point(120, 7000, 80, 260, 165),
        ]
    }

    private static func point(
        _ second: UInt32, _ speed: UInt16, _ cadence: UInt16, _ power: Int16, _ heartRate: UInt8
    ) -> RiderScript.Point {
        RiderScript.Point(
            timeInMilliseconds: second * 1000, speedInMillimetersPerSecond: speed,
            cadenceInHundredthsOfRevolutionsPerMinute: cadence * 100, powerInWatts: power,
            heartRateInBeatsPerMinute: heartRate)
    }
}

/// A measured value in words.
struct Tile: Identifiable {
    let name: String
    /// With its unit; "–" if it is not known.
    let text: String

    var id: String { name }
}

/// All that is on the handlebar.
@available(macOS 14, iOS 17, *)
@MainActor @Observable
final class Handlebar {
    let directions: NavigationModel
    /// Another one when other sensors are chosen.
    private(set) var ride: RideModel
    private(set) var chosen: [GATTPeer]
    /// Of the sensors that are near now, those that have a name.
    private(set) var nearby: [GATTAdvertisement] = []

    private let source: HandlebarSource
    private let locale: Locale
    private let clock: AppClock

    /// - Parameter chosen: the sensors that the rider has chosen before.
    init(
        _ source: HandlebarSource, chosen: [GATTPeer] = [], locale: Locale = .current,
        clock: AppClock = AppClock()
    ) {
        self.source = source
        self.chosen = chosen
        self.locale = locale
        self.clock = clock
        directions = NavigationModel(source.directions, locale: locale, clock: clock)
        ride = RideModel(source.sensors(chosen), clock: clock)
    }

    /// The large numbers.
    var tiles: [Tile] {
        let now = ride.reading
        let isMetric = locale.measurementSystem == .metric
        let speed = now.speedInKilometersPerHour.map {
            ($0 / (isMetric ? 1 : 1.609344))
                .formatted(.number.precision(.fractionLength(1)).locale(locale))
        }
        return [
            tile("Speed", speed, isMetric ? "km/h" : "mph"),
            tile("Power", now.power.map(String.init), "W"),
            tile("Cadence", now.cadence.map { String(($0 + 50) / 100) }, "rpm"),
            tile("Heart rate", now.heartRate.map(String.init), "bpm"),
        ]
    }

    private func tile(_ name: String, _ number: String?, _ unit: String) -> Tile {
        Tile(name: name, text: number.map { "\($0) \(unit)" } ?? "–")
    }

    /// Whether the rider can choose sensors.
    var canChoose: Bool { if case .live = source { true } else { false } }

    /// Lists the sensors that are near, until the task is cancelled.
    func look() async {
        guard case .live(let central) = source else { return }
        while !Task.isCancelled {
            do {
                for try await list in central.nearbySensors() {
                    nearby = list.filter { $0.name != nil }
                }
            } catch {
                // Bluetooth is off, for example. Look again later.
                nearby = []
            }
            try? await clock.sleep(for: .seconds(1))
        }
    }

    /// Takes a sensor, or leaves it out from now on.
    func toggle(_ sensor: GATTPeer) {
        if chosen.contains(sensor) {
            chosen.removeAll { $0 == sensor }
        } else {
            chosen.append(sensor)
        }
        ride = RideModel(source.sensors(chosen), clock: clock)
    }
}
