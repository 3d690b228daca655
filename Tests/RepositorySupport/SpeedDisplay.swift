import CyclingSensors
package import LinkVocabulary
package import Simulation

/// Shows the speed of the first speed sensor that is found, in kilometres per hour.
package func showSpeed(on central: GATTCentral, show: (Double) -> Void) async throws {
    let sensor = try await central.find(SensorService.speedAndCadence).peer
    var ride = RideCalculator<GATTPeer>(wheelCircumferenceInMillimeters: 2105)
    await central.withSensors([sensor]) { sensors in
        for await update in sensors.updates {
            ride.take(update)
            let reading = ride.reading(at: update.time).values
            if let speed = reading.speedInKilometersPerHour { show(speed) }
        }
    }
}

@available(macOS 15.0, iOS 18.0, watchOS 11.0, tvOS 18.0, visionOS 2.0, *)
extension SensorStage {
    /// The speeds that are shown of a rider at 8 m/s, who is followed for a minute.
    package static func shownSpeeds(
        makeCentral: @Sendable (isolated World) -> GATTCentral = { $0.addCentral() }
    ) async throws -> [Double] {
        let stage = await SensorStage(sensors: [[.speed]], makeCentral: makeCentral)
        let script = RiderScript([
            .init(
                timeInMilliseconds: 60_000, speedInMillimetersPerSecond: 8000,
                cadenceInHundredthsOfRevolutionsPerMinute: 0, powerInWatts: 0,
                heartRateInBeatsPerMinute: 0)
        ])
        guard let script else { return [] }
        return try await stage.world.run { world in
            try await withThrowingTaskGroup(of: [Double].self) { group in
                group.addTask {
                    var shown: [Double] = []
                    try await showSpeed(on: stage.central) { shown.append($0) }
                    return shown
                }
                var rider = SimulatedSensor(
                    script, configuration: .init(services: .speedAndCadence))
                while let time = rider.nextPacketTime, let packet = rider.nextPacket(by: time) {
                    await stage.sensors[0].notify(packet.value, of: packet.characteristic)
                    try await world.clock.sleep(for: .seconds(1))
                }
                group.cancelAll()
                return try await group.next() ?? []
            }
        }
    }
}
