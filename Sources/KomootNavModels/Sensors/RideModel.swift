public import CyclingSensors
public import Foundation
public import KomootNav
public import KomootNavFoundation
import KomootNavRecording
public import LinkVocabulary
public import Observation

/// What a rider's sensors measure, for a view to bind to.
///
/// ```swift
/// @State private var model = RideModel(.simulated(script))
/// …
/// ForEach(model.values, id: \.name) { Text("\($0.name): \($0.text)") }
///     .task { await model.run() }
/// ```
///
/// It changes at most ten times a second, also when a sensor tells nothing any more: its values get too old then, and
/// go. What it showed stays when its source ends and when the run does, and ``isOld`` says so. The distance of live
/// sensors goes on with the next run.
@available(macOS 14, iOS 17, watchOS 10, tvOS 17, visionOS 1, *)
@MainActor @Observable
public final class RideModel {
    /// The shortest time between two changes.
    private static let pause = Duration.milliseconds(100)

    /// What is shown now. A value that is not known, or too old, is `nil`.
    public private(set) var reading = CyclingReading()
    /// More of it, such as the balance of both legs.
    public private(set) var details = RideDetails()
    /// The state of the link to each sensor.
    public private(set) var links: [GATTPeer: SensorStatus] = [:]
    /// That playback has ended, or a recording can't be read.
    public private(set) var problem: RecordingText?
    /// Whether something is shown, and nothing measures it any more.
    public private(set) var isOld = false

    @ObservationIgnored private let source: RideSource
    @ObservationIgnored private let locale: Locale
    @ObservationIgnored private let catalogues: TextCatalogues
    @ObservationIgnored private let style: DistanceStyle?
    @ObservationIgnored private let clock: AppClock
    @ObservationIgnored private var calculator: RideCalculator<GATTPeer>
    @ObservationIgnored private var states: [GATTPeer: SensorStatus] = [:]
    /// How the source has ended, to be shown.
    @ObservationIgnored private var end: RecordingText?
    /// The time of the source.
    @ObservationIgnored private var time: AppClock
    @ObservationIgnored private let running = SharedRun()

    /// Creates a model that shows nothing until ``run()``.
    ///
    /// - Parameters:
    ///   - source: where measurements come from.
    ///   - wheelCircumferenceInMillimeters: for example 2105 for 25-622.
    ///   - locale: the language, the digits and, without a style, the units.
    ///   - catalogues: the texts to choose from.
    ///   - style: whose units; `nil` for the locale's.
    ///   - clock: the time; in tests a simulated one.
    public init(
        _ source: RideSource, wheelCircumferenceInMillimeters: UInt16 = 2105,
        locale: Locale = .current, in catalogues: TextCatalogues = .current,
        style: DistanceStyle? = nil, clock: AppClock = AppClock()
    ) {
        self.source = source
        self.locale = locale
        self.catalogues = catalogues
        self.style = style
        self.clock = clock
        time = clock
        calculator = RideCalculator(
            wheelCircumferenceInMillimeters: wheelCircumferenceInMillimeters)
    }

    /// Shows what the sensors tell, until the source ends or the task is cancelled. Then it may run again: a recording
    /// begins anew. Views that show the same model share its run.
    public func run() async { await running.join { await self.runOnce() } }

    private func runOnce() async {
        end = nil
        if !source.isLive {
            calculator = RideCalculator(
                wheelCircumferenceInMillimeters: calculator.wheelCircumferenceInMillimeters)
            time = source.speed == 1 ? clock : AppClock(Pace(clock, source.speed))
        }
        let following = Task {
            do {
                try await source.run(time) { self.take($0) }
                end = .ended
            } catch is CancellationError {
                // The screen is gone.
            } catch {
                end = .unreadable
            }
        }
        refresh()
        while end == nil, (try? await clock.sleep(for: Self.pause)) != nil { refresh() }
        following.cancel()
        await following.value
        for sensor in states.keys { calculator.linkLost(to: sensor) }
        states = [:]
        if end == nil { (links, isOld) = ([:], reading != CyclingReading()) }
    }

    /// Speed, power, cadence and heart rate in words.
    public var values: [RideValue] { reading.values(locale: locale, in: catalogues, style: style) }

    /// That playback has ended or a recording can't be read, in words; `nil` if neither.
    public var problemText: String? { problem?.text(locale: locale, in: catalogues) }

    private func take(_ update: RideSource.Update) {
        switch update {
        case .sensor(let update):
            calculator.take(update, at: time.now)
            guard case .status(let status) = update.event else { return }
            states[update.sensor] = status == .lost(.cancelled) ? nil : status
        case .packet(let packet):
            // What can't be decoded changes nothing.
            try? calculator.take(packet, from: RideSource.recorded)
        }
    }

