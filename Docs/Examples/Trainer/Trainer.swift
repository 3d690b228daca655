// What the app Trainer does, without SwiftUI.
//
// Never compiled on an Apple system: type-checked on Linux against declarations of SwiftUI.

import CyclingSensors
import Foundation
import KomootNavCoreBluetooth
import KomootNavModels
import LinkVocabulary
import Observation

/// Who pedals. The screen can't tell.
enum TrainerSource: Sendable {
    /// The trainer that is found first.
    case live(GATTCentral)
    /// The rider of a Bluetooth log, whom nothing brakes.
    case recorded(@Sendable () throws -> [UInt8])
    /// A rider who does what a script says, whom nothing brakes.
    case simulated(RiderScript)
}

/// A trainer that holds a power, or makes a hill felt.
@available(macOS 14, iOS 17, *)
@MainActor @Observable
final class Trainer {
    enum Mode: Hashable { case free, power, hill }

    /// What the rider has chosen.
    var mode = Mode.power { didSet { if mode != oldValue { begin() } } }
    /// What the trainer shall hold, in watts.
    private(set) var watts: Int16 = 150
    /// The game.
    private(set) var hill = Hill()
    /// What the trainer does.
    private(set) var stateText = ""
    /// What the rider does.
    private(set) var ride: RideModel?

    private let source: TrainerSource
    private let locale: Locale
    private let clock: AppClock
    private var link: TrainerLink?
    private var sent: TrainerTarget?

    init(_ source: TrainerSource, locale: Locale = .current, clock: AppClock = AppClock()) {
        self.source = source
        self.locale = locale
        self.clock = clock
    }

    /// Controls the trainer, and plays, until the source ends or the task is cancelled.
    func run() async {
        let playing = Task { try await play() }
        defer {
            playing.cancel()
            link = nil
        }
        switch source {
        case .live(let central): await control(central)
        case .recorded(let log): await follow(.recording(log), "A recorded ride")
        case .simulated(let script): await follow(.simulated(script), "A simulated rider")
        }
    }

    /// Makes it harder or easier.
    func add(watts more: Int16) {
        watts = min(max(watts + more, 50), 500)
        send()
    }

    /// What the rider has to get over, in words; `nil` if there is nothing.
    var goal: String? {
        switch mode {
        case .free: nil
        case .power: "\(watts) W"
        case .hill: "\(Int(hill.grade)) %"
        }
    }

    /// How the game is going.
    var progress: String { "\(Int(hill.distance)) m, \(Int(hill.speed * 3.6)) km/h" }

    /// What the rider does, in words; what was done last if ``RideModel/isOld``.
    var powerText: String { ride?.reading.power.map { "\($0) W" } ?? "–" }

    private func begin() {
        hill = Hill()
        send()
    }

    /// Tells the trainer what to do, if that is something else.
    private func send() {
        let target = target
        if target == sent { return }
        sent = target
        link?.set(target)
    }

    private var target: TrainerTarget? {
        switch mode {
        case .free: nil
        case .power: .power(watts: watts)
        case .hill:
            .simulation(
                IndoorBikeSimulation(
                    windSpeedInMillimetersPerSecond: 0,
                    gradeInHundredthsOfPercent: Int16(hill.grade * 100),
                    rollingResistanceInTenThousandths: 40,
                    windResistanceInHundredthsOfKilogramPerMeter: 25))
        }
    }

    private func play() async throws {
        while true {
            try await clock.sleep(for: .milliseconds(200))
            guard mode == .hill else { continue }
            hill.ride(seconds: 0.2, watts: Double(ride?.reading.power ?? 0))
            send()
        }
    }

    private func control(_ central: GATTCentral) async {
        while !Task.isCancelled {
            let obstacle = try? await central.state().obstacleText(locale: locale)
            stateText = obstacle ?? "Looking for a trainer"
            // So that it soon says if Bluetooth is switched off.
            let found = try? await central.find(SensorService.fitnessMachine, within: .seconds(3))
            guard let found else {
                try? await clock.sleep(for: .seconds(1))
                continue
            }
            let measuring = Task { await follow(.live([found.peer], on: central)) }
            defer { measuring.cancel() }
            await central.withTrainer(found.peer) { trainer in
                link = trainer
                sent = target
                trainer.set(sent)
                for await update in trainer.updates {
                    if case .state(let state) = update { stateText = state.text(locale: locale) }
                }
            }
        }
    }

    private func follow(_ source: RideSource, _ text: String? = nil) async {
        if let text { stateText = text }
        let ride = RideModel(source, locale: locale, clock: clock)
        self.ride = ride
        await ride.run()
    }
}
