import CompanionPairing
public import KomootNav

extension EnglishTexts {
    /// As in "Looking for a phone".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Not started"
        case .radioOff: "Bluetooth is off"
        case .searching: "Looking for a phone"
        case .waiting: "Connected, waiting for an instruction"
        case .navigating: "Navigating"
        case .silent: "The phone is not responding"
        case .ended: "Navigation has ended"
        case .pairingRequired: "Pair the phone in the Bluetooth settings"
        }
    }

    /// As in "Switch Bluetooth on".
    public func advice(on status: CentralSession.Status) -> String? {
        switch status {
        case .radioOff: "Switch Bluetooth on"
        case .searching: "Start a tour in the app on a phone nearby"
        case .waiting: "Start navigation on the phone"
        case .silent: "Move the phone closer, or open the app on it"
        case .ended: "Start a tour on the phone to continue"
        case .stopped, .navigating, .pairingRequired: nil
        }
    }

    /// As in "Visible to devices".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Not navigating"
        case .radioOff: "Bluetooth is off"
        case .advertising: "Visible to devices"
        case .advertisingAgain: "Waiting for the device to reconnect"
        case .serving: "Navigating"
        }
    }

    /// As in "This device has no Bluetooth Low Energy".
    public func text(_ obstacle: BluetoothObstacle) -> String {
        switch obstacle {
        case .unsupported: "This device has no Bluetooth Low Energy"
        case .unauthorized: "Allow Bluetooth for this app in the settings"
        }
    }

    /// As in "Playback has ended".
    public func text(_ recording: RecordingText) -> String {
        switch recording {
        case .ended: "Playback has ended"
        case .damaged(1): "1 part of the recording can't be read"
        case .damaged(let count): "\(count) parts of the recording can't be read"
        case .empty: "Nothing has been recorded yet"
        case .full: "The log is full: what came later is missing"
        case .unreadable: "The recording can't be read"
        case .noDirections: "The recording has no directions"
        }
    }

    /// As in "Holding 150 W".
    public func text(_ ride: RideText) -> String {
        switch ride {
        case .speed: "Speed"
        case .power: "Power"
        case .cadence: "Cadence"
        case .heartRate: "Heart rate"
        case .revolutionsPerMinute: "rpm"
        case .beatsPerMinute: "bpm"
        case .connecting: "Connecting to the trainer"
        case .free: "Free riding"
        case .setting: "Setting the trainer"
        case .holdingPower(let power): "Holding \(power)"
        case .holdingResistance: "Holding a resistance"
        case .simulating: "Simulating the road"
        case .refused: "The trainer refuses the setting"
        case .unanswered: "The trainer does not answer"
        case .controlLost: "Another app has taken control"
        case .changed: "Changed at the trainer"
        case .stopped: "Stopped at the trainer"
        case .calibrating: "Calibrating the trainer"
        }
    }

    /// As in "Connected to server 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(let screen): screen.description
        case .server(let screen): screen.description
        case .problem(let problem): text(problem)
        case .discover: "Discover server"
        case .connect(let name): "Connect to \(name)"
        case .disconnect: "Disconnect"
        case .unpair: "Unpair"
        }
    }

    private func text(_ problem: PairingText.Problem) -> String {
        switch problem {
        case .namesDamaged: "The stored names are damaged."
        case .namesLocked: "Unlock the device to read the stored names."
        case .namesRefused(let error): "The names can't be read or stored (error \(error))."
        case .pairedWithAnother: "The phone is paired with another display. Unpair it on the phone."
        case .invalidName: "The phone gave a name that is not valid."
        case .noAnswer: "The phone did not answer in time, or the link was lost."
        case .notOffered: "The phone does not offer pairing."
        case .noNavigation: "The phone does not offer navigation."
        case .refused(let error): text(error)
        case .invisible(let error): "The system did not make this phone visible (error \(error))."
        }
    }

    /// As in "The instruction is cut short after 7 bytes."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = offset == 1 ? "1 byte" : "\(offset) bytes"
        return switch error.code {
        case .truncated: "The instruction is cut short after \(bytes)."
        case .oversized: "The instruction is longer than \(bytes)."
        case .malformedNotification:
            "The phone sent a notification of \(bytes), which is not a valid length."
        case .invalidUTF8:
            "The street's name is not well-formed UTF-8: byte \(offset), counted from 0, is wrong."
        case .reservedNotZero:
            "Byte \(offset) of the instruction, counted from 0, should be zero but is not."
        case .unexpectedOffset:
            "The phone sent a part of the instruction that nobody had asked for, from byte "
                + "\(offset), counted from 0."
        case .attError(let code) where code.isExplained: text(code)
        case .attError(let code) where offset == 0:
            "The phone refused to send the instruction (ATT error \(code))."
        case .attError(let code):
            "The phone sent \(bytes) of the instruction, and refused the rest (ATT error \(code))."
        case .restartsExhausted:
            "The instruction changed during every attempt to read it. Try again."
        case .identifierMismatch:
            "The instruction and the layout have different kinds of identifiers: a number and a UUID."
        case .bufferTooSmall: "The buffer is too small for the instruction: it has only \(bytes)."
        case .invalidLayout:
            "This layout is not possible: the field at byte \(offset), counted from 0, overlaps "
                + "another or lies outside the instruction."
        }
    }

    /// As in "The phone has no instruction yet (ATT error 0x0A)."
    public func text(_ error: ATTError) -> String {
        if error.requiresPairing {
            return "Pair the phone first, in the Bluetooth settings (ATT error \(error))."
        }
        let meaning =
            switch error {
            case .invalidHandle: "The phone no longer offers navigation"
            case .readNotPermitted: "This can't be read from the phone"
            case .writeNotPermitted: "This can't be changed on the phone"
            case .invalidOffset: "The phone has fewer bytes than it was asked for"
            case .attributeNotFound: "The phone has no instruction yet"
            case .attributeNotLong: "The phone has nothing more to send"
            case .invalidAttributeValueLength: "The value is too long or too short for the phone"
            case .unlikelyError: "Something went wrong on the phone"
            default: "The phone refused the request"
            }
        return "\(meaning) (ATT error \(error))."
    }
}
