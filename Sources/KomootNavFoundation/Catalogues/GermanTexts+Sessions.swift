public import KomootNav

extension GermanTexts {
    /// As in "Telefon wird gesucht".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Nicht gestartet"
        case .radioOff: "Bluetooth ist aus"
        case .searching: "Telefon wird gesucht"
        case .waiting: "Verbunden, derzeit keine Anweisung"
        case .navigating: "Navigation läuft"
        case .silent: "Das Telefon antwortet nicht"
        case .stale: "Seit einer Weile keine neue Anweisung"
        case .ended: "Navigation beendet"
        case .pairingRequired: "Telefon in den Systemeinstellungen koppeln"
        }
    }

    /// As in "Für Geräte sichtbar".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Keine Navigation"
        case .radioOff: "Bluetooth ist aus"
        case .advertising: "Für Geräte sichtbar"
        case .advertisingAgain: "Warten auf ein verlorenes Gerät"
        case .serving: "Navigation läuft"
        }
    }

    /// As in "Die Anweisung endet zu früh: nach 7 Bytes."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = offset == 1 ? "1 Byte" : "\(offset) Bytes"
        return switch error.code {
        case .truncated: "Die Anweisung endet zu früh: nach \(bytes)."
        case .oversized: "Die Anweisung ist länger als \(bytes)."
        case .malformedNotification:
            "Die Benachrichtigung hat eine Länge, die kein Telefon sendet: \(bytes)."
        case .invalidUTF8:
            "Die Straße ist ab Byte \(offset) kein gültiges UTF-8."
        case .reservedNotZero:
            "Byte \(offset) der Anweisung müsste null sein, ist es aber nicht."
        case .unexpectedOffset:
            "Das Telefon hat eine Antwort für Byte \(offset) gesendet, nach der niemand gefragt hat."
        case .attError(let code): text(code, at: offset)
        case .restartsExhausted: "Die Anweisung hat sich bei jedem Versuch geändert, sie zu lesen."
        case .identifierMismatch: "Die Kennung passt nicht zum Layout."
        case .bufferTooSmall: "Der Puffer ist zu klein für die Anweisung: Er hat \(bytes)."
        case .invalidLayout:
            "Das Layout kann keine Anweisung beschreiben: Das Feld bei Byte \(offset) ist falsch."
        }
    }

    private func text(_ code: ATTError, at offset: Int) -> String {
        if code.requiresPairing {
            return
                "Das Telefon muss zuerst in den Systemeinstellungen gekoppelt werden (ATT-Fehler \(code))."
        }
        return switch code {
        case .invalidHandle: "Das Telefon bietet keine Navigation mehr an (ATT-Fehler \(code))."
        case .attributeNotFound: "Das Telefon hat noch keine Anweisung (ATT-Fehler \(code))."
        default: "Das Telefon hat die Anfrage bei Byte \(offset) abgelehnt (ATT-Fehler \(code))."
        }
    }
}
