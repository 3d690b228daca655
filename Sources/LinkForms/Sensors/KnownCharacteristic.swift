package import CyclingSensors
import KomootNav

/// The characteristics of sensors and trainers, by the names that commands take.
package enum KnownCharacteristic: String, CaseIterable {
    case csc
    case cscFeature = "csc-feature"
    case cscControl = "csc-control"
    case location
    case power
    case powerVector = "power-vector"
    case powerFeature = "power-feature"
    case powerControl = "power-control"
    case heart
    case bodyLocation = "body-location"
    case heartControl = "heart-control"
    case ftms
    case ftmsFeature = "ftms-feature"
    case ftmsControl = "ftms-control"
    case ftmsStatus = "ftms-status"
    case trainingStatus = "training-status"
    case speedRange = "speed-range"
    case inclinationRange = "inclination-range"
    case resistanceRange = "resistance-range"
    case heartRange = "heart-range"
    case powerRange = "power-range"
    case fec
    case fecCommand = "fec-command"

    /// The characteristic with this name, 16-bit number (`2A5B`, `0x2A5B`) or UUID, in either case; `nil`
    /// for any other text.
    package init?(_ text: String) {
        if let known = KnownCharacteristic(rawValue: text.lowercased()) {
            self = known
        } else if let uuid = UUID128(sensorText: text), let known = KnownCharacteristic(uuid) {
            self = known
        } else {
            return nil
        }
    }

    /// The characteristic with this UUID; `nil` for any other.
    package init?(_ uuid: UUID128) {
        guard let known = Self.allCases.first(where: { $0.uuid == uuid }) else { return nil }
        self = known
    }

    /// What it is whose bytes these are: a control point has requests and responses.
    package func value(of bytes: ContiguousArray<UInt8>) -> SensorValueName {
        guard let value = SensorValueName(of: uuid, firstByte: bytes.first) else {
            preconditionFailure("every characteristic with a name has a value")
        }
        return value
    }

    /// The UUID.
    package var uuid: UUID128 {
        switch self {
        case .csc: SensorCharacteristic.cscMeasurement
        case .cscFeature: SensorCharacteristic.cscFeature
        case .cscControl: SensorCharacteristic.scControlPoint
        case .location: SensorCharacteristic.sensorLocation
        case .power: SensorCharacteristic.powerMeasurement
        case .powerVector: SensorCharacteristic.powerVector
        case .powerFeature: SensorCharacteristic.powerFeature
        case .powerControl: SensorCharacteristic.powerControlPoint
        case .heart: SensorCharacteristic.heartRateMeasurement
        case .bodyLocation: SensorCharacteristic.bodySensorLocation
        case .heartControl: SensorCharacteristic.heartRateControlPoint
        case .ftms: SensorCharacteristic.indoorBikeData
        case .ftmsFeature: SensorCharacteristic.fitnessMachineFeature
        case .ftmsControl: SensorCharacteristic.fitnessMachineControlPoint
        case .ftmsStatus: SensorCharacteristic.fitnessMachineStatus
        case .trainingStatus: SensorCharacteristic.trainingStatus
        case .speedRange: SensorCharacteristic.speedRange
        case .inclinationRange: SensorCharacteristic.inclinationRange
        case .resistanceRange: SensorCharacteristic.resistanceRange
        case .heartRange: SensorCharacteristic.heartRateRange
        case .powerRange: SensorCharacteristic.powerRange
        case .fec: SensorCharacteristic.fecNotification
        case .fecCommand: SensorCharacteristic.fecCommand
        }
    }

    /// What the specification calls it.
    package var title: String {
        switch self {
        case .csc: "CSC Measurement"
        case .cscFeature: "CSC Feature"
        case .cscControl: "SC Control Point"
        case .location: "Sensor Location"
        case .power: "Cycling Power Measurement"
        case .powerVector: "Cycling Power Vector"
        case .powerFeature: "Cycling Power Feature"
        case .powerControl: "Cycling Power Control Point"
        case .heart: "Heart Rate Measurement"
        case .bodyLocation: "Body Sensor Location"
        case .heartControl: "Heart Rate Control Point"
        case .ftms: "Indoor Bike Data"
        case .ftmsFeature: "Fitness Machine Feature"
        case .ftmsControl: "Fitness Machine Control Point"
        case .ftmsStatus: "Fitness Machine Status"
        case .trainingStatus: "Training Status"
        case .speedRange: "Supported Speed Range"
        case .inclinationRange: "Supported Inclination Range"
        case .resistanceRange: "Supported Resistance Level Range"
        case .heartRange: "Supported Heart Rate Range"
        case .powerRange: "Supported Power Range"
        case .fec, .fecCommand: "FE-C frame"
        }
    }

    /// The title, and what tells it from another characteristic with the same title.
    package var summary: String {
        switch self {
        case .fec: "\(title), notified by the trainer"
        case .fecCommand: "\(title), written to the trainer"
        default: title
        }
    }
}

/// The services whose notifications a calculator takes, by the names that commands take.
package enum MeasuringService: String, CaseIterable {
    case csc
    case power
    case ftms
    case fec
    case heart

    /// The service's UUID.
    package var uuid: UUID128 {
        switch self {
        case .csc: SensorService.speedAndCadence
        case .power: SensorService.cyclingPower
        case .ftms: SensorService.fitnessMachine
        case .fec: SensorService.fec
        case .heart: SensorService.heartRate
        }
    }

    /// The characteristic that it notifies.
    package var characteristic: KnownCharacteristic {
        switch self {
        case .csc: .csc
        case .power: .power
        case .ftms: .ftms
        case .fec: .fec
        case .heart: .heart
        }
    }

    /// The service of a simulated rider.
    package var simulated: SimulatedSensor.Services {
        switch self {
        case .csc: .speedAndCadence
        case .power: .cyclingPower
        case .ftms: .fitnessMachine
        case .fec: .fec
        case .heart: .heartRate
        }
    }

    /// Whether a calculator takes this characteristic's notifications.
    package static func measures(_ characteristic: UUID128) -> Bool {
        allCases.contains { $0.characteristic.uuid == characteristic }
    }
}

extension UUID128 {
    /// Reads a 16-bit number in hexadecimal (`2A5B`, `0x2A5B`) or a UUID; `nil` for any other text.
    package init?(sensorText text: String) {
        let isPrefixed = text.hasPrefix("0x") || text.hasPrefix("0X")
        let digits = isPrefixed ? text.dropFirst(2) : text[...]
        if digits.utf8.count == 4, let number = UInt16(digits, radix: 16),
            digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") })
        {
            self.init(assignedNumber: number)
        } else {
            self.init(text)
        }
    }

    /// The 16-bit number in hexadecimal, if there is one; else the UUID.
    package var sensorText: String {
        let number = UInt16(truncatingIfNeeded: high >> 32)
        guard self == UUID128(assignedNumber: number) else { return description }
        let digits = String(number, radix: 16, uppercase: true)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }
}
