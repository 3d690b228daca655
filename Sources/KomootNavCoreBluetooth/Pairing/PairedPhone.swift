public import CompanionPairing
public import KomootNav

/// A phone that navigates for one display only: the one with which its user has paired it.
///
/// ```swift
/// let phone = PairedPhone(on: peripheral, names: FileNameStore(path: path))
/// phone.start()
/// try phone.publish(arrow: .left, distanceInMeters: 210, street: "Lennéstraße")
/// for await update in phone.updates {
///     switch update {
///     case .bluetooth(let state): isOn = state == .on
///     case .screen(let next): screen = next  // its text, and whether there is a button to unpair
///     case .storeFailure(let error): banner = error?.localizedDescription
///     case .failure(let failure): log(failure)
///     }
/// }
/// ```
///
/// It pairs by names, as a `PairingServer`, and serves directions as a ``NavigationPhone`` does: to the display whose name it
/// has stored, as long as the two are connected. Anybody else's reads it refuses, with Insufficient Authorization (0x08), and
/// it advertises pairing alone. What a display has read before, it may show up to 7 s after its user or the phone's unpairs.
///
/// Keep it in a property: it serves no more when nothing refers to it, and no task iterates over its updates. All of it may
/// be used from any thread.
public final class PairedPhone: Sendable {
    /// Something new to show.
    public enum Update: Hashable, Sendable {
        /// Whether Bluetooth can be used.
        case bluetooth(GATTRadioState)
        /// With whom the phone is paired, and whether its user can unpair.
        case screen(PairingServer.Screen)
        /// The names could not be loaded or stored; `nil`: now they could. A store is tried again until it works, and a
        /// load if the phone is locked; otherwise ``PairedPhone/start()`` tries again.
        case storeFailure(NameStoreError?)
        /// Something that the system refused. ``PairedPhone/start()`` tries again.
        case failure(NavigationPhone.Failure)
    }

    private let owner: AdapterOwner<ServerAdapter>

    /// Creates a phone that does nothing until ``start()``.
    ///
    /// - Parameters:
    ///   - peripheral: the app's peripheral: on Core Bluetooth, or simulated for tests and previews.
    ///   - store: where the phone keeps its name and its display's. No other end uses it.
    ///   - freshName: the phone's name if the store has none; `nil` for a random one.
    ///   - layout: how instructions are written.
    ///   - name: what displays can show when they find the phone; `nil` for none.
    public init(
        on peripheral: GATTPeripheral, names store: any NameStore,
        freshName: PairingName? = nil,
        layout: InstructionLayout = .deployed, name: String? = nil
    ) {
        owner = AdapterOwner(
            ServerAdapter(
                on: peripheral, names: store, freshName: freshName, layout: layout, name: name,
                observer: nil))
    }

    /// Creates a phone that is watched.
    package init(
        on peripheral: GATTPeripheral, names store: any NameStore, freshName: PairingName,
        observer: any PairedPhoneObserver
    ) {
        owner = AdapterOwner(
            ServerAdapter(
                on: peripheral, names: store, freshName: freshName, layout: .deployed, name: nil,
                observer: observer))
    }

    /// What there is to show, from the first ``start()`` on. Any number of tasks may iterate; each gets the newest of each
    /// kind first. ``stop()`` ends the sequence.
    public var updates: NavigationUpdates<Update> { NavigationUpdates(of: owner) }

    /// Loads the names, and lets displays connect.
    public func start() { owner.adapter.start() }

    /// Takes all services away, forgets what was published, and ends ``updates``. The phone stays paired.
    public func stop() { owner.adapter.stop() }

    /// The user pressed *Unpair*. If the screen's `canUnpair` is false, it does nothing.
    public func unpair() { owner.adapter.unpair() }

    /// The user stops navigating: there is nothing to read until something is published.
    public func endNavigation() { owner.adapter.navigation.endNavigation() }

    /// Publishes an instruction, under a new random identifier, for the display with which the phone is paired, or will be.
    ///
    /// - Parameters:
    ///   - arrow: what to do.
    ///   - distanceInMeters: how far ahead, in metres, not rounded.
    ///   - street: the street to turn into.
    /// - Throws: `NavigationPhone.PublishingError`: also before ``start()``.
    public func publish(
        arrow: Arrow, distanceInMeters: UInt32, street: Street = ""
    ) throws(NavigationPhone.PublishingError) {
        try owner.adapter.navigation.publish(arrow, distanceInMeters, street)
    }

    /// Publishes an instruction. A new one needs a new identifier.
    ///
    /// - Throws: `NavigationPhone.PublishingError`: also before ``start()``.
    public func publish(
        _ instruction: NavigationInstruction
    ) throws(NavigationPhone.PublishingError) {
        try owner.adapter.navigation.publish(instruction)
    }
}

extension PairedPhone.Update: PairingUpdate {
    func supersedes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.bluetooth, .bluetooth), (.screen, .screen), (.storeFailure, .storeFailure): true
        case (.failure(let one), .failure(let other)): one.supersedes(other)
        case (.bluetooth, _), (.screen, _), (.storeFailure, _), (.failure, _): false
        }
    }
}

extension PairedPhone.Update {
    /// Whether a start tries again what has failed.
    var isTriedAgain: Bool {
        switch self {
        case .storeFailure, .failure: true
        case .bluetooth, .screen: false
        }
    }

    var isStoreFailure: Bool { if case .storeFailure = self { true } else { false } }
}
