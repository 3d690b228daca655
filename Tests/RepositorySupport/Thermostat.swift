package import LinkVocabulary

/// Asks a thermostat for temperatures above a threshold, again after each lost link.
package enum Thermostat {
    package static let service = UUID128(assignedNumber: 0x181A)
    package static let temperature = GATTCharacteristic.Path(
        UUID128(assignedNumber: 0x2A6E), in: service)
    package static let threshold = GATTCharacteristic.Path(
        UUID128(assignedNumber: 0x2A8B), in: service)

    package static func follow(
        _ central: GATTCentral, above degrees: UInt8, show: @Sendable (UInt8) async -> Void
    ) async throws {
        while !Task.isCancelled {
            do {
                let found = try await central.find(service)
                let link = try await central.connect(to: found.peer)
                try await link.discover(service)
                try await link.write([degrees], to: threshold)
                for try await next in try await link.subscribe(
                    to: temperature, within: .seconds(60))
                {
                    if let temperature = next.value.first { await show(temperature) }
                }
            } catch {
                guard error.isTemporary else { throw error }
            }
        }
    }
}
