package import ConnectIQBridge
import KomootNav
package import LinkVocabulary
package import Simulation

/// An instruction of a ride, and when the phone's app has it.
package struct TimedInstruction: Hashable, Sendable {
    package let time: SessionTime
    package let message: NavigationMessage

    package init(time: SessionTime, message: NavigationMessage) {
        self.time = time
        self.message = message
    }
}

/// One run: a ride with faults, and then rest, in which each watch must show the newest instruction.
package struct WatchRun: Sendable {
    /// How a run went.
    package struct Outcome: Sendable {
        /// How each promise was broken for the first time, in this order; none if all were kept.
        package var broken: [PromiseBreach<WatchPromise>]
        /// Rare things that happened.
        package var marks: Set<String>
        /// What happened, if the run was asked to keep it.
        package var notes: [WatchNote]
    }

    package var seed: UInt64
    /// How much goes wrong.
    package var level = FaultLevel.heavy
    /// How many watches there are, 1 or 2; `nil` to draw it.
    package var watchCount: Int?
    /// The ride; `nil` to draw one.
    package var ride: [TimedInstruction]?
    /// The promises that are checked.
    package var promises = Set(WatchPromise.allCases)
    /// Whether to keep what happens.
    package var keepsNotes = false
    /// Makes the session.
    package var makeMachine: @Sendable (CompanionSession.Configuration) -> any CompanionMachine = {
        CompanionSession($0)
    }

    package init(seed: UInt64) { self.seed = seed }

    package func run() -> Outcome {
        var stage = WatchStage(self)
        stage.play()
        return Outcome(
            broken: stage.judge.broken, marks: stage.judge.marks, notes: stage.judge.notes ?? [])
    }

    /// A ride of two minutes.
    static func drawnRide(using random: inout SplitMix64) -> [TimedInstruction] {
        let streets = ["", "Weg", "Hauptstraße", "Unter den Kastanien", "Rue de la Gare"]
        var ride: [TimedInstruction] = []
        var milliseconds = 0
        while milliseconds < 120_000 {
            let instruction = NavigationMessage.Instruction(
                arrow: Arrow(rawValue: UInt8(random.number(in: 1...31))),
                distanceInMeters: UInt32(random.number(in: 0...50) * 10),
                street: random.element(of: streets))
            ride.append(
                TimedInstruction(
                    time: SessionTime(milliseconds: UInt64(milliseconds)),
                    message: .instruction(instruction)))
            milliseconds += random.number(in: 200...6000)
        }
        return ride
    }
}

/// A session's state machine: the library's, or one that a test brings.
package protocol CompanionMachine: Sendable {
    mutating func handle(_ event: CompanionSession.Event, at time: SessionTime)
    mutating func nextEffect() -> CompanionSession.Effect?
    var nextDeadline: SessionTime? { get }
}

extension CompanionSession: CompanionMachine {}
