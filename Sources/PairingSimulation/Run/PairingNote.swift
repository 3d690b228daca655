package import CompanionPairing
package import Simulation

/// Something that happened in a run, for a reader.
package struct PairingNote: Sendable {
    /// Who did it, or to whom it happened.
    package enum End: Hashable, Sendable {
        /// A client, counted from 0; a reader counts from 1.
        case client(Int)
        case server
        /// A server that uses the server's name.
        case impostor
        /// What is between the ends.
        case links
    }

    package enum Happening: Sendable {
        case client(PairingClient.Effect)
        case server(PairingServer.Effect)
        /// A client shows what its server's phone has had to show, with this number.
        case showsInstruction(UInt32)
        /// The app is suspended, or goes on.
        case suspended(Bool)
        /// The user presses a button, or the place where one was.
        case pressed(Button, Press)
        /// A store has ended.
        case stored(succeeded: Bool)
        case launched
        case killed
        case linkLost
        /// All links are lost; or silently, so that no end is told.
        case allLinksLost(silently: Bool)
        /// The next answer will be lost, late, repeated or an error.
        case answerFault(AnswerFault)
        case radioSwitched(on: Bool)
        /// A client's system gives its peers other addresses.
        case addressesChanged
        /// A backup of another client is restored.
        case restored(from: Int)
        case reinstalled
        /// A server with these names appears.
        case posesAs(PairingNames)
        /// From here on nothing goes wrong.
        case faultsEnd
    }

    /// What a user can press.
    package enum Button: String, Sendable, CaseIterable {
        case discover, connect, disconnect, unpair

        /// The same button on a client's screen.
        package var screenButton: PairingClient.Screen.Buttons {
            switch self {
            case .discover: .discover
            case .connect: .connect
            case .disconnect: .disconnect
            case .unpair: .unpair
            }
        }
    }

    /// What becomes of a press.
    package enum Press: Sendable {
        /// The screen has the button.
        case counts
        /// The screen does not have the button.
        case notOnScreen
        /// The app does not run, so there is no screen.
        case notRunning
    }

    /// Microseconds since the run began.
    package let time: UInt64
    package let end: End
    package let happening: Happening
}
