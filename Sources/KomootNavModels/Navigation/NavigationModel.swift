public import Foundation
public import KomootNav
public import KomootNavCoreBluetooth
public import KomootNavFoundation
public import LinkVocabulary
public import Observation

/// What a display's screen shows, for a view to bind to.
///
/// ```swift
/// struct Directions: View {
///     @State private var model = NavigationModel(.simulated())
///
///     var body: some View {
///         VStack {
///             Image(systemName: model.symbolName ?? "ellipsis")
///             Text(model.distance)
///             Text(model.street)
///             Text(model.statusText)
///         }
///         .opacity(model.isOld ? 0.5 : 1)
///         .task { await model.run() }
///     }
/// }
/// ```
///
/// The same view shows a phone's directions with the source `.live(device)`, or a recorded ride's with `.ride(ride)`.
///
/// It takes at most ten statuses and ten instructions a second. What it showed stays when a link is lost, when its
/// source ends and when the run does, and ``isOld`` says so; only when the phone has none any more, nothing is left to
/// show.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class NavigationModel {
    /// How much of the street's name is there.
    public enum StreetState: Hashable, Sendable {
        /// All of it; it may be empty.
        case whole
        /// Its beginning. The rest is on its way.
        case arriving
        /// Its beginning. The rest has not come within 4 s, in which a device reads an object, and may never.
        case cut
    }

    /// The time between two updates of a kind.
    static let pause = Duration.milliseconds(100)
    /// How long a street may be arriving: as long as a device may take to read an object.
    static let longestArrival = Duration.seconds(4)

    /// The instruction on the screen; `nil` before the first one, while the phone has none any more, and in a
    /// ``PairingModel`` when the display is unpaired.
    public private(set) var instruction: DecodedInstruction?
    /// How much of the street's name is there.
    public private(set) var streetState = StreetState.whole
    /// How long ago the instruction was first shown as it is, in whole seconds. It stands still when the run ends.
    public private(set) var age = Duration.zero
    /// The state of the connection.
    public private(set) var status = NavigationDevice.Status.stopped
    /// That playback has ended, or why a recording can't be shown.
    public private(set) var problem: RecordingText?
    /// How much of a recording can't be read; `nil` if all can.
    public private(set) var damage: RecordingText?
    /// What the source threw, for a developer.
    public private(set) var failure: (any Error)?

    /// `nil` if another model gives it what it shows.
    @ObservationIgnored private let source: NavigationSource?
    @ObservationIgnored private let locale: Locale
    @ObservationIgnored private let catalogues: TextCatalogues
    @ObservationIgnored private let style: DistanceStyle?
    @ObservationIgnored private let clock: AppClock
    @ObservationIgnored private var arrival = SessionTime.zero
    /// When the next update of a kind may come.
    @ObservationIgnored private var due: [NavigationSource.Update.Kind: SessionTime] = [:]
    @ObservationIgnored private let running = SharedRun()

    /// Creates a model that shows nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - source: where directions come from.
    ///   - locale: the language, the digits and, without a style, the units.
    ///   - catalogues: the texts to choose from.
    ///   - style: the units and the rounding rule; `nil` for the locale's.
    ///   - clock: the time; in tests a simulated one.
    public convenience init(
        _ source: NavigationSource, locale: Locale = .current,
        in catalogues: TextCatalogues = .current, style: DistanceStyle? = nil,
        clock: AppClock = AppClock()
    ) {
        self.init(source: source, locale, catalogues, style, clock)
    }

    init(
        source: NavigationSource?, _ locale: Locale, _ catalogues: TextCatalogues,
        _ style: DistanceStyle?, _ clock: AppClock
    ) {
        self.source = source
        self.locale = locale
        self.catalogues = catalogues
        self.style = style
        self.clock = clock
    }

    /// Shows what the source tells, until it ends or the task is cancelled. Then it may run again: a recording begins
    /// anew. Views that show the same model share its run.
    public func run() async { await running.join { await self.runOnce() } }

    private func runOnce() async {
        guard let source else { return }
        (problem, damage, failure) = (nil, nil, nil)
        status = .stopped
        let ticking = Task { try await tick() }
        defer { ticking.cancel() }
        do {
            try await source.run(clock) { (update) async throws(CancellationError) in
                try await self.show(update)
            }
        } catch is CancellationError {
            // The screen is gone.
        } catch {
            let hasNone = error as? Recording.Failure == .noDirections
            (problem, failure) = (hasNone ? .noDirections : .unreadable, error)
        }
        // Nobody says any more that it is not.
        if Task.isCancelled || status == .navigating { status = .stopped }
        refresh()
    }

    /// Takes an update when it may be shown. If neither a status nor an instruction may follow yet, waits until one
    /// may.
    func show(_ update: NavigationSource.Update) async throws(CancellationError) {
        try await pace(update.kind) { take(update) }
    }

    /// Changes something when the next update of a kind may come.
    func pace(
        _ kind: NavigationSource.Update.Kind, _ change: () -> Void
    ) async throws(CancellationError) {
        try await wait(until: due[kind])
        change()
        due[kind] = clock.now.advanced(by: Self.pause)
        if let status = due[.status], let instruction = due[.instruction] {
            try await wait(until: min(status, instruction))
        }
    }

    private func wait(until due: SessionTime?) async throws(CancellationError) {
        guard let due, clock.now < due else { return }
        do { try await clock.sleep(for: clock.now.duration(to: due)) } catch {
            throw CancellationError()
        }
    }

    func take(_ update: NavigationSource.Update) {
        switch update {
        case .status(let next):
            if status != next { status = next }
        case .instruction(let next):
            guard instruction != next else { break }
            arrival = clock.now
            instruction = next
        case .noInstruction: if instruction != nil { instruction = nil }
        case .problem(.damaged(let count)): damage = .damaged(count)
        case .problem(let next): problem = next
        }
        refresh()
    }

    /// Lets the age grow.
    func tick() async throws {
        while true {
            try await clock.sleep(for: .seconds(1))
            refresh()
        }
    }

    /// Computes what changes with time.
    private func refresh() {
        let age = instruction == nil ? .zero : arrival.duration(to: clock.now)
        let seconds = Duration.seconds(age.components.seconds)
        if self.age != seconds { self.age = seconds }
        let state: StreetState =
            switch instruction?.extent {
            case .whole, nil: .whole
            case .possiblyCut: age < Self.longestArrival ? .arriving : .cut
            }
        if streetState != state { streetState = state }
    }
}

