import CompanionPairing
import KomootNavRecording
import PairingSimulation

/// A run of pairing as lines to read.
enum PairingLog {
    /// A line for what happened; `nil` if it is only a step on the way, such as a read.
    static func line(_ note: PairingNote) -> String? {
        guard let words = words(note.happening) else { return nil }
        let milliseconds = note.time / 1000
        let fraction = String(String(1000 + milliseconds % 1000).dropFirst())
        let seconds = rightAligned("\(milliseconds / 1000).\(fraction)", 9)
        let end = name(note.end)
        let gap = String(repeating: " ", count: max(1, 10 - end.count))
        return "\(seconds)  \(end)\(gap)\(words)"
    }

    private static func name(_ end: PairingNote.End) -> String {
        switch end {
        case .client(let number): "client \(number + 1)"
        case .server: "server"
        case .impostor: "impostor"
        }
    }

    private static func words(_ happening: PairingNote.Happening) -> String? {
        switch happening {
        case .client(let effect): words(effect)
        case .server(let effect): words(effect)
        case .pressed(let button): "the user presses \(button.rawValue)"
        case .stored(let succeeded): succeeded ? "the names are stored" : "the store fails"
        case .launched: "the app is launched"
        case .killed: "the app is killed"
        case .linkLost: "the link is lost"
        case .restored(let other): "a backup of client \(other + 1) is restored"
        case .reinstalled: "the app is installed again"
        case .posesAs(let names): "poses as \(names.own)"
        case .faultsEnd: "from here on nothing goes wrong"
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
        case .fault(let fault): "fault: \(fault)"
        }
    }

    private static func words(_ effect: PairingServer.Effect) -> String? {
        switch effect {
        case .load, .startAdvertising, .answer, .pairedNameChanged: nil
        case .store(let names, _): words(storing: names)
        case .accept: "accepts what was written"
        case .refuse(_, let error): "refuses: \(error)"
        case .show(let screen): words(screen.description)
        case .fault(let fault): "fault: \(fault)"
        }
    }

    private static func words(storing names: PairingNames) -> String {
        "stores: paired with \(names.peer?.description ?? "nobody")"
    }

    private static func words(_ screen: String) -> String {
        let lines = screen.split(separator: "\n").joined(separator: "; ")
        return "shows: \(lines)"
    }
}
