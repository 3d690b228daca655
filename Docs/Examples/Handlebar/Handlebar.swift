// What the app Handlebar shows, without SwiftUI.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import CyclingSensors
import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import KomootNavRecording
import LinkVocabulary
import Simulation

/// All that is on the handlebar. The screen can't tell where it comes from.
@available(macOS 14, iOS 17, *)
@MainActor
final class Handlebar {
    let directions: NavigationModel
    let ride: RideModel
    /// The rider's sensors; `nil` if none are real.
    let sensors: SensorChoice?
    /// The log of the link to the phone; `nil` if it is not recorded.
    let log: LogModel?

    init(
        _ directions: NavigationSource, _ ride: RideSource, _ sensors: SensorChoice? = nil,
        log: LogModel? = nil, locale: Locale = .current, clock: AppClock = AppClock()
    ) {
        self.directions = NavigationModel(directions, locale: locale, clock: clock)
        self.ride = RideModel(ride, locale: locale, clock: clock)
        self.sensors = sensors
        self.log = log
    }

    /// A phone, whose link is recorded, and the sensors that the rider has chosen, over one radio.
    static func live(chosen: [GATTPeer]) -> Handlebar {
        let recorder = LinkRecorder(over: GATTCentral.systemRadio())
        let central = GATTCentral(recorder)
        let sensors = SensorChoice(on: central, chosen: chosen)
        return Handlebar(
            .live(NavigationDevice(on: central)), .live(sensors), sensors, log: LogModel(recorder))
    }

    /// A Bluetooth log, or a ride file, which has no sensors.
    static func recorded(_ log: @escaping @Sendable () throws -> [UInt8]) -> Handlebar {
        Handlebar(.recording(log), .recording(log))
    }

    /// A made-up ride in which something goes wrong.
    static func simulated(_ faults: RideFaults) -> Handlebar {
        Handlebar(.simulated(faults: faults), .simulated())
    }
}
