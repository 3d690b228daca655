// Accepted
public func fine(_ clock: ContinuousClock) async throws {
    try await Task.sleep(until: clock.now + .seconds(1), clock: clock)
}
