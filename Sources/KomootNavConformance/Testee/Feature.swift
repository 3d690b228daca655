import KomootNav
import LinkForms

/// Something that an implementation may leave out. Cases that need it are then skipped, never passed.
///
/// Source: `Docs/Conformance.md`.
public enum Feature: String, Codable, Hashable, Sendable, CaseIterable {
    /// Writing objects: the operation `encode`.
    case encode
    /// A choice of what to do with ill-formed streets: the operation `street`.
    case street
    /// Decoding with a layout that the caller gives.
    case pinnedLayouts
    /// The layout `published`, with its reserved bytes.
    case published
    /// The layout `legacy`, with its 16-byte identifiers.
    case legacy
    /// Radios that read at an offset.
    case offsetReads
    /// Radios that read whole values.
    case wholeValues
    /// Radios that read from an offset to the end.
    case longReads
    /// Radios that report notifications and whole values through one callback.
    case oneCallback
    /// The shortcut of a known chunk size.
    case trustsChunkSize
    /// Distances by the vendor's rule.
    case vendor
    /// Distances in metres and kilometres.
    case metric
    /// Distances in feet and miles.
    case imperial
    /// Distances in yards and miles.
    case uk
    /// Writing the values of sensors: the operation `sensorEncode`.
    case sensorEncode
    /// Showing what sensors measure: the operation `sensorRide`.
    case sensorRide
    /// The values of Cycling Speed and Cadence.
    case speedAndCadence
    /// The values of Cycling Power.
    case cyclingPower
    /// The values of Heart Rate.
    case heartRate
    /// The values of Fitness Machine.
    case fitnessMachine
    /// The frames of FE-C.
    case fec
    /// Writing messages for watches: the operation `watchEncode`.
    case watchEncode
    /// Bounds of a watch's message that the caller gives.
    case messageLimits
    /// The URLs with which a user chooses devices: the operations `watchRequest` and `watchAnswer`.
    case deviceSelection
    /// The navigation message: the operations `watchNavigationEncode` and `watchNavigationDecode`.
    case navigationMessage
    /// Messages to watches that are joined to one: the delivery `batched` of `companionSession`.
    case batchedMessages
}

extension Vector {
    /// The features that an implementation needs to answer the vector.
    public var features: Set<Feature> {
        var features: Set<Feature> = []
        switch operation {
        case .encode: features.insert(.encode)
        case .street: features.insert(.street)
        case .decode, .notification:
            if input["layout"] != .string(LayoutChoice.detected.name) {
                features.insert(.pinnedLayouts)
            }
        case .distance: features.formUnion(named(by: input["style"]))
        case .reassembly: features.formUnion(ofReading(input))
        case .centralSession: features.formUnion(ofReading(input["configuration"]))
        case .peripheralSession, .pairingClient, .pairingServer: break
        case .companionSession: features.formUnion(deliveries)
        case .sensorDecode: features.formUnion(services)
        case .sensorEncode: features.formUnion(services.union([.sensorEncode]))
        case .sensorRide: features.formUnion(services.union([.sensorRide]))
        case .watchDecode: features.formUnion(limits)
        case .watchEncode: features.formUnion(limits.union([.watchEncode]))
        case .watchRequest, .watchAnswer: features.insert(.deviceSelection)
        case .watchNavigationEncode, .watchNavigationDecode: features.insert(.navigationMessage)
        }
        return features.union(layouts)
    }

    private func named(by member: JSONValue?) -> Set<Feature> {
        member?.string.flatMap(Feature.init(rawValue:)).map { [$0] } ?? []
    }

    private func ofReading(_ configuration: JSONValue?) -> Set<Feature> {
        let radio = named(by: configuration?["radio"])
        return configuration?["trustsChunkSize"] == .bool(true)
            ? radio.union([.trustsChunkSize]) : radio
    }

    /// What a message needs whose bounds are given.
    private var limits: Set<Feature> {
        let names = ["maximumByteCount", "maximumDepth", "maximumValueCount"]
        return names.contains { input[$0] != nil } ? [.messageLimits] : []
    }

    /// What the messages need that an app hands in.
    private var deliveries: Set<Feature> {
        guard case .array(let events) = input["events"] else { return [] }
        let batched = JSONValue.string("batched")
        return events.contains { $0["delivery"] == batched } ? [.batchedMessages] : []
    }

    /// The services of the values that are read or written.
    private var services: Set<Feature> {
        var names = [input["value"]]
        if case .array(let events) = input["events"] {
            names += events.map { $0["characteristic"] }
        }
        let services = names.compactMap {
            $0?.string.flatMap(SensorValueName.init(rawValue:))?.service
        }
        // A response is of the service whose control point gives it.
        let controlPoint = expected["controlPoint"] ?? input["fields"]?["controlPoint"]
        return named(by: controlPoint).union(services)
    }

    /// The layouts besides `deployed` that are in the input or in the answer.
    private var layouts: Set<Feature> {
        let names = [input["layout"], input["configuration"]?["layout"], expected["layout"]]
        var layouts: Set<Feature> = []
        if names.contains(.string(Feature.published.rawValue)) { layouts.insert(.published) }
        let hasUUID = expected["identifier"]?.string?.contains("-") ?? false
        if names.contains(.string(Feature.legacy.rawValue)) || hasUUID || isCutLegacy {
            layouts.insert(.legacy)
        }
        return layouts
    }

    /// Whether the object is too short for the layout that is detected in it: with 9 bytes or more, only
    /// `legacy` can be.
    private var isCutLegacy: Bool {
        guard input["layout"] == .string(LayoutChoice.detected.name),
            let error = expected["error"], error["code"] == .string("truncated"),
            case .number(let offset) = error["offset"]
        else { return false }
        return offset >= InstructionLayout.deployed.streetOffset
    }
}

extension SensorValueName {
    /// The service that has the value; `nil` for a value of several.
    fileprivate var service: Feature? {
        switch self {
        case .cscMeasurement, .cscFeature, .scControlPointRequest: .speedAndCadence
        case .cyclingPowerMeasurement, .cyclingPowerVector, .cyclingPowerFeature,
            .cyclingPowerRequest:
            .cyclingPower
        case .heartRateMeasurement, .bodySensorLocation, .heartRateCommand: .heartRate
        case .fitnessMachineFeature, .indoorBikeData, .trainingStatus, .fitnessMachineStatus,
            .supportedSpeedRange, .supportedInclinationRange, .supportedResistanceRange,
            .supportedHeartRateRange, .supportedPowerRange, .fitnessMachineCommand:
            .fitnessMachine
        case .fecFrame: .fec
        case .sensorLocation, .controlPointResponse: nil
        }
    }
}
