package import CompanionPairing
import LinkVocabulary
package import Simulation

/// What the apps of both ends have in common: a clock, a disk, and how long they live.
package struct SimulatedApp {
    package let layer: LinkLayer
    package let judge: PairingJudge
    package let clock: LocalClock
    package var random: SplitMix64
    /// Who it is in the notes of a run.
    var end: PairingNote.End
    /// Who it is on the links, once it is there.
    private(set) var participant: Participant?
    /// What the app is woken by.
    private var alarm: Happening?
    package var disk = SimulatedDisk()
    /// How often a store fails, in a thousand.
    var storeFaults = 0
    /// The app is killed before it does so many more effects.
    var effectsToLive: Int?

    /// Draws the clock, and the numbers that decide what the disk does.
    init(
        end: PairingNote.End, layer: LinkLayer, judge: PairingJudge, using random: inout SplitMix64
    ) {
        self.end = end
        self.layer = layer
        self.judge = judge
        clock = LocalClock(
            offset: random.next() % 10_000_000, drift: Int64(random.number(in: -500...500)))
        self.random = SplitMix64(seed: random.next())
    }

    /// It takes part in the run.
    ///
    /// - Parameter alarm: what wakes the app, if the participant's host does not.
    package mutating func enter(as participant: Participant, alarm: Happening? = nil) {
        self.participant = participant
        self.alarm = alarm ?? .wake(participant)
        if case .central(let number) = participant { end = .client(Int(number)) }
    }

    /// The number of a client.
    package var clientNumber: Int {
        if case .client(let number) = end { number } else { -1 }
    }

    /// The time by the app's clock.
    var now: SessionTime { clock.time(at: layer.now) }

    package func note(_ happening: PairingNote.Happening) {
        judge.note(happening, by: end, at: layer.now)
    }

    /// The name of an app that was never launched before.
    package mutating func freshName() -> PairingName { PairingName(random: random.next()) }

    /// Whether the app lives to do one more effect.
    package mutating func livesOn() -> Bool {
        guard let left = effectsToLive else { return true }
        effectsToLive = left - 1
        return left > 0
    }

    /// From here on nothing goes wrong.
    package mutating func rest() {
        storeFaults = 0
        effectsToLive = nil
    }

    /// The app has ended.
    package mutating func die() {
        effectsToLive = nil
        disk.kill(using: &random)
        note(.killed)
    }

    /// Wakes the app at its deadline.
    func wake(at deadline: SessionTime?) {
        if let deadline { wake(atMicroseconds: clock.microseconds(of: deadline)) }
    }

    private func wake(atMicroseconds time: UInt64) {
        if let alarm { layer.state.queue.add(alarm, at: max(time, layer.now)) }
    }

    /// Begins an operation of the disk.
    package mutating func begin(_ operation: SimulatedDisk.Operation) {
        let time = UInt64(random.number(in: 1...(random.happens(1, in: 10) ? 3000 : 50))) * 1000
        disk.operations.append((layer.now + time, operation))
        wake(atMicroseconds: layer.now + time)
    }

    /// Ends the next operation of the disk that is due.
    package mutating func nextCompletion() -> SharedPairingEvent? {
        guard let position = disk.operations.firstIndex(where: { $0.due <= layer.now }) else {
            return nil
        }
        let operation = disk.operations.remove(at: position).1
        let fails = random.happens(storeFaults, in: 1000)
        switch operation {
        case .load: return fails ? .loadFailed : .loaded(disk.names)
        case .store(let names, let ticket):
            if !fails || random.happens(1, in: 2) { disk.names = names }
            note(.stored(succeeded: !fails))
            let ticket = Ticket(rawValue: ticket)
            return fails ? .storeFailed(ticket) : .stored(ticket)
        }
    }
}

/// What one app has stored. Stores take their time, and may fail; a failed store, and one during which the
/// app is killed, may have stored the names or not.
package struct SimulatedDisk: Sendable {
    /// A store or a load that is under way.
    package enum Operation: Sendable {
        case load
        case store(PairingNames, UInt32)
    }

    package internal(set) var names: PairingNames?
    /// Whether names are being stored.
    package var isStoring: Bool {
        operations.contains { if case .store = $0.operation { true } else { false } }
    }
    var operations: [(due: UInt64, operation: Operation)] = []

    /// Names that an app is storing, when it is killed.
    mutating func kill(using random: inout SplitMix64) {
        for operation in operations {
            if case .store(let names, _) = operation.1, random.happens(1, in: 2) {
                self.names = names
            }
        }
        operations = []
    }
}

/// A host of a state machine.
protocol PairingPhone: PairingHost {
    var isRunning: Bool { get }
    /// When the running app has something to do.
    var nextDeadline: SessionTime? { get }

    /// Makes an app that was never launched before, if it has no names.
    func makeApp()
    func take(_ event: SharedPairingEvent)
}

extension PairingPhone {
    package func launch() {
        guard !isRunning else { return }
        makeApp()
        app.note(.launched)
        take(.start)
        if isRunning, !isRadioOn { take(.radioOff) }
    }

    /// Tells the app what its disk has done, and what time it is.
    func wakeUp() {
        while let completion = app.nextCompletion() {
            take(completion)
            if completion == .loadFailed { take(.start) }
        }
        if let deadline = nextDeadline, deadline <= app.now { take(.timePassed) }
    }
}
