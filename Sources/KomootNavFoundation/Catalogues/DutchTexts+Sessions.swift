import CompanionPairing
public import KomootNav

extension DutchTexts {
    /// As in "Zoekt naar een telefoon".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Niet gestart"
        case .radioOff: "Bluetooth staat uit"
        case .searching: "Zoekt naar een telefoon"
        case .waiting: "Verbonden, wacht op een aanwijzing"
        case .navigating: "Bezig met navigeren"
        case .silent: "De telefoon reageert niet"
        case .ended: "De navigatie is afgelopen"
        case .pairingRequired: "Koppel de telefoon in de Bluetooth-instellingen"
        }
    }

    /// As in "Zet Bluetooth aan".
    public func advice(on status: CentralSession.Status) -> String? {
        switch status {
        case .radioOff: "Zet Bluetooth aan"
        case .searching: "Start een tocht in de app op een telefoon in de buurt"
        case .waiting: "Start de navigatie op de telefoon"
        case .silent: "Breng de telefoon dichterbij, of open de app erop"
        case .ended: "Start een tocht op de telefoon om verder te gaan"
        case .stopped, .navigating, .pairingRequired: nil
        }
    }

    /// As in "Zichtbaar voor apparaten".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Geen navigatie"
        case .radioOff: "Bluetooth staat uit"
        case .advertising: "Zichtbaar voor apparaten"
        case .advertisingAgain: "Wacht tot het apparaat weer verbinding maakt"
        case .serving: "Bezig met navigeren"
        }
    }

    /// As in "Dit apparaat heeft geen Bluetooth Low Energy".
    public func text(_ obstacle: BluetoothObstacle) -> String {
        switch obstacle {
        case .unsupported: "Dit apparaat heeft geen Bluetooth Low Energy"
        case .unauthorized: "Sta Bluetooth voor deze app toe in de instellingen"
        }
    }

    /// As in "Het afspelen is afgelopen".
    public func text(_ recording: RecordingText) -> String {
        switch recording {
        case .ended: "Het afspelen is afgelopen"
        case .damaged(1): "1 deel van de opname is niet leesbaar"
        case .damaged(let count): "\(count) delen van de opname zijn niet leesbaar"
        case .empty: "Er is nog niets opgenomen"
        case .full: "Het logboek is vol: wat later kwam, ontbreekt"
        case .unreadable: "De opname is niet leesbaar"
        case .noDirections: "De opname bevat geen aanwijzingen"
        }
    }

    /// As in "Houdt 150 W vast".
    public func text(_ ride: RideText) -> String {
        switch ride {
        case .speed: "Snelheid"
        case .power: "Vermogen"
        case .cadence: "Cadans"
        case .heartRate: "Hartslag"
        case .revolutionsPerMinute: "rpm"
        case .beatsPerMinute: "bpm"
        case .connecting: "Verbinden met de trainer"
        case .free: "Vrij fietsen"
        case .setting: "De trainer wordt ingesteld"
        case .holdingPower(let power): "Houdt \(power) vast"
        case .holdingResistance: "Houdt een weerstand vast"
        case .simulating: "Simuleert de weg"
        case .refused: "De trainer weigert de instelling"
        case .unanswered: "De trainer antwoordt niet"
        case .controlLost: "Een andere app bestuurt de trainer"
        case .changed: "Op de trainer gewijzigd"
        case .stopped: "Op de trainer gestopt"
        case .calibrating: "De trainer wordt gekalibreerd"
        }
    }

    /// As in "Verbonden met server 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(.starting), .server(.starting): "Starten…"
        case .client(.storeUnreadable), .server(.storeUnreadable):
            "De opgeslagen namen zijn niet leesbaar"
        case .client(.unpaired): "Geen server"
        case .client(.discovering): "Server zoeken…"
        case .client(.paired(let name)): "Gekoppeld met server \(name)"
        case .client(.connecting(let name)): "Verbinden met server \(name)…"
        case .client(.connected(let name)): "Verbonden met server \(name)"
        case .client(.unpairing(let name)): "Ontkoppelen van server \(name)…"
        case .server(.expecting): "Wacht op een verbinding"
        case .server(.pairing(let name)): "Koppelen met client \(name)…"
        case .server(.expectingClient(let name)):
            "Gekoppeld met client \(name); wacht op een verbinding van \(name)"
        case .server(.connected(let name)):
            "Gekoppeld met client \(name); verbonden met client \(name)"
        case .server(.unpairing(let name)): "Ontkoppelen van client \(name)…"
        case .problem(let problem): text(problem)
        case .discover: "Zoek een server"
        case .connect(let name): "Verbind met \(name)"
        case .disconnect: "Verbreek de verbinding"
        case .unpair: "Ontkoppel"
        }
    }

    private func text(_ problem: PairingText.Problem) -> String {
        switch problem {
        case .namesDamaged: "De opgeslagen namen zijn beschadigd."
        case .namesLocked: "Ontgrendel het apparaat om de opgeslagen namen te lezen."
        case .namesRefused(let error):
            "De namen kunnen niet worden gelezen of opgeslagen (fout \(error))."
        case .pairedWithAnother:
            "De telefoon is met een ander scherm gekoppeld. Ontkoppel het op de telefoon."
        case .invalidName: "De telefoon heeft een ongeldige naam opgegeven."
        case .noAnswer: "De telefoon heeft niet op tijd geantwoord, of de verbinding is verbroken."
        case .notOffered: "De telefoon biedt geen koppeling aan."
        case .noNavigation: "De telefoon biedt geen navigatie aan."
        case .refused(let error): text(error)
        case .invisible(let error):
            "Het systeem heeft deze telefoon niet zichtbaar gemaakt (fout \(error))."
        }
    }

    /// As in "De aanwijzing breekt af na 7 bytes."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = "\(offset) byte" + (offset == 1 ? "" : "s")
        return switch error.code {
        case .truncated: "De aanwijzing breekt af na \(bytes)."
        case .oversized: "De aanwijzing is langer dan \(bytes)."
        case .malformedNotification:
            "De telefoon heeft een melding van \(bytes) gestuurd. Die lengte is niet geldig."
        case .invalidUTF8:
            "De straatnaam is geen geldige UTF-8: byte \(offset), geteld vanaf 0, is fout."
        case .reservedNotZero:
            "Byte \(offset) van de aanwijzing, geteld vanaf 0, moet nul zijn, maar is dat niet."
        case .unexpectedOffset:
            "De telefoon heeft ongevraagd een deel van de aanwijzing gestuurd, vanaf byte "
                + "\(offset), geteld vanaf 0."
        case .attError(let code) where code.isExplained: text(code)
        case .attError(let code) where offset == 0:
            "De telefoon weigert de aanwijzing te sturen (ATT-fout \(code))."
        case .attError(let code):
            "De telefoon heeft \(bytes) van de aanwijzing gestuurd en de rest geweigerd "
                + "(ATT-fout \(code))."
        case .restartsExhausted:
            "De aanwijzing veranderde bij elke leespoging. Probeer het opnieuw."
        case .identifierMismatch:
            "De aanwijzing en de indeling hebben verschillende soorten identificaties: een getal en "
                + "een UUID."
        case .bufferTooSmall: "De buffer is te klein voor de aanwijzing: hij heeft maar \(bytes)."
        case .invalidLayout:
            "Deze indeling is niet mogelijk: het veld bij byte \(offset), geteld vanaf 0, "
                + "overlapt een ander veld of ligt buiten de aanwijzing."
        }
    }

    /// As in "De telefoon heeft nog geen aanwijzing (ATT-fout 0x0A)."
    public func text(_ error: ATTError) -> String {
        let meaning =
            switch error {
            case _ where error.requiresPairing:
                "Koppel eerst de telefoon, in de Bluetooth-instellingen"
            case .invalidHandle: "De telefoon biedt geen navigatie meer aan"
            case .readNotPermitted: "De telefoon staat lezen niet toe"
            case .writeNotPermitted: "De telefoon staat wijzigen niet toe"
            case .invalidOffset: "De telefoon heeft minder bytes dan gevraagd"
            case .attributeNotFound: "De telefoon heeft nog geen aanwijzing"
            case .attributeNotLong: "De telefoon heeft niets meer te sturen"
            case .invalidAttributeValueLength: "De waarde is te lang of te kort voor de telefoon"
            case .unlikelyError: "Er is iets misgegaan op de telefoon"
            default: "De telefoon heeft het verzoek geweigerd"
            }
        return "\(meaning) (ATT-fout \(error))."
    }
}
