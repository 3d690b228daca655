import CompanionPairing
import LinkVocabulary
import Simulation

/// The phone of one end: its system and its app, which runs or does not.
protocol PairingPhone: AnyObject {
    var app: SimulatedApp { get set }
    var isRunning: Bool { get }
    var isRadioOn: Bool { get }
    /// When the running app has something to do.
    var nextDeadline: SessionTime? { get }

    /// Makes an app that was never launched before, if it has no names.
    func makeApp()
    func take(_ event: SharedPairingEvent)
}

extension PairingPhone {
    /// Starts the app.
    func start() {
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
