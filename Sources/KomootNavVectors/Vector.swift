/// One case of the suite: an operation, what goes in, and what must come out.
///
/// Source: `Fixtures/README.md`.
public struct Vector: Hashable, Sendable {
    /// Whether an implementation must pass.
    public enum Level: String, Hashable, Sendable {
        /// An implementation that has the layer and the features must pass.
        case required
        /// What only some implementations need: styles of distances, policies for streets.
        case recommended
    }

    /// What is asked of an implementation.
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        /// Read a data object.
        case decode
        /// Write a data object.
        case encode
        /// Show a street's bytes as text.
        case street
        /// Read a notification.
        case notification
        /// Put an object together from reads.
        case reassembly
        /// Show a distance.
        case distance
        /// Be a device: events in, effects out.
        case centralSession
        /// Be a phone: events in, effects out.
        case peripheralSession
        /// Read the value of a sensor's characteristic.
        case sensorDecode
        /// Write the value of a sensor's characteristic.
        case sensorEncode
        /// Show what sensors measure on a ride: packets in, readings out.
        case sensorRide
        /// Be the client's end of pairing: events in, effects and screens out.
        case pairingClient
        /// Be the server's end of pairing: events in, effects and screens out.
        case pairingServer
        /// Read the bytes of a message of a watch.
        case watchDecode
        /// Write a message for a watch.
        case watchEncode
        /// Write the URL that asks for devices.
        case watchRequest
        /// Read the URL that answers it.
        case watchAnswer
        /// Write a navigation message for a watch.
        case watchNavigationEncode
        /// Read a navigation message, as a watch does.
        case watchNavigationDecode
        /// Be an app that talks to watches: events in, effects out.
        case companionSession

        /// The layer that its vectors belong to.
        public var layer: String {
            switch self {
            case .decode, .encode, .street: "codec"
            case .notification: "notification"
            case .reassembly: "reassembly"
            case .distance: "distance"
            case .centralSession: "session/central"
            case .peripheralSession: "session/peripheral"
            case .sensorDecode, .sensorEncode, .sensorRide: "sensor"
            case .pairingClient: "pairing/client"
            case .pairingServer: "pairing/server"
            case .watchDecode, .watchEncode, .watchRequest, .watchAnswer, .watchNavigationEncode,
                .watchNavigationDecode:
                "watch"
            case .companionSession: "watch/session"
            }
        }
    }

    /// `KBC/LAYER/TOPIC/BV-nn` (must work) or `BI-nn` (must be refused or ignored); an id is never used for
    /// another case.
    public let id: String
    /// What the case shows, in one sentence.
    public let title: String
    /// The clause of `Docs/Protocol.md`, or the rule of `Docs/Sessions.md`; in the layer `sensor`, the clause or
    /// the rule of `Docs/Sensors.md`; in the layers of pairing, the clause of `Docs/Pairing.md`; in the layers
    /// of watches, the clause of `Docs/Watch.md`.
    public let clause: String
    /// Whether an implementation must pass.
    public let level: Level
    /// The version of the suite that first had it.
    package let since: String
    /// Where the expectation comes from.
    package let provenance: String
    /// The bugs that the case is meant to catch, each explained once in the file.
    public let flags: [String]
    /// What is asked.
    public let operation: Operation
    /// What goes in.
    public let input: JSONValue
    /// What must come out.
    public let expected: JSONValue
    /// What an implementation with a bug does instead, by the bug's flag; ``flags`` may name fewer. Two bugs that together
    /// do what does not follow from each alone are `one+other`.
    package let wrongAnswers: [String: WrongAnswer]?

    package init(
        id: String, title: String, clause: String, level: Level, since: String, provenance: String,
        flags: [String], operation: Operation, input: JSONValue, expected: JSONValue,
        wrongAnswers: [String: WrongAnswer]?
    ) {
        self.id = id
        self.title = title
        self.clause = clause
        self.level = level
        self.since = since
        self.provenance = provenance
        self.flags = flags
        self.operation = operation
        self.input = input
        self.expected = expected
        self.wrongAnswers = wrongAnswers
    }
}

extension Vector {
    /// The same case with another answer.
    package init(
        _ vector: Vector, expected: JSONValue, flags: [String],
        wrongAnswers: [String: WrongAnswer]?
    ) {
        self.init(
            id: vector.id, title: vector.title, clause: vector.clause, level: vector.level,
            since: vector.since, provenance: vector.provenance, flags: flags,
            operation: vector.operation, input: vector.input, expected: expected,
            wrongAnswers: wrongAnswers)
    }
}

extension Vector: CustomStringConvertible {
    /// The id, the clause, the title, what goes in, and what must come out, in one line.
    public var description: String {
        "\(id) (clause \(clause)), \(title): \(input) must give \(expected)"
    }
}

/// A file of vectors on one topic.
public struct VectorFile: Hashable, Sendable {
    /// A kind of bug.
    public struct Flag: Hashable, Sendable {
        /// The class of the bug.
        package let bugType: String
        /// What goes wrong, in one sentence.
        public let effect: String
    }

    /// The suite's name.
    package let suite: String
    /// The suite's version.
    package let suiteVersion: String
    /// The part of the protocol.
    public let layer: String
    /// The topic within it.
    public let topic: String
    /// How many vectors the file says it has.
    package let count: Int
    /// The bugs that the file's vectors name.
    public let flags: [String: Flag]
    /// The vectors.
    public let vectors: [Vector]

    package init(
        suite: String, suiteVersion: String, layer: String, topic: String, count: Int,
        flags: [String: Flag], vectors: [Vector]
    ) {
        self.suite = suite
        self.suiteVersion = suiteVersion
        self.layer = layer
        self.topic = topic
        self.count = count
        self.flags = flags
        self.vectors = vectors
    }
}

extension VectorFile {
    static let handWrittenTopic = "hand-written"
    static let limitsTopic = "limits"

    /// Whether its vectors show bugs from the field one by one: they are run whatever a testee does.
    var showsBugs: Bool { topic == Self.handWrittenTopic || topic == Self.limitsTopic }
}
