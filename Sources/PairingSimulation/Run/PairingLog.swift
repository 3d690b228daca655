import CompanionPairing
import KomootNavRecording
import LinkVocabulary

/// A run of pairing as lines to read.
package enum PairingLog {
    /// A line for what happened; `nil` if it is only a step on the way, such as a read.
    package static func line(_ note: PairingNote) -> String? {
        words(note.happening).map {
            NoteLine.text(SessionTime(milliseconds: note.time / 1000), name(note.end), $0)
        }
    }

    private static func name(_ end: PairingNote.End) -> String {
        switch end {
        case .client(let number): "client \(number + 1)"
        case .server: "server"
        case .impostor: "impostor"
        case .links: "links"
        }
    }

    private static func words(_ happening: PairingNote.Happening) -> String? {
        switch happening {
        case .client(let effect): words(effect)
        case .server(let effect): words(effect)
        case .showsInstruction(let number): "shows instruction \(number)"
        case .suspended(let isSuspended): "the app \(isSuspended ? "is suspended" : "goes on")"
        case .pressed(let button, let press):
            "the user presses \(button.rawValue)\(addition(to: press))"
        case .stored(let succeeded): succeeded ? "the names are stored" : "the store fails"
        case .launched: "the app is launched"
        case .killed: "the app is killed"
        case .linkLost: "the link is lost"
        case .allLinksLost(let silently):
            silently ? "all are lost, and nobody is told" : "all are lost"
        case .answerFault(let fault): "what goes wrong next: \(fault)"
        case .radioSwitched(let isOn): "Bluetooth is switched \(isOn ? "on" : "off")"
        case .addressesChanged: "the addresses of its peers change"
        case .restored(let other): "a backup of client \(other + 1) is restored"
        case .reinstalled: "the app is installed again"
        case .posesAs(let names): "poses as \(names.own)"
        case .faultsEnd: "from here on nothing goes wrong"
        }
    }

    private static func addition(to press: PairingNote.Press) -> String {
        switch press {
        case .counts: ""
        case .notOnScreen: ", which is not on the screen"
        case .notRunning: ", but the app does not run"
        }
    }

    private static func words(_ effect: PairingClient.Effect) -> String? {
        switch effect {
        case .load, .startScan, .stopScan, .discover, .readServerName, .readPairedName: nil
        case .store(let names, _): words(storing: names)
        case .connect: "connects"
        case .disconnect: "ends the link"
        case .writePairedName(let value, _): "writes \(value.name?.description ?? "UNPAIRED")"
        case .show(let screen): words(screen.description)
        case .fault(.refused(let error)): "fault: refused: \(error.words)"
        case .fault(let fault): "fault: \(fault)"
        }
    }

    private static func words(_ effect: PairingServer.Effect) -> String? {
        switch effect {
        case .load, .startAdvertising, .answer, .pairedNameChanged: nil
        case .store(let names, _): words(storing: names)
        case .accept: "accepts what was written"
        case .refuse(_, let error): "refuses: \(error.words)"
        case .show(let screen): words(screen.description)
        case .fault(let fault): "fault: \(fault)"
        }
    }

    private static func words(storing names: PairingNames) -> String {
        "stores: paired with \(names.peer?.description ?? "nobody")"
    }

    private static func words(_ screen: String) -> String { "shows: \(screen)" }
}
