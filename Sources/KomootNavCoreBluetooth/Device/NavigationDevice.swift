public import Foundation
public import KomootNav
public import KomootNavFoundation

/// A display for a phone that navigates: it looks for the phone, connects, reads, and tells what there is to
/// show.
///
/// ```swift
/// let device = NavigationDevice()
/// device.start()
/// for await update in device.updates {
///     switch update {
///     case .status(let status): banner = status.text(locale: .current)
///     case .instruction(let next): label = next.distanceText(locale: .current)
///     case .noInstruction: label = ""
///     }
/// }
/// ```
///
/// It has a radio of its own, or shares the app's `GATTCentral`.
///
/// Keep it in a property: it stops when nothing refers to it any more, and no task iterates over its updates. The
/// first ``start()`` makes the system ask the user for permission. All of it may be used from any thread.
///
/// The rules are those of `KomootNav.CentralSession`. Core Bluetooth tells notifications and answers to reads with
/// one callback; what that proves, clause 8.9 of `Docs/Protocol.md` says. The device assumes no more on any radio.
public final class NavigationDevice: Sendable {
    /// What the rider should be told.
    public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
        /// This system has no Bluetooth Low Energy.
        case unsupported
        /// The user does not allow the app to use Bluetooth. Only the system's settings can change that.
        case unauthorized
        /// Bluetooth is off, or about to start again.
        case poweredOff
        /// ``NavigationDevice/stop()`` was called, or another phone was chosen.
        case stopped
        /// Looking for a phone.
        case searching
        /// Connected to a phone that has given no instruction yet, or has none any more.
        case waiting
        /// The phone has an instruction, and answers. It may have had nothing new for a while.
        case navigating
        /// Nothing arrived for `NavigationTiming.silenceInterval`; also while the system asks the user to pair.
        case silent
        /// The phone took the service away: navigation was stopped.
        case ended
        /// The phone must be paired. If the system has not asked the user, its settings can: forget the phone there,
        /// and connect again.
        case pairingRequired
    }

    /// Something new to show.
    public enum Update: Hashable, Sendable {
        /// Tell the rider.
        case status(Status)
        /// Show this instruction. If it is possibly cut, its street may be incomplete. Keep showing it until there
        /// is another one, or none: after a lost link, an equal one is not told again.
        case instruction(DecodedInstruction)
        /// Show no instruction: navigation has ended, the phone has none any more, or none that can be read, or the
        /// device began anew.
        case noInstruction
    }

    private let owner: AdapterOwner<CentralAdapter>

    /// Creates a device that does nothing until ``start()``, on a radio that other parts of the app use too.
    ///
    /// ```swift
    /// let central = GATTCentral()
    /// let device = NavigationDevice(on: central)
    /// let strap = try await central.find(heartRateService)
    /// ```
    ///
    /// - Parameters:
    ///   - central: the app's central: on Core Bluetooth, or simulated for tests and previews.
    ///   - layout: the layout that the phone is known to write; `nil` to detect it.
    ///   - chosen: the phone that was chosen before; see ``choose(_:)``.
    public convenience init(
        on central: GATTCentral, layout: InstructionLayout? = nil, chosen: GATTPeer? = nil
    ) {
        self.init(on: central, layout: layout, chosen: chosen, observer: nil)
    }

    package init(
        on central: GATTCentral, layout: InstructionLayout?, chosen: GATTPeer?,
        observer: (any DeviceObserver)?
    ) {
        owner = AdapterOwner(
            CentralAdapter(layout: layout, chosen: chosen, on: central, observer: observer))
    }

    /// The phone that gave directions last; `nil` before the first. Remember its identifier, and give it to the next
    /// device, if there may be other phones near that navigate.
    public var phone: GATTPeer? { owner.adapter.phone.with { $0 } }

    /// Why the phone that was connected last could not be read; `nil` once it gives directions. It is for a log, or for a
    /// rider whose phone is found but gives no directions.
    public var phoneFault: GATTError? { owner.adapter.fault.with { $0 } }

    /// Connects to this phone from now on, and to no other; `nil` to any.
    ///
    /// Without a choice, a device waits 3 s for the phone that gave directions last before it takes another one. Before
    /// the first directions, it takes one to which the system is connected already, or the nearest of those that it finds
    /// within half a second. Beside a ``PairedDisplay``, choose: the display's phone is connected. To let the rider choose, show
    /// what `GATTCentral.nearby(_:)` lists for `NavigationService.uuid`.
    public func choose(_ phone: GATTPeer?) { owner.adapter.choose(phone) }

    /// What there is to show, from the first ``start()`` on. Any number of tasks may iterate; each gets the newest
    /// status and the newest instruction first, but no instruction that is over. If a task is
    /// slow, it misses what was replaced meanwhile. ``stop()`` ends the sequence, after ``Status/stopped``; if you
    /// iterate again, you wait for the next ``start()``.
    public var updates: NavigationUpdates<Update> { NavigationUpdates(of: owner) }

    /// Looks for a phone, connects and reads.
    public func start() { owner.adapter.start() }

    /// Ends the link, looks for no phone any more, and ends ``updates``. Before the first ``start()`` it only
    /// ends these.
    public func stop() { owner.adapter.stop() }
}

extension NavigationDevice.Update: Superseding {
    func supersedes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.status, .status), (.status(.stopped), .instruction): true
        case (.status, _), (_, .status): false
        case (.instruction, _), (.noInstruction, _): true
        }
    }
}

extension NavigationDevice.Status {
    /// What a session's status means with a radio in this state.
    package init(_ status: CentralSession.Status, _ state: GATTRadioState) {
        switch status {
        case .stopped: self = .stopped
        case .radioOff:
            switch BluetoothObstacle(state) {
            case .unsupported: self = .unsupported
            case .unauthorized: self = .unauthorized
            case nil: self = .poweredOff
            }
        case .searching: self = .searching
        case .waiting: self = .waiting
        case .navigating: self = .navigating
        case .silent: self = .silent
        case .ended: self = .ended
        case .pairingRequired: self = .pairingRequired
        }
    }
}

extension NavigationDevice.Status {
    /// What to tell the rider: "Looking for a phone".
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func text(
        locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) -> String {
        meaning.text(in: NavigationTexts(locale: locale, in: catalogues)) { $0.text($1) }
    }

    /// What the rider can do about it: "Start navigation on the phone"; `nil` if there is nothing to
    /// do, or if the text says it.
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func advice(
        locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) -> String? {
        guard case .session(let status) = meaning else { return nil }
        return status.advice(locale: locale, in: catalogues)
    }

    var meaning: StatusMeaning<CentralSession.Status> {
        switch self {
        case .unsupported: .obstacle(.unsupported)
        case .unauthorized: .obstacle(.unauthorized)
        case .poweredOff: .session(.radioOff)
        case .stopped: .session(.stopped)
        case .searching: .session(.searching)
        case .waiting: .session(.waiting)
        case .navigating: .session(.navigating)
        case .silent: .session(.silent)
        case .ended: .session(.ended)
        case .pairingRequired: .session(.pairingRequired)
        }
    }
}
