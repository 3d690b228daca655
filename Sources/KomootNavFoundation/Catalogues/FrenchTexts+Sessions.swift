import CompanionPairing
public import KomootNav

extension FrenchTexts {
    /// As in "Recherche d'un téléphone".
    public func text(_ status: CentralSession.Status) -> String {
        switch status {
        case .stopped: "Non démarré"
        case .radioOff: "Le Bluetooth est désactivé"
        case .searching: "Recherche d'un téléphone"
        case .waiting: "Connecté, en attente d'une instruction"
        case .navigating: "Navigation en cours"
        case .silent: "Le téléphone ne répond pas"
        case .ended: "Navigation terminée"
        case .pairingRequired: "Associez le téléphone dans les réglages Bluetooth"
        }
    }

    /// As in "Activez le Bluetooth".
    public func advice(on status: CentralSession.Status) -> String? {
        switch status {
        case .radioOff: "Activez le Bluetooth"
        case .searching: "Démarrez un parcours dans l'application d'un téléphone proche"
        case .waiting: "Démarrez la navigation sur le téléphone"
        case .silent: "Rapprochez le téléphone, ou ouvrez son application"
        case .ended: "Démarrez un parcours sur le téléphone pour continuer"
        case .stopped, .navigating, .pairingRequired: nil
        }
    }

    /// As in "Visible par les appareils".
    public func text(_ phase: PeripheralSession.Phase) -> String {
        switch phase {
        case .stopped: "Pas de navigation"
        case .radioOff: "Le Bluetooth est désactivé"
        case .advertising: "Visible par les appareils"
        case .advertisingAgain: "En attente de la reconnexion de l'appareil"
        case .serving: "Navigation en cours"
        }
    }

    /// As in "Cet appareil n'a pas de Bluetooth Low Energy".
    public func text(_ obstacle: BluetoothObstacle) -> String {
        switch obstacle {
        case .unsupported: "Cet appareil n'a pas de Bluetooth Low Energy"
        case .unauthorized: "Autorisez le Bluetooth pour cette application dans les réglages"
        }
    }

    /// As in "La lecture est terminée".
    public func text(_ recording: RecordingText) -> String {
        switch recording {
        case .ended: "La lecture est terminée"
        case .damaged(1): "1 partie de l'enregistrement est illisible"
        case .damaged(let count): "\(count) parties de l'enregistrement sont illisibles"
        case .empty: "Rien n'a encore été enregistré"
        case .full: "Le journal est plein\u{A0}: la suite manque"
        case .unreadable: "L'enregistrement est illisible"
        case .noDirections: "L'enregistrement ne contient aucune instruction"
        }
    }

    /// As in "Maintient 150 W".
    public func text(_ ride: RideText) -> String {
        switch ride {
        case .speed: "Vitesse"
        case .power: "Puissance"
        case .cadence: "Cadence"
        case .heartRate: "Fréquence cardiaque"
        case .revolutionsPerMinute: "tr/min"
        case .beatsPerMinute: "bpm"
        case .connecting: "Connexion au home trainer"
        case .free: "Pédalage libre"
        case .setting: "Réglage du home trainer"
        case .holdingPower(let power): "Maintient \(power)"
        case .holdingResistance: "Maintient une résistance"
        case .simulating: "Simule la route"
        case .refused: "Le home trainer refuse le réglage"
        case .unanswered: "Le home trainer ne répond pas"
        case .controlLost: "Une autre application commande le home trainer"
        case .changed: "Modifié sur le home trainer"
        case .stopped: "Arrêté sur le home trainer"
        case .calibrating: "Étalonnage du home trainer"
        }
    }

    /// As in "Connecté au serveur 7F3A".
    public func text(_ pairing: PairingText) -> String {
        switch pairing {
        case .client(.starting), .server(.starting): "Démarrage…"
        case .client(.storeUnreadable), .server(.storeUnreadable):
            "Les noms enregistrés sont illisibles"
        case .client(.unpaired): "Aucun serveur"
        case .client(.discovering): "Recherche d'un serveur…"
        case .client(.paired(let name)): "Associé au serveur \(name)"
        case .client(.connecting(let name)): "Connexion au serveur \(name)…"
        case .client(.connected(let name)): "Connecté au serveur \(name)"
        case .client(.unpairing(let name)): "Dissociation du serveur \(name)…"
        case .server(.expecting): "En attente d'une connexion"
        case .server(.pairing(let name)): "Association au client \(name)…"
        case .server(.expectingClient(let name)):
            "Associé au client \(name)\u{A0}; en attente d'une connexion de \(name)"
        case .server(.connected(let name)):
            "Associé au client \(name)\u{A0}; connecté au client \(name)"
        case .server(.unpairing(let name)): "Dissociation du client \(name)…"
        case .problem(let problem): text(problem)
        case .discover: "Rechercher un serveur"
        case .connect(let name): "Se connecter à \(name)"
        case .disconnect: "Se déconnecter"
        case .unpair: "Dissocier"
        }
    }

