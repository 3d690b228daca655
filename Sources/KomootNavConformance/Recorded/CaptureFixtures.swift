public import Foundation
import KomootNav
public import KomootNavRecording

/// Makes fixtures from a capture: for a decoder, the objects that were proven; for reassembly, the phone's answers to
/// each read; for a device's session, what the phone did, a few moments at a time.
///
/// ```swift
/// var fixtures = CaptureFixtures(name: "ride.btsnoop")
/// try reader.read(log.span) { fixtures.handle($0, $1) }
/// for vectors in try fixtures.finish(topic: "my-ride") { write(vectors.text, to: vectors.path) }
/// ```
public struct CaptureFixtures: Sendable {
    /// Why there are no fixtures.
    public enum Failure: Error, Hashable, Sendable {
        /// The capture shows no read of a navigation characteristic.
        case withoutReads
        /// This library delivers an object that the capture does not show.
        case disagreement
    }

    private var objects: RecordedObjects
    private var reads: RecordedReads
    private let sessions: RecordedSessions
    private var recorder = PhoneRecorder()

    /// Creates fixtures without any vectors.
    ///
    /// - Parameter name: the capture's name, which the vectors give as their origin.
    public init(name: String) {
        objects = RecordedObjects(name: name)
        reads = RecordedReads(name: name)
        sessions = RecordedSessions(name: name)
    }

    /// Takes an event of the capture, and the bytes that belong to it.
    public mutating func handle(_ event: CapturedEvent, _ value: Span<UInt8>) {
        recorder.handle(event, value)
        objects.handle(event, value)
        reads.handle(event, value)
    }

    /// Ends the capture.
    ///
    /// - Parameter topic: the fixtures' name: lowercase letters, and dashes between them.
    /// - Returns: the vectors of each layer that has some.
    public mutating func finish(topic: String) throws(Failure) -> [RecordedVectors] {
        objects.finish()
        reads.finish()
        guard !reads.inputs.isEmpty else { throw .withoutReads }
        let vectors = [
            RecordedVectors(objects.inputs, layer: .codec, topic: topic),
            RecordedVectors(reads.inputs, layer: .reassembly, topic: topic),
            RecordedVectors(
                sessions.inputs(of: recorder.finish()), layer: .centralSession, topic: topic),
        ].compactMap { $0 }
        guard vectors.allSatisfy({ $0.objects.isSubset(of: objects.shown) }) else {
            throw .disagreement
        }
        return vectors
    }
}

extension CaptureFixtures.Failure: LocalizedError {
    /// Why there are no fixtures, in a sentence.
    public var errorDescription: String? {
        switch self {
        case .withoutReads: "The Bluetooth log shows no read of a navigation characteristic."
        case .disagreement: "This library delivers an object that the Bluetooth log does not show."
        }
    }
}
