public import CompanionPairing
public import Foundation
public import KomootNav
public import KomootNavFoundation

/// A display that shows the directions of one phone only: the one with which its user has paired it.
///
/// ```swift
/// let display = PairedDisplay(on: central, names: FileNameStore(path: path))
/// display.start()
/// for await update in display.updates {
///     switch update {
///     case .bluetooth(let state): isOn = state == .on
///     case .screen(let next): screen = next  // its text, and its buttons
///     case .storeFailure(let error): banner = error?.localizedDescription
///     case .phoneFault(let fault): hint = fault?.text()
///     case .navigation(.instruction(let next)): label = next.distanceText(locale: .current)
///     case .navigation(.noInstruction): label = ""
///     case .navigation(.status(let status)): say(status)  // `stopped`: there is nothing to say
///     }
/// }
/// ```
///
/// It pairs by names, as a `PairingClient`, and reads directions as a ``NavigationDevice`` does, from its own phone, as long
/// as the two are connected. After a start it connects to its phone by itself, if it has one.
///
/// Keep it in a property: it stops when nothing refers to it any more, and no task iterates over its updates. All of it may
/// be used from any thread. In the background, iOS lets it renew its lease only while the phone notifies; otherwise it
/// connects anew when the app comes back.
public final class PairedDisplay: Sendable {
    /// Something new to show.
    public enum Update: Hashable, Sendable {
        /// Whether Bluetooth can be used.
        case bluetooth(GATTRadioState)
        /// Whom the display is paired with, and what its user can press.
        case screen(PairingClient.Screen)
        /// The names could not be loaded or stored; `nil`: now they could. A store is tried again until it works, and a
        /// load if the phone is locked; otherwise ``PairedDisplay/start()`` tries again.
        case storeFailure(NameStoreError?)
        /// Why the phone that was found last can't be paired with or read; `nil`: now it can. Say it beside a screen without
        /// directions: near a phone of somebody else there would be nothing but *No server*, after 30 s.
        case phoneFault(PhoneFault?)
        /// What the phone says; see ``NavigationDevice/Update``. While the display is not connected, the status is `stopped`:
        /// then show nothing but the screen's text.
        case navigation(NavigationDevice.Update)
    }

    private let owner: AdapterOwner<ClientAdapter>

    /// Creates a display that does nothing until ``start()``.
    ///
    /// - Parameters:
    ///   - central: the app's central: on Core Bluetooth, or simulated for tests and previews.
    ///   - store: where the display keeps its name and its phone's. No other end uses it.
    ///   - freshName: the display's name if the store has none; `nil` for a random one.
    ///   - layout: the layout that the phone is known to write; `nil` to detect it.
    public init(
        on central: GATTCentral, names store: any NameStore,
        freshName: PairingName? = nil,
        layout: InstructionLayout? = nil
    ) {
        owner = AdapterOwner(
            ClientAdapter(
                on: central, names: store, freshName: freshName, layout: layout, observer: nil))
    }

    /// Creates a display that is watched.
    package init(
        on central: GATTCentral, names store: any NameStore, freshName: PairingName,
        observer: any PairedDisplayObserver
    ) {
        owner = AdapterOwner(
            ClientAdapter(
                on: central, names: store, freshName: freshName, layout: .deployed,
                observer: observer))
    }

    /// What there is to show, from the first ``start()`` on. Any number of tasks may iterate; each gets the newest of each
    /// kind first. ``stop()`` ends the sequence.
    public var updates: NavigationUpdates<Update> { NavigationUpdates(of: owner) }

    /// Why a display could not pair with a phone, or read it.
    public enum PhoneFault: Error, Hashable, Sendable {
        /// The phone is paired with another display. Its user can unpair it.
        case pairedWithAnother
        /// What the phone gave is not a name.
        case invalidName
        /// What the display asked for failed.
        case link(GATTError)
    }

    /// Loads the names, and connects to the phone of the last time.
    public func start() { owner.adapter.start() }

    /// Ends the search or the link, and ends ``updates``. The display stays paired.
    public func stop() { owner.adapter.stop() }

    /// What a user can press; the screen's `buttons` say which of them are there.
    public enum Button: Hashable, Sendable, CaseIterable {
        /// Looks for a phone.
        case discover
        /// Connects to the phone.
        case connect
        /// Ends the link, or the search.
        case disconnect
        /// Ends the pairing.
        case unpair
    }

    /// The user pressed a button. One that is not on the screen does nothing.
    public func press(_ button: Button) { owner.adapter.press(button) }
}

extension PairedDisplay.PhoneFault: CustomStringConvertible {
    /// What is wrong, as a sentence.
    public var description: String {
        switch self {
        case .pairedWithAnother:
            "the phone is paired with another display: press Unpair on the phone"
        case .invalidName: "what the phone gave is not a valid name"
        case .link(let error): error.description
        }
    }
}

extension PairedDisplay.Update: PairingUpdate {
    func supersedes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.bluetooth, .bluetooth), (.screen, .screen), (.storeFailure, .storeFailure),
            (.phoneFault, .phoneFault):
            true
        case (.navigation(let new), .navigation(let old)): new.supersedes(old)
        case (.bluetooth, _), (.screen, _), (.storeFailure, _), (.phoneFault, _), (.navigation, _):
            false
        }
    }
}

extension PairedDisplay.Update {
    var isStoreFailure: Bool { if case .storeFailure = self { true } else { false } }
}

extension PairedDisplay.Button {
    /// The buttons of a screen, in the order in which they are shown.
    public static func shown(on screen: PairingClient.Screen) -> [PairedDisplay.Button] {
        allCases.filter { screen.buttons.contains($0.option) }
    }

    private var option: PairingClient.Screen.Buttons {
        switch self {
        case .discover: .discover
        case .connect: .connect
        case .disconnect: .disconnect
        case .unpair: .unpair
        }
    }

    /// What the button says: "Connect to 7F3A".
    ///
    /// - Parameters:
    ///   - screen: the screen that it is on.
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func text(
        on screen: PairingClient.Screen, locale: Locale = .current,
        in catalogues: TextCatalogues = .current
    ) -> String {
        let text: PairingText =
            switch self {
            case .discover: .discover
            case .connect: screen.server.map(PairingText.connect) ?? .discover
            case .disconnect: .disconnect
            case .unpair: .unpair
            }
        return NavigationTexts(locale: locale, in: catalogues).text(text)
    }
}

extension PairingClient.Screen {
    /// The server that it names.
    package var server: PairingName? {
        switch self {
        case .starting, .storeUnreadable, .unpaired, .discovering: nil
        case .paired(let name), .connecting(let name), .connected(let name), .unpairing(let name):
            name
        }
    }
}
