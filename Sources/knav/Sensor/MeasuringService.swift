import CyclingSensors
import KomootNav

/// The services whose notifications a calculator takes, by the names that commands take.
enum MeasuringService: String, CaseIterable {
    case csc
    case power
    case ftms
    case fec
    case heart

    /// The service's UUID.
    var uuid: UUID128 {
        switch self {
        case .csc: SensorService.speedAndCadence
        case .power: SensorService.cyclingPower
        case .ftms: SensorService.fitnessMachine
        case .fec: SensorService.fec
        case .heart: SensorService.heartRate
        }
    }

    /// The characteristic that it notifies.
    var characteristic: KnownCharacteristic {
        switch self {
        case .csc: .csc
        case .power: .power
        case .ftms: .ftms
        case .fec: .fec
        case .heart: .heart
        }
    }

    /// The service of a simulated rider.
    var simulated: SimulatedSensor.Services {
        switch self {
        case .csc: .speedAndCadence
        case .power: .cyclingPower
        case .ftms: .fitnessMachine
        case .fec: .fec
        case .heart: .heartRate
        }
    }

    /// Whether a calculator takes this characteristic's notifications.
    static func measures(_ characteristic: UUID128) -> Bool {
        allCases.contains { $0.characteristic.uuid == characteristic }
    }
}
