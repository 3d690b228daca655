public import Foundation
public import KomootNav
public import KomootNavFoundation

/// A phone that navigates: it advertises and serves instructions to displays on handlebars.
///
/// ```swift
/// let phone = NavigationPhone(layout: .deployed, name: "Navigator")
/// phone.start()
/// try phone.publish(arrow: .left, distanceInMeters: 210, street: "Lennéstraße")
/// ```
///
/// Keep it in a property: it serves no more when nothing refers to it, and no task iterates over its updates. The
/// first ``start()`` makes the system ask the user for permission. All of it may be used from any thread.
/// The rules are those of `KomootNav.PeripheralSession`.
public final class NavigationPhone: Sendable {
    /// What the phone does, or why it does nothing.
    public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
        /// This system has no Bluetooth Low Energy, or can't be a peripheral.
        case unsupported
        /// The user does not allow the app to use Bluetooth. Only the system's settings can change that.
        case unauthorized
        /// Bluetooth is off, or about to start again.
        case poweredOff
        /// Nobody navigates.
        case stopped
        /// Devices can connect; this ends after `NavigationTiming.advertisingLimit`.
        case advertising
        /// A device is lost; it can connect again.
        case advertisingAgain
        /// Devices read. New ones can't find the phone until ``NavigationPhone/advertise()``.
        case serving
    }

    /// Something that the system refused. ``NavigationPhone/advertise()`` tries again.
    public struct Failure: Error, Hashable, Sendable {
        /// What it was asked for.
        public enum Operation: String, Hashable, Sendable, CaseIterable {
            /// To serve the service.
            case addService
            /// To advertise it.
            case startAdvertising
        }

        /// What it was asked for.
        public let operation: Operation
        /// The service that it was to serve or advertise.
        public let service: UUID128
        /// The error's domain, for example `CBErrorDomain`.
        public let domain: String
        /// The error's code in its domain.
        public let code: Int

        init(_ operation: Operation, _ service: UUID128, _ failure: GATTFailure) {
            self.operation = operation
            self.service = service
            domain = failure.domain
            code = failure.code
        }
    }

    /// Something new to know.
    public enum Update: Hashable, Sendable {
        /// What the phone does.
        case status(Status)
        /// What did not work.
        case failure(Failure)
    }

    /// Why an instruction was not published. Nothing has changed then.
    public enum PublishingError: Error, Hashable, Sendable {
        /// Nobody navigates: ``NavigationPhone/start()`` was not called.
        case notStarted
        /// The instruction does not fit into the layout. If the street is too long, `Street.prefix(maximumByteCount:)`
        /// shortens it to the layout's `maximumStreetByteCount`.
        case unencodable(KomootNavError)
    }

    private let owner: AdapterOwner<PeripheralAdapter>

    /// Creates a phone that does nothing until ``start()``, on a radio that other parts of the app use too. A long read gets
    /// all its bytes from one object.
    ///
    /// - Parameters:
    ///   - peripheral: the app's peripheral: on Core Bluetooth, or simulated for tests and previews.
    ///   - layout: how instructions are written. Devices in use read `.deployed`.
    ///   - name: what devices can show when they find the phone; `nil` for none.
    public convenience init(
        on peripheral: GATTPeripheral, layout: InstructionLayout, name: String? = nil
    ) {
        var configuration = PeripheralSession.Configuration(layout: layout)
        configuration.serving = .snapshotPerRead
        self.init(on: peripheral, configuration, name: name)
    }

    /// Creates a phone that does nothing until ``start()``. If the configuration does not say otherwise, each chunk of a
    /// read comes from the newest object.
    public convenience init(
        on peripheral: GATTPeripheral, _ configuration: PeripheralSession.Configuration,
        name: String? = nil
    ) {
        self.init(on: peripheral, configuration, name: name, observer: nil)
    }

    package init(
        on peripheral: GATTPeripheral, _ configuration: PeripheralSession.Configuration,
        name: String?, observer: (any PhoneObserver)?
    ) {
        owner = AdapterOwner(
            PeripheralAdapter(configuration, name: name, on: peripheral, observer: observer))
    }

    /// What the phone does, from the first ``start()`` on. Any number of tasks may iterate; each gets the newest status
    /// first. If a task is slow, it misses what was replaced meanwhile. ``stop()`` ends the sequence, after
    /// ``Status/stopped``; if you iterate again, you wait for the next ``start()``.
    public var updates: NavigationUpdates<Update> { NavigationUpdates(of: owner) }

    /// The user starts to navigate: serves, and advertises for a while. Started already, it asks again for what the system
    /// has refused.
    public func start() { owner.adapter.start() }

    /// The user stops navigating: the service is gone, everything published is forgotten, and ``updates`` ends.
    public func stop() { owner.adapter.stop() }

    /// Lets devices find the phone, for a while. Before ``start()`` it does nothing.
    public func advertise() { owner.adapter.advertise() }

    /// Publishes an instruction, under a new random identifier. While Bluetooth is off, it is kept for later.
    ///
    /// - Parameters:
    ///   - arrow: what to do.
    ///   - distanceInMeters: how far ahead, in metres, not rounded.
    ///   - street: the street to turn into.
    /// - Throws: ``PublishingError``.
    public func publish(
        arrow: Arrow, distanceInMeters: UInt32, street: Street = ""
    ) throws(PublishingError) {
        try owner.adapter.publish(arrow, distanceInMeters, street)
    }

    /// Publishes an instruction. A new one needs a new identifier. While Bluetooth is off, it is kept for later.
    ///
    /// - Throws: ``PublishingError``.
    public func publish(_ instruction: NavigationInstruction) throws(PublishingError) {
        try owner.adapter.publish(instruction)
    }
}

