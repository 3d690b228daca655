// Left out of Embedded Swift with all that connects, as GATTCentral is.
#if !hasFeature(Embedded)
    /// What one of several sensors tells, or what becomes of its link.
    public struct SensorUpdate: Hashable, Sendable {
        /// Which sensor it is.
        public let sensor: GATTPeer
        /// When it happened, on the radio's clock.
        public let time: SessionTime
        /// What happened.
        public let event: Event

        /// What may happen.
        public enum Event: Hashable, Sendable {
            /// The link to the sensor is in another state.
            case status(SensorStatus)
            /// It has measured something: as it came, and decoded.
            case packet(SensorPacket, SensorMeasurement)
            /// Its battery's level has changed, in percent.
            case battery(percent: UInt8)
            /// Something of it can't be used. The rest of it goes on, and so do the other sensors.
            case fault(SensorFault)
        }
    }

    /// The state of the link to a sensor.
    public enum SensorStatus: Hashable, Sendable {
        /// It is connected as soon as it is near, without a scan, and then asked what it has.
        case connecting
        /// It sends its measurements from now on.
        case connected(SensorInformation)
        /// The link has ended, or did not come up. After a pause it is tried again, unless the error is
        /// `GATTError.cancelled`: then the sensor is no longer among those that are chosen.
        case lost(GATTError)
        /// Nothing can be read of it, and its link was ended. Unless it is one sensor too many, it is tried
        /// again after a pause.
        case unusable(SensorFault)
    }

    /// What a sensor says of itself when it is connected. What it does not say, or can't be read, is `nil`.
    public struct SensorInformation: Hashable, Sendable {
        /// The services whose measurements come, for example ``SensorService/heartRate``.
        public internal(set) var services: [UUID128] = []
        /// The battery's level in percent.
        public internal(set) var batteryPercent: UInt8?
        /// Where on the bicycle it is.
        public internal(set) var location: SensorLocation?
        /// Where on the body it is.
        public internal(set) var bodyLocation: BodySensorLocation?
        /// What it can measure of speed and cadence.
        public internal(set) var speedAndCadence: CSCFeature?
        /// What it can measure of power.
        public internal(set) var cyclingPower: CyclingPowerFeature?
        /// What it can do as a fitness machine.
        public internal(set) var fitnessMachine: FitnessMachineFeature?
    }

    /// Why something of a sensor can't be used.
    public enum SensorFault: Error, Hashable, Sendable {
        /// More sensors were chosen than are connected at once: than this many.
        case tooManySensors(limit: Int)
        /// It has no service that this module reads, or none that can be used: the faults before say why.
        case nothingToRead
        /// A service can't be used: the sensor has it, or one of its characteristics, twice, or refuses to tell it.
        case service(UUID128, GATTError)
        /// A characteristic is missing, can't be read or subscribed to, or the sensor refused that.
        case characteristic(GATTCharacteristic.Path, GATTError)
        /// A value can't be decoded, or is longer than the 512 bytes that a value can have. It is ignored.
        case value(GATTCharacteristic.Path, SensorError)
    }

    extension SensorFault: CustomStringConvertible {
        /// What is wrong, as a sentence.
        public var description: String {
            switch self {
            case .tooManySensors(let limit): "at most \(limit) sensors are connected at once"
            case .nothingToRead: "it has no service of a sensor that can be used"
            case .service(let uuid, let error): "its service \(uuid) can't be used: \(error)"
            case .characteristic(let path, let error):
                "its characteristic \(path.characteristic) can't be used: \(error)"
            case .value(let path, let error):
                "a value of its characteristic \(path.characteristic) can't be decoded: \(error)"
            }
        }
    }

    extension RideCalculator where Sensor == GATTPeer {
        /// Takes what a sensor tells: a packet, where it is, or that its link is lost. The rest changes nothing.
        ///
        /// - Parameters:
        ///   - update: what it tells.
        ///   - time: when it came on the clock by which readings are asked for, such as an `AppClock`; `nil` if that is the
        ///     radio's.
        public mutating func take(_ update: SensorUpdate, at time: SessionTime? = nil) {
            switch update.event {
            case .packet(let packet, let measurement):
                let time = time ?? update.time
                take(measurement, from: update.sensor, at: time)
                takeBeats(of: measurement, packet.value.span, from: update.sensor, at: time)
            case .status(.connected(let information)):
                if let location = information.location { note(location, of: update.sensor) }
            case .status(.lost), .status(.unusable): linkLost(to: update.sensor)
            case .status(.connecting), .battery, .fault: break
            }
        }
    }
#endif