@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
extension NavigationModel {
    /// The name of the arrow's symbol, for `Image(systemName:)`; `nil` if there is no instruction.
    public var symbolName: String? { instruction?.arrow.systemImageName }

    /// What to do, as a short label such as "Turn left"; empty if there is no instruction.
    public var label: String { instruction?.arrow.text(locale: locale, in: catalogues) ?? "" }

    /// How far ahead, rounded, as "210 m"; empty if there is no instruction.
    public var distance: String {
        instruction?.distanceText(locale: locale, in: catalogues, style: style) ?? ""
    }

    /// The street to turn into, with "…" at its end if it stays cut; empty if there is none.
    public var street: String {
        guard let instruction else { return "" }
        if instruction.extent == .whole { return instruction.street.description }
        let text = try? instruction.street.text(.dropIncompleteTail)
        return (text ?? instruction.street.description) + (streetState == .cut ? "…" : "")
    }

    /// The instruction as a sentence, for `accessibilityLabel`; empty if there is none.
    public var spoken: String {
        instruction?.spokenText(locale: locale, in: catalogues, style: style) ?? ""
    }

    /// Whether what is shown may no longer be true.
    public var isOld: Bool {
        instruction != nil && (problem != nil || status != .navigating)
    }

    /// How much of a recording can't be read, in words; `nil` if all can.
    public var damageText: String? { damage?.text(locale: locale, in: catalogues) }

    /// The state of the connection, or that playback has ended or a recording can't be read, in words.
    public var statusText: String {
        problem?.text(locale: locale, in: catalogues)
            ?? status.text(locale: locale, in: catalogues)
    }

    /// The state, what the rider can do about it and how much can't be read, for `accessibilityValue`.
    public var spokenStatus: String {
        [statusText, advice, damageText].compactMap(\.self).joined(separator: ". ")
    }

    /// What the rider can do about the state; `nil` if there is nothing to do, or ``statusText`` says it.
    public var advice: String? {
        problem == nil ? status.advice(locale: locale, in: catalogues) : nil
    }
}
