public import CompanionPairing
public import Foundation
public import KomootNavCoreBluetooth
public import KomootNavFoundation
public import LinkVocabulary
public import Observation

/// The screen of a phone that is paired with one display, for a view to bind to.
///
/// ```swift
/// @State private var model = PairedPhoneModel(PairedPhone(on: peripheral, names: store))
/// …
/// Text(model.screenText)
/// if model.canUnpair { Button(model.unpairText) { model.unpair() } }
/// ```
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class PairedPhoneModel {
    /// What pairing shows.
    public private(set) var screen = PairingServer.Screen.starting
    /// Why the names can't be kept, or what the system refused; `nil` if nothing is wrong.
    public private(set) var faultText: String?
    /// The phone, to publish on.
    public let phone: PairedPhone

    private var bluetooth = GATTRadioState.unknown
    @ObservationIgnored private let locale: Locale
    @ObservationIgnored private let catalogues: TextCatalogues
    @ObservationIgnored private var refusal: NavigationPhone.Failure?
    @ObservationIgnored private var storeFailure: NameStoreError?
    /// What the other end of a simulated pairing does.
    @ObservationIgnored private var runOtherEnd: (@Sendable () async throws -> Void)?
    @ObservationIgnored private let running = SharedRun()

    /// Creates a model that shows nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - phone: the phone.
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    public init(
        _ phone: PairedPhone, locale: Locale = .current, in catalogues: TextCatalogues = .current
    ) {
        self.phone = phone
        self.locale = locale
        self.catalogues = catalogues
    }

    /// Creates a model of a phone in a simulated world, with a display whose user looks for a phone once.
    ///
    /// - Parameters:
    ///   - seed: decides the names, and when packets come.
    ///   - locale: the language.
    ///   - catalogues: the texts to choose from.
    ///   - clock: the time, which passes in the world too.
    public static func simulated(
        seed: UInt64 = 1, locale: Locale = .current, in catalogues: TextCatalogues = .current,
        clock: AppClock = AppClock()
    ) -> PairedPhoneModel {
        let pairing = SimulatedPairing(seed)
        let model = PairedPhoneModel(pairing.phone, locale: locale, in: catalogues)
        model.runOtherEnd = { try await pairing.runDisplay(clock) }
        return model
    }

    /// Starts the phone, and shows what it tells until the task is cancelled. Views that show the same model share
    /// its run.
    public func run() async { await running.join { await self.runOnce() } }

    private func runOnce() async {
        (storeFailure, refusal, faultText) = (nil, nil, nil)
        phone.start()
        let others = Task { [runOtherEnd] in try await runOtherEnd?() }
        for await update in phone.updates {
            switch update {
            case .bluetooth(let next): bluetooth = next
            case .screen(let next): screen = next
            case .storeFailure(let failure): storeFailure = failure
            case .failure(let failure): refusal = failure
            }
            faultText =
                storeFailure?.text(locale: locale, in: catalogues)
                ?? refusal?.text(locale: locale, in: catalogues)
        }
        others.cancel()
        phone.stop()
        // Or it would be stopped while the next run has begun.
        _ = await others.result
        screen = .starting
    }

    /// Whether Bluetooth can be used.
    public var isBluetoothOn: Bool { bluetooth == .on }

    /// Why Bluetooth can't be used, to be shown instead of all else; `nil` if it can, or if that is not known yet.
    public var bluetoothText: String? { bluetooth.obstacleText(locale: locale, in: catalogues) }

    /// What pairing shows, in words: "Paired with client 7F3A".
    public var screenText: String { screen.text(locale: locale, in: catalogues) }

    /// Whether there is a button to unpair.
    public var canUnpair: Bool { screen.canUnpair }

    /// What is on that button.
    public var unpairText: String { PairingText.unpair.text(locale: locale, in: catalogues) }

    /// The user has pressed that button.
    public func unpair() { phone.unpair() }
}
