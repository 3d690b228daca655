public import KomootNavCoreBluetooth
public import KomootNavRecording
public import LinkVocabulary

extension NavigationPhone {
    /// Publishes a ride's instructions, each when the phone of that ride did. Start the phone before, and stop it when
    /// the ride is over: it returns as soon as the last instruction is published, which stays until then.
    ///
    /// - Parameters:
    ///   - ride: the instructions.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    ///   - clock: the time; in tests a simulated one.
    ///   - didPublish: is called with each.
    /// - Throws: `PublishingError`, `CancellationError`.
    public func play(
        _ ride: RecordedRide, speed: Double = 1, clock: AppClock = AppClock(),
        _ didPublish: @MainActor @Sendable (RideInstruction) -> Void = { _ in }
    ) async throws {
        try await ride.play(Pace(clock, speed)) { next in
            try publish(
                arrow: next.arrow, distanceInMeters: next.distanceInMeters, street: next.street)
            await didPublish(next)
        }
    }
}

extension RecordedRide {
    /// Gives each instruction when it was published.
    func play(_ pace: Pace, _ publish: (RideInstruction) async throws -> Void) async throws {
        var times = PlaybackPace()
        for next in instructions {
            let time = times.offset(of: next.time)
            if pace.elapsed < time { try await pace.wait(until: time) }
            try await publish(next)
        }
    }
}
