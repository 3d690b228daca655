import KomootNav
import Simulation

/// Centrals that read one object.
enum Readers {
    typealias Reader = @Sendable (GATTClient) async throws -> ContiguousArray<UInt8>
    typealias Read =
        @Sendable (GATTClient, GATTClient.Characteristic) async throws -> ContiguousArray<UInt8>

    static func instruction(of radio: GATTClient) async throws -> GATTClient.Characteristic {
        await radio.connect(to: NavigationService.uuid)
        return try await radio.discover(
            NavigationService.instructionCharacteristic, in: NavigationService.uuid)
    }

    /// Reads with the library's reassembly.
    static func readCarefully(_ radio: GATTClient) async throws -> ContiguousArray<UInt8> {
        try await readCarefully(radio, try await instruction(of: radio))
    }

    static func readCarefully(
        _ radio: GATTClient, _ characteristic: GATTClient.Characteristic
    ) async throws -> ContiguousArray<UInt8> {
        var reassembler = ChunkReassembler()
        var step = reassembler.begin()
        while let offset = step.nextOffset {
            do {
                let chunk = try await radio.read(characteristic, at: offset)
                step = try reassembler.receive(chunk, at: offset)
            } catch GATTError.refused(let error) {
                step = try reassembler.receive(error, at: offset)
            }
        }
        return reassembler.withObject { bytes, _ in ContiguousArray(copying: bytes) } ?? []
    }

    /// They read without a torn check: to an ending, or to a chunk that is shorter than the first one.
    static let careless: [Reader] = [readToEnding, readToShortChunk]

    private static func readToEnding(_ radio: GATTClient) async throws -> ContiguousArray<UInt8> {
        try await readToEnding(radio, try await instruction(of: radio))
    }

    static func readToEnding(
        _ radio: GATTClient, _ characteristic: GATTClient.Characteristic
    ) async throws -> ContiguousArray<UInt8> {
        try await read(radio, characteristic, stopsAtShortChunk: false)
    }

    private static func readToShortChunk(
        _ radio: GATTClient
    ) async throws -> ContiguousArray<UInt8> {
        try await read(radio, try await instruction(of: radio), stopsAtShortChunk: true)
    }

    private static func read(
        _ radio: GATTClient, _ characteristic: GATTClient.Characteristic,
        stopsAtShortChunk: Bool
    ) async throws -> ContiguousArray<UInt8> {
        var bytes: ContiguousArray<UInt8> = []
        var chunkSize = 0
        var isComplete = false
        while !isComplete {
            do {
                let chunk = try await radio.read(characteristic, at: bytes.count)
                bytes += chunk
                isComplete = chunk.count < (stopsAtShortChunk ? chunkSize : 1)
                chunkSize = max(chunkSize, chunk.count)
            } catch GATTError.refused(let error) {
                // A pattern with `where` makes the compiler of Swift 6.3.1 run for ever.
                guard error.endsObject else { throw GATTError.refused(error) }
                isComplete = true
            }
        }
        return bytes
    }
}