extension NavigationPhone.Update: Superseding {
    func supersedes(_ other: Self) -> Bool {
        switch (self, other) {
        case (.status, .status), (.status(.stopped), .failure): true
        case (.failure(let one), .failure(let other)): one.supersedes(other)
        case (.status, .failure), (.failure, .status): false
        }
    }
}

extension NavigationPhone.Failure: Superseding {
    func supersedes(_ other: Self) -> Bool {
        operation == other.operation && service == other.service
    }
}

extension NavigationPhone.Status {
    /// What a session's phase means with a radio in this state.
    init(_ phase: PeripheralSession.Phase, _ state: GATTRadioState) {
        switch phase {
        case .stopped: self = .stopped
        case .radioOff:
            switch BluetoothObstacle(state) {
            case .unsupported: self = .unsupported
            case .unauthorized: self = .unauthorized
            case nil: self = .poweredOff
            }
        case .advertising: self = .advertising
        case .advertisingAgain: self = .advertisingAgain
        case .serving: self = .serving
        }
    }
}

extension NavigationPhone.Status {
    /// What to tell the user: "Visible to devices".
    ///
    /// - Parameters:
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public func text(
        locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) -> String {
        meaning.text(in: NavigationTexts(locale: locale, in: catalogues)) { $0.text($1) }
    }

    private var meaning: StatusMeaning<PeripheralSession.Phase> {
        switch self {
        case .unsupported: .obstacle(.unsupported)
        case .unauthorized: .obstacle(.unauthorized)
        case .poweredOff: .session(.radioOff)
        case .stopped: .session(.stopped)
        case .advertising: .session(.advertising)
        case .advertisingAgain: .session(.advertisingAgain)
        case .serving: .session(.serving)
        }
    }
}

extension NavigationPhone.PublishingError: LocalizedError {
    /// What happened, in the user's current locale if the error is the instruction's; otherwise in English, for
    /// developers.
    public var errorDescription: String? {
        switch self {
        case .notStarted: "The instruction was not published: call start() first."
        case .unencodable(let error): error.text()
        }
    }
}

extension NavigationPhone.Failure: LocalizedError {
    /// What happened, in English, for developers.
    public var errorDescription: String? {
        let refusal =
            switch operation {
            case .addService: "The system did not add the service"
            case .startAdvertising: "The system did not advertise"
            }
        return "\(refusal) (\(domain) \(code))."
    }
}
