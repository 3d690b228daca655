import CompanionPairing
public import KomootNav

extension ItalianTexts {
    /// As in "Ricerca di un telefono".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Non avviato"
        case .radioOff: "Il Bluetooth è disattivato"
        case .searching: "Ricerca di un telefono"
        case .waiting: "Connesso, in attesa di un'indicazione"
        case .navigating: "Navigazione in corso"
        case .silent: "Il telefono non risponde"
        case .ended: "Navigazione terminata"
        case .pairingRequired: "Abbina il telefono nelle impostazioni Bluetooth"
        }
    }

    /// As in "Attiva il Bluetooth".
    public func advice(on status: CentralSession.Status) -> String? {
        switch status {
        case .radioOff: "Attiva il Bluetooth"
        case .searching: "Avvia un percorso nell'app di un telefono vicino"
        case .waiting: "Avvia la navigazione sul telefono"
        case .silent: "Avvicina il telefono o apri la sua app"
        case .ended: "Avvia un percorso sul telefono per continuare"
        case .stopped, .navigating, .pairingRequired: nil
        }
    }

    /// As in "Visibile ai dispositivi".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Nessuna navigazione"
        case .radioOff: "Il Bluetooth è disattivato"
        case .advertising: "Visibile ai dispositivi"
        case .advertisingAgain: "In attesa che il dispositivo si riconnetta"
        case .serving: "Navigazione in corso"
        }
    }

    /// As in "Questo dispositivo non ha il Bluetooth Low Energy".
    public func text(_ obstacle: BluetoothObstacle) -> String {
        switch obstacle {
        case .unsupported: "Questo dispositivo non ha il Bluetooth Low Energy"
        case .unauthorized: "Consenti il Bluetooth a questa app nelle impostazioni"
        }
    }

    /// As in "La riproduzione è terminata".
    public func text(_ recording: RecordingText) -> String {
        switch recording {
        case .ended: "La riproduzione è terminata"
        case .damaged(1): "1 parte della registrazione non è leggibile"
        case .damaged(let count): "\(count) parti della registrazione non sono leggibili"
        case .empty: "Non è stato ancora registrato nulla"
        case .full: "Il registro è pieno: manca ciò che è venuto dopo"
        case .unreadable: "La registrazione non è leggibile"
        case .noDirections: "La registrazione non contiene indicazioni"
        }
    }

    /// As in "Mantiene 150 W".
    public func text(_ ride: RideText) -> String {
        switch ride {
        case .speed: "Velocità"
        case .power: "Potenza"
        case .cadence: "Cadenza"
        case .heartRate: "Frequenza cardiaca"
        case .revolutionsPerMinute: "rpm"
        case .beatsPerMinute: "bpm"
        case .connecting: "Connessione al rullo"
        case .free: "Pedalata libera"
        case .setting: "Regolazione del rullo"
        case .holdingPower(let power): "Mantiene \(power)"
        case .holdingResistance: "Mantiene una resistenza"
        case .simulating: "Simula la strada"
        case .refused: "Il rullo rifiuta l'impostazione"
        case .unanswered: "Il rullo non risponde"
        case .controlLost: "Un'altra app controlla il rullo"
        case .changed: "Modificato sul rullo"
        case .stopped: "Fermato sul rullo"
        case .calibrating: "Calibrazione del rullo"
        }
    }

    /// As in "Connesso al server 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(.starting), .server(.starting): "Avvio…"
        case .client(.storeUnreadable), .server(.storeUnreadable):
            "I nomi salvati non sono leggibili"
        case .client(.unpaired): "Nessun server"
        case .client(.discovering): "Ricerca di un server…"
        case .client(.paired(let name)): "Abbinato al server \(name)"
        case .client(.connecting(let name)): "Connessione al server \(name)…"
        case .client(.connected(let name)): "Connesso al server \(name)"
        case .client(.unpairing(let name)): "Annullamento dell'abbinamento al server \(name)…"
        case .server(.expecting): "In attesa di una connessione"
        case .server(.pairing(let name)): "Abbinamento al client \(name)…"
        case .server(.expectingClient(let name)):
            "Abbinato al client \(name); in attesa di una connessione da \(name)"
        case .server(.connected(let name)): "Abbinato al client \(name); connesso al client \(name)"
        case .server(.unpairing(let name)): "Annullamento dell'abbinamento al client \(name)…"
        case .problem(let problem): text(problem)
        case .discover: "Cerca un server"
        case .connect(let name): "Connetti a \(name)"
        case .disconnect: "Disconnetti"
        case .unpair: "Annulla l'abbinamento"
        }
    }

    private func text(_ problem: PairingText.Problem) -> String {
        switch problem {
        case .namesDamaged: "I nomi salvati sono danneggiati."
        case .namesLocked: "Sblocca il dispositivo per leggere i nomi salvati."
        case .namesRefused(let error): "Non è possibile leggere o salvare i nomi (errore \(error))."
        case .pairedWithAnother:
            "Il telefono è abbinato a un altro display. Annulla l'abbinamento sul telefono."
        case .invalidName: "Il telefono ha fornito un nome non valido."
        case .noAnswer: "Il telefono non ha risposto in tempo o la connessione si è interrotta."
        case .notOffered: "Il telefono non offre l'abbinamento."
        case .noNavigation: "Il telefono non offre la navigazione."
        case .refused(let error): text(error)
        case .invisible(let error):
            "Il sistema non ha reso visibile questo telefono (errore \(error))."
        }
    }

    /// As in "L'indicazione si interrompe dopo 7 byte."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = "\(offset) byte"
        return switch error.code {
        case .truncated: "L'indicazione si interrompe dopo \(bytes)."
        case .oversized: "L'indicazione è più lunga di \(bytes)."
        case .malformedNotification:
            "Il telefono ha inviato una notifica di \(bytes), una lunghezza non valida."
        case .invalidUTF8:
            "Il nome della strada non è in UTF-8 valido: il byte \(offset), contato da 0, è "
                + "errato."
        case .reservedNotZero:
            "Il byte \(offset) dell'indicazione, contato da 0, dovrebbe essere zero ma non lo è."
        case .unexpectedOffset:
            "Il telefono ha inviato una parte dell'indicazione che nessuno aveva chiesto, dal "
                + "byte \(offset), contato da 0."
        case .attError(let code) where code.isExplained: text(code)
        case .attError(let code) where offset == 0:
            "Il telefono ha rifiutato di inviare l'indicazione (errore ATT \(code))."
        case .attError(let code):
            "Il telefono ha inviato \(bytes) dell'indicazione e ha rifiutato il resto (errore "
                + "ATT \(code))."
        case .restartsExhausted: "L'indicazione è cambiata a ogni tentativo di lettura. Riprova."
        case .identifierMismatch:
            "L'indicazione e il formato hanno identificatori di tipo diverso: un numero e un "
                + "UUID."
        case .bufferTooSmall: "Il buffer è troppo piccolo per l'indicazione: ha solo \(bytes)."
        case .invalidLayout:
            "Questo formato non è possibile: il campo al byte \(offset), contato da 0, si "
                + "sovrappone a un altro o è fuori dall'indicazione."
        }
    }

    /// As in "Il telefono non ha ancora un'indicazione (errore ATT 0x0A)."
    public func text(_ error: ATTError) -> String {
        let meaning =
            switch error {
            case _ where error.requiresPairing:
                "Abbina prima il telefono, nelle impostazioni Bluetooth"
            case .invalidHandle: "Il telefono non offre più la navigazione"
            case .readNotPermitted: "Il telefono non consente questa lettura"
            case .writeNotPermitted: "Il telefono non consente questa modifica"
            case .invalidOffset: "Il telefono ha meno byte di quanti ne sono stati richiesti"
            case .attributeNotFound: "Il telefono non ha ancora un'indicazione"
            case .attributeNotLong: "Il telefono non ha altro da inviare"
            case .invalidAttributeValueLength:
                "Il valore è troppo lungo o troppo corto per il telefono"
            case .unlikelyError: "Qualcosa è andato storto sul telefono"
            default: "Il telefono ha rifiutato la richiesta"
            }
        return "\(meaning) (errore ATT \(error))."
    }
}
