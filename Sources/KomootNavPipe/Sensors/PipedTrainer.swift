import CyclingSensors
import KomootNav
import KomootNavRecording
import LinkForms

/// The trainer that a sensor's pipe controls.
struct PipedTrainer {
    /// Its name.
    let sensor: String
    private var control = TrainerControl()
    private var offersFEC = false

    init(_ sensor: String) { self.sensor = sensor }

    /// When time must pass.
    var nextDeadline: SessionTime? { control.nextDeadline }

    /// Takes an event, and writes what is to be done then.
    mutating func handle(
        _ event: borrowing TrainerControl.Event, at time: SessionTime, _ write: (JSONValue) -> Void
    ) {
        control.handle(event, at: time)
        while let effect = control.nextEffect() {
            var members = members(of: effect)
            if !sensor.isEmpty { members["sensor"] = .string(sensor) }
            write(.object(members))
        }
    }

    /// The link is up.
    mutating func connect(
        _ offer: TrainerControl.Offer, at time: SessionTime, _ write: (JSONValue) -> Void
    ) {
        if case .fec = offer { offersFEC = true } else { offersFEC = false }
        handle(.connected(offer), at: time, write)
    }

    /// The link is down, if it was up.
    mutating func linkLost(at time: SessionTime, _ write: (JSONValue) -> Void) {
        if control.state != .disconnected { handle(.disconnected, at: time, write) }
    }

    /// Takes a value, if it is of its control.
    ///
    /// - Returns: whether it is nothing else.
    mutating func take(
        _ packet: SensorPacket, _ write: (JSONValue) -> Void
    ) throws(SensorError) -> Bool {
        switch packet.characteristic {
        case SensorCharacteristic.fitnessMachineControlPoint:
            _ = try ControlPointResponse(decoding: packet.value.span)
            handle(.answered(packet.value.span), at: packet.time, write)
        case SensorCharacteristic.fitnessMachineStatus:
            _ = try FitnessMachineStatus(decoding: packet.value.span)
            handle(.status(packet.value.span), at: packet.time, write)
        case SensorCharacteristic.fecNotification where offersFEC:
            _ = try FECFrame(decoding: packet.value.span)
            handle(.frame(packet.value.span), at: packet.time, write)
            return false
        default: return false
        }
        return true
    }

    private func members(of effect: TrainerControl.Effect) -> [String: JSONValue] {
        switch effect {
        case .tell(let update): return update.members
        case .perform(let request, let ticket):
            let written: (of: UUID128, bytes: ContiguousArray<UInt8>)
            switch request {
            case .subscribe: return ["effect": .string("subscribe"), "ticket": ticket.json]
            case .write(let command):
                written = (SensorCharacteristic.fitnessMachineControlPoint, command.encoded())
            case .send(let page):
                written = (SensorCharacteristic.fecCommand, FECFrame(page).encoded())
            }
            return [
                "effect": .string("write"), "ticket": ticket.json, "bytes": .bytes(written.bytes),
                "characteristic": .string(written.of.sensorText),
            ]
        }
    }
}
