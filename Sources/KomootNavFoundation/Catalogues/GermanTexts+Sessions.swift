import CompanionPairing
public import KomootNav

extension GermanTexts {
    /// As in "Smartphone wird gesucht".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Nicht gestartet"
        case .radioOff: "Bluetooth ist ausgeschaltet"
        case .searching: "Smartphone wird gesucht"
        case .waiting: "Verbunden, wartet auf eine Anweisung"
        case .navigating: "Navigation läuft"
        case .silent: "Das Smartphone antwortet nicht"
        case .ended: "Navigation beendet"
        case .pairingRequired: "Smartphone in den Bluetooth-Einstellungen koppeln"
        }
    }

    /// As in "Bluetooth einschalten".
    public func advice(on status: CentralSession.Status) -> String? {
        switch status {
        case .radioOff: "Bluetooth einschalten"
        case .searching: "Eine Tour in der App auf einem Smartphone in der Nähe starten"
        case .waiting: "Navigation auf dem Smartphone starten"
        case .silent: "Das Smartphone näher heranbringen oder seine App öffnen"
        case .ended: "Zum Weiterfahren eine Tour auf dem Smartphone starten"
        case .stopped, .navigating, .pairingRequired: nil
        }
    }

    /// As in "Für Geräte sichtbar".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Keine Navigation"
        case .radioOff: "Bluetooth ist ausgeschaltet"
        case .advertising: "Für Geräte sichtbar"
        case .advertisingAgain: "Verbindung verloren, Gerät wird gesucht"
        case .serving: "Navigation läuft"
        }
    }

    /// As in "Dieses Gerät hat kein Bluetooth Low Energy".
    public func text(_ obstacle: BluetoothObstacle) -> String {
        switch obstacle {
        case .unsupported: "Dieses Gerät hat kein Bluetooth Low Energy"
        case .unauthorized: "Bluetooth für diese App in den Einstellungen erlauben"
        }
    }

    /// As in "Die Wiedergabe ist zu Ende".
    public func text(_ recording: RecordingText) -> String {
        switch recording {
        case .ended: "Die Wiedergabe ist zu Ende"
        case .damaged(1): "1 Teil der Aufzeichnung ist nicht lesbar"
        case .damaged(let count): "\(count) Teile der Aufzeichnung sind nicht lesbar"
        case .empty: "Noch ist nichts aufgezeichnet"
        case .full: "Das Protokoll ist voll: Was danach kam, fehlt"
        case .unreadable: "Die Aufzeichnung ist nicht lesbar"
        case .noDirections: "Die Aufzeichnung enthält keine Anweisungen"
        }
    }

    /// As in "Hält 150 W".
    public func text(_ ride: RideText) -> String {
        switch ride {
        case .speed: "Geschwindigkeit"
        case .power: "Leistung"
        case .cadence: "Trittfrequenz"
        case .heartRate: "Herzfrequenz"
        case .revolutionsPerMinute: "U/min"
        case .beatsPerMinute: "bpm"
        case .connecting: "Trainer wird verbunden"
        case .free: "Freies Fahren"
        case .setting: "Trainer wird eingestellt"
        case .holdingPower(let power): "Hält \(power)"
        case .holdingResistance: "Hält einen Widerstand"
        case .simulating: spelled("Simuliert die Straße")
        case .refused: "Der Trainer lehnt die Einstellung ab"
        case .unanswered: "Der Trainer antwortet nicht"
        case .controlLost: "Eine andere App steuert den Trainer"
        case .changed: "Am Trainer geändert"
        case .stopped: "Am Trainer angehalten"
        case .calibrating: "Trainer wird kalibriert"
        }
    }

    /// As in "Verbunden mit Server 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(let screen): text(screen)
        case .server(let screen): text(screen)
        case .problem(let problem): text(problem)
        case .discover: "Server suchen"
        case .connect(let name): "Mit \(name) verbinden"
        case .disconnect: "Trennen"
        case .unpair: "Kopplung aufheben"
        }
    }

    private func text(_ screen: PairingClient.Screen) -> String {
        switch screen {
        case .starting: "Startet …"
        case .storeUnreadable: "Die gespeicherten Namen sind nicht lesbar"
        case .unpaired: "Kein Server"
        case .discovering: "Server wird gesucht …"
        case .paired(let name): "Gekoppelt mit Server \(name)"
        case .connecting(let name): "Verbindung zu Server \(name) …"
        case .connected(let name): "Verbunden mit Server \(name)"
        case .unpairing(let name): "Kopplung mit Server \(name) wird aufgehoben …"
        }
    }

    private func text(_ screen: PairingServer.Screen) -> String {
        switch screen {
        case .starting: "Startet …"
        case .storeUnreadable: "Die gespeicherten Namen sind nicht lesbar"
        case .expecting: "Wartet auf eine Verbindung"
        case .pairing(let name): "Kopplung mit Client \(name) …"
        case .expectingClient(let name):
            "Gekoppelt mit Client \(name); wartet auf Verbindung von \(name)"
        case .connected(let name):
            "Gekoppelt mit Client \(name); verbunden mit Client \(name)"
        case .unpairing(let name): "Kopplung mit Client \(name) wird aufgehoben …"
        }
    }

    private func text(_ problem: PairingText.Problem) -> String {
        switch problem {
        case .namesDamaged: "Die gespeicherten Namen sind beschädigt."
        case .namesLocked: "Zum Lesen der gespeicherten Namen das Gerät entsperren."
        case .namesRefused(let error):
            "Die Namen lassen sich nicht lesen oder speichern (Fehler \(error))."
        case .pairedWithAnother:
            "Das Smartphone ist mit einem anderen Display gekoppelt. Auf dem Smartphone die Kopplung aufheben."
        case .invalidName: "Das Smartphone hat einen ungültigen Namen angegeben."
        case .noAnswer:
            "Das Smartphone hat nicht rechtzeitig geantwortet, oder die Verbindung ist abgerissen."
        case .notOffered: "Das Smartphone bietet keine Kopplung an."
        case .noNavigation: "Das Smartphone bietet keine Navigation an."
        case .refused(let error): text(error)
        case .invisible(let error):
            "Das System hat dieses Smartphone nicht sichtbar gemacht (Fehler \(error))."
        }
    }

    /// As in "Die Anweisung bricht nach 7 Bytes ab."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = offset == 1 ? "1 Byte" : "\(offset) Bytes"
        // After "nach" and "von", in the dative.
        let byBytes = offset == 1 ? "einem Byte" : "\(offset) Bytes"
        return switch error.code {
        case .truncated: "Die Anweisung bricht nach \(byBytes) ab."
        case .oversized: "Die Anweisung ist länger als \(bytes)."
        case .malformedNotification:
            "Das Smartphone hat eine Benachrichtigung von \(byBytes) gesendet. "
                + "Diese Länge ist nicht gültig."
        case .invalidUTF8:
            spelled(
                "Der Straßenname ist kein gültiges UTF-8: Byte \(offset), gezählt ab 0, ist falsch."
            )
        case .reservedNotZero:
            "Byte \(offset) der Anweisung, gezählt ab 0, müsste null sein, ist es aber nicht."
        case .unexpectedOffset:
            "Das Smartphone hat ungefragt einen Teil der Anweisung gesendet, ab Byte \(offset), "
                + "gezählt ab 0."
        case .attError(let code) where code.isExplained: text(code)
        case .attError(let code) where offset == 0:
            "Das Smartphone gibt die Anweisung nicht heraus (ATT-Fehler \(code))."
        case .attError(let code):
            "Das Smartphone hat \(bytes) der Anweisung gesendet und den Rest verweigert "
                + "(ATT-Fehler \(code))."
        case .restartsExhausted:
            "Die Anweisung hat sich bei jedem Leseversuch geändert. Bitte noch einmal versuchen."
        case .identifierMismatch:
            "Die Anweisung und das Layout haben verschiedene Arten von Kennungen: eine Zahl und eine UUID."
        case .bufferTooSmall:
            "Der Puffer ist zu klein für die Anweisung: Er hat nur \(bytes)."
        case .invalidLayout:
            spelled(
                "Dieses Layout ist nicht möglich: Das Feld bei Byte \(offset), gezählt ab 0, "
                    + "überschneidet sich mit einem anderen oder liegt außerhalb der Anweisung.")
        }
    }

    /// As in "Das Smartphone hat noch keine Anweisung (ATT-Fehler 0x0A)."
    public func text(_ error: ATTError) -> String {
        if error.requiresPairing {
            return
                "Das Smartphone zuerst in den Bluetooth-Einstellungen koppeln (ATT-Fehler \(error))."
        }
        let meaning =
            switch error {
            case .invalidHandle: "Das Smartphone bietet keine Navigation mehr an"
            case .readNotPermitted: "Das Smartphone erlaubt das Lesen nicht"
            case .writeNotPermitted: "Das Smartphone erlaubt das Ändern nicht"
            case .invalidOffset: "Das Smartphone hat weniger Bytes, als angefordert wurden"
            case .attributeNotFound: "Das Smartphone hat noch keine Anweisung"
            case .attributeNotLong: "Das Smartphone hat nichts weiter zu senden"
            case .invalidAttributeValueLength:
                "Der Wert ist für das Smartphone zu lang oder zu kurz"
            case .unlikelyError: "Auf dem Smartphone ist etwas schiefgegangen"
            default: "Das Smartphone hat die Anfrage abgelehnt"
            }
        return "\(meaning) (ATT-Fehler \(error))."
    }
}
