package import Simulation

/// What goes wrong in a run, and how often. Rates are in a thousand.
package struct PairingFaults: Hashable, Sendable {
    /// Links are dropped: both ends are told, or neither is.
    package var drops = 0
    /// Answers are lost, late or repeated.
    package var answers = 0
    /// Apps are killed, even between two effects.
    package var kills = 0
    /// Stores fail.
    package var stores = 0
    /// Bluetooth is switched off and on.
    package var radio = 0
    /// The user of the server unpairs.
    package var serverUnpairs = 0
    /// The user of a client unpairs.
    package var clientUnpairs = 0
    /// The user of a client disconnects.
    package var disconnects = 0
    /// A backup of a client is restored to another one.
    package var copies = 0
    /// A client's app is removed, and installed again.
    package var reinstallations = 0
    /// Names are used by those whose they are not. It is not drawn, because no promise holds then.
    package var impostors = 0

    package init() {}

    /// Draws which faults happen, and how often.
    package init(using random: inout SplitMix64) {
        func rate() -> Int { random.happens(1, in: 2) ? 0 : random.number(in: 1...200) }
        drops = rate()
        answers = rate()
        kills = rate()
        stores = rate()
        radio = rate()
        serverUnpairs = rate()
        clientUnpairs = rate()
        disconnects = rate()
        copies = random.happens(1, in: 4) ? random.number(in: 1...100) : 0
        reinstallations = random.happens(1, in: 4) ? random.number(in: 1...100) : 0
    }
}
