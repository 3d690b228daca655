import CompanionPairing
import KomootNav
import PropertyTesting
import RepositorySupport
import Simulation
import Testing

/// An end to which anything happens, so that its table can be compared with what it was seen to do.
protocol TableWalk {
    associatedtype Phase: CaseIterable

    /// The events of the table, in its order.
    static var events: [String] { get }
    var random: SplitMix64 { get set }
    var time: SessionTime { get set }
    var table: TransitionTable { get set }

    /// Begins with an end that is not started.
    init(random: SplitMix64)
    /// Lets something happen.
    mutating func step()
}

extension TableWalk {
    /// The lines of the table, after many walks.
    ///
    /// - Parameter rare: the seeds of walks to cells that few reach.
    static func lines(rare: [UInt64] = []) throws -> [String] {
        var table = TransitionTable()
        for seed in Array(0..<UInt64(try propertyRuns(100))) + rare {
            var walk = Self(random: SplitMix64(seed: seed))
            swap(&walk.table, &table)
            for _ in 0..<1000 { walk.step() }
            swap(&walk.table, &table)
        }
        return table.lines(events: events, phases: Phase.allCases.map { "\($0)" })
    }

    /// Whether an event happens. Some are seldom, or nothing else would be reached.
    mutating func happens(_ event: String, seldom: [String]) -> Bool {
        !seldom.contains(event) || random.happens(1, in: 8)
    }

    /// Time passes: to exactly the deadline, less far, or much farther.
    mutating func pass(to deadline: SessionTime?) {
        let due = deadline ?? time
        switch random.number(in: 0...5) {
        case 0: time = max(time, due)
        case 1: time = time.advanced(by: .seconds(40))
        default: time = min(max(time, due), time.advanced(by: .milliseconds(700)))
        }
    }

    /// A store's names: none, or with a peer or without one.
    mutating func drawNames(own: String, peer: String) -> PairingNames? {
        let peer = random.happens(1, in: 2) ? name(peer) : nil
        return random.happens(1, in: 3) ? nil : PairingNames(own: name(own), peer: peer)
    }

    /// Notes what an event did.
    mutating func note(
        _ event: String, from before: Phase, to after: Phase, isLate: Bool, hasChanged: Bool
    ) {
        let isSame = "\(before)" == "\(after)"
        let outcome = isLate && isSame ? "late" : hasChanged ? "\(after)" : "·"
        table.note(event: event, phase: "\(before)", outcome: outcome)
    }
}