    private func text(_ problem: PairingText.Problem) -> String {
        switch problem {
        case .namesDamaged: "Les noms enregistrés sont endommagés."
        case .namesLocked: "Déverrouillez l'appareil pour lire les noms enregistrés."
        case .namesRefused(let error):
            "Impossible de lire ou d'enregistrer les noms (erreur \(error))."
        case .pairedWithAnother:
            "Le téléphone est associé à un autre écran. Dissociez-le sur le téléphone."
        case .invalidName: "Le téléphone a donné un nom non valide."
        case .noAnswer: "Le téléphone n'a pas répondu à temps, ou la connexion a été perdue."
        case .notOffered: "Le téléphone ne propose pas l'association."
        case .noNavigation: "Le téléphone ne propose pas la navigation."
        case .refused(let error): text(error)
        case .invisible(let error):
            "Le système n'a pas rendu ce téléphone visible (erreur \(error))."
        }
    }

    /// As in "L'instruction s'interrompt après 7 octets."
    public func text(_ error: KomootNavError) -> String {
        let offset = error.offset
        let bytes = "\(offset) octet" + (offset < 2 ? "" : "s")
        return switch error.code {
        case .truncated: "L'instruction s'interrompt après \(bytes)."
        case .oversized: "L'instruction dépasse \(bytes)."
        case .malformedNotification:
            "Le téléphone a envoyé une notification de \(bytes), ce qui n'est pas une longueur "
                + "valide."
        case .invalidUTF8:
            "Le nom de la rue n'est pas de l'UTF-8 valide\u{A0}: l'octet \(offset), compté "
                + "depuis 0, est incorrect."
        case .reservedNotZero:
            "L'octet \(offset) de l'instruction, compté depuis 0, devrait être nul mais ne "
                + "l'est pas."
        case .unexpectedOffset:
            "Le téléphone a envoyé une partie de l'instruction que personne n'avait demandée, "
                + "depuis l'octet \(offset), compté depuis 0."
        case .attError(let code) where code.isExplained: text(code)
        case .attError(let code) where offset == 0:
            "Le téléphone a refusé d'envoyer l'instruction (erreur ATT \(code))."
        case .attError(let code):
            "Le téléphone a envoyé \(bytes) de l'instruction et refusé le reste (erreur ATT "
                + "\(code))."
        case .restartsExhausted: "L'instruction a changé à chaque tentative de lecture. Réessayez."
        case .identifierMismatch:
            "L'instruction et le format ont des identifiants de types différents\u{A0}: un "
                + "nombre et un UUID."
        case .bufferTooSmall:
            "Le tampon est trop petit pour l'instruction\u{A0}: il n'a que \(bytes)."
        case .invalidLayout:
            "Ce format n'est pas possible\u{A0}: le champ à l'octet \(offset), compté depuis "
                + "0, en chevauche un autre ou sort de l'instruction."
        }
    }

    /// As in "Le téléphone n'a pas encore d'instruction (erreur ATT 0x0A)."
    public func text(_ error: ATTError) -> String {
        let meaning =
            switch error {
            case _ where error.requiresPairing:
                "Associez d'abord le téléphone, dans les réglages Bluetooth"
            case .invalidHandle: "Le téléphone ne propose plus la navigation"
            case .readNotPermitted: "Le téléphone n'autorise pas cette lecture"
            case .writeNotPermitted: "Le téléphone n'autorise pas cette modification"
            case .invalidOffset: "Le téléphone a moins d'octets que demandé"
            case .attributeNotFound: "Le téléphone n'a pas encore d'instruction"
            case .attributeNotLong: "Le téléphone n'a plus rien à envoyer"
            case .invalidAttributeValueLength:
                "La valeur est trop longue ou trop courte pour le téléphone"
            case .unlikelyError: "Un problème est survenu sur le téléphone"
            default: "Le téléphone a refusé la demande"
            }
        return "\(meaning) (erreur ATT \(error))."
    }
}
