package import Simulation

/// What goes wrong in a run, and how often. Rates are in a thousand.
package struct WatchFaults: Hashable, Sendable {
    /// The watch answers that it is busy, and does not have the message.
    package var busy = 0
    /// A watch goes away for a while.
    package var absences = 0
    /// The connection ends during a transfer.
    package var lostTransfers = 0
    /// A message arrives, or its result comes, after the time-out or a few seconds before.
    package var lateResults = 0
    /// A second result follows the first.
    package var doubledResults = 0
    /// The transport says something else than the watch.
    package var falseResults = 0
    /// Progress that can't be, or goes backwards.
    package var falseProgress = 0
    /// A transfer never ends, and an answer never comes.
    package var endless = 0
    /// The user closes the watch's app.
    package var closedApps = 0
    /// Stores fail.
    package var stores = 0
    /// Connect Mobile is missing, or somebody else answers for it.
    package var links = 0
    /// The session is stopped, and started again.
    package var restarts = 0
    /// The user unregisters apps and devices, and chooses others.
    package var changes = 0
    /// Events that answer nothing.
    package var strays = 0
    /// A connected watch is never called ready, as if its discovery were not repeated, or its connection is not even
    /// told when it is registered.
    package var untoldReadiness = 0
    /// A transfer makes a little progress now and then, and never ends.
    package var trickles = 0

    package init() {}

    /// Draws which faults happen, and how often.
    package init(_ level: FaultLevel, using random: inout SplitMix64) {
        func rate() -> Int {
            switch level {
            case .none: 0
            case .light: random.happens(1, in: 4) ? random.number(in: 1...20) : 0
            case .heavy: random.happens(1, in: 2) ? random.number(in: 1...200) : 0
            }
        }
        busy = rate()
        absences = rate()
        lostTransfers = rate()
        lateResults = rate()
        doubledResults = rate()
        falseResults = rate()
        falseProgress = rate()
        endless = rate()
        closedApps = rate()
        stores = rate()
        links = rate()
        restarts = rate()
        changes = rate()
        strays = rate()
        untoldReadiness = rate()
        trickles = rate()
    }
}
