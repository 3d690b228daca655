public import KomootNav

extension EnglishTexts {
    /// As in "Looking for a phone".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Not started"
        case .radioOff: "Bluetooth is off"
        case .searching: "Looking for a phone"
        case .waiting: "Connected, no instruction at the moment"
        case .navigating: "Navigating"
        case .silent: "The phone does not answer"
        case .stale: "No new instruction for a while"
        case .ended: "Navigation has ended"
        case .pairingRequired: "Pair the phone in the system settings"
        }
    }

    /// As in "Visible to devices".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Not navigating"
        case .radioOff: "Bluetooth is off"
        case .advertising: "Visible to devices"
        case .advertisingAgain: "Waiting for a lost device"
        case .serving: "Navigating"
        }
    }

    /// As in "The instruction ends too early: after 7 bytes."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = offset == 1 ? "1 byte" : "\(offset) bytes"
        return switch error.code {
        case .truncated: "The instruction ends too early: after \(bytes)."
        case .oversized: "The instruction is longer than \(bytes)."
        case .malformedNotification: "The notification has a length that no phone sends: \(bytes)."
        case .invalidUTF8: "The street is not well-formed UTF-8 from byte \(offset) on."
        case .reservedNotZero: "Byte \(offset) of the instruction should be zero, but is not."
        case .unexpectedOffset:
            "The phone sent an answer for byte \(offset) that nobody had asked for."
        case .attError(let code): text(code, at: offset)
        case .restartsExhausted: "The instruction changed during every attempt to read it."
        case .identifierMismatch: "The identifier does not fit the layout."
        case .bufferTooSmall: "The buffer is too small for the instruction: it has \(bytes)."
        case .invalidLayout:
            "The layout can't describe an instruction: the field at byte \(offset) is wrong."
        }
    }

    private func text(_ code: ATTError, at offset: Int) -> String {
        if code.requiresPairing {
            return "The phone must be paired first, in the system settings (ATT error \(code))."
        }
        return switch code {
        case .invalidHandle: "The phone no longer offers navigation (ATT error \(code))."
        case .attributeNotFound: "The phone has no instruction yet (ATT error \(code))."
        default: "The phone refused the request at byte \(offset) (ATT error \(code))."
        }
    }
}