    private func refresh() {
        let now = calculator.reading(at: time.now)
        if reading != now.values { reading = now.values }
        if details != now.details { details = now.details }
        if links != states { links = states }
        if problem != end { problem = end }
        let isOver = end != nil && reading != CyclingReading()
        if isOld != isOver { isOld = isOver }
    }
}

/// Where measurements come from: sensors, a recording or a simulation. A screen can't tell.
public struct RideSource: Sendable {
    enum Update: Sendable {
        case sensor(SensorUpdate)
        case packet(SensorPacket)
    }

    /// The sensor of which a recording is.
    static let recorded = GATTPeer(identifier: UUID128(assignedNumber: 0))

    /// Whether it goes on where it was when it runs again.
    var isLive = false
    /// How many times faster its time passes.
    var speed = 1.0
    let run: @Sendable (AppClock, @MainActor @Sendable (Update) -> Void) async throws -> Void

    /// Sensors that are near, such as `GATTCentral.nearbySensors()` lists.
    public static func live(_ sensors: [GATTPeer], on central: GATTCentral) -> RideSource {
        RideSource(isLive: true) { _, take in
            await central.withSensors(sensors) { links in
                for await update in links.updates { await take(.sensor(update)) }
            }
            try Task.checkCancellation()
        }
    }

    /// Packets, or a source of one's own; its times count from the moment when the model runs.
    ///
    /// - Parameters:
    ///   - source: the packets.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    public static func packets(_ source: some SensorSource, speed: Double = 1) -> RideSource {
        RideSource(speed: speed) { clock, take in
            let start = clock.now
            var source = source
            while let next = source.nextPacketTime {
                try await clock.sleep(until: start.advanced(by: .milliseconds(next.milliseconds)))
                while var packet = source.nextPacket(by: next) {
                    packet.time = clock.now
                    await take(.packet(packet))
                }
            }
        }
    }

    /// What the sensors of a Bluetooth log measured, as if all were one, in the time that it took since the log began.
    ///
    /// It is read whole when the model runs. What can't be read of it is left out.
    ///
    /// - Parameters:
    ///   - bytes: the log's.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    public static func recording(
        _ bytes: @escaping @Sendable () throws -> [UInt8], speed: Double = 1
    ) -> RideSource {
        RideSource(speed: speed) { clock, take in
            let start = clock.now
            let log = ContiguousArray(try bytes())
            var packets: ContiguousArray<SensorPacket> = []
            var times: [CaptureTime] = []
            let add = { (event: ValueEvent, value: Span<UInt8>) in
                guard case .notified(let characteristic, _) = event.kind else { return }
                times.append(event.time)
                packets.append(
                    SensorPacket(
                        characteristic: characteristic, value: ContiguousArray(copying: value),
                        time: SessionTime(milliseconds: 0)))
            }
            var reader = ValueReader()
            try reader.read(log.span, add)
            try reader.finish(add)
            var pace = PlaybackPace(since: reader.records.firstTime)
            for (index, time) in times.enumerated() {
                try await clock.sleep(until: start.advanced(by: pace.offset(of: time)))
                packets[index].time = clock.now
                await take(.packet(packets[index]))
            }
        }
    }

    /// A rider on a trainer who does what a script says.
    ///
    /// - Parameters:
    ///   - script: what the rider does.
    ///   - services: what the trainer measures.
    ///   - speed: how many times faster than it was, from 0.001 to 1000; what is not more than zero counts as 1.
    public static func simulated(
        _ script: RiderScript = .sample,
        services: SimulatedSensor.Services = [.fitnessMachine, .heartRate], speed: Double = 1
    ) -> RideSource {
        packets(
            SimulatedSensor(
                script, configuration: SimulatedSensor.Configuration(services: services)),
            speed: speed)
    }
}

extension RiderScript {
    /// Two minutes that are made up, for previews and demonstrations: a rider goes faster, and then up a hill.
    public static let sample: RiderScript = {
        func point(
            _ second: UInt32, _ speed: UInt16, _ cadence: UInt16, _ power: Int16, _ heartRate: UInt8
        ) -> Point {
            Point(
                timeInMilliseconds: second * 1000, speedInMillimetersPerSecond: speed,
                cadenceInHundredthsOfRevolutionsPerMinute: cadence * 100, powerInWatts: power,
                heartRateInBeatsPerMinute: heartRate)
        }
        let script = RiderScript([
            point(0, 8000, 85, 160, 120), point(60, 9500, 92, 240, 150),
            point(120, 4000, 70, 280, 165),
        ])
        guard let script else { preconditionFailure("each point is later than the one before it") }
        return script
    }()
}
