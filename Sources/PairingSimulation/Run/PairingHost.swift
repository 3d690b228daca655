package import CompanionPairing
import Simulation

/// The phone of one end: its system, its disk, and its app, which runs or does not.
package protocol PairingHost: AnyObject {
    /// What both ends have in common.
    var app: SimulatedApp { get set }
    /// Starts the app, unless it runs.
    func launch()
    /// Ends the app, if it runs.
    func kill()
    /// From here on nothing goes wrong.
    func rest()
    /// Bluetooth is switched off, or on again.
    func switchRadio(on isOn: Bool)
}

/// The phone of a client.
package protocol PairingClientHost: PairingHost {
    /// The client, while its app runs.
    var client: (any ClientState)? { get }
    /// The user presses a button, or the place where one was.
    func press(_ button: PairingNote.Button)
    /// Both ends are told that the link is gone, if there is one.
    func loseLink()
    /// The system gives its peers other addresses.
    func changeAddresses()
}

/// The phone of a server.
package protocol PairingServerHost: PairingHost {
    /// The server, while its app runs.
    var server: (any ServerState)? { get }
    /// The user presses *Unpair*.
    func unpair()
    /// The phone has something new to show, with this number, which grows.
    func publish(_ number: UInt32)
}

extension PairingHost {
    package func rest() { app.rest() }

    var isRadioOn: Bool {
        switch app.participant {
        case .central(let number): app.layer.state.centrals[Int(number)].isRadioOn
        case .peripheral(let number): app.layer.state.peripherals[Int(number)].isRadioOn
        case nil: false
        }
    }

    /// Bluetooth is switched off, or on again.
    func toggleRadio() {
        app.note(.radioSwitched(on: !isRadioOn))
        switchRadio(on: !isRadioOn)
    }

    package func switchRadio(on isOn: Bool) {
        guard let participant = app.participant else { return }
        if isOn {
            app.layer.switchRadioOn(participant)
        } else {
            app.layer.switchRadioOff(participant)
        }
    }
}

extension PairingClientHost {
    /// Notes what the client does, before it does it.
    package func note(_ effect: PairingClient.Effect) {
        app.note(.client(effect))
        switch effect {
        case .writePairedName(.unpaired, _): app.judge.writesUnpaired(app.clientNumber)
        case .fault(.refused(let error)): app.judge.mark("client fault refused \(error)")
        case .fault(let fault): app.judge.mark("client fault \(fault)")
        default: break
        }
    }

    /// What a press of a button means now.
    package func meaning(of button: PairingNote.Button) -> PairingNote.Press {
        guard let client else { return .notRunning }
        return client.buttons.contains(button.screenButton) ? .counts : .notOnScreen
    }

    /// A backup of another client's names is restored, or the app is installed again and knows nothing.
    func replaceNames(by names: PairingNames?, of other: Int?) {
        kill()
        app.disk.names = names
        app.note(other.map { .restored(from: $0) } ?? .reinstalled)
        app.judge.mark(other == nil ? "client installed again" : "client copied")
        app.judge.replacesNames(of: app.clientNumber, by: names)
    }
}

extension PairingServerHost {
    /// Notes what the server does, before it does it.
    package func note(_ effect: PairingServer.Effect) {
        app.note(.server(effect))
        switch effect {
        case .refuse(_, let error): app.judge.mark("refused \(error)")
        case .fault(let fault): app.judge.mark("server fault \(fault)")
        default: break
        }
    }

    /// Takes the name of another server, and is ready for a client.
    func pose(as names: PairingNames) {
        kill()
        app.disk.names = PairingNames(own: names.own)
        app.note(.posesAs(names))
        app.judge.mark("impostor")
        launch()
    }
}
