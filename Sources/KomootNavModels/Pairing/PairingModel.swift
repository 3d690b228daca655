public import CompanionPairing
public import Foundation
public import KomootNavCoreBluetooth
public import KomootNavFoundation
public import KomootNavRecording
public import LinkVocabulary
public import Observation

/// The screen of a display that is paired with one phone, for a view to bind to.
///
/// ```swift
/// @State private var model = PairingModel(PairedDisplay(on: central, names: store))
/// …
/// Text(model.screenText)
/// ForEach(model.buttons, id: \.self) { button in
///     Button(model.text(on: button)) { model.press(button) }
/// }
/// ```
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class PairingModel {
    /// What pairing shows.
    public private(set) var screen = PairingClient.Screen.starting
    /// Why the names can't be kept, or a phone that was found is of no use; `nil` if nothing is wrong.
    public private(set) var faultText: String?
    /// The phone's directions, as long as this model runs. They go when the display is unpaired, or paired with another
    /// phone. Show them only while the screen is `connected`.
    public let navigation: NavigationModel

    private var bluetooth = GATTRadioState.unknown
    @ObservationIgnored private let display: PairedDisplay
    @ObservationIgnored private let locale: Locale
    @ObservationIgnored private let catalogues: TextCatalogues
    /// The phone that the directions are of.
    @ObservationIgnored private var server: PairingName?
    @ObservationIgnored private var phoneFault: PairedDisplay.PhoneFault?
    @ObservationIgnored private var storeFailure: NameStoreError?
    /// What the other end of a simulated pairing does.
    @ObservationIgnored private var runOtherEnd: (@Sendable () async throws -> Void)?
    @ObservationIgnored private let running = SharedRun()

    /// Creates a model that shows nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - display: the display.
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from.
    ///   - clock: the time; in tests a simulated one.
    public init(
        _ display: PairedDisplay, locale: Locale = .current,
        in catalogues: TextCatalogues = .current, clock: AppClock = AppClock()
    ) {
        self.display = display
        self.locale = locale
        self.catalogues = catalogues
        navigation = NavigationModel(source: nil, locale, catalogues, nil, clock)
    }

    /// Creates a model of a display in a simulated world, with a phone that expects to be paired and navigates.
    ///
    /// - Parameters:
    ///   - ride: what the phone publishes, again and again.
    ///   - seed: decides the names, and when packets come.
    ///   - locale: the language, the digits and the units.
    ///   - catalogues: the texts to choose from.
    ///   - clock: the time, which passes in the world too.
    public static func simulated(
        _ ride: RecordedRide = .sample, seed: UInt64 = 1, locale: Locale = .current,
        in catalogues: TextCatalogues = .current, clock: AppClock = AppClock()
    ) -> PairingModel {
        let pairing = SimulatedPairing(seed)
        let model = PairingModel(
            pairing.display, locale: locale, in: catalogues, clock: clock)
        model.runOtherEnd = { try await pairing.runPhone(ride, clock) }
        return model
    }

    /// Starts the display, and shows what it tells until the task is cancelled. Views that show the same model share
    /// its run.
    public func run() async { await running.join { await self.runOnce() } }

    private func runOnce() async {
        (storeFailure, phoneFault, faultText) = (nil, nil, nil)
        display.start()
        let ticking = Task { try await navigation.tick() }
        let others = Task { [runOtherEnd] in try await runOtherEnd?() }
        await follow()
        others.cancel()
        ticking.cancel()
        display.stop()
        // Or it would be stopped while the next run has begun.
        _ = await others.result
        screen = .starting
        navigation.take(.status(.stopped))
    }

    private func follow() async {
        for await update in display.updates {
            do throws(CancellationError) {
                switch update {
                case .navigation(let next):
                    try await navigation.show(NavigationSource.Update(next))
                case .bluetooth, .screen, .storeFailure, .phoneFault:
                    try await navigation.pace(.other) { take(update) }
                }
            } catch { return }
        }
    }

    private func take(_ update: PairedDisplay.Update) {
        switch update {
        case .bluetooth(let next): bluetooth = next
        case .screen(let next):
            screen = next
            if next != .starting && next.server != server {
                server = next.server
                navigation.take(.noInstruction)
            }
        case .storeFailure(let failure): storeFailure = failure
        case .phoneFault(let fault): phoneFault = fault
        case .navigation: break
        }
        faultText =
            storeFailure?.text(locale: locale, in: catalogues)
            ?? phoneFault?.text(locale: locale, in: catalogues)
    }

    /// Whether Bluetooth can be used.
    public var isBluetoothOn: Bool { bluetooth == .on }

    /// Why Bluetooth can't be used, to be shown instead of all else; `nil` if it can, or if that is not known yet.
    public var bluetoothText: String? { bluetooth.obstacleText(locale: locale, in: catalogues) }

    /// What pairing shows, in words: "Connected to server 7F3A".
    public var screenText: String { screen.text(locale: locale, in: catalogues) }

    /// The buttons on the screen.
    public var buttons: [PairedDisplay.Button] { PairedDisplay.Button.shown(on: screen) }

    /// What is on a button.
    public func text(on button: PairedDisplay.Button) -> String {
        button.text(on: screen, locale: locale, in: catalogues)
    }

    /// The user has pressed a button.
    public func press(_ button: PairedDisplay.Button) { display.press(button) }
}
